/** Which columns a condition is about, while it is being written. */
import { IcecoreError } from '../base/errors.ts';
import type { SchemaIndex } from '../types/schema.ts';
import { spelledName } from './sql/context.ts';
import { parseLoosely } from './sql/parse.ts';

/**
 * Field ids of the columns that a text names, in its order, though it be no condition yet. A name at its very end may go
 * on and does not count, nor does one that stands for two columns (EX-10) or for none.
 */
export function columnsNamed(
  text: string,
  schema: SchemaIndex,
  { caseSensitive }: { readonly caseSensitive: boolean },
): readonly number[] {
  const ids = new Set<number>();
  parseLoosely(text).iterate({
    enter: ({ name, to, node }) => {
      if (name !== 'ColumnName' || to === text.length) return;
      const column = find(spelledName(node, { text }), schema, caseSensitive);
      if (column?.accessible === true) ids.add(column.fieldId);
    },
  });
  return [...ids];
}

function find(name: string, schema: SchemaIndex, caseSensitive: boolean) {
  try {
    return schema.find(name, caseSensitive);
  } catch (error) {
    if (error instanceof IcecoreError) return undefined;
    throw error;
  }
}
