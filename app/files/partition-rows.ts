/** Partitions of the listed files: one row a tuple of a spec, with what is in it and what of that is read. Pure. */
import { ALL_MATCH, READ, UNKNOWN } from '../../src/planning/verdict.ts';
import type { TextTable } from '../export/text-table.ts';
import type { FileIndex } from '../pruning/file-index.ts';
import type { Steps } from '../pruning/slices.ts';
import type { Sort } from '../ui/sort.ts';

export interface PartitionRow {
  /** Index of its tuple, in the order of partitions. */
  readonly tuple: number;
  readonly specId: number;
  readonly rank: number;
  /** Position of its first listed file. */
  readonly first: number;
  readonly files: number;
  /** For showing: doubles. */
  readonly bytes: number;
  readonly records: number;
  /** Files to which a delete file applies. */
  readonly withDeletes: number;
  readonly read: number;
  /** Of those read, files of which every row matches. */
  readonly allMatch: number;
  readonly unknown: number;
}

/** Of the given positions, in the order of partitions, the newest era first. */
export function* partitionRows(
  index: FileIndex,
  positions: Uint32Array,
  verdicts: Uint8Array,
  deletes: Uint16Array,
): Steps<readonly PartitionRow[]> {
  const { length } = index.tuples;
  const files = new Uint32Array(length);
  const first = new Uint32Array(length).fill(0xffffffff);
  const sums = { bytes: new Float64Array(length), records: new Float64Array(length) };
  const counts = {
    withDeletes: new Uint32Array(length),
    read: new Uint32Array(length),
    allMatch: new Uint32Array(length),
    unknown: new Uint32Array(length),
  };
  for (let i = 0; i < positions.length; i++) {
    if (i % 32768 === 32767) yield;
    const position = positions[i] as number;
    const tuple = index.tupleOf[position] as number;
    const verdict = verdicts[position] as number;
    bump(files, tuple, 1);
    bump(sums.bytes, tuple, Math.max(0, index.bytes[position] as number));
    bump(sums.records, tuple, Math.max(0, index.records[position] as number));
    if ((deletes[position] ?? 0) > 0) bump(counts.withDeletes, tuple, 1);
    if (verdict === READ || verdict === ALL_MATCH) bump(counts.read, tuple, 1);
    if (verdict === ALL_MATCH) bump(counts.allMatch, tuple, 1);
    if (verdict === UNKNOWN) bump(counts.unknown, tuple, 1);
    if (position < (first[tuple] as number)) first[tuple] = position;
  }
  const rows: PartitionRow[] = [];
  let era = 0;
  for (let tuple = 0; tuple < length; tuple++) {
    if (tuple % 32768 === 32767) yield;
    if (files[tuple] === 0) continue;
    const at = first[tuple] as number;
    while (at >= (index.eras[era]?.to ?? Number.POSITIVE_INFINITY)) era++;
    rows.push({
      tuple,
      specId: index.eras[era]?.specId ?? 0,
      rank: index.eras[era]?.rank ?? 0,
      first: at,
      files: files[tuple] as number,
      bytes: sums.bytes[tuple] as number,
      records: sums.records[tuple] as number,
      withDeletes: counts.withDeletes[tuple] as number,
      read: counts.read[tuple] as number,
      allMatch: counts.allMatch[tuple] as number,
      unknown: counts.unknown[tuple] as number,
    });
  }
  return rows;
}

/** Of the files read, as one. */
export function readKind({ read, allMatch }: PartitionRow): 'read' | 'allMatch' {
  return read > 0 && read === allMatch ? 'allMatch' : 'read';
}

/** Files that are neither read nor unknown. */
export function skippedOf({ files, read, unknown }: PartitionRow): number {
  return files - read - unknown;
}

function bump(column: Uint32Array | Float64Array, at: number, by: number): void {
  column[at] = (column[at] as number) + by;
}

const KEYS: Readonly<Record<string, (row: PartitionRow) => number>> = {
  partition: (row) => row.tuple,
  files: (row) => row.files,
  bytes: (row) => row.bytes,
  mean: (row) => row.bytes / row.files,
  rows: (row) => row.records,
  deletes: (row) => row.withDeletes,
  read: (row) => row.read,
  all: (row) => row.allMatch,
  skipped: skippedOf,
};

/** Stable; what cannot be sorted by stays in the order of partitions. */
export function sortPartitions(
  rows: readonly PartitionRow[],
  sort: Sort | undefined,
): readonly PartitionRow[] {
  const key = KEYS[sort?.column ?? ''];
  if (key === undefined) return rows;
  const sign = sort?.direction === 'desc' ? -1 : 1;
  return rows.toSorted((a, b) => sign * (key(a) - key(b)) || a.tuple - b.tuple);
}

export function partitionsText(
  rows: readonly PartitionRow[],
  labelOf: (tuple: number) => string,
  asked: boolean,
): TextTable {
  return {
    head: [
      'spec_id',
      'partition',
      'file_count',
      'total_data_file_size_in_bytes',
      'record_count',
      'files_with_deletes',
      ...(asked ? ['files_read', 'files_all_match', 'files_skipped', 'files_unknown'] : []),
    ],
    rows: rows.map((row) => [
      row.specId,
      labelOf(row.tuple),
      row.files,
      row.bytes,
      row.records,
      row.withDeletes,
      ...(asked ? [row.read, row.allMatch, skippedOf(row), row.unknown] : []),
    ]),
  };
}
