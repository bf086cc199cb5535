/** Manifest lists (rules.md 2.2): rows as records. */
import {
  type BytesBuilder,
  booleanColumn,
  bytesColumn,
  intColumn,
  type LongColumn,
  listColumn,
  longColumn,
  rowGroup,
  type ScalarColumn,
} from '../avro/columns.ts';
import { compile } from '../avro/compile.ts';
import { readContainer } from '../avro/container.ts';
import { decodeRows } from '../avro/decode.ts';
import type { WantedField } from '../avro/program.ts';
import { isWithoutIds } from '../avro/schema.ts';
import { utf8Text } from '../base/bytes.ts';
import { IcecoreError, type Problem } from '../base/errors.ts';
import { type ManifestProblemCode, manifestProblem } from './manifest-problems.ts';
import { checkFormatVersion } from './manifest-version.ts';
import type { FieldSummary, ManifestContent, ManifestFile, Snapshot } from './records.ts';

export interface ManifestList {
  readonly manifests: ManifestFile[];
  readonly problems: Problem[];
}

/**
 * Decodes a manifest list. A manifest named repeatedly is kept once (rules.md 16). Throws IcecoreError `invalid-data`
 * for a damaged list or a row without a path, `unsupported` for version 4 (MD-42), codecs and encrypted files.
 */
export async function decodeManifestList(
  bytes: Uint8Array,
  place: string,
  options: { readonly formatVersion: number },
): Promise<ManifestList> {
  checkFormatVersion(options.formatVersion, place);
  const container = readContainer(bytes, place);
  checkFormatVersion(Number(container.header.get('format-version') ?? 1), place);
  const list = listColumns();
  const rows = rowGroup([...Object.values(list.columns), list.summaries.list]);
  const wanted = { kind: 'record', fields: wantedFields(list) } as const;
  const program = compile(container.schema, wanted, rows, { place });
  const count = await decodeRows(container, program);
  const reader: Reader = { list, place, problems: [] };
  if (container.schema.kind === 'record' && isWithoutIds(container.schema)) {
    note(reader, 'field-ids-missing', 'The Avro schema has no field ids.');
  }
  for (const id of new Set(program.unreadable)) {
    note(reader, 'column-unreadable', `The field ${id} is written as another type.`);
  }
  const manifests = Array.from({ length: count }, (_, row) => rowAt(reader, row));
  return { manifests: withoutRepeats(reader, manifests), problems: reader.problems };
}

/**
 * The manifests of a v1 snapshot that names them itself (MD-21): nothing but the paths is known, so nothing can be
 * skipped. The spec id, 0 here, gives way to the header's when the manifest is read (MD-22).
 */
export function manifestsNamedBySnapshot(snapshot: Snapshot): ManifestFile[] {
  return (snapshot.manifests ?? []).map((manifestPath) => ({
    manifestPath,
    partitionSpecId: 0,
    content: 'data',
    sequenceNumber: 0n,
    minSequenceNumber: 0n,
    addedSnapshotId: snapshot.snapshotId,
  }));
}

interface Reader {
  readonly list: ListColumns;
  readonly place: string;
  readonly problems: Problem[];
}

type ListColumns = ReturnType<typeof listColumns>;

function listColumns() {
  const columns = {
    path: bytesColumn(),
    length: longColumn(),
    specId: intColumn(),
    content: intColumn(),
    sequenceNumber: longColumn(),
    minSequenceNumber: longColumn(),
    addedSnapshotId: longColumn(),
    addedFiles: longColumn(),
    existingFiles: longColumn(),
    deletedFiles: longColumn(),
    addedRows: longColumn(),
    existingRows: longColumn(),
    deletedRows: longColumn(),
    keyMetadata: bytesColumn(),
    firstRowId: longColumn(),
  };
  return { columns, summaries: summaryColumns() };
}

function summaryColumns() {
  const containsNull = booleanColumn();
  const containsNan = booleanColumn();
  const lower = bytesColumn();
  const upper = bytesColumn();
  const list = listColumn(rowGroup([containsNull, containsNan, lower, upper]));
  return { list, containsNull, containsNan, lower, upper };
}

function wantedFields({ columns, summaries }: ListColumns): WantedField[] {
  return [
    field(500, columns.path, 'manifest_path'),
    field(501, columns.length, 'manifest_length'),
    field(502, columns.specId, 'partition_spec_id'),
    field(517, columns.content, 'content'),
    field(515, columns.sequenceNumber, 'sequence_number'),
    field(516, columns.minSequenceNumber, 'min_sequence_number'),
    field(503, columns.addedSnapshotId, 'added_snapshot_id'),
    // The three counts were renamed in the spec (MF-2).
    field(504, columns.addedFiles, 'added_files_count', 'added_data_files_count'),
    field(505, columns.existingFiles, 'existing_files_count', 'existing_data_files_count'),
    field(506, columns.deletedFiles, 'deleted_files_count', 'deleted_data_files_count'),
    field(512, columns.addedRows, 'added_rows_count'),
    field(513, columns.existingRows, 'existing_rows_count'),
    field(514, columns.deletedRows, 'deleted_rows_count'),
    field(519, columns.keyMetadata, 'key_metadata'),
    field(520, columns.firstRowId, 'first_row_id'),
    {
      id: 507,
      names: ['partitions'],
      wanted: {
        kind: 'list',
        column: summaries.list,
        item: {
          kind: 'record',
          fields: [
            field(509, summaries.containsNull, 'contains_null'),
            field(518, summaries.containsNan, 'contains_nan'),
            field(510, summaries.lower, 'lower_bound'),
            field(511, summaries.upper, 'upper_bound'),
          ],
        },
      },
    },
  ];
}

function field(id: number, column: ScalarColumn, ...names: readonly string[]): WantedField {
  return { id, names, wanted: { kind: 'column', column } };
}

function note(reader: Reader, code: ManifestProblemCode, message: string): void {
  reader.problems.push(manifestProblem(code, message, reader.place));
}

function rowAt(reader: Reader, row: number): ManifestFile {
  const { columns } = reader.list;
  const path = bytesAt(columns.path, row);
  if (path === undefined) {
    throw new IcecoreError('invalid-data', `Row ${row} of the manifest list has no path`, {
      place: reader.place,
    });
  }
  const manifestPath = utf8Text(path);
  if (columns.specId.valid[row] !== 1) {
    note(reader, 'manifest-row-incomplete', `${manifestPath} has no spec id; 0 is assumed.`);
  }
  const addedSnapshotId = longAt(columns.addedSnapshotId, row);
  if (addedSnapshotId === undefined) {
    note(
      reader,
      'manifest-row-incomplete',
      `${manifestPath} does not say which snapshot added it.`,
    );
  }
  return {
    manifestPath,
    manifestLength: countAt(columns.length, row),
    partitionSpecId: columns.specId.values[row] as number,
    content: contentAt(reader, row),
    sequenceNumber: longAt(columns.sequenceNumber, row) ?? 0n,
    minSequenceNumber: longAt(columns.minSequenceNumber, row) ?? 0n,
    addedSnapshotId,
    addedFilesCount: countAt(columns.addedFiles, row),
    existingFilesCount: countAt(columns.existingFiles, row),
    deletedFilesCount: countAt(columns.deletedFiles, row),
    addedRowsCount: longAt(columns.addedRows, row),
    existingRowsCount: longAt(columns.existingRows, row),
    deletedRowsCount: longAt(columns.deletedRows, row),
    partitions: summariesAt(reader, row, manifestPath),
    keyMetadata: bytesAt(columns.keyMetadata, row),
    firstRowId: longAt(columns.firstRowId, row),
  };
}

function contentAt(reader: Reader, row: number): ManifestContent {
  const content = reader.list.columns.content.values[row];
  if (content === 0) return 'data';
  if (content === 1) return 'deletes';
  throw new IcecoreError('unsupported', `Row ${row} has the unknown content ${content}`, {
    place: reader.place,
  });
}

function longAt(column: LongColumn, row: number): bigint | undefined {
  return column.valid[row] === 1 ? column.values[row] : undefined;
}

/** A negative count is as unknown as a null one. */
function countAt(column: LongColumn, row: number): number | undefined {
  const count = longAt(column, row);
  return count === undefined || count < 0n ? undefined : Number(count);
}

/** A copy of its own: a record may travel alone, and would take the whole arena along. */
function bytesAt(column: BytesBuilder, row: number): Uint8Array | undefined {
  const length = column.length[row] as number;
  if (length < 0) return undefined;
  const start = column.start[row] as number;
  return column.arena.slice(start, start + length);
}

/** undefined where the list is null, or where one summary is: that one could only be guessed. */
function summariesAt(
  reader: Reader,
  row: number,
  manifestPath: string,
): readonly FieldSummary[] | undefined {
  const { list, containsNull, containsNan, lower, upper } = reader.list.summaries;
  const length = list.length[row] as number;
  if (length < 0) return undefined;
  const out: FieldSummary[] = [];
  const start = list.start[row] as number;
  for (let i = start; i < start + length; i++) {
    if (containsNull.valid[i] !== 1) {
      const text = `${manifestPath} does not say whether its partition field ${i - start} has nulls.`;
      note(reader, 'partition-summaries-unreadable', text);
      return undefined;
    }
    out.push({
      containsNull: containsNull.values[i] === 1,
      containsNan: containsNan.valid[i] === 1 ? containsNan.values[i] === 1 : undefined,
      lowerBound: bytesAt(lower, i),
      upperBound: bytesAt(upper, i),
    });
  }
  return out;
}

function withoutRepeats(reader: Reader, manifests: readonly ManifestFile[]): ManifestFile[] {
  const times = new Map<string, number>();
  const kept = manifests.filter(({ manifestPath }) => {
    const before = times.get(manifestPath) ?? 0;
    times.set(manifestPath, before + 1);
    return before === 0;
  });
  for (const [path, n] of times) {
    if (n > 1) note(reader, 'manifest-listed-twice', `${path} is listed ${n} times.`);
  }
  return kept.map((manifest) => {
    const timesListed = times.get(manifest.manifestPath) as number;
    return timesListed > 1 ? { ...manifest, timesListed } : manifest;
  });
}
