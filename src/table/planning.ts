/** Planning and explaining over decoded manifests: the only place where the judges meet what was read. */
import { toHex } from '../base/bytes.ts';
import { assert, type Problem } from '../base/errors.ts';
import { bind } from '../expressions/bind.ts';
import type { BoundExpression } from '../expressions/bound.ts';
import { type BoundSpec, bindSpec } from '../metadata/bound-spec.ts';
import type { ManifestEntries } from '../metadata/entries.ts';
import type { PartitionSpec } from '../metadata/records.ts';
import {
  buildDeleteIndex,
  DELETE_FILE_PATH_ID,
  type DeleteIndex,
  deleteFieldIds,
} from '../planning/delete-index.ts';
import { planManifest } from '../planning/plan-manifest.ts';
import { MIGHT } from '../planning/verdict.ts';
import { JAVA, type Profile, SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import type {
  DeletePlan,
  ManifestPlan,
  ManifestSource,
  PlanRequest,
  TableApi,
  TableContext,
} from './api.ts';
import { eachManifest, manifestProblem } from './each-manifest.ts';
import type { ManifestCache } from './manifest-cache.ts';

type Question = Omit<PlanRequest, 'manifests'>;

/** A question bound to its schema. The same object for the same question, so that the judges keep what they made. */
interface Bound {
  readonly context: TableContext;
  readonly filter: BoundExpression;
  readonly profile: Profile;
  /** Columns whose statistics the filter needs. */
  readonly fieldIds: readonly number[];
  specOf(spec: PartitionSpec): BoundSpec;
}

interface Deletes {
  readonly index: DeleteIndex;
  readonly problems: readonly Problem[];
}

/** What planning keeps of the last question. */
interface Desk {
  readonly cache: ManifestCache;
  bound: { readonly key: string; readonly value: Bound } | undefined;
  deletes: { readonly key: string; readonly value: Deletes } | undefined;
}

export function planner(cache: ManifestCache): Pick<TableApi, 'plan' | 'explain'> {
  const desk: Desk = { cache, bound: undefined, deletes: undefined };
  return {
    async plan(request, { signal, onManifest }) {
      const bound = boundOf(desk, request);
      const isDelete = ({ manifest }: ManifestSource) => manifest.content === 'deletes';
      const deletes = await deletesOf(desk, request, request.manifests.filter(isDelete), signal);
      const data = request.manifests.filter((source) => !isDelete(source));
      await eachManifest(data, signal, async (source) => {
        onManifest(await planOne(desk.cache, bound, deletes.index, source, signal));
      });
      return deletePlan(deletes);
    },
    async explain(request, call) {
      throw new Error(`${request} ${call}`);
    },
  };
}

function boundOf(desk: Desk, question: Question): Bound {
  const key = questionKey(question);
  if (desk.bound?.key !== key) desk.bound = { key, value: bindQuestion(question) };
  return desk.bound.value;
}

function questionKey({ context, filter, caseSensitive, profile }: Question): string {
  const expression = JSON.stringify(filter, (_key, value: unknown) => {
    if (typeof value === 'bigint') return `${value}n`;
    return value instanceof Uint8Array ? toHex(value) : value;
  });
  return [context.tableKey, context.schemaId, caseSensitive, profile, expression].join('\n');
}

function bindQuestion({ context, filter, caseSensitive, profile: name }: Question): Bound {
  const schema = context.schemas.find(({ schemaId }) => schemaId === context.schemaId);
  assert(schema !== undefined, `the context has no schema ${context.schemaId}`);
  const index = indexSchema(schema);
  const profile = name === 'java' ? JAVA : SAFE;
  const expression = bind(filter, index, { caseSensitive, profile });
  const specs = new WeakMap<PartitionSpec, BoundSpec>();
  return {
    context,
    filter: expression,
    profile,
    fieldIds: [...fieldIdsOf(expression)],
    specOf(spec) {
      const known = specs.get(spec) ?? bindSpec(spec, index);
      specs.set(spec, known);
      return known;
    },
  };
}

function fieldIdsOf(expression: BoundExpression, into = new Set<number>()): Set<number> {
  switch (expression.kind) {
    case 'and':
    case 'or':
      fieldIdsOf(expression.left, into);
      fieldIdsOf(expression.right, into);
      break;
    case 'predicate':
      into.add(expression.term.fieldId);
      if (expression.strict !== undefined) fieldIdsOf(expression.strict, into);
      break;
    default:
  }
  return into;
}

async function deletesOf(
  desk: Desk,
  question: Question,
  manifests: readonly ManifestSource[],
  signal: AbortSignal | undefined,
): Promise<Deletes> {
  const paths = manifests.map(({ manifest }) => manifest.manifestPath);
  const key = [questionKey(question), ...paths].join('\n');
  if (desk.deletes?.key === key) return desk.deletes.value;
  const value = await readDeletes(desk.cache, boundOf(desk, question), manifests, signal);
  desk.deletes = { key, value };
  return value;
}

async function readDeletes(
  cache: ManifestCache,
  bound: Bound,
  manifests: readonly ManifestSource[],
  signal: AbortSignal | undefined,
): Promise<Deletes> {
  const { context, filter, profile, fieldIds } = bound;
  const entries = new Map<ManifestSource, ManifestEntries>();
  const problems: Problem[] = [];
  await eachManifest(manifests, signal, async (source) => {
    try {
      const first = await cache.read(context, source, [...fieldIds, DELETE_FILE_PATH_ID], signal);
      // Which columns an equality delete compares is in its entries, so their statistics come second.
      const ids = [...fieldIds, ...deleteFieldIds(first.entries)];
      const { entries: full, problems: odd } = await cache.read(context, source, ids, signal);
      entries.set(source, full);
      problems.push(...odd);
    } catch (error) {
      problems.push(unreadDeletes(manifestProblem(source, error, signal)));
    }
  });
  const index = buildDeleteIndex({
    manifests: manifests.map((source) => {
      const read = entries.get(source);
      const spec = bound.specOf(read?.spec ?? specOfRow(context, source));
      return { index: source.index, manifest: source.manifest, spec, entries: read };
    }),
    filter,
    profile,
    schemas: context.schemas,
  });
  return { index, problems: [...problems, ...index.problems] };
}

function unreadDeletes(problem: Problem): Problem {
  const consequence = 'Its deletes are not known: files may have fewer rows than is shown.';
  return { ...problem, code: 'delete-manifest-damaged', consequence };
}

/** The spec of a manifest that was not read; one without fields, which rules out nothing, where the table has none. */
function specOfRow({ specs }: TableContext, { manifest }: ManifestSource): PartitionSpec {
  const specId = manifest.partitionSpecId;
  return specs.find((spec) => spec.specId === specId) ?? { specId, fields: [] };
}

async function planOne(
  cache: ManifestCache,
  bound: Bound,
  deleteIndex: DeleteIndex,
  source: ManifestSource,
  signal: AbortSignal | undefined,
): Promise<ManifestPlan> {
  const { context, filter, profile } = bound;
  const ids = [...bound.fieldIds, ...deleteIndex.equalityColumns.keys()];
  let entries: ManifestEntries | undefined;
  let problems: readonly Problem[];
  try {
    ({ entries, problems } = await cache.read(context, source, ids, signal));
  } catch (error) {
    problems = [manifestProblem(source, error, signal)];
  }
  const spec = bound.specOf(entries?.spec ?? specOfRow(context, source));
  const { manifest } = source;
  const verdicts = planManifest({ entries, manifest, filter, spec, profile, deleteIndex });
  const isSkipped = (verdicts.manifestByte & MIGHT) === 0;
  return {
    index: source.index,
    specId: spec.specId,
    verdict: isSkipped ? 'skipped' : entries === undefined ? 'unknown' : 'kept',
    reason: '',
    fileVerdicts: verdicts.fileVerdicts,
    reasons: verdicts.reasons,
    deleteCounts: verdicts.deleteCounts,
    totals: verdicts.totals,
    bytesIncomplete: verdicts.isFloor,
    problems,
  };
}

function deletePlan({ index, problems }: Deletes): DeletePlan {
  const count = (kind: string) => index.files.filter((file) => file.kind === kind).length;
  return {
    indexed: index.files.length,
    positional: count('position'),
    equality: count('equality'),
    deletionVectors: count('deletion vector'),
    problems,
  };
}
