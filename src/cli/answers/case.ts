/** Our answer to one question on one view, stage by stage, as plain JSON in the form of the reference's answers. */
import { IcecoreError } from '../../base/errors.ts';
import { bind, unbind } from '../../expressions/bind.ts';
import type { BoundExpression } from '../../expressions/bound.ts';
import type { Expression } from '../../expressions/expression.ts';
import { expressionToJson } from '../../expressions/json.ts';
import { parseWhere } from '../../expressions/where.ts';
import { buildDeleteIndex, type DeleteIndex } from '../../planning/delete-index.ts';
import { deletesOf } from '../../planning/delete-match.ts';
import { judgeBounds, judgeManifest } from '../../planning/judges.ts';
import { partitionToJson } from '../../planning/partition-json.ts';
import { type ManifestVerdicts, planManifest } from '../../planning/plan-manifest.ts';
import { preparePlan } from '../../planning/plan-tree.ts';
import { projectInclusive, projectStrict } from '../../planning/project.ts';
import { scanMetrics } from '../../planning/report.ts';
import { residualOf } from '../../planning/residual.ts';
import { tuplesOf } from '../../planning/tuples.ts';
import { ALL_MATCH, MIGHT, MUST, READ } from '../../planning/verdict.ts';
import type { Profile } from '../../types/profile.ts';
import { liveDeletes, type OpenView } from './open-view.ts';
import { foldPredicate, type LiteralForm, predicateSql, type Question } from './predicate.ts';
import { printRaw } from './raw-json.ts';

/** A case of answers; JSON apart from bigint, which {@link printJson} writes as digits. */
export interface Answer {
  readonly where: string;
  /** JSON text, token for token as it was given. */
  readonly predicate: string;
  readonly caseSensitive: boolean;
  readonly expression?: unknown;
  readonly error?: string;
  readonly specs?: Readonly<
    Record<string, { readonly inclusive: unknown; readonly strict: unknown }>
  >;
  readonly manifestKept?: string;
  readonly partitionMight?: string;
  readonly partitionMust?: string;
  readonly metricsMight?: string;
  readonly metricsMust?: string;
  readonly planned?: string;
  readonly residuals?: readonly (readonly [unknown, string])[];
  readonly taskDeletes?: Readonly<Record<string, readonly number[]>>;
  readonly metrics?: Readonly<Record<string, bigint>>;
}

/** Answers a question. A predicate that can't be bound is an answer with `error`; nothing else throws. */
export function answerQuestion(view: OpenView, question: Question, profile: Profile): Answer {
  const { predicate, caseSensitive } = question;
  const where = question.where ?? predicateSql(predicate, view.schema, 'shown');
  const asked = { where, predicate: printRaw(predicate), caseSensitive };
  // A bare -0.0 is the decimal 0.0 to SQL, so the sign of a zero is written in another way than it is shown.
  const text =
    question.where ?? predicateSql(foldPredicate(predicate), view.schema, exactForm(question));
  const { expression, errors } = parseWhere(text, view.schema, { caseSensitive });
  if (errors[0] !== undefined) return { ...asked, error: errors[0].message };
  try {
    const filter = bind(expression, view.schema, { caseSensitive, profile });
    return { ...asked, ...answerBound(view, expression, filter, profile) };
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    return { ...asked, expression: expressionToJson(expression), error: error.message };
  }
}

/** For reading a predicate back as SQL. */
export function exactForm({ caseSensitive }: Question): LiteralForm {
  return caseSensitive ? 'exact' : 'exact, any case';
}

function answerBound(
  view: OpenView,
  expression: Expression,
  filter: BoundExpression,
  profile: Profile,
): Omit<Answer, 'where' | 'predicate' | 'caseSensitive'> {
  const deleteIndex = buildDeleteIndex({
    manifests: view.deletes,
    filter,
    profile,
    schemas: view.context.schemas,
  });
  const verdicts = view.data.map(({ manifest, entries, spec }) =>
    planManifest({ manifest, entries, filter, spec, profile, deleteIndex }),
  );
  const bytes = (of: (v: ManifestVerdicts) => Uint8Array, test: (byte: number) => boolean) =>
    verdicts.map((v) => Array.from(of(v), (byte) => (test(byte) ? '1' : '0')).join('')).join('');
  const bits = (stage: 'partition' | 'bounds', bit: number) =>
    bytes(
      (v) => v[stage],
      (byte) => (byte & bit) !== 0,
    );
  // With no filter a plan does not look at bounds; the reference's evaluator does, and counts rows (EV-12, section 16).
  const boundsBits = (bit: number) =>
    filter.kind === 'true'
      ? unfilteredBounds(view, verdicts, filter, profile, bit)
      : bits('bounds', bit);
  const plans = view.data.map(({ manifest }, m) => ({
    manifest,
    verdicts: verdicts[m] as ManifestVerdicts,
  }));
  return {
    expression: expressionToJson(expression),
    specs: Object.fromEntries(
      view.specs.map((spec) => [
        spec.specId,
        {
          inclusive: partitionToJson(projectInclusive(filter, spec, profile)),
          strict: partitionToJson(projectStrict(filter, spec, profile)),
        },
      ]),
    ),
    manifestKept: view.manifests
      .map(({ manifest, spec }) => judgeManifest(preparePlan(filter, spec, profile), manifest))
      .map((byte) => ((byte & MIGHT) !== 0 ? '1' : '0'))
      .join(''),
    partitionMight: bits('partition', MIGHT),
    partitionMust: bits('partition', MUST),
    metricsMight: boundsBits(MIGHT),
    metricsMust: boundsBits(MUST),
    planned: bytes((v) => v.fileVerdicts, isRead),
    residuals: residuals(view, verdicts, filter, expression, profile),
    taskDeletes: taskDeletes(view, verdicts, deleteIndex),
    metrics: Object.fromEntries(scanMetrics(plans, deleteIndex)),
  };
}

function unfilteredBounds(
  view: OpenView,
  verdicts: readonly ManifestVerdicts[],
  filter: BoundExpression,
  profile: Profile,
  bit: number,
): string {
  return view.data
    .map(({ entries, spec }, m) => {
      const bytes = judgeBounds(preparePlan(filter, spec, profile), entries);
      const { live } = verdicts[m] as ManifestVerdicts;
      return Array.from(live, (i) => (((bytes[i] as number) & bit) !== 0 ? '1' : '0')).join('');
    })
    .join('');
}

function isRead(verdict: number): boolean {
  return verdict === READ || verdict === ALL_MATCH;
}

/** Each residual of the planned files with the bits of the files that have it, in order of first appearance. */
function residuals(
  view: OpenView,
  verdicts: readonly ManifestVerdicts[],
  filter: BoundExpression,
  expression: Expression,
  profile: Profile,
): readonly (readonly [unknown, string])[] {
  const files = verdicts.reduce((sum, v) => sum + v.live.length, 0);
  const groups = new Map<string, { readonly json: unknown; readonly bits: string[] }>();
  let file = 0;
  view.data.forEach(({ entries, spec }, m) => {
    const plan = preparePlan(filter, spec, profile);
    const tuples = tuplesOf(entries);
    const byTuple = new Map<number, string>();
    const { live, fileVerdicts } = verdicts[m] as ManifestVerdicts;
    live.forEach((entry, k) => {
      const at = file++;
      if (!isRead(fileVerdicts[k] as number)) return;
      const tuple = tuples.ids[entry] as number;
      let key = byTuple.get(tuple);
      if (key === undefined) {
        // An unpartitioned file keeps the filter as it was built, before binding folds it (EV-32).
        const isWhole = spec.fields.length === 0;
        const left = isWhole ? expression : unbind(residualOf(plan, entries, entry));
        const json = expressionToJson(left);
        key = JSON.stringify(json, (_, v: unknown) => (typeof v === 'bigint' ? `${v}n` : v));
        byTuple.set(tuple, key);
        if (!groups.has(key)) groups.set(key, { json, bits: new Array(files).fill('0') });
      }
      (groups.get(key) as { bits: string[] }).bits[at] = '1';
    });
  });
  return [...groups.values()].map(({ json, bits }) => [json, bits.join('')]);
}

/** Index of each file that deletes apply to, with the indexes of those among the view's live deletes. */
function taskDeletes(
  view: OpenView,
  verdicts: readonly ManifestVerdicts[],
  deleteIndex: DeleteIndex,
): Readonly<Record<string, readonly number[]>> {
  const numbers = new Map<string, number>();
  for (const decoded of view.deletes) {
    for (const i of liveDeletes(decoded)) numbers.set(`${decoded.index}:${i}`, numbers.size);
  }
  const out: Record<string, readonly number[]> = {};
  let file = 0;
  view.data.forEach(({ entries }, m) => {
    const { live, fileVerdicts } = verdicts[m] as ManifestVerdicts;
    live.forEach((entry, k) => {
      const at = file++;
      if (deleteIndex.files.length === 0 || !isRead(fileVerdicts[k] as number)) return;
      const deletes = deletesOf(deleteIndex, entries, entry);
      if (deletes.length === 0) return;
      out[at] = deletes
        .map((d) => numbers.get(`${d.manifestIndex}:${d.entry}`) as number)
        .sort((a, b) => a - b);
    });
  });
  return out;
}
