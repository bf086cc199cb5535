/** Manifests and manifest lists, written anew from what was read of them (rules.md 2.2, 2.4, 2.5). */
import { AvroSink, avroContainer } from '../avro/write.ts';
import { printJson } from '../base/json.ts';
import {
  type BytesColumn,
  type EntryLongs,
  longAt,
  type ManifestEntries,
  type MetricsColumn,
  type PartitionColumn,
} from '../metadata/entries.ts';
import { pathBytes } from '../metadata/paths.ts';
import type { ManifestFile, PartitionSpec } from '../metadata/records.ts';
import { printTransform } from '../transforms/transform.ts';
import type { Type } from '../types/type.ts';

type Json = Readonly<Record<string, unknown>>;

function field(id: number, name: string, type: unknown): Json {
  return { name, type, 'field-id': id };
}

function optional(type: unknown): unknown {
  return ['null', type];
}

function keyed(keyId: number, value: 'long' | 'bytes'): unknown {
  const valueId = keyId + 1;
  const fields = [field(keyId, 'key', 'int'), field(valueId, 'value', value)];
  const items = { type: 'record', name: `k${keyId}_v${valueId}`, fields };
  return optional({ type: 'array', logicalType: 'map', items });
}

/** `long` with a logical type that nobody knows: what could not be read stays unreadable (EV-11). */
const UNREADABLE = { type: 'long', logicalType: 'unreadable' };

function tupleType(type: Type | undefined, fieldId: number): unknown {
  switch (type?.kind) {
    case undefined:
      return UNREADABLE;
    case 'boolean':
    case 'int':
    case 'long':
    case 'float':
    case 'double':
    case 'string':
      return type.kind;
    case 'date':
      return { type: 'int', logicalType: 'date' };
    case 'time':
      return { type: 'long', logicalType: 'time-micros' };
    case 'timestamp':
    case 'timestamptz':
      return {
        type: 'long',
        logicalType: 'timestamp-micros',
        'adjust-to-utc': type.kind === 'timestamptz',
      };
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return {
        type: 'long',
        logicalType: 'timestamp-nanos',
        'adjust-to-utc': type.kind === 'timestamptz_ns',
      };
    case 'uuid':
      return { type: 'fixed', name: `u${fieldId}`, size: 16, logicalType: 'uuid' };
    case 'decimal':
      return {
        type: 'bytes',
        logicalType: 'decimal',
        precision: type.precision,
        scale: type.scale,
      };
    // As bytes: writers disagree on how fixed values stand in tuples.
    case 'fixed':
    case 'binary':
      return 'bytes';
    default:
      return 'null';
  }
}

function entrySchema(partition: readonly PartitionColumn[], names: readonly string[]): Json {
  const tuple = partition.map(({ fieldId, type }, i) => {
    const written = tupleType(type, fieldId);
    return field(
      fieldId,
      names[i] ?? `p${fieldId}`,
      written === 'null' ? 'null' : optional(written),
    );
  });
  const file = [
    field(134, 'content', 'int'),
    field(100, 'file_path', 'string'),
    field(101, 'file_format', 'string'),
    field(102, 'partition', { type: 'record', name: 'r102', fields: tuple }),
    field(103, 'record_count', optional('long')),
    field(104, 'file_size_in_bytes', optional('long')),
    field(109, 'value_counts', keyed(119, 'long')),
    field(110, 'null_value_counts', keyed(121, 'long')),
    field(137, 'nan_value_counts', keyed(138, 'long')),
    field(125, 'lower_bounds', keyed(126, 'bytes')),
    field(128, 'upper_bounds', keyed(129, 'bytes')),
    field(135, 'equality_ids', optional({ type: 'array', items: 'int', 'element-id': 136 })),
    field(140, 'sort_order_id', optional('int')),
    field(142, 'first_row_id', optional('long')),
    field(143, 'referenced_data_file', optional('string')),
    field(144, 'content_offset', optional('long')),
    field(145, 'content_size_in_bytes', optional('long')),
  ];
  return {
    type: 'record',
    name: 'manifest_entry',
    fields: [
      field(0, 'status', 'int'),
      field(1, 'snapshot_id', optional('long')),
      field(3, 'sequence_number', optional('long')),
      field(4, 'file_sequence_number', optional('long')),
      field(2, 'data_file', { type: 'record', name: 'r2', fields: file }),
    ],
  };
}

/** The file of a manifest's entries, with the metrics that were decoded. */
export function writeManifest(entries: ManifestEntries): Uint8Array {
  const { spec, partition, count } = entries;
  // Where table and header dispute a field its name is free: tuples are found by id.
  const schema = entrySchema(partition, uniqueNames(spec));
  const out = new AvroSink();
  const metrics = [...entries.metrics.values()];
  for (let i = 0; i < count; i++) writeEntry(out, entries, metrics, i);
  const header = {
    'format-version': '2',
    content: entries.content,
    'partition-spec-id': String(spec.specId),
    'partition-spec': printJson(spec.fields.map(specFieldJson)),
  };
  return avroContainer(schema, header, count, out.done());
}

function uniqueNames({ fields }: PartitionSpec): readonly string[] {
  return fields.map(({ fieldId }, i) => `p${fieldId}_${i}`);
}

export function specFieldJson({
  sourceIds,
  fieldId,
  name,
  transform,
}: PartitionSpec['fields'][number]) {
  const [sourceId] = sourceIds;
  return {
    ...(sourceIds.length === 1 ? { 'source-id': sourceId } : { 'source-ids': sourceIds }),
    'field-id': fieldId,
    name,
    transform: printTransform(transform),
  };
}

function writeEntry(
  out: AvroSink,
  entries: ManifestEntries,
  metrics: readonly MetricsColumn[],
  i: number,
): void {
  const long = (column: EntryLongs) => out.optional(known(longAt(column, i)), (v) => out.long(v));
  out.long(entries.status[i] as number);
  long(entries.snapshotIds);
  long(entries.dataSequenceNumbers);
  long(entries.fileSequenceNumbers);
  out.long(entries.fileContents[i] as number);
  out.sized(pathBytes(entries.filePaths, i));
  out.text(entries.fileFormatNames[entries.fileFormats[i] as number] ?? '');
  for (const column of entries.partition) writeTupleValue(out, column, i);
  long(entries.recordCounts);
  long(entries.fileSizesInBytes);
  writeMetrics(out, metrics, i);
  const ids = entries.equalityIds[i] ?? [];
  out.optional(ids.length === 0 ? undefined : ids, (list) => out.items(list, (id) => out.long(id)));
  const sortOrder = entries.sortOrderIds[i] as number;
  out.optional(sortOrder < 0 ? undefined : sortOrder, (v) => out.long(v));
  long(entries.firstRowIds);
  out.optional(bytesAt(entries.referencedDataFiles, i), (v) => out.sized(v));
  long(entries.contentOffsets);
  long(entries.contentSizesInBytes);
}

function known(value: bigint | undefined): bigint | undefined {
  return value === undefined || value === -1n ? undefined : value;
}

export function bytesAt(column: BytesColumn | undefined, row: number): Uint8Array | undefined {
  const length = column?.length[row] ?? -1;
  if (column === undefined || length < 0) return undefined;
  const start = column.start[row] as number;
  return column.arena.subarray(start, start + length);
}

/** Presence of a map is told apart from presence of a key in it (EV-28, DL-17). */
const HAS_NULL_COUNTS = 1;
const HAS_LOWER = 2;
const HAS_UPPER = 4;

function writeMetrics(out: AvroSink, metrics: readonly MetricsColumn[], i: number): void {
  const present = metrics[0]?.mapsPresent[i] ?? 0;
  const counts = (pick: (column: MetricsColumn) => BigInt64Array, isPresent: boolean) => {
    const found = metrics.flatMap((column) => {
      const value = pick(column)[i] ?? -1n;
      return value < 0n ? [] : [[column.fieldId, value] as const];
    });
    out.optional(found.length > 0 || isPresent ? found : undefined, (list) =>
      out.items(list, ([id, value]) => {
        out.long(id);
        out.long(value);
      }),
    );
  };
  const bounds = (pick: (column: MetricsColumn) => BytesColumn, isPresent: boolean) => {
    const found = metrics.flatMap((column) => {
      const value = bytesAt(pick(column), i);
      return value === undefined ? [] : [[column.fieldId, value] as const];
    });
    out.optional(found.length > 0 || isPresent ? found : undefined, (list) =>
      out.items(list, ([id, value]) => {
        out.long(id);
        out.sized(value);
      }),
    );
  };
  counts((column) => column.valueCounts, false);
  counts((column) => column.nullValueCounts, (present & HAS_NULL_COUNTS) !== 0);
  counts((column) => column.nanValueCounts, false);
  bounds((column) => column.lowerBounds, (present & HAS_LOWER) !== 0);
  bounds((column) => column.upperBounds, (present & HAS_UPPER) !== 0);
}

function writeTupleValue(
  out: AvroSink,
  { type, fieldId, valid, values }: PartitionColumn,
  i: number,
): void {
  if (tupleType(type, fieldId) === 'null') return;
  if (type === undefined || valid[i] !== 1) {
    out.long(0);
    return;
  }
  out.long(1);
  if ('arena' in values) {
    const bytes = bytesAt(values, i) ?? new Uint8Array(0);
    if (type.kind === 'uuid') out.raw(bytes);
    else out.sized(bytes);
    return;
  }
  const value = values[i] as number | bigint;
  switch (type.kind) {
    case 'boolean':
      out.boolean(value === 1);
      return;
    case 'float':
      out.float(value as number);
      return;
    case 'double':
      out.double(value as number);
      return;
    default:
      out.long(value);
  }
}

const SUMMARY = {
  type: 'record',
  name: 'r508',
  fields: [
    field(509, 'contains_null', 'boolean'),
    field(518, 'contains_nan', optional('boolean')),
    field(510, 'lower_bound', optional('bytes')),
    field(511, 'upper_bound', optional('bytes')),
  ],
};

const LIST_SCHEMA = {
  type: 'record',
  name: 'manifest_file',
  fields: [
    field(500, 'manifest_path', 'string'),
    field(501, 'manifest_length', 'long'),
    field(502, 'partition_spec_id', 'int'),
    field(517, 'content', 'int'),
    field(515, 'sequence_number', 'long'),
    field(516, 'min_sequence_number', 'long'),
    field(503, 'added_snapshot_id', optional('long')),
    field(504, 'added_files_count', optional('long')),
    field(505, 'existing_files_count', optional('long')),
    field(506, 'deleted_files_count', optional('long')),
    field(512, 'added_rows_count', optional('long')),
    field(513, 'existing_rows_count', optional('long')),
    field(514, 'deleted_rows_count', optional('long')),
    field(507, 'partitions', optional({ type: 'array', items: SUMMARY, 'element-id': 508 })),
    field(520, 'first_row_id', optional('long')),
  ],
};

/** A row that the list named repeatedly is named as often again. */
export function writeManifestList(manifests: readonly ManifestFile[]): Uint8Array {
  const out = new AvroSink();
  let count = 0;
  for (const manifest of manifests) {
    for (let n = 0; n < (manifest.timesListed ?? 1); n++) {
      writeRow(out, manifest);
      count++;
    }
  }
  return avroContainer(LIST_SCHEMA, { 'format-version': '2' }, count, out.done());
}

function writeRow(out: AvroSink, manifest: ManifestFile): void {
  const long = (value: number | bigint | undefined) => out.optional(value, (v) => out.long(v));
  out.text(manifest.manifestPath);
  out.long(manifest.manifestLength ?? 0);
  out.long(manifest.partitionSpecId);
  out.long(manifest.content === 'deletes' ? 1 : 0);
  out.long(manifest.sequenceNumber);
  out.long(manifest.minSequenceNumber);
  long(manifest.addedSnapshotId);
  long(manifest.addedFilesCount);
  long(manifest.existingFilesCount);
  long(manifest.deletedFilesCount);
  long(manifest.addedRowsCount);
  long(manifest.existingRowsCount);
  long(manifest.deletedRowsCount);
  out.optional(manifest.partitions, (summaries) =>
    out.items(summaries, ({ containsNull, containsNan, lowerBound, upperBound }) => {
      out.boolean(containsNull);
      out.optional(containsNan, (v) => out.boolean(v));
      out.optional(lowerBound, (v) => out.sized(v));
      out.optional(upperBound, (v) => out.sized(v));
    }),
  );
  long(manifest.firstRowId);
}
