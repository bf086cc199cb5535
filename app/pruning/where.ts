/** The condition's language, loaded when a view first needs it. */
import type { Expression } from '../../src/expressions/expression.ts';
import type { Where } from '../../src/expressions/where.ts';
import type { Schema } from '../../src/types/type.ts';
import { plural } from '../ui/format.ts';
import type { Language, TableTerms } from './language.ts';

/** @param table for hints at what else a name may mean */
export async function loadLanguage(
  schema: Schema,
  caseSensitive: boolean,
  table?: TableTerms,
): Promise<Language> {
  const { makeLanguage } = await import('./language.ts');
  return makeLanguage(schema, caseSensitive, table);
}

/** `2 terms on 1 column`; of what comes to a constant, as NOT IN (NULL) does, that. */
export function termWords({ expression, columns }: Pick<Where, 'expression' | 'columns'>): string {
  const terms = termCount(expression);
  if (terms === 0) return expression.kind === 'false' ? 'never true' : 'always true';
  return `${plural(terms, 'term')} on ${plural(columns.length, 'column')}`;
}

/** Conditions as typed: what one piece of text became (BETWEEN, an implied IS NOT NULL) counts once. */
function termCount(expression: Expression): number {
  return new Set(termPlaces(expression)).size;
}

function termPlaces(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return [...termPlaces(expression.left), ...termPlaces(expression.right)];
    case 'not':
      return termPlaces(expression.child);
    case 'predicate':
    case 'opaque':
      return [`${expression.span?.from} ${expression.span?.to}`];
    default:
      return [];
  }
}
