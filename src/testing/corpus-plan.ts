/** Plans the cases of the corpus's answers and compares them with what is recorded, field by field. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../base/json.ts';
import { bind, unbind } from '../expressions/bind.ts';
import type { BoundExpression } from '../expressions/bound.ts';
import type { Expression, Literal } from '../expressions/expression.ts';
import { expressionToJson } from '../expressions/json.ts';
import { parseWhere } from '../expressions/where.ts';
import { type BoundSpec, bindSpec } from '../metadata/bound-spec.ts';
import { DELETED, type ManifestEntries } from '../metadata/entries.ts';
import { decodeManifest } from '../metadata/manifest.ts';
import { decodeManifestList, manifestsNamedBySnapshot } from '../metadata/manifest-list.ts';
import type { ManifestFile, TableMetadata } from '../metadata/records.ts';
import { parseTableMetadata } from '../metadata/table-metadata.ts';
import { buildDeleteIndex, type DeleteIndex, deleteFieldIds } from '../planning/delete-index.ts';
import { deletesOf } from '../planning/delete-match.ts';
import { judgeManifest } from '../planning/judges.ts';
import { partitionToJson } from '../planning/partition-json.ts';
import { type ManifestVerdicts, planManifest } from '../planning/plan-manifest.ts';
import { preparePlan } from '../planning/plan-tree.ts';
import { projectInclusive, projectStrict } from '../planning/project.ts';
import { scanMetrics } from '../planning/report.ts';
import { residualOf } from '../planning/residual.ts';
import { tuplesOf } from '../planning/tuples.ts';
import { ALL_MATCH, MIGHT, MUST, READ } from '../planning/verdict.ts';
import type { Profile } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import { canonical, sameJson } from './expression-json.ts';
import { corpusFolder } from './shared.ts';

export interface Case {
  readonly where: string;
  readonly predicate: unknown;
  readonly caseSensitive: boolean;
  readonly expression: unknown;
  readonly error?: string;
  readonly errorIn?: string;
  readonly specs?: Readonly<Record<string, { inclusive?: unknown; strict?: unknown }>>;
  readonly manifestKept?: string;
  readonly partitionMight?: string;
  readonly partitionMust?: string;
  readonly metricsMight?: string;
  readonly metricsMust?: string;
  readonly planned?: string;
  readonly residuals?: readonly (readonly [unknown, string])[];
  readonly taskDeletes?: Readonly<Record<string, readonly number[]>>;
  readonly matching?: readonly number[];
  readonly matchingLive?: readonly number[];
  readonly metrics?: Readonly<Record<string, number | bigint>>;
}

export interface View {
  readonly id: string;
  readonly schemaId: number;
  readonly selected: string;
  readonly files: readonly { readonly records: number; readonly path: string }[];
  readonly manifests: readonly { readonly content: string }[];
  readonly cases: readonly Case[];
}

export interface Answers {
  readonly table: string;
  readonly metadata: string;
  readonly snapshots: readonly View[];
}

export function readAnswers(table: string): Answers {
  const path = join(corpusFolder(), 'answers', `${table}.json`);
  return parseJson(readFileSync(path, 'utf8'), path) as Answers;
}

interface Manifest {
  readonly manifest: ManifestFile;
  readonly entries: ManifestEntries;
  readonly spec: BoundSpec;
  /** Position in the list. */
  readonly index: number;
}

export interface OpenView {
  readonly schema: SchemaIndex;
  readonly specs: readonly BoundSpec[];
  readonly data: readonly Manifest[];
  readonly deletes: readonly Manifest[];
  /** In list order: of which `data` and `deletes` are the two parts. */
  readonly all: readonly Manifest[];
  readonly metadata: TableMetadata;
}

function bytesOf(recorded: string): Uint8Array {
  return readFileSync(join(corpusFolder(), 'tables', recorded.replace(/^s3:\/\/lake\//, '')));
}

export async function openTable(answers: Answers): Promise<TableMetadata> {
  const path = `s3://lake/${answers.table}/${answers.metadata}`;
  return (await parseTableMetadata(bytesOf(path), path)).metadata;
}

/** Decodes all manifests of a view, with the metrics of all columns. */
export async function openView(metadata: TableMetadata, view: View): Promise<OpenView> {
  const snapshot = metadata.snapshots.find((s) => String(s.snapshotId) === view.id);
  const found = metadata.schemas.find((s) => s.schemaId === view.schemaId);
  if (snapshot === undefined || found === undefined) throw new Error(`no snapshot ${view.id}`);
  const schema = indexSchema(found);
  const { formatVersion, schemas, partitionSpecs } = metadata;
  const list =
    snapshot.manifestList === undefined
      ? manifestsNamedBySnapshot(snapshot)
      : (
          await decodeManifestList(bytesOf(snapshot.manifestList), snapshot.manifestList, {
            formatVersion,
          })
        ).manifests;
  const specs = partitionSpecs.map((spec) => bindSpec(spec, schema));
  const ids = schemas.flatMap((s) => indexSchema(s).columns.map((column) => column.fieldId));
  const all: Manifest[] = [];
  for (const [index, manifest] of list.entries()) {
    const request = { manifest, specs: partitionSpecs, schemas, formatVersion };
    const bytes = bytesOf(manifest.manifestPath);
    let { entries } = await decodeManifest(bytes, { ...request, metricsFieldIds: ids });
    if (manifest.content === 'deletes') {
      const metricsFieldIds = [...new Set([...ids, ...deleteFieldIds(entries)])];
      entries = (await decodeManifest(bytes, { ...request, metricsFieldIds })).entries;
    }
    const spec = specs.find((s) => s.specId === entries.spec.specId);
    if (spec === undefined) throw new Error(`no spec ${entries.spec.specId}`);
    all.push({ manifest, entries, spec, index });
  }
  const data = all.filter((m) => m.manifest.content === 'data');
  const deletes = all.filter((m) => m.manifest.content === 'deletes');
  return { schema, specs, data, deletes, all, metadata };
}

/** What we say of one case, in the form of the answers. */
export interface Planned {
  readonly bound: BoundExpression;
  readonly verdicts: readonly ManifestVerdicts[];
  readonly index: DeleteIndex;
  readonly planned: string;
  readonly allMatch: string;
}

/** The case by its SQL: expression JSON tells neither floats from doubles nor a zero's sign. */
export function planCase(view: OpenView, answer: Case, profile: Profile): Planned {
  const { caseSensitive } = answer;
  const { expression, errors } = parseWhere(answer.where, view.schema, { caseSensitive });
  if (errors[0] !== undefined) throw new Error(`${answer.where}: ${errors[0].message}`);
  const signed = /-0\.0(?!\d)/.test(answer.where) ? negativeZeros(expression) : expression;
  const bound = bind(signed, view.schema, { caseSensitive, profile });
  const index = buildDeleteIndex({
    manifests: view.deletes,
    filter: bound,
    profile,
    schemas: view.metadata.schemas,
  });
  const verdicts = view.data.map(({ manifest, entries, spec }) =>
    planManifest({ manifest, entries, filter: bound, spec, profile, deleteIndex: index }),
  );
  const bits = (test: (verdict: number) => boolean) =>
    verdicts.map((v) => Array.from(v.fileVerdicts, (f) => (test(f) ? '1' : '0')).join('')).join('');
  return {
    bound,
    verdicts,
    index,
    planned: bits((v) => v === READ || v === ALL_MATCH),
    allMatch: bits((v) => v === ALL_MATCH),
  };
}

/** SQL's `-0.0` is the decimal 0.0; the answers are for the double −0.0. */
function negativeZeros(e: Expression): Expression {
  switch (e.kind) {
    case 'and':
    case 'or':
      return { ...e, left: negativeZeros(e.left), right: negativeZeros(e.right) };
    case 'not':
      return { ...e, child: negativeZeros(e.child) };
    case 'predicate':
      return { ...e, literals: e.literals.map(negativeZero) };
    default:
      return e;
  }
}

function negativeZero(literal: Literal): Literal {
  const isFloating = literal.kind === 'float' || literal.kind === 'double';
  return isFloating && literal.value === 0 ? { ...literal, value: -0 } : literal;
}

function bytesBits(columns: readonly Uint8Array[], bit: number): string {
  return columns.map((c) => Array.from(c, (b) => ((b & bit) !== 0 ? '1' : '0')).join('')).join('');
}

export interface Comparison {
  /** Fields that are recorded and were compared. */
  readonly checked: readonly string[];
  readonly differences: readonly {
    readonly field: string;
    readonly ours: string;
    readonly java: string;
  }[];
}

/** Everything that is recorded for the case against what we say. */
export function compareWithJava(view: OpenView, answer: Case, profile: Profile): Comparison {
  const ours = planCase(view, answer, profile);
  const fields = [
    ...projectionFields(view, ours, answer, profile),
    ...bitFields(view, ours, answer, profile),
    ...residualFields(view, ours, answer, profile),
    ['taskDeletes', answer.taskDeletes && taskDeletes(view, ours), answer.taskDeletes] as const,
    ['metrics', answer.metrics && metricsOf(view, ours), answer.metrics] as const,
  ].filter(([, , java]) => java !== undefined);
  return {
    checked: fields.map(([field]) => field),
    differences: fields
      .filter(([, own, java]) => !sameJson(own, java))
      .map(([field, own, java]) => ({ field, ours: canonical(own), java: canonical(java) })),
  };
}

/** Field, ours, Java's. */
type Field = readonly [string, unknown, unknown];

function projectionFields(
  view: OpenView,
  { bound }: Planned,
  answer: Case,
  profile: Profile,
): Field[] {
  return view.specs.flatMap((spec): Field[] => {
    const java = answer.specs?.[String(spec.specId)];
    return [
      ['inclusive', partitionToJson(projectInclusive(bound, spec, profile)), java?.inclusive],
      ['strict', partitionToJson(projectStrict(bound, spec, profile)), java?.strict],
    ];
  });
}

function bitFields(view: OpenView, ours: Planned, answer: Case, profile: Profile): Field[] {
  const kept = view.all.map(({ manifest, spec }) =>
    (judgeManifest(preparePlan(ours.bound, spec, profile), manifest) & MIGHT) !== 0 ? '1' : '0',
  );
  const partition = ours.verdicts.map((v) => v.partition);
  const bounds = ours.verdicts.map((v) => v.bounds);
  return [
    ['manifestKept', kept.join(''), answer.manifestKept],
    ['partitionMight', bytesBits(partition, MIGHT), answer.partitionMight],
    ['partitionMust', bytesBits(partition, MUST), answer.partitionMust],
    ['metricsMight', bytesBits(bounds, MIGHT), answer.metricsMight],
    ['metricsMust', bytesBits(bounds, MUST), answer.metricsMust],
    ['planned', ours.planned, answer.planned],
  ];
}

/** One field a distinct pair: files of one tuple share theirs. Where Java threw (EV-34) there is nothing to compare. */
function residualFields(view: OpenView, ours: Planned, answer: Case, profile: Profile): Field[] {
  if (answer.residuals === undefined || answer.planned !== ours.planned) return [];
  const java = new Array<unknown>(ours.planned.length).fill(undefined);
  for (const [expression, bits] of answer.residuals) {
    for (let i = 0; i < java.length; i++) if (bits[i] === '1') java[i] = expression;
  }
  const pairs = new Map<unknown, Set<unknown>>();
  residuals(view, ours, profile, answer).forEach((own, i) => {
    const seen = pairs.get(own) ?? new Set();
    pairs.set(own, seen.add(java[i]));
  });
  return [...pairs].flatMap(([own, javas]) =>
    [...javas].map((theirs): Field => ['residuals', own, theirs]),
  );
}

/** The residual of each planned file. */
function residuals(view: OpenView, ours: Planned, profile: Profile, answer: Case): unknown[] {
  return view.data.flatMap(({ entries, spec }, m) => {
    const verdicts = ours.verdicts[m] as ManifestVerdicts;
    const plan = preparePlan(ours.bound, spec, profile);
    const tuples = tuplesOf(entries);
    const byTuple = new Map<number, unknown>();
    return Array.from(verdicts.live, (entry, k) => {
      const verdict = verdicts.fileVerdicts[k] as number;
      if (verdict !== READ && verdict !== ALL_MATCH) return undefined;
      // Java hands an unpartitioned file the filter as it was built, before binding folds it (EV-32).
      if (spec.fields.length === 0) return answer.expression;
      const tuple = tuples.ids[entry] as number;
      const known =
        byTuple.get(tuple) ?? expressionToJson(unbind(residualOf(plan, entries, entry)));
      byTuple.set(tuple, known);
      return known;
    });
  });
}

/** Indexes of live delete entries over all delete manifests, as answers count them. */
function deleteNumbers(view: OpenView): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const { entries, index } of view.deletes) {
    for (let i = 0; i < entries.count; i++) {
      if (entries.status[i] !== DELETED) numbers.set(`${index}:${i}`, numbers.size);
    }
  }
  return numbers;
}

function taskDeletes(view: OpenView, ours: Planned): unknown {
  const numbers = deleteNumbers(view);
  const out: Record<string, number[]> = {};
  let file = 0;
  view.data.forEach(({ entries }, m) => {
    const verdicts = ours.verdicts[m] as ManifestVerdicts;
    verdicts.live.forEach((entry, k) => {
      const verdict = verdicts.fileVerdicts[k];
      const deletes =
        verdict === READ || verdict === ALL_MATCH ? deletesOf(ours.index, entries, entry) : [];
      if (deletes.length > 0) {
        out[file] = deletes.map((d) => numbers.get(`${d.manifestIndex}:${d.entry}`) ?? -1);
      }
      file++;
    });
  });
  return out;
}

function metricsOf(view: OpenView, ours: Planned): unknown {
  const plans = view.data.map(({ manifest }, m) => ({
    manifest,
    verdicts: ours.verdicts[m] as ManifestVerdicts,
  }));
  const counters = scanMetrics(plans, ours.index);
  return Object.fromEntries([...counters].map(([name, value]) => [name, Number(value)]));
}
