/**
 * The entries of one manifest as columns (struct of arrays): index i is the i-th entry in file order, whatever its
 * status. Never one object an entry. Everything here is structured-clonable.
 */

import type { Type, Value } from '../types/type.ts';
import type { ManifestContent, PartitionSpec } from './records.ts';

/** Byte strings in one arena. `length[i] === -1` means null. */
export interface BytesColumn {
  readonly arena: Uint8Array;
  readonly start: Uint32Array;
  readonly length: Int32Array;
}

/**
 * Paths in three parts, of which the first and the last are kept once: directories with their last slash, names, and
 * what files of one write end with, from their UUID on. None is null.
 */
export interface PathColumn {
  readonly directories: BytesColumn;
  /** Per entry, its row of `directories`. */
  readonly directory: Uint16Array | Uint32Array;
  readonly names: BytesColumn;
  readonly tails: BytesColumn;
  /** Per entry, its row of `tails`, one of which may be empty. */
  readonly tail: Uint16Array;
}

/** A number of each entry, or the one that all have: mostly they inherit it from their manifest. */
export type EntryLongs = BigInt64Array | bigint;

export function longAt(column: EntryLongs, row: number): bigint {
  return typeof column === 'bigint' ? column : (column[row] as bigint);
}

export const EXISTING = 0;
export const ADDED = 1;
export const DELETED = 2;

export const DATA = 0;
export const POSITION_DELETES = 1;
export const EQUALITY_DELETES = 2;

/**
 * Statistics of one column over all entries. Counts: −1 = unknown (an absent map, an absent key, a null, and a negative
 * number are all unknown: MF-16, B061). Bounds are the bytes as stored; their type is the reader's business (TY-15).
 */
export interface MetricsColumn {
  readonly fieldId: number;
  readonly valueCounts: BigInt64Array;
  readonly nullValueCounts: BigInt64Array;
  readonly nanValueCounts: BigInt64Array;
  readonly lowerBounds: BytesColumn;
  readonly upperBounds: BytesColumn;
  /**
   * Bit 0: the entry has a null_value_counts map at all (EV-28 needs to tell an absent map from an absent key);
   * bits 1, 2: the same for lower_bounds and upper_bounds (DL-17).
   */
  readonly mapsPresent: Uint8Array;
}

/** One field of the partition tuple over all entries, at the field's position in the spec. */
export interface PartitionColumn {
  readonly fieldId: number;
  /**
   * The type the values were read as, from the writer's schema (a promoted column keeps the written one's width; values
   * are in the form of `type`, rules MF-6…MF-8). undefined = not readable: unknown, never null (EV-11).
   */
  readonly type: Type | undefined;
  /** Validity: 1 = value, 0 = null. */
  readonly valid: Uint8Array;
  /** boolean → Uint8Array · int, date → Int32Array · 64-bit → BigInt64Array · float, double → Float64Array · others → bytes (decimal: minimal big-endian two's complement). */
  readonly values: Uint8Array | Int32Array | BigInt64Array | Float64Array | BytesColumn;
}

export interface ManifestEntries {
  /** Recorded location of the manifest. */
  readonly manifestPath: string;
  readonly content: ManifestContent;
  /** The spec the entries are read by (MF-14), with fields that disagree with the header turned unknown (MF-15). */
  readonly spec: PartitionSpec;
  readonly count: number;
  readonly status: Uint8Array;
  readonly snapshotIds: EntryLongs;
  /** Inherited (MF-20); −1 = null and not inheritable. */
  readonly dataSequenceNumbers: EntryLongs;
  readonly fileSequenceNumbers: EntryLongs;
  readonly fileContents: Uint8Array;
  readonly filePaths: PathColumn;
  /** Lower-case names and an index into them per entry. */
  readonly fileFormatNames: readonly string[];
  readonly fileFormats: Uint8Array;
  readonly recordCounts: BigInt64Array;
  readonly fileSizesInBytes: BigInt64Array;
  readonly partition: readonly PartitionColumn[];
  /** −1 = null. */
  readonly sortOrderIds: Int32Array;
  readonly firstRowIds: BigInt64Array;
  /** Delete manifests only; empty columns otherwise. */
  readonly equalityIds: readonly (readonly number[])[];
  readonly referencedDataFiles: BytesColumn | undefined;
  readonly contentOffsets: BigInt64Array;
  readonly contentSizesInBytes: BigInt64Array;
  /** By field id; only columns that were asked for. */
  readonly metrics: ReadonlyMap<number, MetricsColumn>;
}

/** A value of a partition tuple: null, or unknown (undefined) where its type could not be read. */
export type TupleValue = Value | null | undefined;
