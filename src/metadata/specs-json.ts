/** Partition specs and sort orders of a table's metadata: rules.md 1.6. */
import { IcecoreError } from '../base/errors.ts';
import { parseTransform, printTransform } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import {
  isObject,
  type JsonObject,
  join,
  note,
  noteMissing,
  type Reading,
  readInt,
  readList,
  readText,
} from './json-reader.ts';
import type { PartitionField, PartitionSpec, SortField, SortOrder } from './records.ts';
import { isNew } from './schemas-json.ts';

/** Field ids start here, in a table and, where a v1 writer recorded none, in each spec (MD-37). */
const FIRST_FIELD_ID = 1000;

export interface Specs {
  readonly partitionSpecs: readonly PartitionSpec[];
  readonly defaultSpecId: number;
}

/**
 * Reads `partition-specs` and `default-spec-id`, or v1's `partition-spec` (MD-11, MD-12, B166).
 * @throws IcecoreError invalid-data for two different specs of one id.
 */
export function readSpecs(reading: Reading, table: JsonObject, formatVersion: number): Specs {
  if (!('partition-specs' in table)) return oldSpec(reading, table, formatVersion);
  const specs: PartitionSpec[] = [];
  const seen = new Map<number, unknown>();
  for (const [i, json] of readList(reading, table, 'partition-specs', '').entries()) {
    const path = `partition-specs[${i}]`;
    const spec = readSpec(reading, json, path);
    if (spec !== undefined && isNew(reading, seen, spec.specId, json, path, 'spec'))
      specs.push(spec);
  }
  return { partitionSpecs: specs, defaultSpecId: defaultOf(reading, table, specs) };
}

function oldSpec(reading: Reading, table: JsonObject, formatVersion: number): Specs {
  const known = 'partition-spec' in table;
  if (!known || formatVersion > 1) {
    noteMissing(
      reading,
      known ? 'partition-specs' : 'partition-spec',
      known
        ? 'The older form, partition-spec, is read.'
        : 'The manifests’ own specs are read; nothing is ruled out by partition.',
    );
  }
  if (!known) return { partitionSpecs: [], defaultSpecId: 0 };
  const fields = readFields(
    reading,
    readList(reading, table, 'partition-spec', ''),
    'partition-spec',
  );
  return { partitionSpecs: [{ specId: 0, fields }], defaultSpecId: 0 };
}

function defaultOf(reading: Reading, table: JsonObject, specs: readonly PartitionSpec[]): number {
  const stated = readInt(reading, table, 'default-spec-id', '');
  if (stated === undefined) {
    const newest = Math.max(0, ...specs.map((spec) => spec.specId));
    noteMissing(reading, 'default-spec-id', `The newest spec, ${newest}, is taken for it.`);
    return newest;
  }
  if (!specs.some((spec) => spec.specId === stated)) {
    const ids = specs.map((spec) => spec.specId).join(', ') || 'none';
    note(
      reading,
      'default-spec-missing',
      'default-spec-id',
      `default-spec-id is ${stated}; the specs are ${ids}.`,
    );
  }
  return stated;
}

function readSpec(reading: Reading, json: unknown, path: string): PartitionSpec | undefined {
  if (!isObject(json)) {
    note(reading, 'spec-unreadable', path, 'A partition spec is not an object.');
    return undefined;
  }
  const specId = readInt(reading, json, 'spec-id', path);
  if (specId === undefined || !Array.isArray(json.fields)) {
    note(reading, 'spec-unreadable', path, 'A partition spec lacks its id or its fields.');
    return undefined;
  }
  return { specId, fields: readFields(reading, json.fields, join(path, 'fields')) };
}

interface FieldDraft extends Omit<PartitionField, 'fieldId'> {
  readonly fieldId: number | undefined;
}

function readFields(
  reading: Reading,
  list: readonly unknown[],
  path: string,
): readonly PartitionField[] {
  const drafts = list.map((json, i) => readField(reading, json, `${path}[${i}]`));
  const missing = drafts.filter((field) => field.fieldId === undefined).length;
  if (missing === 0) return drafts as readonly PartitionField[];
  if (missing === drafts.length) {
    return drafts.map((field, i) => ({ ...field, fieldId: FIRST_FIELD_ID + i }));
  }
  return partlyNumbered(reading, drafts, missing, path);
}

/**
 * MD-37 makes a mixture an error: the missing ids can't be told. The fields keep their places, under ids that none of
 * the others has, and none of them projects.
 */
function partlyNumbered(
  reading: Reading,
  drafts: readonly FieldDraft[],
  missing: number,
  path: string,
): readonly PartitionField[] {
  note(
    reading,
    'partition-field-ids-missing',
    path,
    `${missing} of ${drafts.length} partition fields have no field-id.`,
  );
  let next = Math.max(FIRST_FIELD_ID - 1, ...drafts.map((field) => field.fieldId ?? 0));
  return drafts.map((field) => ({
    ...field,
    fieldId: field.fieldId ?? ++next,
    transform: { kind: 'unknown', text: printTransform(field.transform) },
  }));
}

function readField(reading: Reading, json: unknown, path: string): FieldDraft {
  if (!isObject(json)) {
    note(reading, 'wrong-json-type', path, 'A partition field is not an object.');
    return {
      sourceIds: [],
      fieldId: undefined,
      name: '',
      transform: { kind: 'unknown', text: '' },
    };
  }
  const sourceIds = readSourceIds(reading, json, path);
  const transform = readTransform(reading, json, path);
  return {
    sourceIds,
    fieldId: readInt(reading, json, 'field-id', path),
    name: readRequiredText(reading, json, 'name', path),
    // More than one source is a multi-argument transform, of which none is known (MD-38).
    transform: sourceIds.length === 1 ? transform : unknownOf(json.transform),
  };
}

function readRequiredText(reading: Reading, json: JsonObject, key: string, path: string): string {
  const text = readText(reading, json, key, path);
  if (text === undefined) noteMissing(reading, join(path, key), 'It is taken for empty.');
  return text ?? '';
}

function unknownOf(text: unknown): Transform {
  return { kind: 'unknown', text: typeof text === 'string' ? text : '' };
}

function readSourceIds(reading: Reading, json: JsonObject, path: string): readonly number[] {
  const single = readInt(reading, json, 'source-id', path);
  if (single !== undefined) return [single];
  const list = readList(reading, json, 'source-ids', path).filter((id) => Number.isInteger(id));
  if (list.length === 0) {
    noteMissing(reading, join(path, 'source-id'), 'The field never rules out a file.');
  } else {
    const named = list.length === 1 ? `column ${list[0]}` : `${list.length} columns`;
    note(
      reading,
      'source-ids',
      join(path, 'source-ids'),
      `A partition field names ${named} as source-ids.`,
    );
  }
  return list as readonly number[];
}

function readTransform(reading: Reading, json: JsonObject, path: string): Transform {
  const text = readRequiredText(reading, json, 'transform', path);
  const at = join(path, 'transform');
  try {
    const transform = parseTransform(text);
    if (transform.kind === 'unknown' && text !== '') {
      note(reading, 'transform-unknown', at, `The transform ${text} is not known.`);
    }
    return transform;
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    note(reading, 'transform-invalid', at, error.message);
    return unknownOf(text);
  }
}

export interface SortOrders {
  readonly sortOrders: readonly SortOrder[];
  readonly defaultSortOrderId: number;
}

const UNSORTED: SortOrder = { orderId: 0, fields: [] };

/** Sort orders don't take part in planning, so one that can't be read is left out (MD-41). */
export function readSortOrders(
  reading: Reading,
  table: JsonObject,
  formatVersion: number,
): SortOrders {
  if (!('sort-orders' in table)) {
    if (formatVersion > 1)
      noteMissing(reading, 'sort-orders', 'The table is taken to be unsorted.');
    return { sortOrders: [UNSORTED], defaultSortOrderId: 0 };
  }
  const sortOrders: SortOrder[] = [];
  for (const [i, json] of readList(reading, table, 'sort-orders', '').entries()) {
    const order = readSortOrder(reading, json, `sort-orders[${i}]`);
    if (order !== undefined) sortOrders.push(order);
  }
  const stated = readInt(reading, table, 'default-sort-order-id', '');
  if (stated === undefined) {
    noteMissing(reading, 'default-sort-order-id', 'The table is taken to be unsorted.');
  } else if (!sortOrders.some((order) => order.orderId === stated)) {
    note(
      reading,
      'default-sort-order-missing',
      'default-sort-order-id',
      `default-sort-order-id is ${stated}, and no such sort order is there.`,
    );
  }
  return { sortOrders, defaultSortOrderId: stated ?? 0 };
}

function readSortOrder(reading: Reading, json: unknown, path: string): SortOrder | undefined {
  const orderId = isObject(json) ? readInt(reading, json, 'order-id', path) : undefined;
  if (!isObject(json) || orderId === undefined || !Array.isArray(json.fields)) {
    note(reading, 'sort-order-unreadable', path, 'A sort order lacks its id or its fields.');
    return undefined;
  }
  const fields = json.fields.map(sortField);
  if (fields.includes(undefined)) {
    note(
      reading,
      'sort-order-unreadable',
      path,
      `Sort order ${orderId} has a field that can’t be read.`,
    );
    return undefined;
  }
  return { orderId, fields: fields as readonly SortField[] };
}

function sortField(json: unknown): SortField | undefined {
  if (!isObject(json)) return undefined;
  const { direction, transform } = json;
  const ids = Number.isInteger(json['source-id']) ? [json['source-id']] : json['source-ids'];
  const sourceIds =
    Array.isArray(ids) && ids.every((id) => Number.isInteger(id)) ? (ids as number[]) : undefined;
  const nullOrder = json['null-order'];
  if (sourceIds === undefined || typeof transform !== 'string') return undefined;
  if (direction !== 'asc' && direction !== 'desc') return undefined;
  if (nullOrder !== 'nulls-first' && nullOrder !== 'nulls-last') return undefined;
  return { sourceIds, transform: sortTransform(transform), direction, nullOrder };
}

/** A transform that can't be parsed stays as its text: sort orders are only shown. */
function sortTransform(text: string): Transform {
  try {
    return parseTransform(text);
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    return unknownOf(text);
  }
}
