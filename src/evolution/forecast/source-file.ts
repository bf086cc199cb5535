/** What is recorded of a file whose rows are thought into another layout. */
import type { PartitionSpec } from '../../metadata/records.ts';
import type { Value } from '../../types/type.ts';

export interface ColumnRange {
  /** undefined = not recorded. */
  readonly lower: Value | undefined;
  readonly upper: Value | undefined;
  readonly nulls: number | undefined;
}

export interface SourceFile {
  readonly spec: PartitionSpec;
  /** By position in `spec`; undefined = not readable. */
  readonly tuple: readonly (Value | null | undefined)[];
  readonly rows: number;
  readonly bytes: number;
  readonly snapshotId: bigint;
  /** The question reads it as it is. */
  readonly isRead?: boolean | undefined;
  /** By field id, for the columns that were asked for. */
  readonly columns: ReadonlyMap<number, ColumnRange>;
}
