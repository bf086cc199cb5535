/**
 * Name mapping (CP-3): which columns the names in data files without field ids mean. Kept in the table property
 * `schema.name-mapping.default` as JSON.
 */
import { IcecoreError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import type { NestedField, Schema, Type } from '../types/type.ts';

export interface MappedField {
  /** undefined: its names are of no column. */
  readonly fieldId: number | undefined;
  /** Literal names, dots included; each once. */
  readonly names: readonly string[];
  readonly fields: readonly MappedField[];
}

/** Of the top level; names and ids differ among siblings. */
export type NameMapping = readonly MappedField[];

/** Names of the parts of lists and maps. */
const ELEMENT = 'element';
const KEY = 'key';
const VALUE = 'value';

/** The mapping that says of every column its own name. */
export function nameMappingOf(schema: Schema): NameMapping {
  return schema.fields.map(mappedField);
}

function mappedField({ id, name, type }: NestedField): MappedField {
  return { fieldId: id, names: [name], fields: mappedParts(type) };
}

function mappedParts(type: Type): readonly MappedField[] {
  const part = (fieldId: number, name: string, of: Type) => ({
    fieldId,
    names: [name],
    fields: mappedParts(of),
  });
  switch (type.kind) {
    case 'struct':
      return type.fields.map(mappedField);
    case 'list':
      return [part(type.elementId, ELEMENT, type.element)];
    case 'map':
      return [part(type.keyId, KEY, type.key), part(type.valueId, VALUE, type.value)];
    default:
      return [];
  }
}

/** Reads the property's text. Errors: `invalid-data` where it is no mapping, or not one of one meaning. */
export function parseNameMapping(text: string, place: string): NameMapping {
  return readFields(parseJson(text, place), place);
}

function readFields(json: unknown, place: string): readonly MappedField[] {
  if (!Array.isArray(json)) return refuse('a name mapping is a list of fields', place);
  const fields = json.map((field, i) => readField(field, `${place}[${i}]`));
  refuseRepeated(
    fields.flatMap(({ names }) => names),
    'name',
    place,
  );
  refuseRepeated(
    fields.flatMap(({ fieldId }) => fieldId ?? []),
    'field id',
    place,
  );
  return fields;
}

function readField(json: unknown, place: string): MappedField {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return refuse('a mapped field is an object', place);
  }
  const { names = [], fields, 'field-id': fieldId } = json as Readonly<Record<string, unknown>>;
  if (!Array.isArray(names)) return refuse('names are a list', place);
  if (names.some((name) => typeof name !== 'string')) return refuse('a name is text', place);
  if (fieldId !== undefined && !Number.isInteger(fieldId)) {
    return refuse('a field id is a whole number', place);
  }
  return {
    fieldId: fieldId as number | undefined,
    names: [...new Set(names as string[])],
    fields: fields === undefined ? [] : readFields(fields, `${place}.fields`),
  };
}

function refuseRepeated(items: readonly (string | number)[], what: string, place: string): void {
  const twice = items.find((item, i) => items.indexOf(item) < i);
  if (twice !== undefined) refuse(`the ${what} ${twice} is there twice`, place);
}

function refuse(finding: string, place: string): never {
  throw new IcecoreError('invalid-data', `No name mapping: ${finding}`, { place });
}

/** As the property holds it. */
export function nameMappingToJson(mapping: NameMapping): unknown {
  return mapping.map(({ fieldId, names, fields }) => ({
    ...(fieldId === undefined ? {} : { 'field-id': fieldId }),
    names,
    ...(fields.length === 0 ? {} : { fields: nameMappingToJson(fields) }),
  }));
}

/**
 * The field of a path of names; the names joined by dots decide, so `['a.b']` and `['a', 'b']` are one path. Parts of
 * lists and maps are `element`, `key` and `value`.
 */
export function findMapped(mapping: NameMapping, path: readonly string[]): MappedField | undefined {
  return findDotted(mapping, path.join('.'));
}

function findDotted(fields: readonly MappedField[], path: string): MappedField | undefined {
  for (const field of fields) {
    for (const name of field.names) {
      if (name === path) return field;
      const below = path.startsWith(`${name}.`) ? path.slice(name.length + 1) : undefined;
      const found = below === undefined ? undefined : findDotted(field.fields, below);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

export interface SchemaChanges {
  /** New names by field id. */
  readonly renames: ReadonlyMap<number, string>;
  /** Added columns by the id of the struct, element or value they are in; undefined = the top level. */
  readonly adds: ReadonlyMap<number | undefined, readonly NestedField[]>;
}

/** A renamed column keeps its old names, unless an added one takes them; a dropped one stays, for old files. */
export function updateNameMapping(mapping: NameMapping, changes: SchemaChanges): NameMapping {
  const update = (fields: readonly MappedField[], parent: number | undefined): NameMapping => {
    const added = (changes.adds.get(parent) ?? []).map(mappedField);
    const taken = new Set(added.flatMap(({ names }) => names));
    return [
      ...fields.map((field) => {
        const renamed =
          field.fieldId === undefined ? undefined : changes.renames.get(field.fieldId);
        const names = renamed === undefined ? field.names : [...new Set([...field.names, renamed])];
        return {
          fieldId: field.fieldId,
          names: names.filter((name) => !taken.has(name)),
          fields: field.fieldId === undefined ? field.fields : update(field.fields, field.fieldId),
        };
      }),
      ...added,
    ];
  };
  return update(mapping, undefined);
}
