import { expect, it } from 'vitest';
import { indexSchema } from '../types/schema.ts';
import type { NestedField, Type } from '../types/type.ts';
import { columnsNamed } from './columns-named.ts';

const INT: Type = { kind: 'int' };

function field(id: number, name: string, type: Type = INT): NestedField {
  return { id, name, type, required: false };
}

const schema = indexSchema({
  schemaId: 0,
  identifierFieldIds: [],
  fields: [
    field(1, 'id'),
    field(2, 'Id'),
    field(3, 'place', { kind: 'struct', fields: [field(4, 'city')] }),
    field(5, 'tags', { kind: 'list', elementId: 6, element: INT, elementRequired: false }),
    field(7, 'two words'),
  ],
});

const exact = (text: string) => columnsNamed(text, schema, { caseSensitive: true });
const loose = (text: string) => columnsNamed(text, schema, { caseSensitive: false });

it('finds columns of a condition that is not whole', () => {
  expect(exact('id >')).toEqual([1]);
  expect(exact("place.city = 'x' and id in (1,")).toEqual([4, 1]);
  expect(exact('not (Id ')).toEqual([2]);
  expect(exact('"two words" >= ')).toEqual([7]);
  expect(exact('where id between 1 and')).toEqual([1]);
});

it('waits for the end of a name', () => {
  expect(exact('id')).toEqual([]);
  expect(exact('id > 1 or place.city')).toEqual([1]);
  expect(exact('')).toEqual([]);
});

it('leaves out what is no column, more than one, or inside of a list', () => {
  expect(exact('nothing = 1')).toEqual([]);
  expect(exact("'id' = 1")).toEqual([]);
  expect(loose('ID = 1')).toEqual([]);
  expect(loose('PLACE.CITY = 1')).toEqual([4]);
  expect(exact('tags.element = 1')).toEqual([]);
});
