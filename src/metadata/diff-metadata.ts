/** What one metadata file says that another does not, part by part in the format's own names. */
import { printJson } from '../base/json.ts';
import { printTransform } from '../transforms/transform.ts';
import { printType } from '../types/parse-type.ts';
import { formatTimestampMicros } from '../types/time.ts';
import type { NestedField, Schema } from '../types/type.ts';
import type {
  PartitionField,
  PartitionSpec,
  Snapshot,
  SnapshotRef,
  SortOrder,
  StatisticsFile,
  TableMetadata,
} from './records.ts';

export interface MetadataChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** `partition-specs`, `3`, `1002`: the field of the metadata, then keys: ids, names, times. */
  readonly path: readonly string[];
  /** One line each; undefined where it is not there. */
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A part of the metadata: one line, and what is compared instead where both sides have parts. */
interface Part {
  readonly text: string;
  readonly parts?: ReadonlyMap<string, Part>;
}

/** Changes in the order of the format's specification. Items of lists are the same by their id, name or time. */
export function diffMetadata(a: TableMetadata, b: TableMetadata): readonly MetadataChange[] {
  const changes: MetadataChange[] = [];
  compare(metadataParts(a), metadataParts(b), [], changes);
  return changes;
}

function compare(
  a: ReadonlyMap<string, Part>,
  b: ReadonlyMap<string, Part>,
  path: readonly string[],
  into: MetadataChange[],
): void {
  for (const key of new Set([...b.keys(), ...a.keys()])) {
    const [before, after] = [a.get(key), b.get(key)];
    const own = [...path, key];
    if (before?.parts !== undefined && after?.parts !== undefined) {
      compare(before.parts, after.parts, own, into);
    } else if (before?.text !== after?.text) {
      const kind = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
      into.push({ kind, path: own, before: before?.text, after: after?.text });
    }
  }
}

/** undefined = absent, which makes no part. */
function leaves(
  entries: Readonly<Record<string, string | number | bigint | boolean | undefined>>,
): [string, Part][] {
  return Object.entries(entries).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, { text: String(value) }] satisfies [string, Part]],
  );
}

function keyed<Item>(
  items: readonly Item[],
  key: (item: Item) => string | number | bigint,
  part: (item: Item) => Part,
): Part {
  const parts = new Map(items.map((item) => [String(key(item)), part(item)]));
  return { text: `${items.length}`, parts };
}

function metadataParts(m: TableMetadata): ReadonlyMap<string, Part> {
  return new Map([
    ...leaves({
      'format-version': m.formatVersion,
      'table-uuid': m.tableUuid,
      location: m.location,
      'last-sequence-number': m.lastSequenceNumber,
      'last-updated-ms': m.lastUpdatedMs,
      'last-column-id': m.lastColumnId,
    }),
    ['schemas', schemasPart(m.schemas)],
    ...leaves({ 'current-schema-id': m.currentSchemaId }),
    ['partition-specs', keyed(m.partitionSpecs, (s) => s.specId, specPart)],
    ...leaves({ 'default-spec-id': m.defaultSpecId, 'last-partition-id': m.lastPartitionId }),
    [
      'properties',
      keyed(
        Object.entries(m.properties),
        ([k]) => k,
        ([, text]) => ({ text }),
      ),
    ],
    ...leaves({ 'current-snapshot-id': m.currentSnapshotId }),
    ['snapshots', keyed(m.snapshots, (s) => s.snapshotId, snapshotPart)],
    [
      'snapshot-log',
      keyed(
        m.snapshotLog,
        (e) => e.timestampMs,
        (e) => ({ text: `${e.snapshotId}` }),
      ),
    ],
    [
      'metadata-log',
      keyed(
        m.metadataLog,
        (e) => e.timestampMs,
        (e) => ({ text: e.metadataFile }),
      ),
    ],
    ['sort-orders', keyed(m.sortOrders, (o) => o.orderId, sortOrderPart)],
    ...leaves({ 'default-sort-order-id': m.defaultSortOrderId }),
    ['refs', keyed(m.refs, (r) => r.name, refPart)],
    ['statistics', keyed(m.statistics, (s) => s.snapshotId, statisticsPart)],
    ['partition-statistics', keyed(m.partitionStatistics, (s) => s.snapshotId, statisticsPart)],
    ...leaves({ 'next-row-id': m.nextRowId }),
  ]);
}

/** A schema that comes new is told by what changed from the one before, since most of it did not. */
function schemasPart(schemas: readonly Schema[]): Part {
  const parts = schemas.map((schema, i): [string, Part] => {
    const part = schemaPart(schema);
    const before = schemas[i - 1];
    const text =
      before === undefined ? part.text : (changeText(schemaPart(before), part) ?? part.text);
    return [String(schema.schemaId), { ...part, text }];
  });
  return { text: `${schemas.length}`, parts: new Map(parts) };
}

/** `2: ts timestamp → event_ts timestamp, 3: dropped`; undefined where nothing differs. */
function changeText(a: Part, b: Part): string | undefined {
  const changes: MetadataChange[] = [];
  compare(a.parts ?? new Map(), b.parts ?? new Map(), [], changes);
  const words = changes.map(({ path, before, after }) => {
    if (before === undefined) return `${path[0]}: + ${after}`;
    return after === undefined ? `${path[0]}: − ${before}` : `${path[0]}: ${before} → ${after}`;
  });
  return words.length === 0 ? undefined : words.join(', ');
}

function schemaPart({ fields, identifierFieldIds }: Schema): Part {
  const parts = new Map<string, Part>(fields.map((field) => [String(field.id), fieldPart(field)]));
  if (identifierFieldIds.length > 0) {
    parts.set('identifier-field-ids', { text: identifierFieldIds.join(', ') });
  }
  return { text: fields.map(({ name }) => name).join(', '), parts };
}

function fieldPart({ name, type, required, doc, initialDefault, writeDefault }: NestedField): Part {
  const extra = [
    ...(required ? ['required'] : []),
    ...(initialDefault === undefined ? [] : [`initial-default ${printJson(initialDefault)}`]),
    ...(writeDefault === undefined ? [] : [`write-default ${printJson(writeDefault)}`]),
    ...(doc === undefined ? [] : [`doc ${printJson(doc)}`]),
  ];
  return { text: [`${name} ${printType(type)}`, ...extra].join(', ') };
}

function partitionField({ name, transform, sourceIds }: PartitionField): string {
  return `${name} = ${printTransform(transform)}(${sourceIds.join(', ')})`;
}

function specPart({ fields }: PartitionSpec): Part {
  const part = keyed(
    fields,
    (field) => field.fieldId,
    (field) => ({ text: partitionField(field) }),
  );
  const text = fields.map(partitionField).join(', ');
  return { ...part, text: text === '' ? 'unpartitioned' : text };
}

function timeText(ms: bigint): string {
  return formatTimestampMicros(ms * 1000n).replace('T', ' ');
}

function snapshotPart(s: Snapshot): Part {
  const parts = new Map([
    ...leaves({
      'parent-snapshot-id': s.parentSnapshotId,
      'sequence-number': s.sequenceNumber,
      'timestamp-ms': s.timestampMs,
      'manifest-list': s.manifestList,
      'schema-id': s.schemaId,
    }),
    ...leaves(s.summary).map(([key, part]): [string, Part] => [`summary.${key}`, part]),
  ]);
  return { text: `${s.operation ?? 'unknown'} at ${timeText(s.timestampMs)}`, parts };
}

function sortOrderPart({ fields }: SortOrder): Part {
  const words = fields.map(({ transform, sourceIds, direction, nullOrder }) => {
    const term = `${printTransform(transform)}(${sourceIds.join(', ')})`;
    return `${term} ${direction} ${nullOrder}`;
  });
  return { text: words.length === 0 ? 'unsorted' : words.join(', ') };
}

function refPart(ref: SnapshotRef): Part {
  const limits = [
    ['min-snapshots-to-keep', ref.minSnapshotsToKeep],
    ['max-snapshot-age-ms', ref.maxSnapshotAgeMs],
    ['max-ref-age-ms', ref.maxRefAgeMs],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  return { text: [`${ref.type} at ${ref.snapshotId}`, ...limits].join(', ') };
}

function statisticsPart({ statisticsPath, fileSizeInBytes }: StatisticsFile): Part {
  return { text: `${statisticsPath}, ${fileSizeInBytes} bytes` };
}
