import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IcecoreError } from '../base/errors.ts';
import { corpusFolder } from '../testing/shared.ts';
import { printTransform } from '../transforms/transform.ts';
import { indexSchema } from '../types/schema.ts';
import { bindSpec } from './bound-spec.ts';
import type { PartitionSpec, Snapshot, SnapshotRef, TableMetadata } from './records.ts';
import { currentSchema } from './snapshots.ts';
import { javaRefuses, parseTableMetadata } from './table-metadata.ts';

interface Line {
  readonly name: string;
  readonly metadata: string;
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

const lines = JSON.parse(
  readFileSync(join(corpusFolder(), 'vectors/metadata.json'), 'utf8'),
) as readonly Line[];

/** The reference refuses, we can't tell: a lossless reader of values doesn't keep that 5 was written `5.0`. */
const NOT_TOLD = new Set(['snapshot-id-fraction']);

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

async function open(line: Line) {
  try {
    return await parseTableMetadata(new TextEncoder().encode(line.metadata), 'm.metadata.json');
  } catch (error) {
    if (error instanceof IcecoreError) return error;
    throw error;
  }
}

describe('the reference on metadata', () => {
  it.each(lines.filter((line) => line.facts !== undefined))(
    'loads $name: equal facts',
    async (line) => {
      const opened = await open(line);
      if (opened instanceof IcecoreError) throw opened;
      // Keys are not used by planning, so the record does not hold them.
      const { encryptionKeys: _, ...facts } = line.facts ?? {};
      expect(factsOf(opened.metadata)).toEqual(facts);
      expect(javaRefuses(opened.problems), JSON.stringify(opened.problems)).toBe(false);
    },
  );

  it.each(lines.filter((line) => line.error !== undefined))('refuses $name', async (line) => {
    const opened = await open(line);
    const refused = opened instanceof IcecoreError || javaRefuses(opened.problems);
    expect(refused).toBe(!NOT_TOLD.has(line.name));
  });
});
