/** Rows of the Snapshots table. Pure. */
import type { Snapshot, TableMetadata } from '../../src/metadata/records.ts';
import { type CommitKind, commitKind } from '../eras/eras-model.ts';
import type { TextTable } from '../export/text-table.ts';
import { capital, duration, inWords, plural } from '../ui/format.ts';

export interface SnapshotRow {
  readonly id: string;
  readonly ms: number;
  readonly kind: CommitKind;
  readonly operation: string;
  readonly parentId: string | undefined;
  /** False where the parent is named but expired. */
  readonly parentKept: boolean;
  readonly onLine: boolean;
  readonly refs: readonly { readonly name: string; readonly type: 'branch' | 'tag' }[];
  /** From the summary, as far as it says; engines may leave any of them out. */
  readonly addedFiles: number | undefined;
  readonly removedFiles: number | undefined;
  readonly addedBytes: number | undefined;
  readonly removedBytes: number | undefined;
  readonly addedRows: number | undefined;
  readonly totalFiles: number | undefined;
  readonly totalRows: number | undefined;
  readonly snapshot: Snapshot;
}

export function snapshotRows(
  metadata: TableMetadata,
  onLine: ReadonlySet<string>,
): readonly SnapshotRow[] {
  const kept = new Set(metadata.snapshots.map((s) => s.snapshotId));
  return metadata.snapshots.map((snapshot) => {
    const id = String(snapshot.snapshotId);
    const parent = snapshot.parentSnapshotId;
    return {
      id,
      ms: Number(snapshot.timestampMs),
      kind: commitKind(snapshot),
      operation: snapshot.operation ?? 'unknown',
      parentId: parent === undefined ? undefined : String(parent),
      parentKept: parent === undefined || kept.has(parent),
      onLine: onLine.has(id),
      refs: metadata.refs.filter((ref) => ref.snapshotId === snapshot.snapshotId),
      addedFiles: figure(snapshot, 'added-data-files'),
      removedFiles: figure(snapshot, 'deleted-data-files'),
      addedBytes: figure(snapshot, 'added-files-size'),
      removedBytes: figure(snapshot, 'removed-files-size'),
      addedRows: figure(snapshot, 'added-records'),
      totalFiles: figure(snapshot, 'total-data-files'),
      totalRows: figure(snapshot, 'total-records'),
      snapshot,
    };
  });
}

/** A count of the summary; undefined where it is absent or no number. */
function figure(snapshot: Snapshot, key: string): number | undefined {
  const text = snapshot.summary[key];
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

type Figure = 'ms' | 'addedFiles' | 'removedFiles' | 'addedBytes' | 'addedRows' | 'totalFiles';
const FIGURES: ReadonlySet<string> = new Set<Figure>([
  'ms',
  'addedFiles',
  'removedFiles',
  'addedBytes',
  'addedRows',
  'totalFiles',
]);

/** `-ms` sorts by time, the newest first; rows without the figure come last either way. */
export function sortRows(rows: readonly SnapshotRow[], sort: string): readonly SnapshotRow[] {
  const column = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  if (column === 'operation') {
    return rows.toSorted((a, b) => sign * a.operation.localeCompare(b.operation) || b.ms - a.ms);
  }
  if (!FIGURES.has(column)) return sortRows(rows, '-ms');
  const key = column as Figure;
  return rows.toSorted((a, b) => {
    const [left, right] = [a[key], b[key]];
    if (left === undefined || right === undefined) {
      return left === right ? 0 : left === undefined ? 1 : -1;
    }
    return sign * (left - right) || b.ms - a.ms;
  });
}

const KINDS: readonly (readonly [CommitKind, string, string])[] = [
  ['append', 'append', 'appends'],
  ['rewrite', 'rewrite', 'rewrites'],
  ['delete', 'delete', 'deletes'],
  ['other', 'other', 'others'],
];

/** `Nine snapshots in 8 seconds: 8 appends, 1 rewrite.` */
export function snapshotsSentence(rows: readonly SnapshotRow[]): string {
  if (rows.length === 0) return 'No snapshot yet.';
  const times = rows.map((row) => row.ms);
  const span = Math.max(...times) - Math.min(...times);
  const parts = KINDS.flatMap(([kind, one, many]) => {
    const n = rows.filter((row) => row.kind === kind).length;
    return n === 0 ? [] : [plural(n, one, many)];
  });
  const head = `${capital(inWords(rows.length))} snapshot${rows.length === 1 ? '' : 's'}`;
  return `${head}${rows.length === 1 ? '' : ` in ${duration(span)}`}: ${parts.join(', ')}.`;
}

/** `2 branches, 2 tags. 1 snapshot lies beside the history shown.` */
export function refsWords(metadata: TableMetadata, rows: readonly SnapshotRow[]): string {
  const branches = metadata.refs.filter((ref) => ref.type === 'branch').length;
  const tags = metadata.refs.length - branches;
  const aside = rows.filter((row) => !row.onLine).length;
  const names = [
    ...(branches === 0 ? [] : [plural(branches, 'branch', 'branches')]),
    ...(tags === 0 ? [] : [plural(tags, 'tag')]),
  ].join(', ');
  if (names === '') return 'No ref is recorded.';
  if (aside === 0) return `${names}. All snapshots lie in one history.`;
  return `${names}. ${plural(aside, 'snapshot')} ${aside === 1 ? 'lies' : 'lie'} beside the history shown.`;
}

export function snapshotsText(rows: readonly SnapshotRow[]): TextTable {
  return {
    head: [
      'snapshot_id',
      'parent_id',
      'committed_at_ms',
      'operation',
      'sequence_number',
      'schema_id',
      'added_data_files',
      'deleted_data_files',
      'added_files_size',
      'added_records',
      'total_data_files',
      'total_records',
      'refs',
      'manifest_list',
    ],
    rows: rows.map((row) => [
      row.id,
      row.parentId,
      row.ms,
      row.snapshot.operation,
      row.snapshot.sequenceNumber,
      row.snapshot.schemaId,
      row.addedFiles,
      row.removedFiles,
      row.addedBytes,
      row.addedRows,
      row.totalFiles,
      row.totalRows,
      row.refs.map(({ name }) => name).join(' '),
      row.snapshot.manifestList,
    ]),
  };
}
