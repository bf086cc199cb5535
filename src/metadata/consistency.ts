/** Checks between the parts of a table's metadata: MD-14, MD-16, MD-23. All are noted, none refuses. */
import { note, type Reading } from './json-reader.ts';
import type { TableMetadata } from './records.ts';

/** Clocks of two writers may differ by this much (MD-14). */
const CLOCK_TOLERANCE_MS = 60_000n;

/** Notes what contradicts itself. `hasRefs`: the metadata records refs, they are not synthesised (MD-16). */
export function checkConsistency(reading: Reading, table: TableMetadata, hasRefs: boolean): void {
  const ids = new Set(table.snapshots.map((snapshot) => snapshot.snapshotId));
  checkSnapshots(reading, table);
  checkRefs(reading, table, ids, hasRefs);
  checkLogTimes(reading, table);
  checkLogGaps(reading, table, ids);
  checkLowIds(reading, table);
  checkStatistics(reading, table, ids);
}

function checkSnapshots(reading: Reading, table: TableMetadata): void {
  const schemaIds = new Set(table.schemas.map((schema) => schema.schemaId));
  for (const [i, snapshot] of table.snapshots.entries()) {
    const path = `snapshots[${i}]`;
    const { snapshotId, sequenceNumber, schemaId, keyId } = snapshot;
    if (sequenceNumber > table.lastSequenceNumber) {
      note(
        reading,
        'sequence-number-high',
        `${path}.sequence-number`,
        `Snapshot ${snapshotId} has sequence number ${sequenceNumber}; last-sequence-number is ${table.lastSequenceNumber}.`,
      );
    }
    if (schemaId !== undefined && !schemaIds.has(schemaId)) {
      note(
        reading,
        'snapshot-schema-missing',
        `${path}.schema-id`,
        `Snapshot ${snapshotId} names schema ${schemaId}, which is not there.`,
      );
    }
    if (keyId !== undefined) {
      note(
        reading,
        'snapshot-encrypted',
        `${path}.key-id`,
        `The manifest list of snapshot ${snapshotId} is encrypted.`,
      );
    }
  }
}

function checkRefs(
  reading: Reading,
  table: TableMetadata,
  ids: ReadonlySet<bigint>,
  hasRefs: boolean,
): void {
  const current = table.currentSnapshotId;
  const main = table.refs.find((ref) => ref.name === 'main');
  if (current !== undefined && !ids.has(current)) {
    note(
      reading,
      'current-snapshot-missing',
      'current-snapshot-id',
      `current-snapshot-id is ${current}, and no such snapshot is there.`,
    );
  }
  if (!hasRefs) return;
  if (current !== undefined && main === undefined) {
    note(reading, 'main-missing', 'refs', 'The refs don’t include main.');
  }
  if (main !== undefined && current !== undefined && main.snapshotId !== current) {
    note(
      reading,
      'main-differs',
      'refs.main',
      `The ref main is snapshot ${main.snapshotId}; current-snapshot-id is ${current}.`,
    );
  }
  for (const ref of table.refs) {
    if (ids.has(ref.snapshotId)) continue;
    note(
      reading,
      'ref-snapshot-missing',
      `refs.${ref.name}`,
      `The ref ${ref.name} is snapshot ${ref.snapshotId}, which is not there.`,
    );
  }
}

function checkLogTimes(reading: Reading, table: TableMetadata): void {
  const logs = [
    ['snapshot-log', table.snapshotLog],
    ['metadata-log', table.metadataLog],
  ] as const;
  for (const [path, log] of logs) {
    let last: bigint | undefined;
    for (const [i, { timestampMs }] of log.entries()) {
      if (last !== undefined && last - timestampMs > CLOCK_TOLERANCE_MS) {
        const back = (last - timestampMs) / 1000n;
        note(
          reading,
          'log-out-of-order',
          `${path}[${i}]`,
          `The log goes ${back} seconds back in time.`,
        );
      }
      last = timestampMs;
    }
    if (last !== undefined && last - table.lastUpdatedMs > CLOCK_TOLERANCE_MS) {
      const after = (last - table.lastUpdatedMs) / 1000n;
      note(
        reading,
        'log-after-update',
        path,
        `The last entry is ${after} seconds after last-updated-ms.`,
      );
    }
  }
}

/** MD-23: expired snapshots may stand only before the oldest one that is kept. */
function checkLogGaps(reading: Reading, table: TableMetadata, ids: ReadonlySet<bigint>): void {
  const oldest = table.snapshotLog.findIndex((entry) => ids.has(entry.snapshotId));
  if (oldest < 0) return;
  const gone = new Set<bigint>();
  for (const [i, { snapshotId }] of table.snapshotLog.entries()) {
    if (i < oldest || ids.has(snapshotId) || gone.has(snapshotId)) continue;
    gone.add(snapshotId);
    note(
      reading,
      'snapshot-log-gap',
      `snapshot-log[${i}]`,
      `Snapshot ${snapshotId} was current, and is gone, though older ones are kept.`,
    );
  }
}

function checkLowIds(reading: Reading, table: TableMetadata): void {
  const { lastPartitionId, partitionSpecs } = table;
  const used = Math.max(0, ...partitionSpecs.flatMap((spec) => spec.fields.map((f) => f.fieldId)));
  if (used > lastPartitionId) {
    note(
      reading,
      'last-partition-id-low',
      'last-partition-id',
      `last-partition-id is ${lastPartitionId}, and a spec has the field id ${used}.`,
    );
  }
}

function checkStatistics(reading: Reading, table: TableMetadata, ids: ReadonlySet<bigint>): void {
  const files = [
    ['statistics', table.statistics],
    ['partition-statistics', table.partitionStatistics],
  ] as const;
  for (const [path, list] of files) {
    for (const [i, { snapshotId }] of list.entries()) {
      if (ids.has(snapshotId)) continue;
      note(
        reading,
        'statistics-stale',
        `${path}[${i}]`,
        `A statistics file belongs to snapshot ${snapshotId}, which is gone.`,
      );
    }
  }
}
