/** Text to expression. The parser is a chunk of its own: nothing needs it before a condition is there. */
import { IcecoreError } from '../src/base/errors.ts';
import type { Expression } from '../src/expressions/expression.ts';
import type { Schema } from '../src/types/type.ts';

export interface ParsedFilter {
  readonly expression: Expression;
  /** Field ids the condition uses. */
  readonly columns: readonly number[];
}

/** Errors: `invalid-input` with the place of the first mistake. */
export async function parseFilter(
  where: string,
  schema: Schema,
  caseSensitive: boolean,
): Promise<ParsedFilter> {
  const [{ parseWhere }, { indexSchema }] = await Promise.all([
    import('../src/expressions/where.ts'),
    import('../src/types/schema.ts'),
  ]);
  const { expression, errors, columns } = parseWhere(where, indexSchema(schema), { caseSensitive });
  const first = errors[0];
  if (first !== undefined) {
    throw new IcecoreError('invalid-input', first.message, {
      place: where,
      span: first.span,
      advice: first.suggestion?.message,
    });
  }
  return { expression, columns };
}
