/**
 * Which column of a data file feeds which column of the table, and by which rule: CP-1 to CP-6. Columns are found by
 * field id; what has no id of its own is found by the partition tuple, a mapped name, or a default.
 */
import { isPrimitive, printType } from '../types/parse-type.ts';
import type { Profile } from '../types/profile.ts';
import type { ColumnInfo, SchemaIndex } from '../types/schema.ts';
import type { NestedField, PrimitiveType, Schema, Type } from '../types/type.ts';
import type { TupleValue } from './entries.ts';
import type { MappedField, NameMapping } from './name-mapping.ts';
import type { PartitionSpec } from './records.ts';

/** A column that a data file holds: from its footer, or as the schema it was written with says. */
export interface FileColumn {
  /** Its own name; parts of lists and maps are `element`, `key` and `value`. */
  readonly name: string;
  readonly fieldId: number | undefined;
  /** Its stored type in words. */
  readonly typeText: string;
  /** undefined for nested and foreign types. */
  readonly type: PrimitiveType | undefined;
  readonly children: readonly FileColumn[];
}

export type ColumnSource =
  | { readonly rule: 'id'; readonly column: FileColumn }
  /** Its name stands in the name mapping. */
  | { readonly rule: 'mapping'; readonly column: FileColumn }
  /** The file's tuple has its value; `value` undefined: not readable. */
  | { readonly rule: 'partition'; readonly field: string; readonly value: TupleValue }
  /** `initial-default`, a JSON single value. */
  | { readonly rule: 'default'; readonly value: unknown }
  /** `unstored`: its type is `unknown`, which no file holds (CP-5); `within`: what it is part of is null. */
  | { readonly rule: 'null'; readonly because: 'absent' | 'unstored' | 'within' }
  /** A required column without a value: reading the file fails. */
  | { readonly rule: 'missing' };

export interface ResolvedColumn {
  readonly fieldId: number;
  /** Full name in the table. */
  readonly name: string;
  readonly type: Type;
  readonly source: ColumnSource;
  /** The file holds a column of this name, which is another one and is not read. */
  readonly namesake: FileColumn | undefined;
}

/** A column of the file that feeds none; parts of one are not listed beside it. */
export interface UnreadColumn {
  /** Full name in the file. */
  readonly name: string;
  readonly column: FileColumn;
  readonly why: /** Its id was a column's that is dropped now. */
    | 'dropped'
    /** Its id is none of the table's. */
    | 'foreign'
    /** It has no id and no mapping gives it one. */
    | 'unnamed'
    /** Its value comes from the partition tuple instead. */
    | 'partition'
    /** Another column of the file has the id, or the column is of type `unknown`. */
    | 'superseded';
}

export interface Resolution {
  /** Every column of the table, nested ones too, parents first. */
  readonly columns: readonly ResolvedColumn[];
  readonly unread: readonly UnreadColumn[];
  /** At least one column of the file carries a field id. */
  readonly hasIds: boolean;
}

export interface ResolveRequest {
  /** The table's columns to feed. */
  readonly schema: SchemaIndex;
  /** Columns of the file. */
  readonly file: readonly FileColumn[];
  /** The spec and the tuple of the file. */
  readonly spec: PartitionSpec;
  readonly tuple: readonly TupleValue[];
  /** `schema.name-mapping.default`; undefined where the table has none. */
  readonly mapping: NameMapping | undefined;
  /** Ids that columns of the table have or had. */
  readonly tableIds: ReadonlySet<number>;
  readonly profile: Profile;
}

export function resolveColumns(request: ResolveRequest): Resolution {
  const { schema } = request;
  const file = foundColumns(request);
  const constants = identityConstants(request);
  const sources = new Map<number, ColumnSource>();
  for (const column of schema.columns) {
    const around = sources.get(parentIdsOf(schema).get(column.fieldId) ?? -1);
    sources.set(column.fieldId, sourceOf(column, around, { request, file, constants }));
  }
  const read = new Map<FileColumn, Type>();
  for (const { fieldId, type } of schema.columns) {
    const source = sources.get(fieldId);
    if (source !== undefined && 'column' in source) read.set(source.column, type);
  }
  const unread = unreadColumns(request, file, sources, read);
  const byName = new Map(unread.map((one) => [one.name, one.column]));
  const columns = schema.columns.map(({ fieldId, name, type }) => {
    const source = sources.get(fieldId) as ColumnSource;
    return { fieldId, name, type, source, namesake: byName.get(name) };
  });
  return { columns, unread, hasIds: file.hasIds };
}

interface Found {
  readonly column: FileColumn;
  readonly own: boolean;
}

interface FoundColumns {
  readonly hasIds: boolean;
  /** By field id: the column's own, else the mapped one. Own ids win (B200). */
  readonly byId: ReadonlyMap<number, Found>;
  readonly mappedIds: ReadonlyMap<FileColumn, number>;
}

function foundColumns({ file, mapping, profile }: ResolveRequest): FoundColumns {
  const all = [...walk(file)];
  const hasIds = all.some((column) => column.fieldId !== undefined);
  const byId = new Map<number, Found>();
  for (const column of all) {
    const { fieldId } = column;
    if (fieldId !== undefined && !byId.has(fieldId)) byId.set(fieldId, { column, own: true });
  }
  const mappedIds = new Map<FileColumn, number>();
  if (mapping !== undefined && (!hasIds || profile.columnsAreFoundAlone)) {
    mapIds(file, mapping, mappedIds);
  }
  for (const [column, fieldId] of mappedIds) {
    if (!byId.has(fieldId)) byId.set(fieldId, { column, own: false });
  }
  return { hasIds, byId, mappedIds };
}

function* walk(columns: readonly FileColumn[]): Generator<FileColumn> {
  for (const column of columns) {
    yield column;
    yield* walk(column.children);
  }
}

/** Names are literal, level by level (CP-3); below a column that has an id, the mapping of that id goes on. */
function mapIds(
  columns: readonly FileColumn[],
  mapping: readonly MappedField[],
  into: Map<FileColumn, number>,
): void {
  for (const column of columns) {
    const { fieldId, name } = column;
    const mapped = mapping.find((field) =>
      fieldId === undefined ? field.names.includes(name) : field.fieldId === fieldId,
    );
    if (mapped === undefined) continue;
    if (fieldId === undefined && mapped.fieldId !== undefined) into.set(column, mapped.fieldId);
    mapIds(column.children, mapped.fields, into);
  }
}

interface Constant {
  readonly field: string;
  readonly value: TupleValue;
}

/** Values of the file's tuple that are a column's own. */
function identityConstants({ spec, tuple }: ResolveRequest): ReadonlyMap<number, Constant> {
  const constants = new Map<number, Constant>();
  for (const [i, { sourceIds, transform, name }] of spec.fields.entries()) {
    const [sourceId] = sourceIds;
    if (transform.kind !== 'identity' || sourceId === undefined) continue;
    constants.set(sourceId, { field: name, value: tuple[i] });
  }
  return constants;
}

interface Known {
  readonly request: ResolveRequest;
  readonly file: FoundColumns;
  readonly constants: ReadonlyMap<number, Constant>;
}

function sourceOf(
  column: ColumnInfo,
  around: ColumnSource | undefined,
  known: Known,
): ColumnSource {
  const { fieldId, type, field } = column;
  if (type.kind === 'unknown') return { rule: 'null', because: 'unstored' };
  const { profile } = known.request;
  const constant = known.constants.get(fieldId);
  const partition =
    constant === undefined ? undefined : ({ rule: 'partition', ...constant } as const);
  if (partition !== undefined && !profile.columnsAreFoundAlone) return partition;
  const isReachable = around === undefined || 'column' in around;
  const found = isReachable ? known.file.byId.get(fieldId) : undefined;
  if (found?.own === true) return { rule: 'id', column: found.column };
  if (partition !== undefined) return partition;
  if (found !== undefined) return { rule: 'mapping', column: found.column };
  if (around?.rule === 'null') return { rule: 'null', because: 'within' };
  if (field.initialDefault !== undefined) return { rule: 'default', value: field.initialDefault };
  return field.required ? { rule: 'missing' } : { rule: 'null', because: 'absent' };
}

const parents = new WeakMap<SchemaIndex, ReadonlyMap<number, number>>();

/** The field that each nested one is in. */
export function parentIdsOf(schema: SchemaIndex): ReadonlyMap<number, number> {
  let known = parents.get(schema);
  if (known === undefined) {
    const found = new Map<number, number>();
    for (const { fieldId, type } of schema.columns) {
      for (const part of partsOf(type)) found.set(part.id, fieldId);
    }
    known = found;
    parents.set(schema, known);
  }
  return known;
}

/** Fields of a struct, and the parts of a list or map as fields. */
function partsOf(type: Type): readonly NestedField[] {
  const part = (id: number, name: string, of: Type, required: boolean) => ({
    id,
    name,
    type: of,
    required,
  });
  switch (type.kind) {
    case 'struct':
      return type.fields;
    case 'list':
      return [part(type.elementId, 'element', type.element, type.elementRequired)];
    case 'map':
      return [
        part(type.keyId, 'key', type.key, true),
        part(type.valueId, 'value', type.value, type.valueRequired),
      ];
    default:
      return [];
  }
}

function unreadColumns(
  request: ResolveRequest,
  file: FoundColumns,
  sources: ReadonlyMap<number, ColumnSource>,
  read: ReadonlyMap<FileColumn, Type>,
): readonly UnreadColumn[] {
  const unread: UnreadColumn[] = [];
  const visit = (columns: readonly FileColumn[], path: string) => {
    for (const column of columns) {
      const name = path + column.name;
      const type = read.get(column);
      // A variant's parts are of its format, not of the table.
      if (type !== undefined) visit(isPrimitive(type) ? [] : column.children, `${name}.`);
      else unread.push({ name, column, why: whyUnread(column) });
    }
  };
  const whyUnread = (column: FileColumn): UnreadColumn['why'] => {
    const id = column.fieldId ?? file.mappedIds.get(column);
    if (id === undefined) return 'unnamed';
    const source = sources.get(id);
    if (source !== undefined) return source.rule === 'partition' ? 'partition' : 'superseded';
    return request.tableIds.has(id) ? 'dropped' : 'foreign';
  };
  visit(request.file, '');
  return unread;
}

/** The columns of a file that was written with a schema: what is known of it while its footer is not at hand. */
export function columnsAsWritten(schema: Schema): readonly FileColumn[] {
  return schema.fields.filter(isStored).map(asWritten);
}

function asWritten({ id, name, type }: NestedField): FileColumn {
  return {
    name,
    fieldId: id,
    typeText: isPrimitive(type) ? printType(type) : type.kind,
    type: isPrimitive(type) ? type : undefined,
    // A column of type unknown is in no file (CP-5).
    children: partsOf(type).filter(isStored).map(asWritten),
  };
}

function isStored({ type }: NestedField): boolean {
  return type.kind !== 'unknown';
}

/** The same columns without field ids, as a file has that was not written for the table but taken over. */
export function withoutIds(columns: readonly FileColumn[]): readonly FileColumn[] {
  return columns.map((column) => ({
    ...column,
    fieldId: undefined,
    children: withoutIds(column.children),
  }));
}
