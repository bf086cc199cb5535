/** How many files writers make of a layout's partitions, by how rows are distributed among them. */
import type { Distribution } from '../ddl/parse.ts';
import type { LayoutSum, PartitionSum } from './layout-sum.ts';

export interface WriterRules {
  /** How rows are distributed in effect. */
  readonly mode: Distribution;
  /** Where the mode comes from: the person, the statement, the table's property, or what engines do without one. */
  readonly modeFrom: 'asked' | 'statement' | 'table' | 'default';
  /** A mode that was named and has nothing to distribute by, so that rows stay where they are. */
  readonly namedMode: Distribution | undefined;
  /** The mode is the one that the table has now. */
  readonly isTableMode: boolean;
  /** Files are closed at about this size. */
  readonly targetBytes: number;
  readonly targetFrom: 'table' | 'files' | 'default';
  /** Writers at a time that see rows of any partition, where rows are not distributed; of a commit of the mean size. */
  readonly tasks: number;
  /** Files that commits at hand wrote of a partition: so many tasks at least had rows of it. */
  readonly leastTasks: number;
}

/** `write.target-file-size-bytes` where the table says nothing. */
const USUAL_TARGET = 536_870_912;
/** What a task usually reads, so that an input of this size is one. */
export const USUAL_SPLIT = 134_217_728;

export interface WriterFacts {
  readonly properties: Readonly<Record<string, string>>;
  readonly isPartitioned: boolean;
  /** The table's default sort order has fields. */
  readonly isSorted: boolean;
  /** Sizes of files at hand. */
  readonly fileBytes: readonly number[];
  /** Of the commits at hand: files written per partition written, in the middle. */
  readonly filesPerPartition: number;
}

/** A mode that is not the table's, and who says so. */
export interface NamedMode {
  readonly mode: Distribution;
  readonly from: 'asked' | 'statement';
}

export function writerRules(facts: WriterFacts, named: NamedMode | undefined): WriterRules {
  const own = modeOfTable(facts);
  const { mode, from } = named ?? own;
  const isIdle = hasNothingToGoBy(mode, from, facts);
  const leastTasks = Math.max(1, Math.round(facts.filesPerPartition));
  return {
    mode: isIdle ? 'none' : mode,
    modeFrom: from,
    namedMode: isIdle ? mode : undefined,
    isTableMode: mode === own.mode,
    ...targetOf(facts),
    tasks: leastTasks,
    leastTasks,
  };
}

/** Spark's defaults since Iceberg 1.2. */
function modeOfTable({ properties, isPartitioned, isSorted }: WriterFacts): {
  readonly mode: Distribution;
  readonly from: 'table' | 'default';
} {
  const stated = properties['write.distribution-mode'];
  if (stated === 'none' || stated === 'hash' || stated === 'range') {
    return { mode: stated, from: 'table' };
  }
  const usual: Distribution = isSorted ? 'range' : isPartitioned ? 'hash' : 'none';
  return { mode: usual, from: 'default' };
}

/** Spark's writers take `hash` without a partition field, and `range` without a sort order as well, as `none`. */
function hasNothingToGoBy(
  mode: Distribution,
  from: WriterRules['modeFrom'],
  { isPartitioned, isSorted }: WriterFacts,
): boolean {
  if (isPartitioned || mode === 'none') return false;
  // A statement that distributes by ranges sets the order that they are of.
  return mode === 'hash' || !(isSorted || from === 'statement');
}

/** The rules for a write of so many bytes: a task for each usual input, or as many as files show. */
export function withTasks(rules: WriterRules, bytes: number): WriterRules {
  return { ...rules, tasks: Math.max(rules.leastTasks, Math.ceil(bytes / USUAL_SPLIT)) };
}

/** Files that are larger than the stated size show that writers close them later. */
function targetOf({ properties, fileBytes }: WriterFacts) {
  const stated = Number(properties['write.target-file-size-bytes']);
  const target = Number.isFinite(stated) && stated > 0 ? stated : USUAL_TARGET;
  const sorted = fileBytes.toSorted((a, b) => a - b);
  const large = sorted[Math.floor(sorted.length * 0.9)] ?? 0;
  if (large > target) return { targetBytes: large, targetFrom: 'files' as const };
  return {
    targetBytes: target,
    targetFrom: stated > 0 ? ('table' as const) : ('default' as const),
  };
}

export interface Estimate {
  readonly low: number;
  /** undefined: nothing tells more than the two ends. */
  readonly likely: number | undefined;
  readonly high: number;
}

/** How many of its partitions are likely to get a row. */
export function partitionsOf({ partitions, emptiness }: PartitionSum): number {
  return partitions * -Math.expm1(emptiness);
}

/** Files that one of its partitions gets if it gets rows. */
export function filesOf(
  { rows, bytes, partitions, written }: PartitionSum,
  rules: WriterRules,
): number {
  if (written !== undefined) return written;
  const bySize = filesBySize(bytes / partitions, rules);
  if (rules.mode !== 'none') return bySize;
  // Each task that holds a row of the partition writes a file of it.
  const { tasks } = rules;
  const held = Math.max(rows / partitions, 1);
  const busy = tasks * -Math.expm1(held * Math.log1p(-1 / Math.max(tasks, 1)));
  return Math.max(bySize, tasks === 1 ? 1 : busy);
}

export function estimatePartitions(sum: LayoutSum): Estimate {
  const { low, high, isOpen, partitions } = sum;
  const likely = [...partitions.values()].reduce((all, part) => all + partitionsOf(part), 0);
  return { low, likely: isOpen ? undefined : Math.min(Math.max(likely, low), high), high };
}

/** Of one commit whose rows are those of `sum`. */
export function estimateFiles(sum: LayoutSum, rules: WriterRules): Estimate {
  if (rules.mode === 'range') return estimateRanges(sum, rules);
  let likely = 0;
  let extra = 0;
  for (const partition of sum.partitions.values()) {
    const files = filesOf(partition, rules);
    likely += partitionsOf(partition) * files;
    extra += partition.partitions * Math.max(0, files - 1);
  }
  const most = rules.mode === 'none' ? sum.high * rules.tasks : sum.high + extra;
  return within(sum, rules, likely, most);
}

/** Sorted rows are cut where files of the target's size end, and where a partition ends. */
function estimateRanges(sum: LayoutSum, rules: WriterRules): Estimate {
  const cuts = filesBySize(sum.bytes, rules) - 1;
  return within(sum, rules, (estimatePartitions(sum).likely ?? sum.high) + cuts, sum.high + cuts);
}

function filesBySize(bytes: number, { targetBytes }: WriterRules): number {
  return Math.max(1, Math.ceil(bytes / targetBytes - 1e-9));
}

/** Neither fewer than bytes and partitions need, nor more than one a row. */
function within(sum: LayoutSum, rules: WriterRules, likely: number, most: number): Estimate {
  const high = Math.max(1, Math.min(Math.ceil(most), Math.ceil(sum.rows)));
  const low = Math.min(Math.max(sum.low, filesBySize(sum.bytes, rules)), high);
  if (sum.isOpen) return { low, likely: undefined, high };
  return { low, likely: Math.min(Math.max(likely, low), high), high };
}
