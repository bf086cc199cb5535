/**
 * Why one data file is read or skipped, as plain data made from the same verdict bytes that were counted. Texts are for
 * people (look.md 9); codes and positions are for drawing.
 */
import type { FileVerdict, Rows } from './verdict.ts';

export interface FileExplanation {
  readonly manifestIndex: number;
  readonly entry: number;
  readonly filePath: string;
  readonly manifestPath: string;
  readonly specId: number;
  /** Human partition, `ts_day=2026-09-01`. */
  readonly partition: string;
  readonly fileFormat: string;
  readonly recordCount: bigint;
  readonly fileSizeInBytes: bigint;
  readonly snapshotId: bigint | undefined;
  readonly dataSequenceNumber: bigint | undefined;
  readonly verdict: FileVerdict;
  /** One sentence: verdict, the term that decides, its evidence. */
  readonly sentence: string;
  /** It is skipped, and soundly: another profile's rules may skip what these read. */
  readonly skipIsProven: boolean;
  readonly stages: readonly StageExplanation[];
  readonly residual: Residual;
  readonly deletes: readonly DeleteExplanation[];
  /** Rows that these deletes leave, by metadata alone; undefined where the file's rows are not counted. */
  readonly rowsLeft: RowsLeft | undefined;
  /** What would have had to be different for the other outcome; may be empty for a skipped file. */
  readonly wouldChange: readonly string[];
  /** Columns of the predicate, with the file's bounds against the predicate's interval. */
  readonly columns: readonly ColumnEvidence[];
  /** Where the profiles differ on this file, one sentence each with the rule number. */
  readonly differences: readonly string[];
}

export type StageName = 'manifest' | 'partition' | 'bounds';

export interface StageExplanation {
  readonly stage: StageName;
  readonly rows: Rows;
  readonly tree: VerdictNode;
}

/** A node of the verdict tree: same shape as the predicate. */
export interface VerdictNode {
  readonly kind: 'and' | 'or' | 'predicate' | 'opaque' | 'constant';
  readonly rows: Rows;
  /** The condition in the person's own words (SQL), or in partition terms. */
  readonly text: string;
  /** For a predicate: the finding and its evidence, one sentence. */
  readonly finding?: string | undefined;
  /** Reason code of planning/reasons.ts. */
  readonly reason?: string | undefined;
  /** Number of the rule in rules.md, e.g. `EV-13`. */
  readonly rule?: string | undefined;
  readonly evidence?: LeafEvidence | undefined;
  readonly children: readonly VerdictNode[];
}

/** What the leaf's verdict can be recomputed from, as text in the column's (or partition field's) type. */
export interface LeafEvidence {
  readonly literals: readonly string[];
  readonly lower?: string | undefined;
  readonly upper?: string | undefined;
  /** Partition values of the fields that the projections name. */
  readonly values?: Readonly<Record<string, string | null>> | undefined;
  readonly valueCount?: bigint | undefined;
  readonly nullCount?: bigint | undefined;
  readonly nanCount?: bigint | undefined;
  readonly containsNull?: boolean | undefined;
  readonly containsNan?: boolean | undefined;
  /** The projected predicate on the partition field, in words: `ts_day >= 2026-08-31`. */
  readonly inclusive?: string | undefined;
  readonly strict?: string | undefined;
}

export interface Residual {
  /** SQL text; `true` or `false` when the partition settles it. */
  readonly text: string;
  readonly kind: 'true' | 'false' | 'predicate';
}

/** A number of rows, known exactly where both are equal. */
export interface RowsLeft {
  readonly least: bigint;
  readonly most: bigint;
}

export interface DeleteExplanation {
  readonly kind: 'position' | 'equality' | 'deletion vector';
  /** Field ids of the columns that an equality delete compares; none of others. */
  readonly equalityIds: readonly number[];
  readonly filePath: string;
  readonly fileFormat: string;
  readonly fileSizeInBytes: bigint;
  readonly recordCount: bigint;
  /** Where the blob of a deletion vector is in its file. */
  readonly contentOffset: bigint | undefined;
  readonly contentSizeInBytes: bigint | undefined;
  /** Which rule makes it apply, one sentence. */
  readonly because: string;
}

/** One column on one axis: intervals as positions (numbers, times in the column's unit) and as text. */
export interface ColumnEvidence {
  readonly fieldId: number;
  readonly name: string;
  readonly type: string;
  readonly nullCount: bigint | undefined;
  readonly nanCount: bigint | undefined;
  readonly valueCount: bigint | undefined;
  readonly bounds: Interval | undefined;
  /** The partition field's range in the column's terms, where it has one. */
  readonly partition: Interval | undefined;
  readonly manifest: Interval | undefined;
  /** The predicate's intervals on this column. */
  readonly predicate: readonly Interval[];
}

export interface Interval {
  readonly lower: Edge | undefined;
  readonly upper: Edge | undefined;
}

export interface Edge {
  readonly text: string;
  /** Position on a linear axis; undefined for types without one (strings: order by `order`). */
  readonly position: number | undefined;
  readonly inclusive: boolean;
  /** The bound is cut (truncated), so it need not be a value of the file. */
  readonly truncated: boolean;
}
