/** How many files writers make of a layout's partitions, by how rows are distributed among them. */
import type { Distribution } from '../ddl/parse.ts';
import type { LayoutSum, PartitionSum } from './layout-sum.ts';

export interface WriterRules {
  readonly mode: Distribution;
  /** Where the mode comes from. */
  readonly modeFrom: 'asked' | 'table' | 'default';
  /** Files are closed at about this size. */
  readonly targetBytes: number;
  readonly targetFrom: 'table' | 'files' | 'default';
  /** Writers at a time that see rows of any partition, where rows are not distributed. */
  readonly tasks: number;
}

/** `write.target-file-size-bytes` where the table says nothing. */
const USUAL_TARGET = 536_870_912;
/** What a task usually reads, so that an input of this size is one. */
const USUAL_SPLIT = 134_217_728;

export interface WriterFacts {
  readonly properties: Readonly<Record<string, string>>;
  readonly isPartitioned: boolean;
  /** Sizes of files at hand. */
  readonly fileBytes: readonly number[];
  /** Of the commits at hand: files written per partition written, in the middle. */
  readonly filesPerPartition: number;
  readonly bytesPerCommit: number;
}

export function writerRules(facts: WriterFacts, asked: Distribution | undefined): WriterRules {
  const { properties, isPartitioned } = facts;
  const stated = properties['write.distribution-mode'];
  const ofTable = stated === 'none' || stated === 'hash' || stated === 'range' ? stated : undefined;
  // Spark's default since Iceberg 1.2.
  const usual: Distribution = isPartitioned ? 'hash' : 'none';
  return {
    mode: asked ?? ofTable ?? usual,
    modeFrom: asked !== undefined ? 'asked' : ofTable !== undefined ? 'table' : 'default',
    ...targetOf(facts),
    tasks: Math.max(
      1,
      Math.round(facts.filesPerPartition),
      Math.ceil(facts.bytesPerCommit / USUAL_SPLIT),
    ),
  };
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
  const bySize = Math.max(1, Math.ceil(bytes / partitions / rules.targetBytes - 1e-9));
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
  let likely = 0;
  let extra = 0;
  for (const partition of sum.partitions.values()) {
    const files = filesOf(partition, rules);
    likely += partitionsOf(partition) * files;
    extra += partition.partitions * Math.max(0, files - 1);
  }
  const most = rules.mode === 'none' ? sum.high * rules.tasks : sum.high + extra;
  const shared = rules.mode === 'range' ? rules.tasks - 1 : 0;
  const high = Math.max(1, Math.min(Math.ceil(most) + shared, Math.max(1, Math.ceil(sum.rows))));
  const least = Math.max(1, sum.low, Math.ceil(sum.bytes / rules.targetBytes - 1e-9));
  const low = Math.min(least, high);
  if (sum.isOpen) return { low, likely: undefined, high };
  return { low, likely: Math.min(Math.max(likely + shared / 2, low), high), high };
}
