/**
 * Table metadata from a file's bytes: rules.md section 1. What the reference refuses but can be read safely opens here
 * with a problem; only what can't be understood is an error.
 */
import { IcecoreError, type Problem } from '../base/errors.ts';
import type { SchemaIndex } from '../types/schema.ts';
import { checkConsistency } from './consistency.ts';
import {
  describeJson,
  isObject,
  type JsonObject,
  note,
  noteMissing,
  placeOf,
  type Reading,
  readInt,
  readLong,
  readObject,
  readText,
  readTextMap,
} from './json-reader.ts';
import { foldRepeated } from './metadata-problems.ts';
import { metadataJson, metadataText, refuseOtherJson } from './metadata-text.ts';
import type { PartitionSpec, Snapshot, SnapshotRef, TableMetadata } from './records.ts';
import { readSchemas } from './schemas-json.ts';
import {
  checkEncryptionKeys,
  readMetadataLog,
  readRefs,
  readSnapshotLog,
  readSnapshots,
  readStatistics,
} from './snapshots-json.ts';
import { checkSpecs } from './spec-checks.ts';
import { readSortOrders, readSpecs } from './specs-json.ts';

export { javaRefuses } from './metadata-problems.ts';

const NEWEST_VERSION = 4;
/** `last-partition-id` of a table without partition fields (MD, 1.3). */
const NO_PARTITION_ID = 999;

export interface ParsedMetadata {
  readonly metadata: TableMetadata;
  readonly problems: readonly Problem[];
}

/**
 * Reads a metadata file: JSON, plain or compressed with gzip or zstd by its magic bytes (MD-1).
 * @param place the file as the person or the table names it; used in messages.
 * @throws IcecoreError invalid-data when it is no table's metadata, with what it is instead; unsupported for a format
 * version above 4 and for types that are not known.
 */
export async function parseTableMetadata(
  bytes: Uint8Array,
  place: string,
): Promise<ParsedMetadata> {
  const reading: Reading = { place, problems: [] };
  const text = await metadataText(bytes, reading);
  const { metadata, problems } = tableMetadataFromJson(metadataJson(text, place), place);
  return { metadata, problems: [...reading.problems, ...problems] };
}

/**
 * The same from parsed JSON (base/json.ts), which may also be a catalog's answer that holds the metadata in `metadata`.
 * @throws IcecoreError as {@link parseTableMetadata}.
 */
export function tableMetadataFromJson(json: unknown, place: string): ParsedMetadata {
  if (isObject(json) && !('format-version' in json) && isObject(json.metadata)) {
    return tableMetadataFromJson(json.metadata, place);
  }
  refuseOtherJson(json, place);
  const reading: Reading = { place, problems: [] };
  const metadata = readTable(reading, json as JsonObject);
  return { metadata, problems: foldRepeated(reading.problems, place) };
}

function readTable(reading: Reading, json: JsonObject): TableMetadata {
  const formatVersion = readVersion(reading, json);
  const { schemas, currentSchemaId, current } = readSchemas(reading, json, formatVersion);
  const { partitionSpecs, defaultSpecId } = readSpecs(reading, json, formatVersion);
  checkSpecs(reading, partitionSpecs, defaultSpecId, current, !('partition-specs' in json));
  const snapshotLog = readSnapshotLog(reading, json);
  const snapshots = readSnapshots(reading, json, snapshotLog);
  const refs = readRefs(reading, json);
  const currentSnapshotId = readCurrentSnapshotId(reading, json, refs, snapshots);
  const properties = readObject(reading, json, 'properties', '') ?? {};
  checkEncryptionKeys(reading, json);
  const metadata: TableMetadata = {
    formatVersion,
    tableUuid: readUuid(reading, json, formatVersion),
    location: readLocation(reading, json, formatVersion, snapshots),
    lastSequenceNumber: readLastSequenceNumber(reading, json, formatVersion, snapshots),
    lastUpdatedMs: readLastUpdated(reading, json, snapshots),
    lastColumnId: readLastColumnId(reading, json, current),
    currentSchemaId,
    schemas,
    defaultSpecId,
    partitionSpecs,
    lastPartitionId: readLastPartitionId(reading, json, formatVersion, partitionSpecs),
    properties: readTextMap(reading, properties, 'properties'),
    currentSnapshotId,
    snapshots,
    snapshotLog,
    metadataLog: readMetadataLog(reading, json),
    ...readSortOrders(reading, json, formatVersion),
    refs: refs ?? mainOf(currentSnapshotId),
    statistics: readStatistics(reading, json, 'statistics'),
    partitionStatistics: readStatistics(reading, json, 'partition-statistics'),
    nextRowId: readNextRowId(reading, json, formatVersion),
  };
  checkConsistency(reading, metadata, refs !== undefined);
  return metadata;
}

function readVersion(reading: Reading, json: JsonObject): number {
  const version = readInt(reading, json, 'format-version', '');
  if (version === undefined || version < 1) {
    throw new IcecoreError(
      'invalid-data',
      `format-version is ${describeJson(json['format-version'])}, not 1, 2, 3 or 4.`,
      { place: placeOf(reading, 'format-version') },
    );
  }
  if (version > NEWEST_VERSION) {
    throw new IcecoreError('unsupported', `The table has format version ${version}.`, {
      place: placeOf(reading, 'format-version'),
      advice: 'Versions 1, 2 and 3 are read, and the metadata of version 4.',
    });
  }
  if (version === NEWEST_VERSION) {
    note(
      reading,
      'format-version-4',
      'format-version',
      'The table has format version 4, which is not final.',
    );
  }
  return version;
}

function readUuid(reading: Reading, json: JsonObject, version: number): string | undefined {
  const uuid = readText(reading, json, 'table-uuid', '');
  if (uuid === undefined && version > 1) {
    noteMissing(
      reading,
      'table-uuid',
      'Whether two metadata files are of one table can’t be told by it.',
    );
  }
  return uuid;
}

/** MD-9, MD-15. Where it is missing, the first manifest list's folder tells it. */
function readLocation(
  reading: Reading,
  json: JsonObject,
  version: number,
  snapshots: readonly Snapshot[],
): string {
  const location = readText(reading, json, 'location', '');
  if (location !== undefined && location !== '') return withoutTrailingSlashes(location);
  const list = snapshots.find((snapshot) =>
    snapshot.manifestList?.includes('/metadata/'),
  )?.manifestList;
  const guessed = list?.slice(0, list.lastIndexOf('/metadata/')) ?? '';
  if (version < NEWEST_VERSION) {
    const assumed =
      guessed === '' ? 'Recorded paths can’t be shortened by it.' : `${guessed} is taken for it.`;
    noteMissing(reading, 'location', assumed);
  }
  return guessed;
}

function withoutTrailingSlashes(location: string): string {
  let end = location.length;
  while (end > 1 && location[end - 1] === '/' && !location.slice(0, end).endsWith('://')) end--;
  return location.slice(0, end);
}

function readLastSequenceNumber(
  reading: Reading,
  json: JsonObject,
  version: number,
  snapshots: readonly Snapshot[],
): bigint {
  // Measured (MD-14): whatever a v1 table says here is ignored.
  if (version === 1) return 0n;
  const stated = readLong(reading, json, 'last-sequence-number', '');
  if (stated !== undefined) return stated;
  const greatest = greatestOf(snapshots.map((snapshot) => snapshot.sequenceNumber));
  noteMissing(
    reading,
    'last-sequence-number',
    `The greatest of the snapshots, ${greatest}, is taken.`,
  );
  return greatest;
}

function readLastUpdated(
  reading: Reading,
  json: JsonObject,
  snapshots: readonly Snapshot[],
): bigint {
  const stated = readLong(reading, json, 'last-updated-ms', '');
  if (stated !== undefined) return stated;
  noteMissing(reading, 'last-updated-ms', 'The time of the latest snapshot is taken.');
  return greatestOf(snapshots.map((snapshot) => snapshot.timestampMs));
}

function greatestOf(values: readonly bigint[]): bigint {
  let greatest = 0n;
  for (const value of values) if (value > greatest) greatest = value;
  return greatest;
}

function readLastColumnId(reading: Reading, json: JsonObject, current: SchemaIndex): number {
  const used = Math.max(0, ...current.byId.keys());
  const stated = readInt(reading, json, 'last-column-id', '');
  if (stated === undefined) {
    noteMissing(reading, 'last-column-id', `The greatest field id, ${used}, is taken.`);
  } else if (stated < used) {
    const message = `last-column-id is ${stated}, and the current schema has the field id ${used}.`;
    note(reading, 'last-column-id-low', 'last-column-id', message);
  }
  return stated ?? used;
}

function readLastPartitionId(
  reading: Reading,
  json: JsonObject,
  version: number,
  specs: readonly PartitionSpec[],
): number {
  const stated = readInt(reading, json, 'last-partition-id', '');
  if (stated !== undefined) return stated;
  const used = Math.max(NO_PARTITION_ID, ...specs.flatMap((s) => s.fields.map((f) => f.fieldId)));
  if (version > 1)
    noteMissing(reading, 'last-partition-id', `The greatest field id, ${used}, is taken.`);
  return used;
}

/** B158: none is spelt −1, null, or not at all. A ref `main` without it stands in for it. */
function readCurrentSnapshotId(
  reading: Reading,
  json: JsonObject,
  refs: readonly SnapshotRef[] | undefined,
  snapshots: readonly Snapshot[],
): bigint | undefined {
  const stated = readLong(reading, json, 'current-snapshot-id', '');
  if (stated !== undefined && stated !== -1n) return stated;
  const main = refs?.find((ref) => ref.name === 'main')?.snapshotId;
  if (main === undefined) return undefined;
  note(
    reading,
    'current-snapshot-from-main',
    'current-snapshot-id',
    `There is no current-snapshot-id, and the ref main is snapshot ${main}.`,
  );
  return snapshots.some((snapshot) => snapshot.snapshotId === main) ? main : undefined;
}

/** MD-16. */
function mainOf(currentSnapshotId: bigint | undefined): readonly SnapshotRef[] {
  return currentSnapshotId === undefined
    ? []
    : [{ name: 'main', type: 'branch', snapshotId: currentSnapshotId }];
}

function readNextRowId(reading: Reading, json: JsonObject, version: number): bigint | undefined {
  if (version < 3) return undefined;
  const nextRowId = readLong(reading, json, 'next-row-id', '');
  if (nextRowId === undefined)
    noteMissing(reading, 'next-row-id', 'Row ids of the next commit are not known.');
  return nextRowId;
}
