/** A schema's fields by id and by name (MD-33, MD-34, EX-10, EX-11). */
import { IcecoreError } from '../base/errors.ts';
import type { NestedField, Schema, Type } from './type.ts';

export interface ColumnInfo {
  readonly fieldId: number;
  /** Full name, dotted. */
  readonly name: string;
  readonly type: Type;
  readonly field: NestedField;
  /** The field and all around it are required. */
  readonly required: boolean;
  /** At least one struct around it is optional (EV-20). */
  readonly underOptionalStruct: boolean;
  readonly topLevel: boolean;
  /** Under structs only: has rows of its own to judge (EX-11). */
  readonly accessible: boolean;
}

export interface SchemaIndex {
  readonly schema: Schema;
  readonly byId: ReadonlyMap<number, ColumnInfo>;
  /** All fields, nested ones too, parents first, in schema order. */
  readonly columns: readonly ColumnInfo[];
  /**
   * By full name, or by the short alias that leaves out `element` and `value` before a struct (MD-33).
   * Throws `invalid-input` where case is ignored and two fields share the name (EX-10).
   */
  find(name: string, caseSensitive: boolean): ColumnInfo | undefined;
}

const cache = new WeakMap<Schema, SchemaIndex>();

/** The index of a schema, made once for each object. Of two fields with one full name the first counts. */
export function indexSchema(schema: Schema): SchemaIndex {
  let index = cache.get(schema);
  if (index === undefined) {
    index = makeIndex(schema);
    cache.set(schema, index);
  }
  return index;
}

interface Around {
  readonly path: string;
  /** Path without `element` and `value` before structs. */
  readonly shortPath: string;
  readonly required: boolean;
  readonly underOptionalStruct: boolean;
  readonly topLevel: boolean;
  readonly accessible: boolean;
}

interface Names {
  readonly columns: ColumnInfo[];
  readonly full: Map<string, ColumnInfo>;
  readonly short: Map<string, ColumnInfo>;
}

function makeIndex(schema: Schema): SchemaIndex {
  const names: Names = { columns: [], full: new Map(), short: new Map() };
  const around: Around = {
    path: '',
    shortPath: '',
    required: true,
    underOptionalStruct: false,
    topLevel: true,
    accessible: true,
  };
  for (const field of schema.fields) add(field, around, names, false);
  for (const [name, column] of names.short) {
    if (!names.full.has(name)) names.full.set(name, column);
  }
  const byId = new Map(names.columns.map((column) => [column.fieldId, column]));
  let lower: Map<string, Set<ColumnInfo>> | undefined;
  return {
    schema,
    byId,
    columns: names.columns,
    find(name, caseSensitive) {
      if (caseSensitive) return names.full.get(name);
      lower ??= lowerCased(names.full);
      return only(lower.get(name.toLowerCase()), name);
    },
  };
}

function add(field: NestedField, around: Around, names: Names, aliasOmits: boolean): void {
  const name = around.path + field.name;
  const shortName = around.shortPath + field.name;
  const column: ColumnInfo = {
    fieldId: field.id,
    name,
    type: field.type,
    field,
    required: field.required && around.required,
    underOptionalStruct: around.underOptionalStruct,
    topLevel: around.topLevel,
    accessible: around.accessible,
  };
  names.columns.push(column);
  if (!names.full.has(name)) names.full.set(name, column);
  if (!names.short.has(shortName)) names.short.set(shortName, column);
  addChildren(
    column,
    { path: `${name}.`, shortPath: aliasOmits ? around.shortPath : `${shortName}.` },
    names,
  );
}

function addChildren(
  column: ColumnInfo,
  paths: { readonly path: string; readonly shortPath: string },
  names: Names,
): void {
  const { type, field } = column;
  const isStruct = type.kind === 'struct';
  const around: Around = {
    ...paths,
    required: column.required,
    underOptionalStruct: column.underOptionalStruct || (isStruct && !field.required),
    topLevel: false,
    accessible: column.accessible && isStruct,
  };
  switch (type.kind) {
    case 'struct':
      for (const child of type.fields) add(child, around, names, false);
      return;
    case 'list':
      addPart('element', type.elementId, type.element, type.elementRequired, around, names);
      return;
    case 'map':
      addPart('key', type.keyId, type.key, true, around, names);
      addPart('value', type.valueId, type.value, type.valueRequired, around, names);
      return;
    default:
  }
}

function addPart(
  name: 'element' | 'key' | 'value',
  id: number,
  type: Type,
  required: boolean,
  around: Around,
  names: Names,
): void {
  const omits = name !== 'key' && type.kind === 'struct';
  add({ id, name, type, required }, around, names, omits);
}

function lowerCased(full: ReadonlyMap<string, ColumnInfo>): Map<string, Set<ColumnInfo>> {
  const lower = new Map<string, Set<ColumnInfo>>();
  for (const [name, column] of full) {
    const key = name.toLowerCase();
    const columns = lower.get(key);
    if (columns === undefined) lower.set(key, new Set([column]));
    else columns.add(column);
  }
  return lower;
}

function only(columns: ReadonlySet<ColumnInfo> | undefined, name: string): ColumnInfo | undefined {
  if (columns === undefined) return undefined;
  const [first, second] = columns;
  if (second === undefined) return first;
  const candidates = [...columns].map((column) => column.name).join(', ');
  throw new IcecoreError(
    'invalid-input',
    `The name ${name} is ambiguous without regard to case: ${candidates}.`,
    { advice: 'Write the name in its exact case and match case.' },
  );
}
