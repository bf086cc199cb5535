/** Types and schemas to and from JSON (MD-29…MD-31) and to the reference's text. */
import { IcecoreError } from '../base/errors.ts';
import type { NestedField, PrimitiveType, Schema, StructType, Type } from './type.ts';

const SIMPLE: ReadonlyMap<string, PrimitiveType> = new Map(
  (
    [
      'boolean',
      'int',
      'long',
      'float',
      'double',
      'date',
      'time',
      'timestamp',
      'timestamptz',
      'timestamp_ns',
      'timestamptz_ns',
      'string',
      'uuid',
      'binary',
      'unknown',
      'variant',
    ] as const
  ).map((kind) => [kind, { kind }]),
);

const FIXED = /^fixed\[\s*([0-9]+)\s*\]$/;
const DECIMAL = /^decimal\(\s*([0-9]+)\s*,\s*([0-9]+)\s*\)$/;
const GEOMETRY = /^geometry\s*(?:\(\s*([^)]*?)\s*\))?$/i;
const GEOGRAPHY = /^geography\s*(?:\(\s*([^,)]*?)\s*(?:,\s*(\w*)\s*)?\))?$/i;
const DEFAULT_CRS = 'OGC:CRS84';
const ALGORITHMS = ['spherical', 'vincenty', 'thomas', 'andoyer', 'karney'];
const INT_MAX = 2_147_483_647;

/** The primitive type of a type text, in any case and with blanks inside brackets (MD-30); undefined for no such. */
export function parsePrimitiveType(text: string): PrimitiveType | undefined {
  const lower = text.toLowerCase();
  const simple = SIMPLE.get(lower);
  if (simple !== undefined) return simple;
  const fixed = FIXED.exec(lower);
  if (fixed !== null) {
    const length = Number(fixed[1]);
    return length <= INT_MAX ? { kind: 'fixed', length } : undefined;
  }
  const decimal = DECIMAL.exec(lower);
  if (decimal !== null) return decimalType(Number(decimal[1]), Number(decimal[2]));
  const geometry = GEOMETRY.exec(text);
  if (geometry !== null) return { kind: 'geometry', crs: geometry[1] || DEFAULT_CRS };
  const geography = GEOGRAPHY.exec(text);
  if (geography === null) return undefined;
  const algorithm = (geography[2] || 'spherical').toLowerCase();
  if (!ALGORITHMS.includes(algorithm)) return undefined;
  return { kind: 'geography', crs: geography[1] || DEFAULT_CRS, algorithm };
}

function decimalType(precision: number, scale: number): PrimitiveType | undefined {
  return precision >= 1 && precision <= 38 && scale <= INT_MAX
    ? { kind: 'decimal', precision, scale }
    : undefined;
}

/**
 * A type from JSON: a text, or an object for struct, list and map. `place` names the file and the path in it.
 * Throws `invalid-data` for a malformed type, `unsupported` for a type text that we don't know.
 */
export function parseType(json: unknown, place: string): Type {
  if (typeof json === 'string') {
    const type = parsePrimitiveType(json);
    if (type !== undefined) return type;
    throw new IcecoreError('unsupported', `Unknown type ${JSON.stringify(json)}.`, {
      place,
      advice:
        'A newer version of the format may have it, or the file was altered. An earlier metadata file may still open.',
    });
  }
  const object = asObject(json, place);
  switch (object.type) {
    case 'struct':
      return parseStruct(object, place);
    case 'list':
      return {
        kind: 'list',
        elementId: integer(object, 'element-id', place),
        element: parseType(object.element, `${place}.element`),
        elementRequired: boolean(object, 'element-required', place),
      };
    case 'map':
      return {
        kind: 'map',
        keyId: integer(object, 'key-id', place),
        key: parseType(object.key, `${place}.key`),
        valueId: integer(object, 'value-id', place),
        value: parseType(object.value, `${place}.value`),
        valueRequired: boolean(object, 'value-required', place),
      };
    default:
      throw invalid(`Unknown kind of type ${JSON.stringify(object.type) ?? '(none)'}`, place);
  }
}

function parseStruct(object: Record<string, unknown>, place: string): StructType {
  const { fields } = object;
  if (!Array.isArray(fields)) throw invalid('A struct has no list of fields', place);
  return {
    kind: 'struct',
    fields: fields.map((field, i) => parseField(field, `${place}.fields[${i}]`)),
  };
}

function parseField(json: unknown, place: string): NestedField {
  const object = asObject(json, place);
  const { name, doc } = object;
  if (typeof name !== 'string') throw invalid('A field has no name', place);
  return {
    id: integer(object, 'id', place),
    name,
    required: boolean(object, 'required', place),
    type: parseType(object.type, `${place}.type`),
    ...(typeof doc === 'string' ? { doc } : {}),
    ...present('initialDefault', object['initial-default']),
    ...present('writeDefault', object['write-default']),
  };
}

function present<K extends string>(key: K, value: unknown): Partial<Record<K, unknown>> {
  return value === undefined || value === null
    ? {}
    : ({ [key]: value } as Partial<Record<K, unknown>>);
}

/**
 * A schema from JSON. A missing schema id is 0 (v1). Throws `invalid-data` where a part is malformed, and where two
 * fields have one id (MD-34). Equal full names are let pass: the first counts (schema.ts).
 */
export function parseSchema(json: unknown, place: string): Schema {
  const object = asObject(json, place);
  if (object.type !== undefined && object.type !== 'struct') {
    throw invalid('A schema is not a struct', place);
  }
  const { fields } = parseStruct(object, place);
  const identifiers = object['identifier-field-ids'];
  const schema: Schema = {
    schemaId: object['schema-id'] === undefined ? 0 : integer(object, 'schema-id', place),
    identifierFieldIds: Array.isArray(identifiers)
      ? identifiers.filter((id): id is number => typeof id === 'number')
      : [],
    fields,
  };
  checkIds({ kind: 'struct', fields }, new Set(), place);
  return schema;
}

function checkIds(type: Type, seen: Set<number>, place: string): void {
  for (const [id, child] of childrenOf(type)) {
    if (seen.has(id)) throw invalid(`Field id ${id} is used twice in a schema`, place);
    seen.add(id);
    checkIds(child, seen, place);
  }
}

function childrenOf(type: Type): readonly (readonly [number, Type])[] {
  switch (type.kind) {
    case 'struct':
      return type.fields.map((field) => [field.id, field.type] as const);
    case 'list':
      return [[type.elementId, type.element]];
    case 'map':
      return [
        [type.keyId, type.key],
        [type.valueId, type.value],
      ];
    default:
      return [];
  }
}

function asObject(json: unknown, place: string): Record<string, unknown> {
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) {
    return json as Record<string, unknown>;
  }
  throw invalid('Expected a JSON object', place);
}

function integer(object: Record<string, unknown>, key: string, place: string): number {
  const value = object[key];
  if (typeof value === 'number' && Number.isInteger(value) && value === (value | 0)) return value;
  throw invalid(`"${key}" must be a 32-bit integer`, place);
}

function boolean(object: Record<string, unknown>, key: string, place: string): boolean {
  const value = object[key];
  if (typeof value === 'boolean') return value;
  throw invalid(`"${key}" must be true or false`, place);
}

function invalid(finding: string, place: string): IcecoreError {
  return new IcecoreError('invalid-data', `${finding}.`, { place });
}

/** The reference's text of a type: `decimal(9, 2)`, `list<int>`, `struct<1: x: optional int>`. */
export function printType(type: Type): string {
  switch (type.kind) {
    case 'decimal':
      return `decimal(${type.precision}, ${type.scale})`;
    case 'fixed':
      return `fixed[${type.length}]`;
    case 'geometry':
      return `geometry(${type.crs})`;
    case 'geography':
      return `geography(${type.crs}, ${type.algorithm})`;
    case 'struct':
      return `struct<${type.fields.map(printField).join(', ')}>`;
    case 'list':
      return `list<${printType(type.element)}>`;
    case 'map':
      return `map<${printType(type.key)}, ${printType(type.value)}>`;
    default:
      return type.kind;
  }
}

function printField(field: NestedField): string {
  const doc = field.doc === undefined ? '' : ` (${field.doc})`;
  const need = field.required ? 'required' : 'optional';
  return `${field.id}: ${field.name}: ${need} ${printType(field.type)}${doc}`;
}

/** JSON of a schema, as metadata holds it. */
export function schemaToJson(schema: Schema): unknown {
  return {
    type: 'struct',
    'schema-id': schema.schemaId,
    ...(schema.identifierFieldIds.length > 0
      ? { 'identifier-field-ids': schema.identifierFieldIds }
      : {}),
    fields: schema.fields.map(fieldToJson),
  };
}

function fieldToJson(field: NestedField): unknown {
  return {
    id: field.id,
    name: field.name,
    required: field.required,
    type: typeToJson(field.type),
    doc: field.doc,
    'initial-default': field.initialDefault,
    'write-default': field.writeDefault,
  };
}

/** JSON of a type: a text for a primitive, else an object. */
function typeToJson(type: Type): unknown {
  switch (type.kind) {
    case 'struct':
      return { type: 'struct', fields: type.fields.map(fieldToJson) };
    case 'list':
      return {
        type: 'list',
        'element-id': type.elementId,
        element: typeToJson(type.element),
        'element-required': type.elementRequired,
      };
    case 'map':
      return {
        type: 'map',
        'key-id': type.keyId,
        key: typeToJson(type.key),
        'value-id': type.valueId,
        value: typeToJson(type.value),
        'value-required': type.valueRequired,
      };
    default:
      return printType(type);
  }
}

/** Equal types, ids and names of nested fields included; docs and defaults do not count. */
export function sameType(a: Type, b: Type): boolean {
  if (a === b) return true;
  if (a.kind === 'struct' && b.kind === 'struct') {
    return (
      a.fields.length === b.fields.length &&
      a.fields.every((field, i) => sameField(field, b.fields[i]))
    );
  }
  if (a.kind === 'list' && b.kind === 'list') {
    return (
      a.elementId === b.elementId &&
      a.elementRequired === b.elementRequired &&
      sameType(a.element, b.element)
    );
  }
  if (a.kind === 'map' && b.kind === 'map') {
    return (
      a.keyId === b.keyId &&
      a.valueId === b.valueId &&
      a.valueRequired === b.valueRequired &&
      sameType(a.key, b.key) &&
      sameType(a.value, b.value)
    );
  }
  return a.kind === b.kind && printType(a) === printType(b);
}

function sameField(a: NestedField, b: NestedField | undefined): boolean {
  return (
    b !== undefined &&
    a.id === b.id &&
    a.name === b.name &&
    a.required === b.required &&
    sameType(a.type, b.type)
  );
}

/** False for struct, list and map. */
export function isPrimitive(type: Type): type is PrimitiveType {
  return type.kind !== 'struct' && type.kind !== 'list' && type.kind !== 'map';
}
