import { expect, it } from 'vitest';
import { indexSchema } from '../../types/schema.ts';
import { foldPredicate, predicateSql } from './predicate.ts';

const schema = indexSchema({ schemaId: 0, fields: [], identifierFieldIds: [] });

it('keeps the tree where a constant leaves one part of a junction (seed 8109)', () => {
  const leaf = (name: string) => ['is_null', name];
  const predicate = [
    'and',
    leaf('a'),
    ['and', ['and', leaf('b'), leaf('c')], ['or', leaf('d'), ['true']]],
  ];
  expect(predicateSql(foldPredicate(predicate), schema, 'exact')).toBe(
    'a IS NULL AND (b IS NULL AND c IS NULL)',
  );
});
