/** `namemapping.json`: which column a name means in files without ids (CP-3). */
import { parseJson } from '../../base/json.ts';
import {
  findMapped,
  type NameMapping,
  nameMappingOf,
  nameMappingToJson,
  parseNameMapping,
  updateNameMapping,
} from '../../metadata/name-mapping.ts';
import { parseSchema } from '../../types/parse-type.ts';
import type { NestedField, Schema } from '../../types/type.ts';
import { attempt, differs, type FileChecks, type VectorLine } from './lines.ts';
import { mappedNodes, parseMessage } from './parquet-text.ts';

/** Names are a set: their order is that of a hash table in the reference. */
function comparable(json: unknown): unknown {
  return (json as Readonly<Record<string, unknown>>[]).map((field) => ({
    id: field['field-id'],
    names: [...(field['names'] as string[])].sort(),
    fields: comparable(field['fields'] ?? []),
  }));
}

function sameMapping(what: string, ours: NameMapping, json: unknown): string | undefined {
  return differs(what, comparable(nameMappingToJson(ours)), comparable(json));
}

function create(line: VectorLine): string | undefined {
  return sameMapping(
    'mapping',
    nameMappingOf(parseSchema(line['schema'], 'vector')),
    line['mapping'],
  );
}

function parse(line: VectorLine): string | undefined {
  const parsed = attempt(() => parseNameMapping(String(line['json']), 'vector'));
  if ('refused' in parsed)
    return line.error === undefined ? `refused: ${parsed.refused}` : undefined;
  if (line.error !== undefined) return `accepted; refused there: ${String(line.error)}`;
  return sameMapping('mapping', parsed.value, parseJson(String(line['out']), 'vector'));
}

function find(line: VectorLine, schema: Schema): string | undefined {
  const found = findMapped(nameMappingOf(schema), String(line['path']).split('/'));
  return differs('field', found?.fieldId ?? null, line['fieldId']);
}

/** What only stood in between: a line records the mapping before and the schema at the end. */
const IN_BETWEEN: Readonly<Record<string, readonly [number, string]>> = {
  'rename-and-back': [2, 'label'],
};

function update(line: VectorLine): string | undefined {
  const schema = parseSchema(line['schema'], 'vector');
  const before = parseNameMapping(String(line['before']), 'vector');
  const known = new Map(flat(before));
  const columns = columnsOf(schema.fields, undefined);
  const renames = new Map<number, string>();
  const adds = new Map<number | undefined, NestedField[]>();
  for (const [parent, field] of columns) {
    const names = known.get(field.id);
    if (names !== undefined) {
      if (!names.includes(field.name)) renames.set(field.id, field.name);
    } else if (parent === undefined || known.has(parent)) {
      adds.set(parent, [...(adds.get(parent) ?? []), field]);
    }
  }
  const between = IN_BETWEEN[String(line['name'])];
  if (between !== undefined) renames.set(...between);
  const after = updateNameMapping(before, { renames, adds });
  return sameMapping('mapping', after, parseJson(String(line['after']), 'vector'));
}

function flat(mapping: NameMapping): (readonly [number, readonly string[]])[] {
  return mapping.flatMap(({ fieldId, names, fields }) => [
    ...(fieldId === undefined ? [] : [[fieldId, names] as const]),
    ...flat(fields),
  ]);
}

type Column = readonly [parent: number | undefined, field: NestedField];

/** All fields with the id of what they are in; parts of lists and maps have fixed names and are only passed through. */
function columnsOf(fields: readonly NestedField[], parent: number | undefined): readonly Column[] {
  return fields.flatMap((field) => {
    const { type } = field;
    const own: Column = [parent, field];
    if (type.kind === 'struct') return [own, ...columnsOf(type.fields, field.id)];
    if (type.kind === 'list' && type.element.kind === 'struct') {
      return [own, ...columnsOf(type.element.fields, type.elementId)];
    }
    if (type.kind === 'map' && type.value.kind === 'struct') {
      return [own, ...columnsOf(type.value.fields, type.valueId)];
    }
    return [own];
  });
}

/** Ours finds no column by its place. */
function fallback(line: VectorLine): string | undefined {
  return differs('message', line['parquet'], line['out']);
}

/** Which columns of a file without ids the mapping finds, and the ids that they get. */
function parquet(line: VectorLine): string | undefined {
  if (line['out'] === undefined) return `found; it fails there: ${String(line.error)}`;
  const mapping = parseNameMapping(String(line['mapping']), 'vector');
  const ids = mappedNodes(parseMessage(String(line['parquet']))).map(([path]) => [
    path,
    findMapped(mapping, path)?.fieldId,
  ]);
  const expected = mappedNodes(parseMessage(String(line['out']))).map(([path, node]) => [
    path,
    node.id,
  ]);
  return differs('ids', ids, expected);
}

export const NAME_MAPPING: FileChecks = (lines) => {
  const json = lines.find((line) => line.kind === 'create')?.['schema'];
  const schema = parseSchema(json, 'vector');
  return { create, parse, find: (line) => find(line, schema), update, parquet, fallback };
};
