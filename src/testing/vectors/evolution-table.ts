/**
 * The table that the vectors of section 10 change, kept as the text of its metadata as the reference keeps it: each commit
 * writes a file and reads it again. Changes of the schema are not the core's, so they are made here.
 */

import { parseJson, printJson } from '../../base/json.ts';
import { evolve } from '../../evolution/evolve.ts';
import { changedMetadataJson } from '../../evolution/metadata-json.ts';
import { type Refusal, refusal } from '../../evolution/refusal.ts';
import { refuseFields, refuseNames } from '../../evolution/spec-rules.ts';
import type { SpecStep, SpecUpdate } from '../../evolution/update-spec.ts';
import { isObject } from '../../metadata/json-reader.ts';
import type { TableMetadata } from '../../metadata/records.ts';
import { currentSchema } from '../../metadata/snapshots.ts';
import { tableMetadataFromJson } from '../../metadata/table-metadata.ts';
import { parseTransform } from '../../transforms/transform.ts';
import { isPrimitive, parsePrimitiveType, schemaToJson } from '../../types/parse-type.ts';
import { isPromotion } from '../../types/promote.ts';
import { indexSchema } from '../../types/schema.ts';
import type { NestedField, PrimitiveType } from '../../types/type.ts';
import type { VectorLine } from './lines.ts';

/** One step of the vectors, one key each but for `add`. */
export type Op = Readonly<Record<string, unknown>>;

/** The reference's clock in the vectors. */
const NOW = 1_700_000_000_000n;

export interface VectorTable {
  readonly json: Readonly<Record<string, unknown>>;
  readonly metadata: TableMetadata;
  /** Metadata files written. */
  readonly version: number;
}

export function startTable(line: VectorLine): VectorTable {
  const formatVersion = Number(line.formatVersion);
  const isV1 = formatVersion === 1;
  const { spec, schema } = line as unknown as {
    spec: { readonly fields: readonly unknown[] };
    schema: Readonly<Record<string, unknown>>;
  };
  const json = {
    'format-version': formatVersion,
    'table-uuid': '00000000-0000-4000-8000-000000000001',
    location: 's3://lake/t',
    ...(isV1 ? {} : { 'last-sequence-number': 0 }),
    'last-updated-ms': NOW,
    'last-column-id': 14,
    ...(isV1 ? { schema } : {}),
    'current-schema-id': 0,
    schemas: [schema],
    ...(isV1 ? { 'partition-spec': spec.fields } : {}),
    'default-spec-id': 0,
    'partition-specs': [spec],
    'last-partition-id': line.lastPartitionId,
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    properties: { 'write.parquet.compression-codec': 'zstd' },
    'current-snapshot-id': formatVersion < 3 ? -1 : null,
    ...(formatVersion < 3 ? {} : { 'next-row-id': 0 }),
    refs: {},
    snapshots: [],
    statistics: [],
    'partition-statistics': [],
    'snapshot-log': [],
    'metadata-log': [],
  };
  return written(json, 1);
}

/** By way of its text. */
function written(json: unknown, version: number): VectorTable {
  const read = parseJson(printJson(json), 'table');
  if (!isObject(read)) throw new Error('No metadata');
  return { json: read, metadata: tableMetadataFromJson(read, 'table').metadata, version };
}

/** The table after a commit, or why it is refused; `step` undefined: at the commit. */
export function commit(table: VectorTable, ops: readonly Op[]): VectorTable | Refusal {
  const [first] = ops;
  const key = first === undefined ? '' : (Object.keys(first)[0] ?? '');
  if (key.endsWith('Column')) return changeSchema(table, ops);
  if (key === 'setDefaultSpec') return setDefault(table, Number(first?.[key]));
  if (key === 'cleanExpiredMetadata') return clean(table);
  const evolved = evolve(table.metadata, updateOf(ops));
  if ('code' in evolved) {
    // Our steps leave the switches out.
    const steps = ops.flatMap((op, i) => (isSwitch(op) ? [] : [i]));
    return evolved.step === undefined ? evolved : { ...evolved, step: steps[evolved.step] };
  }
  if (evolved.outcome === 'unchanged') return table;
  const metadataFile = fileOf(table);
  const json = changedMetadataJson(table.json, evolved, { metadataFile, nowMs: NOW });
  return written(json, table.version + 1);
}

function fileOf({ version }: VectorTable): string {
  return `s3://lake/t/metadata/${String(version).padStart(5, '0')}.metadata.json`;
}

function isSwitch(op: Op): boolean {
  return 'caseSensitive' in op || 'nonDefault' in op;
}

function updateOf(ops: readonly Op[]): SpecUpdate {
  return {
    steps: ops.filter((op) => !isSwitch(op)).map(stepOf),
    caseSensitive: !ops.some((op) => op.caseSensitive === false),
    isNonDefault: ops.some((op) => op.nonDefault === true),
  };
}

export function stepOf(op: Op): SpecStep {
  if (typeof op.add === 'string') {
    const name = typeof op.name === 'string' ? op.name : undefined;
    return { kind: 'add', term: termOf(op.add), name };
  }
  if (typeof op.remove === 'string') return { kind: 'remove', name: op.remove };
  if (typeof op.removeTerm === 'string') {
    return { kind: 'removeTerm', term: termOf(op.removeTerm) };
  }
  const [from, to] = op.rename as readonly [string, string];
  return { kind: 'rename', from, to };
}

function termOf(text: string) {
  const match = /^(.*?)\((.*)\)$/.exec(text);
  return match === null
    ? { transform: { kind: 'identity' } as const, column: text, isBare: true }
    : { transform: parseTransform(match[1] ?? ''), column: match[2] ?? '' };
}

function next(table: VectorTable, changes: Readonly<Record<string, unknown>>): VectorTable {
  const log = table.json['metadata-log'] as readonly unknown[];
  const entry = { 'timestamp-ms': NOW, 'metadata-file': fileOf(table) };
  const json = { ...table.json, ...changes, 'metadata-log': [...log, entry] };
  return written(json, table.version + 1);
}

function setDefault(table: VectorTable, specId: number): VectorTable | Refusal {
  const spec = table.metadata.partitionSpecs.find((candidate) => candidate.specId === specId);
  if (spec === undefined) return refusal('source-missing', `No spec ${specId}`);
  if (specId === table.metadata.defaultSpecId) return table;
  const { fields } = (table.json['partition-specs'] as { fields: unknown }[])[
    table.metadata.partitionSpecs.indexOf(spec)
  ] as { fields: unknown };
  const old = table.metadata.formatVersion === 1 ? { 'partition-spec': fields } : {};
  return next(table, { 'default-spec-id': specId, ...old });
}

/** Without snapshots only what is current is in use. */
function clean(table: VectorTable): VectorTable {
  const { metadata, json } = table;
  const specs = json['partition-specs'] as readonly Readonly<Record<string, unknown>>[];
  const schemas = json.schemas as readonly Readonly<Record<string, unknown>>[];
  return next(table, {
    'partition-specs': specs.filter((spec) => spec['spec-id'] === metadata.defaultSpecId),
    schemas: schemas.filter((schema) => schema['schema-id'] === metadata.currentSchemaId),
  });
}

function changeSchema(table: VectorTable, ops: readonly Op[]): VectorTable | Refusal {
  const { metadata } = table;
  let fields = currentSchema(metadata).fields;
  let lastColumnId = metadata.lastColumnId;
  for (const [step, op] of ops.entries()) {
    if (typeof op.addColumn === 'object') {
      const [name, type] = op.addColumn as readonly [string, string];
      lastColumnId++;
      fields = [...fields, { id: lastColumnId, name, required: false, type: typeOf(type) }];
    } else {
      const changed = changeColumn(fields, op);
      if ('code' in changed) return { ...changed, step };
      fields = changed;
    }
  }
  return withSchema(table, fields, lastColumnId);
}

function typeOf(text: string): PrimitiveType {
  const type = parsePrimitiveType(text);
  if (type === undefined) throw new Error(`No type ${text}`);
  return type;
}

type Fields = readonly NestedField[];

/** Drops, renames or widens the column that `op` names. */
function changeColumn(fields: Fields, op: Op): Fields | Refusal {
  const [name, to] = [op.dropColumn, op.renameColumn, op.updateColumn]
    .filter((value) => value !== undefined)
    .flat() as [string, string?];
  const [head = '', ...rest] = name.split('.');
  const index = fields.findIndex((field) => field.name === head);
  const field = fields[index];
  if (field === undefined) return refusal('unknown-column', `No column ${name}`);
  if (rest.length > 0) {
    if (field.type.kind !== 'struct') return refusal('unknown-column', `No column ${name}`);
    const key = Object.keys(op)[0] ?? '';
    const below = to === undefined ? rest.join('.') : [rest.join('.'), to];
    const inner = changeColumn(field.type.fields, { [key]: below });
    if ('code' in inner) return inner;
    return fields.with(index, { ...field, type: { kind: 'struct', fields: inner } });
  }
  if (op.dropColumn !== undefined) return fields.filter((_, i) => i !== index);
  if (op.renameColumn !== undefined) return fields.with(index, { ...field, name: to ?? '' });
  const type = typeOf(to ?? '');
  // Section 16, TY-3: the reference refuses date → timestamp.
  const widens =
    isPrimitive(field.type) && field.type.kind !== 'date' && isPromotion(field.type, type);
  return widens
    ? fields.with(index, { ...field, type })
    : refusal('transform-not-on-type', `No promotion of ${name}`);
}

function withSchema(
  table: VectorTable,
  fields: Fields,
  lastColumnId: number,
): VectorTable | Refusal {
  const { metadata, json } = table;
  const schemaId = Math.max(...metadata.schemas.map((schema) => schema.schemaId)) + 1;
  const schema = { schemaId, identifierFieldIds: [], fields };
  const index = indexSchema(schema);
  for (const spec of metadata.partitionSpecs) {
    const isDefault = spec.specId === metadata.defaultSpecId;
    const refused = (isDefault ? refuseFields : refuseNames)(spec.fields, index);
    if (refused !== undefined) return refused;
  }
  const schemaJson = schemaToJson(schema);
  return next(table, {
    'last-column-id': lastColumnId,
    ...(metadata.formatVersion === 1 ? { schema: schemaJson } : {}),
    'current-schema-id': schemaId,
    schemas: [...(json.schemas as readonly unknown[]), schemaJson],
  });
}
