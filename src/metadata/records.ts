/**
 * A table's metadata as plain records in the spec's own nouns. All of it is structured-clonable. 64-bit ids, sequence
 * numbers and times in ms are bigint; field, spec and schema ids are numbers.
 */

import type { Transform } from '../transforms/transform-type.ts';
import type { Schema } from '../types/type.ts';

export interface PartitionField {
  /** More than one only for multi-argument transforms, which are unknown here (MD-38). */
  readonly sourceIds: readonly number[];
  readonly fieldId: number;
  readonly name: string;
  readonly transform: Transform;
}

export interface PartitionSpec {
  readonly specId: number;
  readonly fields: readonly PartitionField[];
}

export interface SortField {
  readonly sourceIds: readonly number[];
  readonly transform: Transform;
  readonly direction: 'asc' | 'desc';
  readonly nullOrder: 'nulls-first' | 'nulls-last';
}

export interface SortOrder {
  readonly orderId: number;
  readonly fields: readonly SortField[];
}

export interface Snapshot {
  readonly snapshotId: bigint;
  readonly parentSnapshotId?: bigint | undefined;
  readonly sequenceNumber: bigint;
  readonly timestampMs: bigint;
  readonly manifestList?: string | undefined;
  /** v1 only: manifests named in the metadata itself (MD-21). */
  readonly manifests?: readonly string[] | undefined;
  /** `append`, `replace`, `overwrite`, `delete`, or another text as is; undefined when unknown (MD-20). */
  readonly operation?: string | undefined;
  readonly summary: Readonly<Record<string, string>>;
  readonly schemaId?: number | undefined;
  readonly firstRowId?: bigint | undefined;
  readonly addedRows?: bigint | undefined;
  readonly keyId?: string | undefined;
}

export interface SnapshotRef {
  readonly name: string;
  readonly type: 'branch' | 'tag';
  readonly snapshotId: bigint;
  readonly minSnapshotsToKeep?: bigint | undefined;
  readonly maxSnapshotAgeMs?: bigint | undefined;
  readonly maxRefAgeMs?: bigint | undefined;
}

export interface SnapshotLogEntry {
  readonly timestampMs: bigint;
  readonly snapshotId: bigint;
}

export interface MetadataLogEntry {
  readonly timestampMs: bigint;
  readonly metadataFile: string;
}

export interface StatisticsFile {
  readonly snapshotId: bigint;
  readonly statisticsPath: string;
  readonly fileSizeInBytes: bigint;
  /** Estimates of distinct values by field id, from the metadata of its sketches (MD-26); absent: none is told. */
  readonly distinctValues?: readonly (readonly [fieldId: number, values: number])[] | undefined;
}

export interface TableMetadata {
  readonly formatVersion: number;
  readonly tableUuid?: string | undefined;
  readonly location: string;
  readonly lastSequenceNumber: bigint;
  readonly lastUpdatedMs: bigint;
  readonly lastColumnId: number;
  readonly currentSchemaId: number;
  readonly schemas: readonly Schema[];
  readonly defaultSpecId: number;
  readonly partitionSpecs: readonly PartitionSpec[];
  readonly lastPartitionId: number;
  readonly properties: Readonly<Record<string, string>>;
  readonly currentSnapshotId?: bigint | undefined;
  readonly snapshots: readonly Snapshot[];
  readonly snapshotLog: readonly SnapshotLogEntry[];
  readonly metadataLog: readonly MetadataLogEntry[];
  readonly defaultSortOrderId: number;
  readonly sortOrders: readonly SortOrder[];
  readonly refs: readonly SnapshotRef[];
  readonly statistics: readonly StatisticsFile[];
  readonly partitionStatistics: readonly StatisticsFile[];
  readonly nextRowId?: bigint | undefined;
}

/** `field_summary` of a manifest list row (rules.md 2.2). */
export interface FieldSummary {
  readonly containsNull: boolean;
  /** undefined = unknown. */
  readonly containsNan?: boolean | undefined;
  readonly lowerBound?: Uint8Array | undefined;
  readonly upperBound?: Uint8Array | undefined;
}

export type ManifestContent = 'data' | 'deletes';

/** `manifest_file`: a row of the manifest list (rules.md 2.2). */
export interface ManifestFile {
  readonly manifestPath: string;
  /** undefined for a v1 `manifests` list. */
  readonly manifestLength?: number | undefined;
  readonly partitionSpecId: number;
  readonly content: ManifestContent;
  readonly sequenceNumber: bigint;
  readonly minSequenceNumber: bigint;
  /** undefined for a v1 `manifests` list only where even the snapshot is unknown. */
  readonly addedSnapshotId?: bigint | undefined;
  /** Counts: undefined = unknown (treat as more than zero, MF-28). */
  readonly addedFilesCount?: number | undefined;
  readonly existingFilesCount?: number | undefined;
  readonly deletedFilesCount?: number | undefined;
  readonly addedRowsCount?: bigint | undefined;
  readonly existingRowsCount?: bigint | undefined;
  readonly deletedRowsCount?: bigint | undefined;
  /** Positional over the spec's fields; undefined = no summaries (kept, MF-10). */
  readonly partitions?: readonly FieldSummary[] | undefined;
  readonly keyMetadata?: Uint8Array | undefined;
  readonly firstRowId?: bigint | undefined;
  /** Rows of the list that name it, where that is more than one: it is planned once and counted so often (13.1). */
  readonly timesListed?: number | undefined;
}
