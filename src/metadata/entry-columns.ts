/** The scalar columns of a manifest's entries (rules.md 2.4, 2.5): what is wanted of the file and what is made of it. */
import {
  type BytesBuilder,
  bytesColumn,
  type IntColumn,
  intColumn,
  type LongColumn,
  listColumn,
  longColumn,
  type RowGroup,
  rowGroup,
  type ScalarColumn,
  trimmed,
} from '../avro/columns.ts';
import type { WantedField } from '../avro/program.ts';
import { utf8Text } from '../base/bytes.ts';
import { IcecoreError, type Problem } from '../base/errors.ts';
import { bytesOf } from './bytes-column.ts';
import { DATA, DELETED, type ManifestEntries } from './entries.ts';
import { assignFirstRowIds, inheritSequenceNumbers, inheritSnapshotIds } from './inheritance.ts';
import { manifestProblem } from './manifest-problems.ts';
import { builtPaths, pathsBuilder } from './paths.ts';
import type { ManifestContent, ManifestFile } from './records.ts';

export type EntryColumns = ReturnType<typeof entryColumns>;

/** Fresh columns, added to `rows`. Null numbers are −1, which none of them can be. */
export function entryColumns(content: ManifestContent, rows: RowGroup) {
  const always = {
    status: intColumn(-1),
    snapshotId: longColumn(-1n),
    sequenceNumber: longColumn(-1n),
    fileSequenceNumber: longColumn(-1n),
    fileContent: intColumn(DATA),
    filePath: pathsBuilder(),
    fileFormat: bytesColumn(),
    recordCount: longColumn(-1n),
    fileSize: longColumn(-1n),
    sortOrderId: intColumn(-1),
    firstRowId: longColumn(-1n),
  };
  rows.columns.push(...Object.values(always));
  return { ...always, deletes: content === 'deletes' ? deleteColumns(rows) : undefined };
}

function deleteColumns(rows: RowGroup) {
  const equalityId = intColumn();
  const columns = {
    equalityIds: listColumn(rowGroup([equalityId])),
    referencedDataFile: bytesColumn(),
    contentOffset: longColumn(-1n),
    contentSize: longColumn(-1n),
  };
  rows.columns.push(...Object.values(columns));
  return { ...columns, equalityId };
}

export function entryFields(c: EntryColumns): WantedField[] {
  return [
    field(0, 'status', c.status),
    field(1, 'snapshot_id', c.snapshotId),
    field(3, 'sequence_number', c.sequenceNumber),
    field(4, 'file_sequence_number', c.fileSequenceNumber),
  ];
}

export function fileFields(c: EntryColumns): WantedField[] {
  const fields = [
    field(134, 'content', c.fileContent),
    field(100, 'file_path', c.filePath),
    field(101, 'file_format', c.fileFormat),
    recordCountField(c.recordCount),
    field(104, 'file_size_in_bytes', c.fileSize),
    field(140, 'sort_order_id', c.sortOrderId),
    field(142, 'first_row_id', c.firstRowId),
  ];
  if (c.deletes === undefined) return fields;
  const { equalityIds, equalityId, referencedDataFile, contentOffset, contentSize } = c.deletes;
  const item = { kind: 'column', column: equalityId } as const;
  return [
    ...fields,
    { id: 135, names: ['equality_ids'], wanted: { kind: 'list', column: equalityIds, item } },
    field(143, 'referenced_data_file', referencedDataFile),
    field(144, 'content_offset', contentOffset),
    field(145, 'content_size_in_bytes', contentSize),
  ];
}

export function recordCountField(column: LongColumn): WantedField {
  return field(103, 'record_count', column);
}

function field(id: number, name: string, column: ScalarColumn): WantedField {
  return { id, names: [name], wanted: { kind: 'column', column } };
}

type EntryPart = Omit<
  ManifestEntries,
  'manifestPath' | 'content' | 'spec' | 'partition' | 'metrics'
>;

export interface EntrySource {
  readonly count: number;
  readonly manifest: ManifestFile;
  /** The writer knew no sequence numbers. */
  readonly isV1: boolean;
}

/**
 * The columns as entries, with what they inherit. Throws IcecoreError `invalid-data` for an entry without a path or
 * status, `unsupported` for a status or content of v4 (MD-45).
 */
export function entriesOf(c: EntryColumns, source: EntrySource, problems: Problem[]): EntryPart {
  const { count, manifest, isV1 } = source;
  const place = manifest.manifestPath;
  const status = codes(c.status, count, 'status', 'ADDED, EXISTING or DELETED', place);
  const fileContents = codes(c.fileContent, count, 'content', 'data or deletes', place);
  checkPaths(c.filePath, count, place);
  const recordCounts = trimmed(c.recordCount.values, count);
  const snapshotIds = trimmed(c.snapshotId.values, count);
  inheritSnapshotIds(snapshotIds, c.snapshotId.valid, manifest);
  const dataSequenceNumbers = trimmed(c.sequenceNumber.values, count);
  const fileSequenceNumbers = trimmed(c.fileSequenceNumber.values, count);
  const missing = inheritSequenceNumbers(dataSequenceNumbers, status, manifest, isV1);
  inheritSequenceNumbers(fileSequenceNumbers, status, manifest, isV1);
  if (missing > 0) {
    const message = `${missing} EXISTING entries have no data sequence number.`;
    problems.push(manifestProblem('sequence-number-missing', message, place));
  }
  const firstRowIds = trimmed(c.firstRowId.values, count);
  assignFirstRowIds(firstRowIds, status, recordCounts, manifest);
  noteIncomplete(c, status, place, problems);
  noteContents(fileContents, status, manifest, problems);
  return {
    count,
    status,
    snapshotIds,
    dataSequenceNumbers,
    fileSequenceNumbers,
    fileContents,
    filePaths: builtPaths(c.filePath, count),
    ...formatsOf(c.fileFormat, count),
    recordCounts,
    fileSizesInBytes: trimmed(c.fileSize.values, count),
    sortOrderIds: trimmed(c.sortOrderId.values, count),
    firstRowIds,
    ...deletesOf(c, count),
  };
}

/** 0, 1 or 2 each: status and content have three values before v4. */
function codes(
  column: IntColumn,
  count: number,
  name: string,
  known: string,
  place: string,
): Uint8Array {
  const out = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const code = column.values[i] as number;
    if (code < 0 || code > 2) {
      const missing = column.valid[i] !== 1;
      const message = missing
        ? `Entry ${i} has no ${name}`
        : `Entry ${i} has the ${name} ${code}, which is not ${known}`;
      throw new IcecoreError(missing || code < 0 ? 'invalid-data' : 'unsupported', message, {
        place,
      });
    }
    out[i] = code;
  }
  return out;
}

function checkPaths(column: BytesBuilder, count: number, place: string): void {
  for (let i = 0; i < count; i++) {
    if ((column.length[i] as number) >= 0) continue;
    throw new IcecoreError('invalid-data', `Entry ${i} has no file path`, { place });
  }
}

function noteIncomplete(
  c: EntryColumns,
  status: Uint8Array,
  place: string,
  problems: Problem[],
): void {
  const required: readonly [string, LongColumn][] = [
    ['record count', c.recordCount],
    ['file size', c.fileSize],
  ];
  for (const [name, column] of required) {
    let missing = 0;
    status.forEach((s, i) => {
      if (s !== DELETED && column.valid[i] !== 1) missing += 1;
    });
    if (missing === 0) continue;
    problems.push(
      manifestProblem('entry-incomplete', `${missing} entries have no ${name}.`, place),
    );
  }
}

function noteContents(
  contents: Uint8Array,
  status: Uint8Array,
  manifest: ManifestFile,
  problems: Problem[],
): void {
  const wantsData = manifest.content === 'data';
  let strange = 0;
  contents.forEach((content, i) => {
    if (status[i] !== DELETED && (content === DATA) !== wantsData) strange += 1;
  });
  if (strange === 0) return;
  const message = wantsData
    ? `${strange} entries of a data manifest say that they are deletes.`
    : `${strange} entries of a delete manifest say that they are data.`;
  problems.push(manifestProblem('entry-content-differs', message, manifest.manifestPath));
}

/** A dictionary of the few names that occur, in lower case (`PARQUET`, `parquet`); the empty name is null. */
function formatsOf(
  column: BytesBuilder,
  count: number,
): Pick<ManifestEntries, 'fileFormatNames' | 'fileFormats'> {
  const names: string[] = [];
  const fileFormats = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    if (i > 0 && sameBytes(column, i - 1, i)) fileFormats[i] = fileFormats[i - 1] as number;
    else {
      const start = column.start[i] as number;
      const end = start + Math.max(0, column.length[i] as number);
      const name = utf8Text(column.arena.subarray(start, end)).toLowerCase();
      const known = names.indexOf(name);
      // More names than a byte can number is nonsense; the last one stands for all others.
      fileFormats[i] = known >= 0 ? known : names.length < 256 ? names.push(name) - 1 : 255;
    }
  }
  return { fileFormatNames: names, fileFormats };
}

function sameBytes(column: BytesBuilder, i: number, k: number): boolean {
  const { arena, start, length } = column;
  if (length[i] !== length[k]) return false;
  const from = start[i] as number;
  const other = start[k] as number;
  for (let at = (length[i] as number) - 1; at >= 0; at--) {
    if (arena[from + at] !== arena[other + at]) return false;
  }
  return true;
}

function deletesOf(
  c: EntryColumns,
  count: number,
): Pick<
  ManifestEntries,
  'equalityIds' | 'referencedDataFiles' | 'contentOffsets' | 'contentSizesInBytes'
> {
  const deletes = c.deletes;
  if (deletes === undefined) {
    const none = new BigInt64Array(0);
    return {
      equalityIds: [],
      referencedDataFiles: undefined,
      contentOffsets: none,
      contentSizesInBytes: none,
    };
  }
  const { equalityIds, equalityId } = deletes;
  return {
    equalityIds: Array.from({ length: count }, (_, i) => {
      const start = equalityIds.start[i] as number;
      const end = start + Math.max(0, equalityIds.length[i] as number);
      const ids: number[] = [];
      for (let k = start; k < end; k++) {
        if (equalityId.valid[k] === 1) ids.push(equalityId.values[k] as number);
      }
      return ids;
    }),
    referencedDataFiles: bytesOf(deletes.referencedDataFile, count),
    contentOffsets: trimmed(deletes.contentOffset.values, count),
    contentSizesInBytes: trimmed(deletes.contentSize.values, count),
  };
}
