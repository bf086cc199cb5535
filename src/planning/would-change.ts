/** What would have to be different for the other outcome of a file: said only where that would be enough. */

import type { BoundExpression } from '../expressions/bound.ts';
import { printBound, printWithin, termName } from '../expressions/print.ts';
import { canTransform } from '../transforms/transform.ts';
import { joinWords } from '../types/format.ts';
import {
  decidingLeaves,
  impliedPair,
  judgedTogether,
  leavesOfTree,
  opaqueOf,
  withoutImplied,
} from './deciding.ts';
import { isOfTree, type JudgedFile } from './explain-sentence.ts';
import type { StageName } from './explanation.ts';
import { asksAnyText } from './findings.ts';
import { OPERATIONS } from './operations.ts';
import { fieldsOf } from './partition-expression.ts';
import { judgeTree, type PlanLeaf, type PlanNode, type Trace } from './plan-tree.ts';
import { REASONS } from './reasons.ts';
import { partitionValue, partitionValueText, shown, termStatistics } from './statistics.ts';
import { isGreatest, isLeast } from './type-ends.ts';
import { type FileVerdict, MIGHT, reasonOf, rowsOf } from './verdict.ts';
import { waysToRuleOut, wayText } from './would-rule-out.ts';

/** At most three. */
export function wouldChange(file: JudgedFile): string[] {
  switch (file.verdict) {
    case 'skippedByBounds':
    case 'skippedByPartition':
    case 'skippedByManifest':
      return wouldRead(file).slice(0, 3);
    case 'read':
      return wouldSkip(file).slice(0, 3);
    case 'allMatch':
      return wouldMiss(file).slice(0, 3);
    default:
      return [];
  }
}

function wouldRead(file: JudgedFile): string[] {
  const stage = stageOf(file.verdict);
  const { plan, traces, bytes } = file;
  const hasNoRows = REASONS[reasonOf(bytes.bounds)]?.name === 'record-count-zero';
  if (hasNoRows || !isOfTree(file, stage)) return [];
  const enough = decidingLeaves(plan.tree, traces[stage]).filter((leaf) =>
    STAGES.every((s) => isPassed(plan.tree, traces[s], leaf)),
  );
  const literals = new Set(enough.flatMap((leaf) => literalsThatRead(file, leaf, stage)));
  const dropped = conditionsToDrop(file);
  return [
    ...[...literals].slice(0, 2),
    ...(dropped === undefined
      ? []
      : [`Without ${conditionWords(file, dropped)} it would be read.`]),
  ];
}

function stageOf(verdict: FileVerdict): StageName {
  if (verdict === 'skippedByManifest') return 'manifest';
  return verdict === 'skippedByPartition' ? 'partition' : 'bounds';
}

/** Whether a stage keeps the file where one condition leaves it open. */
function isPassed(tree: PlanNode, trace: Trace, open: PlanLeaf): boolean {
  const judge = (leaf: PlanLeaf) =>
    leaf === open ? Uint8Array.of(MIGHT) : (trace.get(leaf) as Uint8Array).slice();
  return rowsOf(judgeTree(tree, 1, judge)[0] as number) !== 'cannot';
}

const STAGES: readonly StageName[] = ['manifest', 'partition', 'bounds'];

/** Conditions without which no stage rules the file out, by leaving out what decides until nothing does. */
function conditionsToDrop({ plan, traces }: JudgedFile): readonly PlanLeaf[] | undefined {
  const dropped = new Set<PlanLeaf>();
  const pairs = pairsOf(plan.tree);
  for (;;) {
    const rest = treeWithout(plan.tree, dropped);
    if (rest === undefined) return [...dropped];
    const ruling = STAGES.map((stage) => rejudged(rest, traces[stage])).find(
      (trace) => rowsOf(trace.get(rest)?.[0] ?? 0) === 'cannot',
    );
    if (ruling === undefined) return [...dropped];
    const leaves = decidingLeaves(rest, ruling);
    if (leaves.length === 0) return undefined;
    for (const leaf of leaves) for (const part of pairs.get(leaf) ?? [leaf]) dropped.add(part);
  }
}

/** What SQL writes as one condition goes as one. */
function pairsOf(node: PlanNode): ReadonlyMap<PlanLeaf, readonly PlanLeaf[]> {
  const pair = impliedPair(node);
  if (pair !== undefined) return new Map(pair.map((leaf) => [leaf, pair]));
  if (node.kind !== 'and' && node.kind !== 'or') return new Map();
  return new Map([...pairsOf(node.left), ...pairsOf(node.right)]);
}

function rejudged(tree: PlanNode, known: Trace): Trace {
  const trace: Trace = new Map();
  judgeTree(tree, 1, (leaf) => (known.get(leaf) as Uint8Array).slice(), trace);
  return trace;
}

/** undefined where nothing is left of it. */
function treeWithout(node: PlanNode, dropped: ReadonlySet<PlanLeaf>): PlanNode | undefined {
  if (node.kind === 'leaf') return dropped.has(node) ? undefined : node;
  if (node.kind !== 'and' && node.kind !== 'or') return node;
  const left = treeWithout(node.left, dropped);
  const right = treeWithout(node.right, dropped);
  if (left === undefined || right === undefined) return left ?? right;
  return left === node.left && right === node.right ? node : { kind: node.kind, left, right };
}

/** By their columns, or one by one where others on the same columns stay. */
function conditionWords({ plan }: JudgedFile, dropped: readonly PlanLeaf[]): string {
  const leaves = withoutImplied(dropped);
  const nameOf = ({ predicate }: PlanLeaf) => termName(predicate.term);
  const names = new Set(leaves.map(nameOf));
  const stay = withoutImplied(leavesOfTree(plan.tree)).some(
    (leaf) => names.has(nameOf(leaf)) && !leaves.includes(leaf),
  );
  if (stay) {
    return joinWords([...new Set(leaves.map((l) => printWithin(l.predicate, plan.filter)))], 'and');
  }
  return `the condition${leaves.length === 1 ? '' : 's'} on ${joinWords([...names], 'and')}`;
}

const BY_BOUNDS: ReadonlySet<string> = new Set(['lower-bound', 'upper-bound', 'between-elements']);

function literalsThatRead(file: JudgedFile, leaf: PlanLeaf, stage: StageName): string[] {
  const { entries, rules, traces } = file;
  const { op, term } = leaf.predicate;
  if (stage !== 'bounds') {
    const fields = fieldsOf(leaf.projection.inclusive);
    const values = fields.map((field) => {
      const value = partitionValueText(field, partitionValue(entries, 0, field, rules));
      return `${field.name} = ${value}`;
    });
    return values.length === 0
      ? []
      : [`A condition that allows ${values.join(', ')} would get it past the ${stage}.`];
  }
  const reason = REASONS[reasonOf(traces.bounds.get(leaf)?.[0] ?? 0)]?.name ?? '';
  const { type, lower, upper } = termStatistics(entries, 0, term, rules);
  const { readBy } = OPERATIONS[op].words;
  if (!BY_BOUNDS.has(reason) || readBy === undefined || type === undefined) return [];
  if (lower === undefined || upper === undefined) return [];
  // Nothing lies beyond the ends of a type.
  if ((op === 'lt' && isGreatest(type, lower)) || (op === 'gt' && isLeast(type, upper))) return [];
  return [`${readBy(shown(type, lower), shown(type, upper))} would get it past its bounds.`];
}

function wouldSkip(file: JudgedFile): string[] {
  const { plan, traces, bytes } = file;
  if (REASONS[reasonOf(bytes.bounds)]?.name === 'record-count-unknown') {
    return ['A recorded number of rows would let its bounds decide.'];
  }
  const rowsAt = (node: PlanNode) => rowsOf(traces.bounds.get(node)?.[0] ?? 0);
  const ways = waysOf(file, (node) => rowsAt(node) === 'might');
  const lacks = ways.filter(({ isSure }) => !isSure).map(wayText);
  const told = [...new Set([...lacks, ...partitionAdvice(file)])];
  if (told.length > 0) return told;
  // All is recorded and laid out: then it is a matter of the values.
  if (ways.length > 0) return [...new Set(ways.map(wayText))];
  const others = waysOf(file, (node) => rowsAt(node) !== 'cannot').map(wayText);
  return others.length > 0 ? [...new Set(others)] : [anotherCondition(plan.tree)];
}

function waysOf({ plan, entries, rules, traces }: JudgedFile, counts: (node: PlanNode) => boolean) {
  // No true statistics speak against what the partition proves.
  const isProven = (node: PlanNode) => rowsOf(traces.partition.get(node)?.[0] ?? 0) === 'must';
  const file = { entries, rules, bounds: traces.bounds };
  return waysToRuleOut(file, plan.tree, (node) => counts(node) && !isProven(node));
}

function anotherCondition(tree: PlanNode): string {
  const opaque = opaqueOf(tree);
  return `Another condition${opaque === undefined ? '' : ` in place of ${opaque.text}`} could rule it out.`;
}

/** All its rows match: other values would have to be in it. */
function wouldMiss(file: JudgedFile): string[] {
  const { plan, traces } = file;
  if (plan.tree.kind === 'true') return ['Only a condition could leave it unread.'];
  const rowsAt = (node: PlanNode) => rowsOf(traces.bounds.get(node)?.[0] ?? 0);
  const ways = waysOf(file, (node) => rowsAt(node) !== 'cannot').map(wayText);
  return ways.length > 0 ? [...new Set(ways)] : [anotherCondition(plan.tree)];
}

/** A condition that a partition field could answer, as it is written. */
interface Advised {
  readonly term: string;
  readonly text: string;
}

/** `A partition field on country would keep country = 'NO' in files of its own.` */
function partitionAdvice({ plan, traces }: JudgedFile): string[] {
  const together = judgedTogether(plan.tree, traces.partition, traces.bounds);
  return advised(plan.tree, together).map((all) => {
    const terms = [...new Set(all.map(({ term }) => term))];
    const texts = [...new Set(all.map(({ text }) => text))];
    const fields = terms.length === 1 ? 'A partition field' : 'Partition fields';
    return `${fields} on ${joinWords(terms, 'and')} would keep ${texts.join(' OR ')} in files of its own.`;
  });
}

/** Of an AND one side is enough, of an OR it takes all that are open. */
function advised(node: PlanNode, together: Trace): Advised[][] {
  if (rowsOf(together.get(node)?.[0] ?? 0) !== 'might') return [];
  switch (node.kind) {
    case 'leaf':
      return isAdvisable(node) ? [[adviceOf(node, node.predicate)]] : [];
    case 'and': {
      const { left, right } = node;
      const [comparison, notNull] = impliedPair(node) ?? [];
      if (comparison !== undefined && notNull !== undefined && isAdvisable(comparison)) {
        const [a, b] = [comparison.predicate, notNull.predicate];
        return [[adviceOf(comparison, { kind: 'and', left: a, right: b })]];
      }
      return [...advised(left, together), ...advised(right, together)];
    }
    case 'or':
      return [node.left, node.right]
        .filter((side) => rowsOf(together.get(side)?.[0] ?? 0) !== 'cannot')
        .map((side) => advised(side, together))
        .reduce((a, b) => a.flatMap((x) => b.map((y) => [...x, ...y])).slice(0, 3));
    default:
      return [];
  }
}

function adviceOf({ predicate }: PlanLeaf, whole: BoundExpression): Advised {
  return { term: termName(predicate.term), text: printBound(whole) };
}

/** Only where no field is there yet, and one could be: on a column of a primitive type (MD-13). */
function isAdvisable({ predicate, projection }: PlanLeaf): boolean {
  const { op, term } = predicate;
  if (op === 'not_null' || asksAnyText(predicate) || projection.fields.length > 0) return false;
  const transform = term.transform ?? ({ kind: 'identity' } as const);
  if (transform.kind === 'void' || transform.kind === 'unknown') return false;
  return canTransform(transform, term.sourceType);
}
