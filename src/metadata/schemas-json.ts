/** The schemas of a table's metadata: rules.md 1.3, 1.5. */
import { IcecoreError } from '../base/errors.ts';
import { printJson } from '../base/json.ts';
import { parseSchema, printType } from '../types/parse-type.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import type { Schema } from '../types/type.ts';
import {
  isObject,
  type JsonObject,
  join,
  note,
  noteMissing,
  placeOf,
  type Reading,
  readInt,
  readList,
} from './json-reader.ts';

export interface Schemas {
  readonly schemas: readonly Schema[];
  readonly currentSchemaId: number;
  readonly current: SchemaIndex;
}

/**
 * Reads `schemas` and `current-schema-id`, or v1's `schema` (MD-11, MD-12).
 * @throws IcecoreError invalid-data when the current schema is absent, unreadable or can't be told.
 */
export function readSchemas(reading: Reading, table: JsonObject, formatVersion: number): Schemas {
  const list = 'schemas' in table ? readList(reading, table, 'schemas', '') : [];
  if (list.length === 0) return oldSchema(reading, table, formatVersion);
  const stated = readInt(reading, table, 'current-schema-id', '');
  const { schemas, errors } = parseSchemas(reading, list);
  const current = currentOf(reading, schemas, stated, errors);
  for (const [path, error] of errors) {
    note(
      reading,
      'schema-unreadable',
      path,
      `A schema that is not current can’t be read: ${error.message}`,
    );
  }
  return finish(reading, table, formatVersion, schemas, current);
}

/** v1's `schema`; in later versions only where `schemas` is missing. */
function oldSchema(reading: Reading, table: JsonObject, formatVersion: number): Schemas {
  const json = table.schema;
  if (!isObject(json)) {
    throw new IcecoreError('invalid-data', 'The metadata holds no schema.', {
      place: reading.place,
      advice: 'Open another metadata file of the table: this one is damaged.',
    });
  }
  if (formatVersion > 1) noteMissing(reading, 'schemas', 'The older form, schema, is read.');
  const schema = parseSchema(json, placeOf(reading, 'schema'));
  return finish(reading, table, formatVersion, [schema], schema);
}

function parseSchemas(reading: Reading, list: readonly unknown[]) {
  const schemas: Schema[] = [];
  const errors: [path: string, error: IcecoreError][] = [];
  const seen = new Map<number, unknown>();
  for (const [i, json] of list.entries()) {
    const path = `schemas[${i}]`;
    const schema = parsedOrError(json, placeOf(reading, path));
    if (schema instanceof IcecoreError) errors.push([path, schema]);
    else if (isNew(reading, seen, schema.schemaId, json, path, 'schema')) schemas.push(schema);
  }
  return { schemas, errors };
}

function parsedOrError(json: unknown, place: string): Schema | IcecoreError {
  try {
    return parseSchema(json, place);
  } catch (error) {
    if (error instanceof IcecoreError) return error;
    throw error;
  }
}

/**
 * False for an element that repeats an earlier one to the letter, which is noted.
 * @throws IcecoreError invalid-data for two different elements of one id (MD-12).
 */
export function isNew<Id>(
  reading: Reading,
  seen: Map<Id, unknown>,
  id: Id,
  json: unknown,
  path: string,
  noun: string,
): boolean {
  if (!seen.has(id)) {
    seen.set(id, json);
    return true;
  }
  if (printJson(seen.get(id)) !== printJson(json)) {
    throw new IcecoreError('invalid-data', `Two different ${noun}s have the id ${id}.`, {
      place: placeOf(reading, path),
      advice: 'Open an earlier metadata file of the table: this one is damaged.',
    });
  }
  note(reading, 'identical-twice', path, `The ${noun} ${id} is there twice.`);
  return false;
}

function currentOf(
  reading: Reading,
  schemas: readonly Schema[],
  stated: number | undefined,
  errors: readonly (readonly [string, IcecoreError])[],
): Schema {
  const found = schemas.find((schema) => schema.schemaId === stated);
  if (found !== undefined) return found;
  const only = schemas[0];
  const error = errors[0]?.[1];
  // An unreadable schema may be the current one, so nothing may stand in for it.
  if (error !== undefined) throw error;
  if (schemas.length === 1 && only !== undefined) {
    const said = stated === undefined ? 'is missing' : `is ${stated}, which no schema has`;
    note(
      reading,
      'current-schema-assumed',
      'current-schema-id',
      `current-schema-id ${said}; the table’s only schema is taken.`,
    );
    return only;
  }
  const ids = schemas.map((schema) => schema.schemaId).join(', ');
  throw new IcecoreError(
    'invalid-data',
    stated === undefined
      ? `current-schema-id is missing, and the table has several schemas (${ids}).`
      : `current-schema-id is ${stated}; the schemas are ${ids}.`,
    {
      place: placeOf(reading, 'current-schema-id'),
      advice: 'Open an earlier metadata file of the table: this one is damaged.',
    },
  );
}

function finish(
  reading: Reading,
  table: JsonObject,
  formatVersion: number,
  schemas: readonly Schema[],
  current: Schema,
): Schemas {
  const index = indexSchema(current);
  const path =
    schemas.length > 1 || 'schemas' in table ? `schemas[${schemas.indexOf(current)}]` : 'schema';
  noteNewerFeatures(reading, index, formatVersion, path);
  noteNamesTwice(reading, index, path);
  noteIdentifierFields(reading, index, path);
  return { schemas, currentSchemaId: current.schemaId, current: index };
}

const SINCE_V3 = new Set([
  'timestamp_ns',
  'timestamptz_ns',
  'variant',
  'unknown',
  'geometry',
  'geography',
]);

/** MD-32: readers warn and go on. */
function noteNewerFeatures(
  reading: Reading,
  schema: SchemaIndex,
  version: number,
  path: string,
): void {
  if (version >= 3) return;
  for (const column of schema.columns) {
    if (SINCE_V3.has(column.type.kind)) {
      note(
        reading,
        'newer-than-format-version',
        path,
        `${column.name} is a ${printType(column.type)}, a type of format version 3, in a table of version ${version}.`,
      );
    }
    if (column.field.initialDefault !== undefined && column.field.initialDefault !== null) {
      note(
        reading,
        'newer-than-format-version',
        path,
        `${column.name} has a default value, a feature of format version 3, in a table of version ${version}.`,
      );
    }
  }
}

/** MD-33. */
function noteNamesTwice(reading: Reading, schema: SchemaIndex, path: string): void {
  const first = new Map<string, number>();
  for (const { name, fieldId } of schema.columns) {
    const other = first.get(name);
    if (other === undefined) first.set(name, fieldId);
    else {
      note(
        reading,
        'column-name-twice',
        path,
        `Fields ${other} and ${fieldId} are both named ${name}.`,
      );
    }
  }
}

/** MD-35. */
function noteIdentifierFields(reading: Reading, schema: SchemaIndex, path: string): void {
  for (const id of schema.schema.identifierFieldIds) {
    const column = schema.byId.get(id);
    const why = identifierFault(column);
    if (why === undefined) continue;
    const name = column === undefined ? `field ${id}` : column.name;
    note(
      reading,
      'identifier-field-invalid',
      join(path, 'identifier-field-ids'),
      `${name} can’t be an identifier field: ${why}.`,
    );
  }
}

function identifierFault(column: SchemaIndex['columns'][number] | undefined): string | undefined {
  if (column === undefined) return 'the schema has no such field';
  if (!column.required) return 'it is not required';
  if (!column.accessible) return 'it is inside a list or a map';
  const kind = column.type.kind;
  if (kind === 'float' || kind === 'double') return `it is a ${kind}`;
  return kind === 'struct' || kind === 'list' || kind === 'map' ? `it is a ${kind}` : undefined;
}
