/** `metadata.json`: what a metadata file says, or that it is refused (section 1). */
import { utf8 } from '../../base/bytes.ts';
import { IcecoreError } from '../../base/errors.ts';
import { bindSpec } from '../../metadata/bound-spec.ts';
import type {
  PartitionSpec,
  Snapshot,
  SnapshotRef,
  TableMetadata,
} from '../../metadata/records.ts';
import { currentSchema } from '../../metadata/snapshots.ts';
import { javaRefuses, parseTableMetadata } from '../../metadata/table-metadata.ts';
import { printTransform } from '../../transforms/transform.ts';
import { indexSchema } from '../../types/schema.ts';
import { differs, type FileChecks, type VectorLine } from './lines.ts';

function text(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function present(entries: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

function specFacts(spec: PartitionSpec) {
  return {
    'spec-id': spec.specId,
    fields: spec.fields.map((field) => ({
      name: field.name,
      transform: printTransform(field.transform),
      'source-id': field.sourceIds[0],
      'field-id': field.fieldId,
    })),
  };
}

function snapshotFacts(snapshot: Snapshot) {
  return present({
    id: text(snapshot.snapshotId),
    parent: text(snapshot.parentSnapshotId),
    sequenceNumber: text(snapshot.sequenceNumber),
    timestampMs: text(snapshot.timestampMs),
    schemaId: snapshot.schemaId,
    operation: snapshot.operation,
    manifestList: snapshot.manifestList,
    firstRowId: text(snapshot.firstRowId),
    addedRows: text(snapshot.addedRows),
    keyId: snapshot.keyId,
  });
}

function refFacts(ref: SnapshotRef) {
  return present({
    snapshotId: text(ref.snapshotId),
    type: ref.type,
    minSnapshotsToKeep:
      ref.minSnapshotsToKeep === undefined ? undefined : Number(ref.minSnapshotsToKeep),
    maxSnapshotAgeMs: text(ref.maxSnapshotAgeMs),
    maxRefAgeMs: text(ref.maxRefAgeMs),
  });
}

function unpartitioned(metadata: TableMetadata): boolean | undefined {
  const spec = metadata.partitionSpecs.find((s) => s.specId === metadata.defaultSpecId);
  return spec && bindSpec(spec, indexSchema(currentSchema(metadata))).isUnpartitioned;
}

function factsOf(metadata: TableMetadata) {
  return present({
    formatVersion: metadata.formatVersion,
    uuid: metadata.tableUuid,
    location: metadata.location,
    lastSequenceNumber: text(metadata.lastSequenceNumber),
    lastUpdatedMs: text(metadata.lastUpdatedMs),
    lastColumnId: metadata.lastColumnId,
    currentSchemaId: metadata.currentSchemaId,
    defaultSpecId: metadata.defaultSpecId,
    lastPartitionId: metadata.lastPartitionId,
    unpartitioned: unpartitioned(metadata),
    nextRowId: text(metadata.nextRowId ?? 0n),
    schemaIds: metadata.schemas.map((schema) => schema.schemaId),
    specs: metadata.partitionSpecs.map(specFacts),
    sortOrderIds: metadata.sortOrders.map((order) => order.orderId),
    defaultSortOrderId: metadata.defaultSortOrderId,
    currentSnapshotId: text(metadata.currentSnapshotId),
    snapshots: metadata.snapshots.map(snapshotFacts),
    refs: Object.fromEntries(metadata.refs.map((ref) => [ref.name, refFacts(ref)])),
    snapshotLog: metadata.snapshotLog.map((e) => [text(e.timestampMs), text(e.snapshotId)]),
    metadataLog: metadata.metadataLog.map((e) => [text(e.timestampMs), e.metadataFile]),
    statistics: metadata.statistics.map((s) => [text(s.snapshotId), s.statisticsPath]),
    partitionStatistics: metadata.partitionStatistics.map((s) => [
      text(s.snapshotId),
      s.statisticsPath,
    ]),
    properties: metadata.properties,
  });
}

/** Keys in order, so that equal facts are equal texts. */
function sorted(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(sorted);
  if (typeof json !== 'object' || json === null) return json;
  const entries = Object.entries(json).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, sorted(value)]));
}

async function open(line: VectorLine) {
  try {
    return await parseTableMetadata(utf8(String(line.metadata)), 'm.metadata.json');
  } catch (error) {
    if (error instanceof IcecoreError) return error;
    throw error;
  }
}

/** Equal facts, or a refusal; what Java refuses and we can read is opened with a Problem that says so. */
async function metadata(line: VectorLine): Promise<string | undefined> {
  const opened = await open(line);
  if (opened instanceof IcecoreError) {
    return line.facts === undefined ? undefined : `refused: ${opened.message}`;
  }
  const refused = javaRefuses(opened.problems);
  if (line.facts === undefined) return differs('refused', refused, true);
  // Keys are not used by planning, so the record does not hold them.
  const { encryptionKeys: _, ...facts } = line.facts as Record<string, unknown>;
  return (
    differs('facts', sorted(factsOf(opened.metadata)), sorted(facts)) ??
    differs('refused', refused, false)
  );
}

export const METADATA: FileChecks = () => ({ metadata });
