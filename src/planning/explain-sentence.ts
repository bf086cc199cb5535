/** The one sentence on a file's verdict, by the templates of look.md 9. */

import { intervalsByColumn } from '../expressions/intervals.ts';
import { printWithin, termName } from '../expressions/print.ts';
import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import { joinWords } from '../types/format.ts';
import {
  decidingCondition,
  decidingLeaves,
  judgedTogether,
  leavesOfTree,
  opaqueOf,
  openLeaves,
  withoutImplied,
} from './deciding.ts';
import { whyUnused } from './describe-projection.ts';
import { type FileContext, findingOf, partitionFindings } from './explain-tree.ts';
import type { ColumnEvidence, Edge, StageName } from './explanation.ts';
import { extentWords, joinFindings } from './findings.ts';
import { judgePartition, partitionBytes } from './judges.ts';
import { partitionAnd, TRUE } from './partition-expression.ts';
import { foldPartition } from './partition-text.ts';
import { subjectOf } from './partition-words.ts';
import { judgeTree, type PlanLeaf, type PlanNode, type Trace } from './plan-tree.ts';
import { REASONS } from './reasons.ts';
import { termStatistics } from './statistics.ts';
import { type FileVerdict, MUST, type Rows, reasonOf, rowsOf } from './verdict.ts';

export interface JudgedFile extends FileContext {
  readonly verdict: FileVerdict;
  readonly traces: Readonly<Record<StageName, Trace>>;
  /** Verdict bytes of the whole stages. */
  readonly bytes: Readonly<Record<StageName, number>>;
  readonly columns: readonly ColumnEvidence[];
}

/** Verdict, the condition that decides, its evidence. */
export function sentenceOf(file: JudgedFile): string {
  switch (file.verdict) {
    case 'skippedByManifest':
      return `Skipped by manifest: ${decidingFinding(file, 'manifest')}.`;
    case 'skippedByPartition':
      return `Skipped by partition: ${decidingFinding(file, 'partition')}.`;
    case 'skippedByBounds':
      return stopped(`Skipped by ${countWord(file)}: ${decidingFinding(file, 'bounds')}`);
    case 'allMatch':
      return `Read: every row matches. ${proofWords(file)}`;
    case 'read':
      return readSentence(file);
    case 'unknown':
      return 'Unknown: its manifest can’t be read.';
  }
}

const COUNTS: Readonly<Record<string, string>> = {
  'null-count': 'null count',
  'null-count-zero': 'null count',
  'nan-count': 'NaN count',
  'nan-count-zero': 'NaN count',
  'record-count-zero': 'row count',
};

/** By all that decide: one side of an OR may be ruled out by its nulls, another by its bounds. */
function countWord(file: JudgedFile): string {
  const { plan, traces, bytes } = file;
  const wordOf = (byte: number) => COUNTS[REASONS[reasonOf(byte)]?.name ?? ''] ?? 'bounds';
  if (!isOfTree(file, 'bounds')) return wordOf(bytes.bounds);
  const leaves = decidingLeaves(plan.tree, traces.bounds);
  const words = leaves.map((leaf) => wordOf(traces.bounds.get(leaf)?.[0] ?? 0));
  return joinWords([...new Set(words)], 'and') || wordOf(bytes.bounds);
}

/** Where the file's rows do not decide by their number. */
export function isOfTree({ plan, traces, bytes }: JudgedFile, stage: StageName): boolean {
  return traces[stage].get(plan.tree)?.[0] === bytes[stage];
}

function decidingFinding(file: JudgedFile, stage: StageName): string {
  const { plan, traces } = file;
  const byte = file.bytes[stage];
  const words = REASONS[reasonOf(byte)]?.words ?? '';
  const all = isOfTree(file, stage) ? decidingLeaves(plan.tree, traces[stage]) : [];
  const leaves = toldLeaves(all, rowsOf(byte));
  if (leaves.length === 0) return words;
  if (stage === 'bounds') {
    return joinFindings(
      leaves.map((leaf) => findingOf(file, stage, leaf, traces.bounds.get(leaf)?.[0] ?? 0)),
    );
  }
  if (leaves.every(({ projection }) => projection.absence !== undefined)) {
    return [...new Set(leaves.map((leaf) => findingOf(file, stage, leaf, byte)))].join(', and ');
  }
  const condition =
    rowsOf(byte) === 'cannot'
      ? decidingCondition(plan.tree, traces[stage])
      : foldPartition(
          answered(all)
            .map((l) => l.projection.inclusive)
            .reduce(partitionAnd, TRUE),
        );
  return partitionFindings(file, stage, leaves, condition) ?? words;
}

/** Without those that say no more than the others: `IS NOT NULL` behind a comparison, and what no field answers where one may. */
function toldLeaves(leaves: readonly PlanLeaf[], rows: Rows): readonly PlanLeaf[] {
  if (rows === 'cannot') return leaves;
  const helping = answered(leaves);
  return withoutImplied(helping.length > 0 ? helping : leaves);
}

function answered(leaves: readonly PlanLeaf[]): readonly PlanLeaf[] {
  return leaves.filter(({ projection }) => projection.absence === undefined);
}

/** `The whole hour and the country lie in the predicate.` */
function proofWords(file: JudgedFile): string {
  const { plan, traces, bytes } = file;
  if (plan.tree.kind === 'true') return 'There is no condition.';
  if (REASONS[reasonOf(bytes.bounds)]?.name === 'record-count-unknown') {
    return 'The number of its rows is unknown.';
  }
  const parts = new Set<string>();
  const proving = withoutImplied(provingLeaves(file, plan.tree));
  for (const leaf of proving) {
    const byBounds = ((traces.bounds.get(leaf)?.[0] ?? 0) & MUST) !== 0;
    const field = provingField(file, leaf);
    if (field !== undefined) parts.add(wholeField(field));
    else if (byBounds && leaf.predicate.op !== 'not_null')
      parts.add(`its ${leaf.predicate.term.name}`);
  }
  if (parts.size === 0) {
    const names = new Set(proving.map(({ predicate }) => predicate.term.name));
    return `The null counts of ${joinWords([...names], 'and')} prove it.`;
  }
  const words = joinWords([...parts], 'and');
  const verb = parts.size === 1 ? 'lies' : 'lie';
  return `${capitalized(words)} ${verb} in the predicate.`;
}

/** The partition field whose value proves a leaf. */
function provingField(
  { entries, rules }: JudgedFile,
  { projection }: PlanLeaf,
): BoundPartitionField | undefined {
  const proves = ({ strict }: (typeof projection.fields)[number]) => {
    if (strict === undefined) return false;
    const [byte] = judgePartition(strict, 1, (p) => partitionBytes(p, entries, rules));
    return ((byte as number) & MUST) !== 0;
  };
  return projection.fields.find(proves)?.field;
}

function capitalized(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function wholeField(field: BoundPartitionField): string {
  const isUnit = ['year', 'month', 'day', 'hour'].includes(field.transform.kind);
  if (isUnit) return `the whole ${field.transform.kind}`;
  const subject = subjectOf(field);
  return subject === field.name ? `its ${subject}` : subject;
}

/** Of OR the sides that are proven, by whichever stage; where only both together are, all. */
function provingLeaves(file: JudgedFile, node: PlanNode): PlanLeaf[] {
  if (node.kind !== 'or') {
    if (node.kind === 'leaf' && node.strict !== undefined) return provingLeaves(file, node.strict);
    if (node.kind !== 'and') return leavesOfTree(node);
    return [...provingLeaves(file, node.left), ...provingLeaves(file, node.right)];
  }
  const { partition, bounds } = file.traces;
  const isProven = (side: PlanNode): boolean => {
    if ((((partition.get(side)?.[0] ?? 0) | (bounds.get(side)?.[0] ?? 0)) & MUST) !== 0)
      return true;
    if (side.kind === 'and') return isProven(side.left) && isProven(side.right);
    return side.kind === 'or' && (isProven(side.left) || isProven(side.right));
  };
  const proven = [node.left, node.right].filter(isProven);
  return (proven.length > 0 ? proven : [node.left, node.right]).flatMap((side) =>
    provingLeaves(file, side),
  );
}

/** Findings of lack: they say why nothing was ruled out, which "rows may match" alone would hide. */
const LACKS: ReadonlySet<string> = new Set([
  'missing-statistic',
  'bounds-untrusted',
  'in-limit',
  'transform-term',
]);

function readSentence(file: JudgedFile): string {
  const { plan, traces, bytes, rules } = file;
  const root = REASONS[reasonOf(bytes.bounds)];
  if (root?.name === 'record-count-unknown') return `Read: ${root.words}.`;
  const together = judgedTogether(plan.tree, traces.partition, traces.bounds);
  if (rowsOf(together.get(plan.tree)?.[0] ?? 0) === 'cannot') return eachAPart(file);
  const leaves = withoutImplied(openLeaves(plan.tree, together));
  const nameOf = (leaf: PlanLeaf) =>
    REASONS[reasonOf(traces.bounds.get(leaf)?.[0] ?? 0)]?.name ?? '';
  const finding = (leaf: PlanLeaf) =>
    findingOf(file, 'bounds', leaf, traces.bounds.get(leaf)?.[0] ?? 0);
  const lacking = leaves.filter((leaf) => LACKS.has(nameOf(leaf)));
  const keeping = keepsAlone(plan.tree, lacking, traces.bounds);
  if (keeping.length > 0) {
    const findings = joinWords([...new Set(keeping.map(finding))].slice(0, 2), 'and');
    const isLack = keeping.every((leaf) => nameOf(leaf) === 'missing-statistic');
    return `Read: ${findings}${isLack ? ', so nothing can be ruled out' : ''}.`;
  }
  const [cut] = leaves.filter((leaf) => nameOf(leaf) === 'truncated-bounds');
  if (cut !== undefined) return `Read, not fully: ${finding(cut)}.`;
  const [strange] = leaves.filter((leaf) => leaf.projection.absence === 'unknown-transform');
  if (strange !== undefined) return `Read: ${whyUnused(strange.predicate, plan.spec, rules)}.`;
  const passed = passedOneByOne(file, leaves);
  if (passed !== undefined) return passed;
  return ['Read: rows may match.', ...openWords(file, leaves)].join(' ');
}

/** Leaves without which the bounds would rule a file out: one of an AND, else all of them. */
function keepsAlone(
  tree: PlanNode,
  leaves: readonly PlanLeaf[],
  bounds: Trace,
): readonly PlanLeaf[] {
  const isRuledOut = (without: readonly PlanLeaf[]) => {
    const judge = (leaf: PlanLeaf) =>
      without.includes(leaf) ? Uint8Array.of(0) : (bounds.get(leaf)?.slice() ?? Uint8Array.of(0));
    return rowsOf(judgeTree(tree, 1, judge)[0] as number) === 'cannot';
  };
  const one = leaves.find((leaf) => isRuledOut([leaf]));
  if (one !== undefined) return [one];
  return isRuledOut(leaves) ? leaves : [];
}

/** Each stage is judged on its own, so sides of an OR that are ruled out by different ones keep the file. */
function eachAPart({ plan, traces }: JudgedFile): string {
  const texts = (stage: StageName) => {
    const leaves = leavesOfTree(plan.tree).filter(
      (leaf) => rowsOf(traces[stage].get(leaf)?.[0] ?? 0) === 'cannot',
    );
    return joinWords(
      [...new Set(leaves.map((l) => printWithin(l.predicate, plan.filter)))].slice(0, 2),
      'and',
    );
  };
  return `Read: its partition rules out ${texts('partition')}, its bounds ${texts('bounds')}, but neither the whole condition.`;
}

/** Each condition on a column is judged by itself, so a file may pass ranges that no value is in (`BETWEEN 73 AND 70`). */
function passedOneByOne({ plan, entries, rules }: JudgedFile, leaves: readonly PlanLeaf[]) {
  const intervals = intervalsByColumn(plan.filter);
  const apart = leaves.find(({ predicate: { term } }) => intervals.get(term.fieldId)?.length === 0);
  if (apart === undefined) return undefined;
  const { term } = apart.predicate;
  const own = { ...term, transform: undefined };
  const { type, ...bounds } = termStatistics(entries, 0, own, rules);
  const extent = extentWords(type, bounds);
  const its = extent === undefined ? '' : ` Its ${term.name} ${extent}.`;
  return `Read: each condition is compared by itself and rules nothing out, though no ${term.name} satisfies all of them.${its}`;
}

/** What leaves the question open: the first conditions that are neither ruled out nor proven. */
function openWords(file: JudgedFile, leaves: readonly PlanLeaf[]): readonly string[] {
  if (leaves.length === 0) {
    const opaque = opaqueOf(file.plan.tree);
    return opaque === undefined ? [] : [stopped(`${opaque.text}: ${opaque.reason}`)];
  }
  return [...new Set(leaves.map((leaf) => openSentence(file, leaf)))].slice(0, 2);
}

const POINTS: ReadonlySet<string> = new Set(['eq', 'in', 'starts_with']);
const RANGES: ReadonlySet<string> = new Set(['lt', 'lt_eq', 'gt', 'gt_eq']);

/** `Spec 1 has no field on country; bounds AR to US include NO.` */
function openSentence(file: JudgedFile, leaf: PlanLeaf): string {
  const { traces, plan, columns } = file;
  const { op, term } = leaf.predicate;
  const byte = traces.bounds.get(leaf)?.[0] ?? 0;
  const column = columns.find(({ fieldId }) => fieldId === term.fieldId);
  if (RANGES.has(op) && term.transform === undefined && column !== undefined) {
    const text = overlapOf(column);
    if (text !== undefined) return `Its ${column.name} overlaps the range by ${text}.`;
  }
  const finding = findingOf(file, 'bounds', leaf, byte);
  const name = termName(term);
  if (LACKS.has(REASONS[reasonOf(byte)]?.name ?? '')) return `${capitalized(finding)}.`;
  if (POINTS.has(op) && leaf.projection.fields.length === 0) {
    return `Spec ${plan.spec.specId} has no field on ${name}; ${finding}.`;
  }
  if (finding.startsWith(name)) {
    return term.transform === undefined ? `Its ${finding}.` : `${capitalized(finding)}.`;
  }
  return finding.includes(name) ? `${capitalized(finding)}.` : `For ${name}, ${finding}.`;
}

/** Reasons of conditions come with their full stop, findings without. */
function stopped(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

const PER_SECOND: Readonly<Record<string, number>> = {
  timestamp: 1e6,
  timestamptz: 1e6,
  timestamp_ns: 1e9,
  timestamptz_ns: 1e9,
  date: 1 / 86_400,
};

function overlapOf({ type, bounds, predicate }: ColumnEvidence): string | undefined {
  const perSecond = PER_SECOND[type];
  const [asked, ...more] = predicate;
  if (perSecond === undefined || asked === undefined || more.length > 0) return undefined;
  const [low, high] = [bounds?.lower?.position, bounds?.upper?.position];
  if (low === undefined || high === undefined) return undefined;
  const from = Math.max(low, asked.lower?.position ?? low);
  const to = Math.min(high, asked.upper?.position ?? high);
  if ((from <= low && to >= high) || to < from) return undefined;
  // Days are counted, of both ends those that belong to the range.
  const isOut = (edge: Edge | undefined, end: number) => edge?.position === end && !edge.inclusive;
  const outside = Number(isOut(asked.lower, from)) + Number(isOut(asked.upper, to));
  const length = to - from + (type === 'date' ? 1 - outside : 0);
  return length > 0 ? durationWords(length / perSecond) : undefined;
}

const UNITS: readonly (readonly [string, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

/** The two largest units: `36 minutes`, `1 hour 5 minutes`. */
export function durationWords(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  const at = UNITS.findIndex(([, size]) => seconds >= size);
  let rest = Math.round(seconds);
  const parts = UNITS.slice(at, at + 2).flatMap(([unit, size]) => {
    const n = Math.floor(rest / size);
    rest -= n * size;
    return n === 0 ? [] : [`${n.toLocaleString('en')} ${unit}${n === 1 ? '' : 's'}`];
  });
  return parts.join(' ');
}
