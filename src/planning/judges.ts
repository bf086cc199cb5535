/**
 * The three judges, each a tree of verdict bytes of one shape (plan-tree.ts): a manifest by its row in the manifest
 * list, entries by their partition values, entries by their column metrics.
 */
import { wordsOf } from '../base/bytes.ts';
import { EQUALITY_DELETES, type ManifestEntries } from '../metadata/entries.ts';
import type { FieldSummary, ManifestFile } from '../metadata/records.ts';
import type { Profile } from '../types/profile.ts';
import {
  judgeMetrics,
  judgeOutline,
  judgeSummary,
  judgeTuples,
  type OutlinedEntries,
  uuidOrders,
} from './judge-leaf.ts';
import type { PartitionExpression, PartitionPredicate } from './partition-expression.ts';
import { judgeTree, leavesOf, type PlanLeaf, type PreparedPlan, type Trace } from './plan-tree.ts';
import { type ReasonName, reasonCode } from './reasons.ts';
import { summaryFacts, tupleColumn } from './tuple-columns.ts';
import { andInto, MIGHT, MUST, orInto, takeMust, verdictByte } from './verdict.ts';

/** The verdict byte of a manifest by its row (7.1). Only "might" is asked; "must" is never claimed. */
export function judgeManifest(plan: PreparedPlan, manifest: ManifestFile, trace?: Trace): number {
  // MF-28, shown first where the summaries decide too (MF-29).
  if (!hasLiveFiles(manifest)) return verdictByte(0, reasonCode('no-live-entries'));
  const judgeLeaf = (leaf: PlanLeaf) => Uint8Array.of(judgeLeafSummary(leaf, plan, manifest));
  const [byte] = judgeTree(plan.tree, 1, judgeLeaf, trace);
  return byte as number;
}

/** MF-28: unknown counts are taken as more than none. */
function hasLiveFiles(manifest: ManifestFile): boolean {
  return manifest.addedFilesCount !== 0 || manifest.existingFilesCount !== 0;
}

function judgeLeafSummary(leaf: PlanLeaf, plan: PreparedPlan, manifest: ManifestFile): number {
  const { projection } = leaf;
  if (projection.absence !== undefined) return open(projection.absence);
  const { partitions } = manifest;
  // EV-1, MF-10.
  if (partitions === undefined || partitions.length !== plan.spec.fields.length) {
    return open('no-summaries');
  }
  const [byte] = judgePartition(projection.inclusive, 1, (p) =>
    Uint8Array.of(summaryByte(p, partitions, plan.rules)),
  );
  return (byte as number) & ~MUST;
}

function summaryByte(
  predicate: PartitionPredicate,
  partitions: readonly FieldSummary[],
  rules: Profile,
): number {
  const { field, transform } = predicate;
  const summary = partitions[field.position];
  if (summary === undefined || field.resultType === undefined) return open('no-summaries');
  const type = field.resultType;
  const facts = uuidOrders(type, rules).map((order) =>
    summaryFacts(summary, type, rules, order, transform),
  );
  return judgeSummary(asBound(predicate, rules), facts, rules);
}

function open(reason: ReasonName): number {
  return verdictByte(MIGHT, reasonCode(reason));
}

/** Verdict bytes of all entries by their partition values (7.2): might by the inclusive projection, must by the strict. */
export function judgePartitions(
  plan: PreparedPlan,
  entries: ManifestEntries,
  trace?: Trace,
): Uint8Array {
  const isOne = !plan.partitionsDecide && trace === undefined;
  const rows = isOne ? 1 : entries.count;
  const judge = (p: PartitionPredicate) => partitionBytes(p, entries, plan.rules);
  const judged = judgeTree(
    plan.tree,
    rows,
    ({ projection }) => {
      const bytes =
        projection.absence === undefined
          ? judgePartition(projection.inclusive, rows, judge)
          : new Uint8Array(rows).fill(open(projection.absence));
      takeMust(bytes, judgePartition(projection.strict, rows, judge));
      return bytes;
    },
    trace,
  );
  return isOne ? new Uint8Array(entries.count).fill(judged[0] as number) : judged;
}

/** A projected predicate over all entries. */
export function partitionBytes(
  predicate: PartitionPredicate,
  entries: ManifestEntries,
  rules: Profile,
): Uint8Array {
  const column = tupleColumn(entries, predicate.field, rules, predicate.transform);
  return judgeTuples(asBound(predicate, rules), column, rules);
}

/** Java binds the raw nanoseconds of a projected list as microseconds (section 16, PR-15 on nanoseconds). */
function asBound(predicate: PartitionPredicate, rules: Profile): PartitionPredicate {
  const { op, literals, literalType } = predicate;
  const isNanos = literalType.kind === 'timestamp_ns' || literalType.kind === 'timestamptz_ns';
  if (rules.nanosecondSetsAreExact || !isNanos || (op !== 'in' && op !== 'not_in')) {
    return predicate;
  }
  return { ...predicate, literals: literals.map((v) => (v as bigint) * 1000n) };
}

/** Verdict bytes of a partition expression, given those of its leaves. */
export function judgePartition(
  expression: PartitionExpression,
  rows: number,
  judge: (predicate: PartitionPredicate) => Uint8Array,
): Uint8Array {
  switch (expression.kind) {
    case 'true':
      return new Uint8Array(rows).fill(verdictByte(MIGHT | MUST, reasonCode('filter-true')));
    case 'false':
      return new Uint8Array(rows).fill(verdictByte(0, reasonCode('filter-false')));
    case 'predicate':
      return judge(expression);
    default: {
      const left = judgePartition(expression.left, rows, judge);
      const right = judgePartition(expression.right, rows, judge);
      if (expression.kind === 'and') andInto(left, right);
      else orInto(left, right);
      return left;
    }
  }
}

/** Verdict bytes of all entries by their column metrics, both bits (7.3, 7.4). */
export function judgeBounds(
  plan: PreparedPlan,
  entries: OutlinedEntries,
  trace?: Trace,
): Uint8Array {
  const { rules } = plan;
  const judge = (leaf: PlanLeaf) => judgeMetrics(leaf.predicate, entries, rules);
  const bytes = judgeTree(plan.tree, entries.count, judge, trace);
  judgeRecordCounts(bytes, entries, rules);
  return bytes;
}

/** Whether outlines stand in for all metrics that the filter asks for and `entries` lack: they decide every leaf. */
export function outlinesDecide({ tree, rules }: PreparedPlan, entries: OutlinedEntries): boolean {
  return leavesOf(tree).every(({ predicate }) => {
    const { fieldId } = predicate.term;
    if (entries.metrics.has(fieldId)) return true;
    const outline = entries.outlines?.get(fieldId);
    return outline !== undefined && judgeOutline(predicate, outline, rules) !== undefined;
  });
}

/**
 * The same for delete files (EV-25). With no filter none is looked at. The metrics of an equality delete speak of the rows
 * it will delete only in the columns that it compares (DL-4).
 */
export function judgeDeleteBounds(plan: PreparedPlan, entries: ManifestEntries): Uint8Array {
  if (plan.filter.kind === 'true') return new Uint8Array(entries.count).fill(MIGHT);
  const { rules } = plan;
  const judge = ({ predicate }: PlanLeaf) => {
    const bytes = judgeMetrics(predicate, entries, rules);
    if (!rules.deletesPrunedByTheirColumns) return bytes;
    for (let i = 0; i < bytes.length; i++) {
      const isEquality = entries.fileContents[i] === EQUALITY_DELETES;
      const compared = entries.equalityIds[i]?.includes(predicate.term.fieldId);
      if (isEquality && compared !== true) bytes[i] = open('missing-statistic');
    }
    return bytes;
  };
  const bytes = judgeTree(plan.tree, entries.count, judge);
  judgeRecordCounts(bytes, entries, rules);
  return bytes;
}

/** EV-12, EV-26: a file without rows can't match and must match; an unknown number of rows proves nothing. */
function judgeRecordCounts(bytes: Uint8Array, entries: ManifestEntries, rules: Profile): void {
  if (!hasOddCounts(entries)) return;
  const words = wordsOf(entries.recordCounts);
  const none = verdictByte(MUST, reasonCode('record-count-zero'));
  const unknownBits = rules.unknownRecordCountProvesNothing ? MIGHT : MIGHT | MUST;
  const unknown = verdictByte(unknownBits, reasonCode('record-count-unknown'));
  for (let i = 0; i < bytes.length; i++) {
    const high = words[2 * i + 1] as number;
    if (high < 0) bytes[i] = unknown;
    else if (high === 0 && words[2 * i] === 0) bytes[i] = none;
  }
}

const odd = new WeakMap<BigInt64Array, boolean>();

/** Some file has no rows, or an unknown number of them: rare, and the same for every question. */
export function hasOddCounts({ recordCounts }: ManifestEntries): boolean {
  let found = odd.get(recordCounts);
  if (found === undefined) {
    const words = wordsOf(recordCounts);
    found = false;
    for (let i = 0; i < recordCounts.length && !found; i++) {
      const high = words[2 * i + 1] as number;
      found = high < 0 || (high === 0 && words[2 * i] === 0);
    }
    odd.set(recordCounts, found);
  }
  return found;
}
