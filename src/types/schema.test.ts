import { describe, expect, it } from 'vitest';
import { IcecoreError } from '../base/errors.ts';
import {
  parsePrimitiveType,
  parseSchema,
  printType,
  sameType,
  schemaToJson,
} from './parse-type.ts';
import { indexSchema } from './schema.ts';

describe('type texts (MD-30, MD-31)', () => {
  it.each([
    ['INT', 'int'],
    ['timestamptz_ns', 'timestamptz_ns'],
    ['fixed[ 16 ]', 'fixed[16]'],
    ['fixed[0]', 'fixed[0]'],
    ['Decimal( 9 ,2 )', 'decimal(9, 2)'],
    ['geometry', 'geometry(OGC:CRS84)'],
    ['geometry(EPSG:4326)', 'geometry(EPSG:4326)'],
    ['GEOGRAPHY', 'geography(OGC:CRS84, spherical)'],
    ['geography(EPSG:4326)', 'geography(EPSG:4326, spherical)'],
    ['geography( EPSG:4326 , Karney )', 'geography(EPSG:4326, karney)'],
    ['variant', 'variant'],
    ['unknown', 'unknown'],
  ])('%s is %s', (text, printed) => {
    const type = parsePrimitiveType(text);
    expect(type && printType(type)).toBe(printed);
  });
  it.each([
    'decimal(39, 2)',
    'decimal(0, 0)',
    'decimal(9, -20)',
    'fixed[-1]',
    'fixed',
    'ints',
    '',
    'geography(x, flat)',
  ])('%j is no type', (text) => expect(parsePrimitiveType(text)).toBeUndefined());
});

const optional = (id: number, name: string, type: unknown) => ({ id, name, required: false, type });
const required = (id: number, name: string, type: unknown) => ({ id, name, required: true, type });
const struct = (...fields: unknown[]) => ({ type: 'struct', fields });
const list = (id: number, element: unknown) => ({
  type: 'list',
  'element-id': id,
  element,
  'element-required': false,
});

const JSON_SCHEMA = {
  type: 'struct',
  'schema-id': 3,
  'identifier-field-ids': [1],
  fields: [
    required(1, 'id', 'long'),
    {
      ...optional(2, 'p', struct(required(3, 'x', 'int'), optional(4, 'Y', 'int'))),
      doc: 'a point',
    },
    required(5, 'q', struct(required(6, 'x', 'int'))),
    optional(7, 'l', list(8, struct(optional(9, 'x', 'int')))),
    optional(10, 'n', list(11, 'int')),
    optional(12, 'm', {
      type: 'map',
      'key-id': 13,
      key: struct(required(14, 'k', 'int')),
      'value-id': 15,
      value: struct(optional(16, 'v', 'int')),
      'value-required': true,
    }),
    optional(17, 'c.d', 'string'),
    { ...optional(18, 'ID', 'int'), 'initial-default': 7, 'write-default': 8 },
  ],
};

describe('schemas', () => {
  const schema = parseSchema(JSON_SCHEMA, 'v1.json');
  const index = indexSchema(schema);

  it('come back as JSON', () => {
    expect(JSON.parse(JSON.stringify(schemaToJson(schema)))).toEqual(JSON_SCHEMA);
  });
  it('are indexed once', () => expect(indexSchema(schema)).toBe(index));

  // id, full name, required, under an optional struct, top level, accessible.
  it.each([
    [1, 'id', true, false, true, true],
    [2, 'p', false, false, true, true],
    [3, 'p.x', false, true, false, true],
    [6, 'q.x', true, false, false, true],
    [8, 'l.element', false, false, false, false],
    [9, 'l.element.x', false, true, false, false],
    [13, 'm.key', false, false, false, false],
    [14, 'm.key.k', false, false, false, false],
    [16, 'm.value.v', false, false, false, false],
    [17, 'c.d', false, false, true, true],
  ] as const)(
    'field %i',
    (fieldId, name, isRequired, underOptionalStruct, topLevel, accessible) => {
      expect(index.byId.get(fieldId)).toMatchObject({
        fieldId,
        name,
        required: isRequired,
        underOptionalStruct,
        topLevel,
        accessible,
      });
      expect(index.find(name, true)?.fieldId).toBe(fieldId);
    },
  );

  it('have all fields, parents first', () => {
    expect(index.columns.map((column) => column.fieldId)).toEqual(
      Array.from({ length: 18 }, (_, i) => i + 1),
    );
  });

  it.each([
    ['l.x', true, 9],
    ['m.v', true, 16],
    // A key keeps its name (MD-33).
    ['m.k', true, undefined],
    ['P.y', true, undefined],
    ['P.y', false, 4],
    ['C.D', false, 17],
    ['L.X', false, 9],
    ['nothing', false, undefined],
  ] as const)('%s, case-sensitive %s, is field %s', (name, caseSensitive, id) => {
    expect(index.find(name, caseSensitive)?.fieldId).toBe(id);
  });

  it('refuse a name that is two columns without case (EX-10)', () => {
    expect(index.find('id', true)?.fieldId).toBe(1);
    expect(() => index.find('Id', false)).toThrow(/ambiguous.*id, ID/);
  });

  it('prefer a full name to a short alias', () => {
    const odd = parseSchema(
      struct(optional(1, 'l.x', 'int'), optional(2, 'l', list(3, struct(optional(4, 'x', 'int'))))),
      'v1.json',
    );
    expect(indexSchema(odd).find('l.x', true)?.fieldId).toBe(1);
  });

  it('compare types with ids and names', () => {
    const type = (json: unknown) => {
      const [field] = parseSchema(struct(required(1, 'f', json)), 'v1.json').fields;
      if (field === undefined) throw new Error('no field');
      return field.type;
    };
    expect(sameType(type('decimal(9,2)'), type('decimal(9, 2)'))).toBe(true);
    expect(sameType(type('decimal(9,2)'), type('decimal(9, 3)'))).toBe(false);
    expect(sameType(type(list(2, 'int')), type(list(2, 'int')))).toBe(true);
    expect(sameType(type(list(2, 'int')), type(list(3, 'int')))).toBe(false);
  });

  it.each([
    ['no fields', { type: 'struct' }],
    ['a field id twice', struct(optional(1, 'a', 'int'), optional(1, 'b', 'int'))],
    ['a nested id twice', struct(optional(1, 'a', list(1, 'int')))],
    ['no type', struct({ id: 1, name: 'a', required: false })],
    ['an unknown type', struct(optional(1, 'a', 'int128'))],
    ['no id', struct({ name: 'a', required: false, type: 'int' })],
    ['an id beyond int32', struct(optional(2 ** 31, 'a', 'int'))],
    ['text', 'struct'],
  ])('with %s are refused', (_, json) => {
    expect(() => parseSchema(json, 'v1.json')).toThrow(IcecoreError);
  });
});
