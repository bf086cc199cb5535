/** The condition's language, loaded when a view first needs it. */
import type { Expression } from '../../src/expressions/expression.ts';
import type { Schema } from '../../src/types/type.ts';
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

/** Conditions as typed: what one piece of text became (BETWEEN, an implied IS NOT NULL) counts once. */
export function termCount(expression: Expression): number {
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
