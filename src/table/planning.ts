/** Planning and explaining over decoded manifests: the only place where the judges meet what was read. */
import { toHex } from '../base/bytes.ts';
import { assert, type IcecoreError, type Problem } from '../base/errors.ts';
import { bind } from '../expressions/bind.ts';
import type { BoundExpression } from '../expressions/bound.ts';
import type { Expression } from '../expressions/expression.ts';
import { type BoundSpec, bindSpec } from '../metadata/bound-spec.ts';
import type { ManifestEntries } from '../metadata/entries.ts';
import { unlessReplaced } from '../metadata/manifest.ts';
import { metricsDecoder } from '../metadata/metrics-decoder.ts';
import type { PartitionSpec } from '../metadata/records.ts';
import {
  buildDeleteIndex,
  DELETE_FILE_PATH_ID,
  type DeleteFile,
  type DeleteIndex,
  deleteFieldIds,
  deleteSize,
} from '../planning/delete-index.ts';
import { explainFile, explainManifest } from '../planning/explain.ts';
import type { OutlinedEntries } from '../planning/judge-leaf.ts';
import { outlinesDecide } from '../planning/judges.ts';
import { type ColumnOutline, outlineColumn } from '../planning/outline.ts';
import { type ManifestVerdicts, planManifest } from '../planning/plan-manifest.ts';
import { neededFieldIds, preparePlan } from '../planning/plan-tree.ts';
import { MIGHT } from '../planning/verdict.ts';
import { formatCount } from '../types/format.ts';
import { isPrimitive } from '../types/parse-type.ts';
import { JAVA, type Profile, SAFE } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import type {
  DeletePlan,
  ManifestPlan,
  ManifestSource,
  PlanRequest,
  TableApi,
  TableContext,
  UsedDeletes,
} from './api.ts';
import {
  type EachManifest,
  type ManifestWalks,
  manifestProblem,
  takingTurns,
} from './each-manifest.ts';
import type { ManifestCache, OutlineRequest } from './manifest-cache.ts';

type Question = Omit<PlanRequest, 'manifests' | 'skippedUnread'>;

/** A question bound to its schema. The same object for the same question, so that the judges keep what they made. */
interface Bound {
  readonly context: TableContext;
  readonly profile: Profile;
  readonly filter: BoundExpression;
  bindAs(profile: Profile): BoundExpression;
  /** Columns whose statistics the filter needs. */
  readonly fieldIds: readonly number[];
  specOf(spec: PartitionSpec): BoundSpec;
}

interface Reading {
  readonly each: EachManifest;
  readonly signal: AbortSignal | undefined;
  /** Manifests that their rows rule out and that are not to be read. */
  readonly unread?: ReadonlySet<ManifestSource> | undefined;
}

interface Deletes {
  readonly index: DeleteIndex;
  readonly problems: readonly Problem[];
}

/** What planning keeps of the last question. */
interface Desk {
  readonly cache: ManifestCache;
  readonly walks: ManifestWalks;
  bound: { readonly key: string; readonly value: Bound } | undefined;
  deletes: { readonly key: string; readonly value: Deletes } | undefined;
}

export function planner(
  cache: ManifestCache,
  walks: ManifestWalks,
): Pick<TableApi, 'plan' | 'explain' | 'outline'> {
  const desk: Desk = { cache, walks, bound: undefined, deletes: undefined };
  return {
    plan: (request, options) => planAll(desk, request, options),
    outline: (request, call) => outlineAll(desk, request, call?.signal),
    async explain(request, call) {
      const { manifest: source, entry, deleteManifests } = request;
      const bound = boundOf(desk, request);
      const deletes = await deletesOf(desk, request, deleteManifests, {
        each: walks.each,
        signal: call?.signal,
      });
      const ids = fieldIdsFor(bound, deletes.index);
      const { entries } = await cache.read(request.context, source, ids, call?.signal);
      return explainFile({
        manifestIndex: source.index,
        manifest: source.manifest,
        entries,
        entry,
        spec: bound.specOf(entries.spec),
        profile: bound.profile,
        bindAs: bound.bindAs,
        others: bound.profile === SAFE ? [JAVA_RULES] : [SAFE_RULES],
        deleteIndex: deletes.index,
      });
    },
  };
}

/** Manifests that their rows rule out come first, then the others as they are read. */
async function planAll(
  desk: Desk,
  request: PlanRequest,
  { signal, onManifest }: Parameters<TableApi['plan']>[1],
): Promise<DeletePlan> {
  const { cache } = desk;
  const { context, manifests, skippedUnread } = request;
  const bound = boundOf(desk, request);
  const isDelete = ({ manifest }: ManifestSource) => manifest.content === 'deletes';
  return desk.walks.first(async (each) => {
    cache.expect(context, bound.fieldIds);
    const unread = new Set<ManifestSource>();
    for (const source of skippedUnread === true ? manifests : []) {
      const byRow = skippedByRow(cache, bound, source);
      if (byRow === undefined) continue;
      unread.add(source);
      if (!isDelete(source)) onManifest(byRow);
    }
    const reading = { each, signal, unread };
    const deletes = await deletesOf(desk, request, manifests.filter(isDelete), reading);
    cache.expect(context, fieldIdsFor(bound, deletes.index));
    const data = manifests.filter((source) => !isDelete(source) && !unread.has(source));
    await each(data, signal, async (source) => {
      const recorded = recordedPlan(request, source);
      if (recorded !== undefined) onManifest(recorded);
      else onManifest(await planOne(cache, bound, deletes.index, source, signal));
    });
    return deletePlan(deletes);
  });
}

/** Wide tables: more columns would take the memory of the manifests. */
const MOST_OUTLINED = 40;

/** One manifest at a time: nobody waits for it, and all columns of several would take much memory. */
async function outlineAll(
  { cache, walks }: Desk,
  { context, manifests, profile }: Parameters<TableApi['outline']>[0],
  signal: AbortSignal | undefined,
): Promise<void> {
  const columns = schemaOf(context)
    .columns.filter(({ accessible, type }) => accessible && isPrimitive(type))
    .slice(0, MOST_OUTLINED);
  const giveWay = takingTurns();
  const pause = async () => {
    await giveWay();
    await walks.calm();
    signal?.throwIfAborted();
  };
  const decode = metricsDecoder();
  const request: OutlineRequest = {
    key: `${context.schemaId} ${profile}`,
    fieldIds: columns.map(({ fieldId }) => fieldId),
    async outline(entries, file, asked) {
      const metrics = unlessReplaced(await decode(file, asked, pause), entries);
      const outlines = new Map<number, ColumnOutline>();
      for (const { fieldId, type, required, underOptionalStruct } of columns) {
        if (!metrics.has(fieldId)) continue;
        await pause();
        const term = { fieldId, sourceType: type, required, underOptionalStruct };
        const outline = outlineColumn({ ...entries, metrics }, term, rulesOf(profile));
        if (outline !== undefined) outlines.set(fieldId, outline);
      }
      return outlines;
    },
  };
  let before: Promise<void> = Promise.resolve();
  await walks.each(manifests, signal, (source) => {
    before = before.then(async () => {
      try {
        await cache.addOutlines(context, source, request, signal);
      } catch (error) {
        // Said by whoever asks for it.
        manifestProblem(source, error, signal);
      }
    });
    return before;
  });
}

/** What a bundle recorded of a manifest that it left out, where it recorded it for the same question. */
function recordedPlan(question: Question, source: ManifestSource): ManifestPlan | undefined {
  const { input, recorded, index } = source;
  if (input !== undefined || recorded === undefined) return undefined;
  const asked = questionKey(question);
  if (questionKey({ context: question.context, ...recorded.question }) !== asked) return undefined;
  return {
    index,
    specId: recorded.specId,
    verdict: recorded.verdict,
    reason: recorded.reason,
    fileVerdicts: new Uint8Array(0),
    reasons: new Uint8Array(0),
    deleteCounts: new Uint16Array(0),
    usedDeletes: undefined,
    totals: recorded.totals,
    bytesIncomplete: false,
    problems: [],
  };
}

/** As the screen calls them. */
const JAVA_RULES = { profile: JAVA, name: 'Java’s rules' };
const SAFE_RULES = { profile: SAFE, name: 'the safe rules' };

function boundOf(desk: Desk, question: Question): Bound {
  const key = questionKey(question);
  if (desk.bound?.key !== key) desk.bound = { key, value: bindQuestion(question) };
  return desk.bound.value;
}

function questionKey({ context, filter, caseSensitive, profile }: Question): string {
  const expression = textOf(filter);
  return [context.tableKey, context.schemaId, caseSensitive, profile, expression].join('\n');
}

const texts = new WeakMap<Expression, string>();

function textOf(filter: Expression): string {
  let text = texts.get(filter);
  if (text === undefined) {
    text = JSON.stringify(filter, (_key, value: unknown) => {
      if (typeof value === 'bigint') return `${value}n`;
      return value instanceof Uint8Array ? toHex(value) : value;
    });
    texts.set(filter, text);
  }
  return text;
}

function schemaOf({ schemas, schemaId }: TableContext): SchemaIndex {
  const schema = schemas.find((one) => one.schemaId === schemaId);
  assert(schema !== undefined, `the context has no schema ${schemaId}`);
  return indexSchema(schema);
}

function rulesOf(profile: Question['profile']): Profile {
  return profile === 'java' ? JAVA : SAFE;
}

function bindQuestion({ context, filter, caseSensitive, profile: name }: Question): Bound {
  const index = schemaOf(context);
  const profile = rulesOf(name);
  const expressions = new WeakMap<Profile, BoundExpression>();
  const bindAs = (rules: Profile) => {
    const known = expressions.get(rules) ?? bind(filter, index, { caseSensitive, profile: rules });
    expressions.set(rules, known);
    return known;
  };
  const expression = bindAs(profile);
  const specs = new WeakMap<PartitionSpec, BoundSpec>();
  return {
    context,
    profile,
    filter: expression,
    bindAs,
    fieldIds: neededFieldIds(expression),
    specOf(spec) {
      const known = specs.get(spec) ?? bindSpec(spec, index);
      specs.set(spec, known);
      return known;
    },
  };
}

async function deletesOf(
  desk: Desk,
  question: Question,
  manifests: readonly ManifestSource[],
  reading: Reading,
): Promise<Deletes> {
  const paths = manifests.map(({ manifest }) => manifest.manifestPath);
  const key = [questionKey(question), ...paths].join('\n');
  if (desk.deletes?.key === key) return desk.deletes.value;
  const value = await readDeletes(desk.cache, boundOf(desk, question), manifests, reading);
  desk.deletes = { key, value };
  return value;
}

async function readDeletes(
  cache: ManifestCache,
  bound: Bound,
  manifests: readonly ManifestSource[],
  { each, signal, unread }: Reading,
): Promise<Deletes> {
  const { context, filter, profile, fieldIds } = bound;
  const entries = new Map<ManifestSource, ManifestEntries>();
  const problems: Problem[] = [];
  const toRead = manifests.filter((source) => unread?.has(source) !== true);
  await each(toRead, signal, async (source) => {
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
      const spec = bound.specOf(read?.spec ?? specOfRow(cache, context, source));
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

/**
 * The spec of a manifest that is not read for this: the table's, or its own where an earlier reading found that they
 * disagree; one without fields, which rules out nothing, where neither is known.
 */
function specOfRow(
  cache: ManifestCache,
  context: TableContext,
  source: ManifestSource,
): PartitionSpec {
  const specId = source.manifest.partitionSpecId;
  const spec = cache.ownSpec(context, source) ?? context.specs.find((one) => one.specId === specId);
  return spec ?? { specId, fields: [] };
}

function fieldIdsFor({ fieldIds }: Bound, { equalityColumns }: DeleteIndex): readonly number[] {
  return [...fieldIds, ...equalityColumns.keys()];
}

async function planOne(
  cache: ManifestCache,
  bound: Bound,
  deleteIndex: DeleteIndex,
  source: ManifestSource,
  signal: AbortSignal | undefined,
): Promise<ManifestPlan> {
  const { context, filter, profile } = bound;
  const ids = fieldIdsFor(bound, deleteIndex);
  let entries: OutlinedEntries | undefined;
  let problems: readonly Problem[];
  let unread = '';
  try {
    ({ entries, problems } =
      decidedByOutlines(cache, bound, deleteIndex, source) ??
      (await cache.read(context, source, ids, signal)));
  } catch (error) {
    problems = source.recorded === undefined ? [manifestProblem(source, error, signal)] : [];
    unread = source.recorded === undefined ? unreadWords(error) : LEFT_OUT;
  }
  const spec = bound.specOf(entries?.spec ?? specOfRow(cache, context, source));
  const { manifest } = source;
  const verdicts = planManifest({ entries, manifest, filter, spec, profile, deleteIndex });
  const isUnknown = (verdicts.manifestByte & MIGHT) !== 0 && entries === undefined;
  const reason = isUnknown ? unread : explainManifest(filter, manifest, spec, profile);
  return manifestPlan(source, spec, verdicts, { isUnknown, reason, problems });
}

/** A decoded manifest whose outlines tell what the statistics would that it lacks: it need not be read again. */
function decidedByOutlines(
  cache: ManifestCache,
  bound: Bound,
  { equalityColumns }: DeleteIndex,
  source: ManifestSource,
): { readonly entries: OutlinedEntries; readonly problems: readonly Problem[] } | undefined {
  const { decoded, outlines } = cache.atHand(bound.context, source) ?? {};
  if (decoded === undefined || outlines === undefined) return undefined;
  const { entries, problems } = decoded;
  const isDecoded = (id: number) => entries.metrics.has(id);
  // Equality deletes are compared with the statistics themselves.
  if (bound.fieldIds.every(isDecoded) || ![...equalityColumns.keys()].every(isDecoded))
    return undefined;
  const outlined = { ...entries, outlines: outlines.byId };
  const plan = preparePlan(bound.filter, bound.specOf(entries.spec), bound.profile);
  return outlinesDecide(plan, outlined) ? { entries: outlined, problems } : undefined;
}

/** The plan of a manifest that its row rules out; undefined for any other. */
function skippedByRow(
  cache: ManifestCache,
  bound: Bound,
  source: ManifestSource,
): ManifestPlan | undefined {
  const { context, filter, profile } = bound;
  const { manifest } = source;
  const spec = bound.specOf(specOfRow(cache, context, source));
  const verdicts = planManifest({ entries: undefined, manifest, filter, spec, profile });
  if ((verdicts.manifestByte & MIGHT) !== 0) return undefined;
  const reason = explainManifest(filter, manifest, spec, profile);
  return manifestPlan(source, spec, verdicts, { isUnknown: false, reason, problems: [] });
}

function manifestPlan(
  source: ManifestSource,
  spec: BoundSpec,
  verdicts: ManifestVerdicts,
  { isUnknown, ...rest }: Pick<ManifestPlan, 'reason' | 'problems'> & { isUnknown: boolean },
): ManifestPlan {
  const isSkipped = (verdicts.manifestByte & MIGHT) === 0;
  const { fileVerdicts, reasons, deleteCounts, usedDeletes, totals, isFloor } = verdicts;
  return {
    index: source.index,
    specId: spec.specId,
    verdict: isSkipped ? 'skipped' : isUnknown ? 'unknown' : 'kept',
    fileVerdicts,
    reasons,
    deleteCounts,
    usedDeletes: isUnknown ? undefined : packDeletes(usedDeletes),
    totals,
    bytesIncomplete: isFloor,
    ...rest,
  };
}

function packDeletes(files: readonly DeleteFile[]): UsedDeletes {
  return {
    manifests: Uint32Array.from(files, (file) => file.manifestIndex),
    entries: Uint32Array.from(files, (file) => file.entry),
    bytes: BigInt64Array.from(files, deleteSize),
    isVector: Uint8Array.from(files, (file) => Number(file.kind === 'deletion vector')),
  };
}

const LEFT_OUT =
  'Unknown: its manifest was left out of the bundle, which was made for another predicate.';

/** look.md 9. */
function unreadWords(error: unknown): string {
  const { kind, offset } = error as Partial<IcecoreError>;
  if (kind === 'missing-file') return 'Unknown: its manifest is not at hand.';
  if (offset === undefined) return 'Unknown: its manifest can’t be read.';
  return `Unknown: its manifest is damaged at byte ${formatCount(offset)}.`;
}

function deletePlan({ index, problems }: Deletes): DeletePlan {
  const count = (kind: string) => index.files.filter((file) => file.kind === kind).length;
  return {
    manifests: index.scannedManifests,
    indexed: index.files.length,
    positional: count('position'),
    equality: count('equality'),
    deletionVectors: count('deletion vector'),
    problems,
  };
}
