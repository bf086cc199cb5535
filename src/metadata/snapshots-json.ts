/** Snapshots, logs, refs, statistics and keys of a table's metadata: rules.md 1.4. */
import {
  isObject,
  type JsonObject,
  join,
  note,
  noteMissing,
  type Reading,
  readInt,
  readList,
  readLong,
  readObject,
  readText,
  readTextMap,
} from './json-reader.ts';
import type {
  MetadataLogEntry,
  Snapshot,
  SnapshotLogEntry,
  SnapshotRef,
  StatisticsFile,
} from './records.ts';
import { isNew } from './schemas-json.ts';

/** v1 tables and older files know no sequence numbers. */
const INITIAL_SEQUENCE_NUMBER = 0n;

/**
 * @param log for the time of a snapshot that records none.
 * @throws IcecoreError invalid-data for two different snapshots of one id (MD-12).
 */
export function readSnapshots(
  reading: Reading,
  table: JsonObject,
  log: readonly SnapshotLogEntry[],
): readonly Snapshot[] {
  const snapshots: Snapshot[] = [];
  const seen = new Map<bigint, unknown>();
  for (const [i, json] of readList(reading, table, 'snapshots', '').entries()) {
    const path = `snapshots[${i}]`;
    const snapshot = readSnapshot(reading, json, path, log);
    if (snapshot === undefined) continue;
    if (isNew(reading, seen, snapshot.snapshotId, json, path, 'snapshot')) snapshots.push(snapshot);
  }
  return snapshots;
}

function readSnapshot(
  reading: Reading,
  json: unknown,
  path: string,
  log: readonly SnapshotLogEntry[],
): Snapshot | undefined {
  const snapshotId = isObject(json) ? readLong(reading, json, 'snapshot-id', path) : undefined;
  if (!isObject(json) || snapshotId === undefined) {
    note(reading, 'snapshot-unreadable', path, 'A snapshot has no id.');
    return undefined;
  }
  return {
    snapshotId,
    parentSnapshotId: readLong(reading, json, 'parent-snapshot-id', path),
    sequenceNumber: readLong(reading, json, 'sequence-number', path) ?? INITIAL_SEQUENCE_NUMBER,
    timestampMs: timeOf(reading, json, path, snapshotId, log),
    ...readManifests(reading, json, path, snapshotId),
    ...readSummary(reading, json, path, snapshotId),
    schemaId: readInt(reading, json, 'schema-id', path),
    ...readRowIds(reading, json, path),
    keyId: readText(reading, json, 'key-id', path),
  };
}

function timeOf(
  reading: Reading,
  json: JsonObject,
  path: string,
  snapshotId: bigint,
  log: readonly SnapshotLogEntry[],
): bigint {
  const time = readLong(reading, json, 'timestamp-ms', path);
  if (time !== undefined) return time;
  const logged = log.find((entry) => entry.snapshotId === snapshotId)?.timestampMs;
  const assumed =
    logged === undefined ? '1970 is taken for it' : 'the snapshot log’s time is taken';
  noteMissing(reading, join(path, 'timestamp-ms'), `For snapshot ${snapshotId} ${assumed}.`);
  return logged ?? 0n;
}

function readManifests(
  reading: Reading,
  json: JsonObject,
  path: string,
  snapshotId: bigint,
): Pick<Snapshot, 'manifestList' | 'manifests'> {
  const manifestList = readText(reading, json, 'manifest-list', path);
  const at = join(path, 'manifests');
  if (manifestList !== undefined) {
    if ('manifests' in json) {
      note(
        reading,
        'manifests-beside-list',
        at,
        `Snapshot ${snapshotId} names manifests beside its list.`,
      );
    }
    return { manifestList };
  }
  if (!('manifests' in json)) {
    note(
      reading,
      'snapshot-without-manifest-list',
      path,
      `Snapshot ${snapshotId} names neither a manifest list nor manifests.`,
    );
    return {};
  }
  const manifests = readList(reading, json, 'manifests', path).filter((p) => typeof p === 'string');
  note(
    reading,
    'manifests-in-metadata',
    at,
    `Snapshot ${snapshotId} has no manifest list, only ${manifests.length === 1 ? 'the path of one manifest' : `the paths of ${manifests.length} manifests`}.`,
  );
  return { manifests };
}

/** MD-20: no summary, or an empty one, leaves the operation unknown; one without `operation` is an overwrite. */
function readSummary(
  reading: Reading,
  json: JsonObject,
  path: string,
  snapshotId: bigint,
): Pick<Snapshot, 'summary' | 'operation'> {
  const at = join(path, 'summary');
  const object = readObject(reading, json, 'summary', path) ?? {};
  const { operation, ...summary } = readTextMap(reading, object, at);
  if (operation === undefined && Object.keys(object).length > 0) {
    note(
      reading,
      'operation-missing',
      at,
      `The summary of snapshot ${snapshotId} names no operation.`,
    );
    return { operation: 'overwrite', summary };
  }
  return { operation, summary };
}

function readRowIds(
  reading: Reading,
  json: JsonObject,
  path: string,
): Pick<Snapshot, 'firstRowId' | 'addedRows'> {
  const firstRowId = readLong(reading, json, 'first-row-id', path);
  const addedRows = readLong(reading, json, 'added-rows', path);
  if (firstRowId === undefined) return {};
  if (firstRowId < 0n || addedRows === undefined || addedRows < 0n) {
    const rows = addedRows ?? 'not recorded';
    note(
      reading,
      'row-ids-invalid',
      path,
      `first-row-id is ${firstRowId} and added-rows is ${rows}; both must be recorded and not negative.`,
    );
    return {};
  }
  return { firstRowId, addedRows };
}

/** MD-23. An entry that lacks its time or its snapshot is left out and noted. */
export function readSnapshotLog(reading: Reading, table: JsonObject): readonly SnapshotLogEntry[] {
  return readList(reading, table, 'snapshot-log', '').flatMap((json, i) => {
    const path = `snapshot-log[${i}]`;
    if (!isObject(json)) return notedEntry(reading, path);
    const timestampMs = readLong(reading, json, 'timestamp-ms', path);
    const snapshotId = readLong(reading, json, 'snapshot-id', path);
    if (timestampMs === undefined || snapshotId === undefined) return notedEntry(reading, path);
    return [{ timestampMs, snapshotId }];
  });
}

/** MD-24. */
export function readMetadataLog(reading: Reading, table: JsonObject): readonly MetadataLogEntry[] {
  return readList(reading, table, 'metadata-log', '').flatMap((json, i) => {
    const path = `metadata-log[${i}]`;
    if (!isObject(json)) return notedEntry(reading, path);
    const timestampMs = readLong(reading, json, 'timestamp-ms', path);
    const metadataFile = readText(reading, json, 'metadata-file', path);
    if (timestampMs === undefined || metadataFile === undefined) return notedEntry(reading, path);
    return [{ timestampMs, metadataFile }];
  });
}

function notedEntry(reading: Reading, path: string): [] {
  note(
    reading,
    'field-missing',
    path,
    'A log entry lacks one of its two fields.',
    'It is left out.',
  );
  return [];
}

const REF_TYPES: ReadonlyMap<string, SnapshotRef['type']> = new Map([
  ['branch', 'branch'],
  ['tag', 'tag'],
]);

/** MD-25; undefined where the metadata has no `refs` at all (MD-16). */
export function readRefs(reading: Reading, table: JsonObject): readonly SnapshotRef[] | undefined {
  const object = readObject(reading, table, 'refs', '');
  if (object === undefined) return undefined;
  return Object.entries(object).flatMap(([name, json]) => {
    const ref = readRef(reading, name, json);
    return ref === undefined ? [] : [ref];
  });
}

function readRef(reading: Reading, name: string, json: unknown): SnapshotRef | undefined {
  const path = `refs.${name}`;
  const object = isObject(json) ? json : {};
  const snapshotId = readLong(reading, object, 'snapshot-id', path);
  const typeText = readText(reading, object, 'type', path);
  const type = REF_TYPES.get(typeText?.toLowerCase() ?? '');
  if (snapshotId === undefined || type === undefined) {
    const why =
      snapshotId === undefined ? 'names no snapshot' : `has the type ${typeText ?? 'none'}`;
    note(reading, 'ref-unreadable', path, `The ref ${name} ${why}.`);
    return undefined;
  }
  return { name, type, snapshotId, ...readRetention(reading, object, path, name, type) };
}

function readRetention(
  reading: Reading,
  json: JsonObject,
  path: string,
  name: string,
  type: SnapshotRef['type'],
): Pick<SnapshotRef, 'minSnapshotsToKeep' | 'maxSnapshotAgeMs' | 'maxRefAgeMs'> {
  const read = (key: string, branchesOnly: boolean): bigint | undefined => {
    const value = readLong(reading, json, key, path);
    if (value === undefined) return undefined;
    if (value > 0n && !(branchesOnly && type === 'tag')) return value;
    const why = value > 0n ? 'a tag can’t have it' : 'it must be greater than 0';
    note(
      reading,
      'ref-retention-invalid',
      join(path, key),
      `${key} of the ref ${name} is ${value}: ${why}.`,
    );
    return undefined;
  };
  return {
    minSnapshotsToKeep: read('min-snapshots-to-keep', true),
    maxSnapshotAgeMs: read('max-snapshot-age-ms', true),
    maxRefAgeMs: read('max-ref-age-ms', false),
  };
}

/** MD-26, MD-27: for display only. */
export function readStatistics(
  reading: Reading,
  table: JsonObject,
  key: 'statistics' | 'partition-statistics',
): readonly StatisticsFile[] {
  return readList(reading, table, key, '').flatMap((json, i) => {
    const path = `${key}[${i}]`;
    const object = isObject(json) ? json : {};
    const snapshotId = readLong(reading, object, 'snapshot-id', path);
    const statisticsPath = readText(reading, object, 'statistics-path', path);
    const fileSizeInBytes = readLong(reading, object, 'file-size-in-bytes', path);
    if (snapshotId === undefined || statisticsPath === undefined || fileSizeInBytes === undefined) {
      note(
        reading,
        'statistics-unreadable',
        path,
        'A statistics file lacks its snapshot, path or size.',
      );
      return [];
    }
    const file = { snapshotId, statisticsPath, fileSizeInBytes };
    const distinctValues = readDistinctValues(object);
    return [distinctValues.length === 0 ? file : { ...file, distinctValues }];
  });
}

/** The blobs' metadata holds what a planner needs of a theta sketch: `ndv`. What else there is does not matter here. */
function readDistinctValues(file: JsonObject): readonly (readonly [number, number])[] {
  const blobs = Array.isArray(file['blob-metadata']) ? file['blob-metadata'] : [];
  return blobs.filter(isObject).flatMap((blob) => {
    const { type, fields, properties } = blob;
    const ndv = isObject(properties) ? properties.ndv : undefined;
    const [fieldId] = Array.isArray(fields) && fields.length === 1 ? fields : [];
    const isNumber = typeof ndv === 'string' && /^\d{1,15}$/.test(ndv);
    return type === THETA_SKETCH && typeof fieldId === 'number' && isNumber
      ? [[fieldId, Number(ndv)] as const]
      : [];
  });
}

const THETA_SKETCH = 'apache-datasketches-theta-v1';

/** MD-28: keys are not used, but one that others can't read is worth a word. */
export function checkEncryptionKeys(reading: Reading, table: JsonObject): void {
  for (const [i, json] of readList(reading, table, 'encryption-keys', '').entries()) {
    const object = isObject(json) ? json : {};
    if (
      typeof object['key-id'] === 'string' &&
      typeof object['encrypted-key-metadata'] === 'string'
    )
      continue;
    note(
      reading,
      'encryption-key-unreadable',
      `encryption-keys[${i}]`,
      'An encryption key lacks key-id or encrypted-key-metadata.',
    );
  }
}
