import { describe, expect, it } from 'vitest';
import { parseSchema } from '../types/parse-type.ts';
import { JAVA, type Profile, SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import type { TupleValue } from './entries.ts';
import { type NameMapping, parseNameMapping } from './name-mapping.ts';
import type { PartitionSpec } from './records.ts';
import {
  columnsAsWritten,
  type FileColumn,
  type Resolution,
  type ResolveRequest,
  resolveColumns,
  withoutIds,
} from './resolve-columns.ts';

const UNPARTITIONED: PartitionSpec = { specId: 0, fields: [] };
const identity = (sourceId: number, name: string): PartitionSpec => ({
  specId: 1,
  fields: [{ sourceIds: [sourceId], fieldId: 1000, name, transform: { kind: 'identity' } }],
});

const schemaOf = (fields: readonly unknown[]) =>
  parseSchema({ type: 'struct', 'schema-id': 0, fields }, 'test');
const field = (id: number, name: string, type: unknown, more: object = {}) => ({
  id,
  name,
  required: false,
  type,
  ...more,
});
const column = (
  fieldId: number | undefined,
  name: string,
  children: readonly FileColumn[] = [],
): FileColumn => ({ fieldId, name, typeText: 'int32', type: undefined, children });

interface Given {
  readonly table: readonly unknown[];
  readonly file: readonly FileColumn[];
  readonly spec?: PartitionSpec;
  readonly tuple?: readonly TupleValue[];
  readonly mapping?: NameMapping;
  readonly tableIds?: readonly number[];
  readonly profile?: Profile;
}

function resolve(given: Given): Resolution {
  const schema = indexSchema(schemaOf(given.table));
  const request: ResolveRequest = {
    schema,
    file: given.file,
    spec: given.spec ?? UNPARTITIONED,
    tuple: given.tuple ?? [],
    mapping: given.mapping,
    tableIds: new Set([...schema.byId.keys(), ...(given.tableIds ?? [])]),
    profile: given.profile ?? SAFE,
  };
  return resolveColumns(request);
}

/** `a ← id b`, `a ← null` */
function words({ columns }: Resolution): readonly string[] {
  return columns.map(({ name, source }) => {
    const from =
      'column' in source ? ` ${source.column.name}` : 'value' in source ? ` ${source.value}` : '';
    return `${name} ← ${source.rule}${from}`;
  });
}
const unread = ({ unread }: Resolution) => unread.map(({ name, why }) => `${name} ${why}`);

describe('by id (CP-1, CP-6)', () => {
  it('B195: swapped names follow their ids', () => {
    const found = resolve({
      table: [
        field(3, 'measurement', 'double'),
        field(2, 'name', 'string'),
        field(4, 'a', 'string'),
      ],
      file: [column(1, 'a'), column(2, 'b'), column(3, 'c')],
      tableIds: [1],
    });
    expect(words(found)).toEqual(['measurement ← id c', 'name ← id b', 'a ← null']);
    expect(unread(found)).toEqual(['a dropped']);
    expect(found.columns[2]?.namesake?.fieldId).toBe(1);
  });
  it('an id that the table never had is foreign', () => {
    expect(unread(resolve({ table: [], file: [column(9, 'x')] }))).toEqual(['x foreign']);
  });
  it('of two columns with one id the first counts', () => {
    const found = resolve({
      table: [field(1, 'a', 'int')],
      file: [column(1, 'x'), column(1, 'y')],
    });
    expect([...words(found), ...unread(found)]).toEqual(['a ← id x', 'y superseded']);
  });
  it('nested columns are found within their own struct', () => {
    const found = resolve({
      table: [
        field(1, 's', {
          type: 'struct',
          fields: [field(2, 'kept', 'int'), field(3, 'later', 'int')],
        }),
        field(4, 't', { type: 'struct', fields: [field(5, 'inner', 'int')] }),
      ],
      file: [column(1, 's', [column(2, 'old'), column(6, 'gone')]), column(5, 'stray')],
      tableIds: [6],
    });
    expect(words(found)).toEqual([
      's ← id s',
      's.kept ← id old',
      's.later ← null',
      't ← null',
      't.inner ← null',
    ]);
    expect(found.columns.at(-1)?.source).toEqual({ rule: 'null', because: 'within' });
    expect(unread(found)).toEqual(['s.gone dropped', 'stray superseded']);
  });
  it('lists and maps are followed by the ids of their parts', () => {
    const list = { type: 'list', 'element-id': 2, element: 'int', 'element-required': false };
    const map = {
      type: 'map',
      'key-id': 4,
      key: 'string',
      'value-id': 5,
      value: 'int',
      'value-required': false,
    };
    const found = resolve({
      table: [field(1, 'l', list), field(3, 'm', map)],
      file: [
        column(1, 'l', [column(2, 'element')]),
        column(3, 'm', [column(4, 'key'), column(5, 'value')]),
      ],
    });
    expect(found.columns.map(({ source }) => source.rule)).toEqual(['id', 'id', 'id', 'id', 'id']);
  });
});

describe('the order of rules (CP-1)', () => {
  const table = [field(1, 'a', 'string', { 'initial-default': 'was' })];
  const mapping = parseNameMapping('[{"field-id": 1, "names": ["a"]}]', 'test');
  const spec = identity(1, 'a');
  const tuple = [7];
  it.each([
    ['its own id', { file: [column(1, 'x'), column(undefined, 'a')], spec, tuple, mapping }, 'id'],
    ['then the tuple', { file: [column(undefined, 'a')], spec, tuple, mapping }, 'partition'],
    ['then the mapping', { file: [column(undefined, 'a')], mapping }, 'mapping'],
    ['then the default', { file: [column(undefined, 'a')] }, 'default'],
  ] as const)('%s', (_, given, rule) => {
    expect(resolve({ table, ...given }).columns[0]?.source.rule).toBe(rule);
  });
  it('then null, which a required column may not be', () => {
    const required = [field(1, 'a', 'string', { required: true })];
    expect(words(resolve({ table: required, file: [] }))).toEqual(['a ← missing']);
    expect(words(resolve({ table: [field(1, 'a', 'string')], file: [] }))).toEqual(['a ← null']);
  });
  it('a null of the tuple is a value, one that can’t be read is not known', () => {
    const at = (value: TupleValue) =>
      resolve({ table, file: [], spec, tuple: [value] }).columns[0]?.source;
    expect(at(null)).toEqual({ rule: 'partition', field: 'a', value: null });
    expect(at(undefined)).toEqual({ rule: 'partition', field: 'a', value: undefined });
  });
  it('a column of type unknown is never read (CP-5)', () => {
    const found = resolve({ table: [field(1, 'u', 'unknown')], file: [column(1, 'u')] });
    expect(words(found)).toEqual(['u ← null']);
    expect(unread(found)).toEqual(['u superseded']);
  });
});

describe('the name mapping', () => {
  const table = [
    field(1, 'a', 'int'),
    field(3, 'l', { type: 'list', 'element-id': 4, element: 'int', 'element-required': false }),
  ];
  it('B198: no names map nothing, a name without an id is none, lists map their element', () => {
    const mapping = parseNameMapping(
      '[{"names":[],"field-id":1},{"names":["x"]},{"field-id":3,"names":["l"],"fields":[{"field-id":4,"names":["element"]}]}]',
      'test',
    );
    const file = [
      column(undefined, 'a'),
      column(undefined, 'x'),
      column(undefined, 'l', [column(undefined, 'element')]),
    ];
    const found = resolve({ table, file, mapping });
    expect(words(found)).toEqual(['a ← null', 'l ← mapping l', 'l.element ← mapping element']);
    expect(unread(found)).toEqual(['a unnamed', 'x unnamed']);
  });
  const swapped = parseNameMapping(
    '[{"names":["b"],"field-id":1},{"names":["a"],"field-id":2}]',
    'test',
  );
  const two = [field(1, 'a', 'int'), field(2, 'b', 'int')];
  it('B200: ids win over it', () => {
    const found = resolve({ table: two, file: [column(1, 'a'), column(2, 'b')], mapping: swapped });
    expect(words(found)).toEqual(['a ← id a', 'b ← id b']);
  });
  it.each([
    ['safe', SAFE, ['a ← id a', 'b ← mapping c']],
    ['java', JAVA, ['a ← id a', 'b ← null']],
  ] as const)('beside ids, %s: CP-2', (_, profile, expected) => {
    const mapping = parseNameMapping('[{"names":["c"],"field-id":2}]', 'test');
    const file = [column(1, 'a'), column(undefined, 'c')];
    expect(words(resolve({ table: two, file, mapping, profile }))).toEqual(expected);
  });
  it('dots in names are no paths (CP-3)', () => {
    const mapping = parseNameMapping(
      '[{"names":["s"],"field-id":1,"fields":[{"names":["x"],"field-id":2}]}]',
      'test',
    );
    const nested = [field(1, 's', { type: 'struct', fields: [field(2, 'x', 'int')] })];
    const found = resolve({ table: nested, file: [column(undefined, 's.x')], mapping });
    expect(words(found)).toEqual(['s ← null', 's.x ← null']);
  });
});

describe('identity partition values beside a stored column (CP-2)', () => {
  it.each([
    ['safe', SAFE, ['a ← id a'], []],
    ['java', JAVA, ['a ← partition 7'], ['a partition']],
  ] as const)('%s', (_, profile, expected, left) => {
    const found = resolve({
      table: [field(1, 'a', 'int')],
      file: [column(1, 'a')],
      spec: identity(1, 'a'),
      tuple: [7],
      profile,
    });
    expect(words(found)).toEqual(expected);
    expect(unread(found)).toEqual(left);
  });
});

describe('columnsAsWritten', () => {
  const schema = schemaOf([
    field(1, 'a', 'int'),
    field(2, 'u', 'unknown'),
    field(3, 's', { type: 'struct', fields: [field(4, 'x', 'decimal(9, 2)')] }),
  ]);
  it('has the schema’s columns but those that no file stores', () => {
    expect(columnsAsWritten(schema).map(({ name, typeText }) => [name, typeText])).toEqual([
      ['a', 'int'],
      ['s', 'struct'],
    ]);
  });
  it('loses its ids, nested ones too', () => {
    const [, s] = withoutIds(columnsAsWritten(schema));
    expect([s?.fieldId, s?.children[0]?.fieldId]).toEqual([undefined, undefined]);
  });
});
