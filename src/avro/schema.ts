/**
 * Avro writer schemas as resolved trees: named types are replaced by what they name, Iceberg's ids are read from the
 * properties (MF-2), and anything that would not end is refused.
 */
import { IcecoreError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';

type AvroScalarKind = 'null' | 'boolean' | 'int' | 'long' | 'float' | 'double' | 'bytes' | 'string';

/** What Iceberg reads of a logical type (MF-7). */
interface AvroLogical {
  readonly logicalType?: string | undefined;
  readonly precision?: number | undefined;
  readonly scale?: number | undefined;
  /** `adjust-to-utc`; absent means false (MF-7). */
  readonly adjustToUtc?: boolean | undefined;
}

export interface AvroScalar extends AvroLogical {
  readonly kind: AvroScalarKind;
}
export interface AvroFixed extends AvroLogical {
  readonly kind: 'fixed';
  readonly size: number;
}
interface AvroEnum {
  readonly kind: 'enum';
  readonly symbols: readonly string[];
}
interface AvroArray {
  readonly kind: 'array';
  readonly items: AvroSchema;
}
interface AvroMap {
  readonly kind: 'map';
  readonly values: AvroSchema;
}
interface AvroUnion {
  readonly kind: 'union';
  readonly branches: readonly AvroSchema[];
}
export interface AvroRecord {
  readonly kind: 'record';
  readonly fields: readonly AvroField[];
}
export interface AvroField {
  readonly name: string;
  /** The name before sanitising (MF-3), where the writer kept it. */
  readonly icebergName?: string | undefined;
  readonly fieldId?: number | undefined;
  readonly type: AvroSchema;
}
export type AvroSchema =
  | AvroScalar
  | AvroFixed
  | AvroEnum
  | AvroArray
  | AvroMap
  | AvroUnion
  | AvroRecord;

const SCALARS: ReadonlySet<string> = new Set<AvroScalarKind>([
  'null',
  'boolean',
  'int',
  'long',
  'float',
  'double',
  'bytes',
  'string',
]);

/** Iceberg's own schemas are six levels deep; a partition tuple adds none. */
const MAX_DEPTH = 64;

type Json = Readonly<Record<string, unknown>>;

/** Named types by full name; `undefined` while the definition is still open. */
type Names = Map<string, AvroSchema | undefined>;

interface Context {
  readonly place: string;
  readonly names: Names;
}

/**
 * Parses the `avro.schema` of a container. Throws IcecoreError `invalid-data` for what is not a schema, for recursive
 * types (no Iceberg file has them, and a program compiled from one would not end) and for more than 64 levels.
 */
export function parseAvroSchema(text: string, place: string): AvroSchema {
  let schema = parsed.get(text);
  if (schema === undefined) {
    const json = parseJson(text, `${place} (avro.schema)`);
    schema = parseNode(json, '', 0, { place, names: new Map() });
    if (parsed.size >= MOST_PARSED) parsed.clear();
    parsed.set(text, schema);
  }
  return schema;
}

/** Manifests of a table have few schemas among them. */
const parsed = new Map<string, AvroSchema>();
const MOST_PARSED = 16;

function refuse(message: string, context: Context): never {
  throw new IcecoreError('invalid-data', `Avro schema: ${message}`, { place: context.place });
}

function isObject(json: unknown): json is Json {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

function parseNode(json: unknown, namespace: string, depth: number, context: Context): AvroSchema {
  if (depth > MAX_DEPTH) refuse(`more than ${MAX_DEPTH} levels deep`, context);
  if (typeof json === 'string') return parseName(json, namespace, context);
  if (Array.isArray(json)) {
    return {
      kind: 'union',
      branches: json.map((b) => parseNode(b, namespace, depth + 1, context)),
    };
  }
  if (!isObject(json)) refuse('a type is neither a name, a list nor an object', context);
  const type = json['type'];
  // `{"type": {"type": "int"}}` is nested for no reason, yet legal in Avro's own parser.
  if (typeof type !== 'string') return parseNode(type, namespace, depth + 1, context);
  return parseComplex(type, json, namespace, depth, context);
}

function parseName(name: string, namespace: string, context: Context): AvroSchema {
  if (SCALARS.has(name)) return { kind: name as AvroScalarKind };
  const full = [`${namespace}.${name}`, name].find((n) => context.names.has(n));
  if (full === undefined) refuse(`unknown type "${name}"`, context);
  const found = context.names.get(full);
  if (found === undefined) refuse(`type "${name}" contains itself`, context);
  return found;
}

function parseComplex(
  type: string,
  json: Json,
  namespace: string,
  depth: number,
  context: Context,
): AvroSchema {
  switch (type) {
    case 'record':
    case 'error':
      return parseRecord(json, namespace, depth, context);
    case 'fixed':
      return define(json, namespace, context, () => ({
        kind: 'fixed',
        size: sizeOf(json['size'], context),
        ...logical(json),
      }));
    case 'enum':
      return define(json, namespace, context, () => ({
        kind: 'enum',
        symbols: list(json['symbols'], 'symbols', context).map(String),
      }));
    case 'array':
      return { kind: 'array', items: parseNode(json['items'], namespace, depth + 1, context) };
    case 'map':
      return { kind: 'map', values: parseNode(json['values'], namespace, depth + 1, context) };
    default:
      if (SCALARS.has(type)) return { kind: type as AvroScalarKind, ...logical(json) };
      return parseName(type, namespace, context);
  }
}

function parseRecord(json: Json, outer: string, depth: number, context: Context): AvroSchema {
  return define(json, outer, context, (namespace) => {
    const fields = list(json['fields'], 'fields', context).map((f) => {
      if (!isObject(f)) refuse('a field is not an object', context);
      return parseField(f, namespace, depth, context);
    });
    const ids = fields.flatMap((f) => (f.fieldId === undefined ? [] : [f.fieldId]));
    const twice = ids.find((id, i) => ids.indexOf(id) !== i);
    if (twice !== undefined) refuse(`field id ${twice} occurs twice in one record`, context);
    return { kind: 'record', fields };
  });
}

function parseField(json: Json, namespace: string, depth: number, context: Context): AvroField {
  const name = json['name'];
  if (typeof name !== 'string') refuse('a field has no name', context);
  const icebergName = json['iceberg-field-name'];
  return {
    name,
    icebergName: typeof icebergName === 'string' ? icebergName : undefined,
    fieldId: integer(json['field-id']),
    type: parseNode(json['type'], namespace, depth + 1, context),
  };
}

/** Registers a named type around the parse of its inside, so that a reference from within is seen as recursion. */
function define(
  json: Json,
  outer: string,
  context: Context,
  parse: (namespace: string) => AvroSchema,
): AvroSchema {
  const name = typeof json['name'] === 'string' ? json['name'] : '';
  const dot = name.lastIndexOf('.');
  const own = json['namespace'];
  const namespace = dot >= 0 ? name.slice(0, dot) : typeof own === 'string' ? own : outer;
  const full = dot >= 0 || namespace === '' ? name : `${namespace}.${name}`;
  context.names.set(full, undefined);
  const node = parse(namespace);
  context.names.set(full, node);
  return node;
}

function list(json: unknown, what: string, context: Context): readonly unknown[] {
  if (!Array.isArray(json)) refuse(`"${what}" is not a list`, context);
  return json;
}

function sizeOf(json: unknown, context: Context): number {
  const size = integer(json);
  if (size === undefined || size < 0) refuse('a fixed type has no size', context);
  return size;
}

function integer(json: unknown): number | undefined {
  return typeof json === 'number' && Number.isInteger(json) && Math.abs(json) < 2 ** 31
    ? json
    : undefined;
}

function logical(json: Json): AvroLogical {
  const logicalType = json['logicalType'];
  if (typeof logicalType !== 'string') return {};
  return {
    logicalType,
    precision: integer(json['precision']),
    scale: integer(json['scale']),
    adjustToUtc: json['adjust-to-utc'] === true,
  };
}

/** The branches that are not `null`; a type that is no union is its own only branch (MF-6, B182). */
export function nonNullBranches(schema: AvroSchema): readonly AvroSchema[] {
  const branches = schema.kind === 'union' ? schema.branches : [schema];
  return branches.filter((b) => b.kind !== 'null');
}

/**
 * A field by id, or by the first of `names` that occurs in a record where no field has an id (MF-4). A record where any
 * field has one is resolved by ids alone: a name is no evidence there (MF-2).
 */
export function findField(
  record: AvroRecord,
  id: number,
  names: readonly string[],
): AvroField | undefined {
  if (!isWithoutIds(record)) {
    return record.fields.find((f) => f.fieldId === id);
  }
  for (const name of names) {
    const found = record.fields.find((f) => f.name === name || f.icebergName === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function isWithoutIds(record: AvroRecord): boolean {
  return record.fields.every((f) => f.fieldId === undefined);
}
