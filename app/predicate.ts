/** Text to expression. The parser is a chunk of its own: nothing needs it before a condition is there. */
import { IcecoreError } from '../src/base/errors.ts';
import type { Expression } from '../src/expressions/expression.ts';
import type { SnapshotView } from '../src/table/session.ts';

export interface ParsedFilter {
  readonly expression: Expression;
  /** Field ids the condition uses. */
  readonly columns: readonly number[];
}

interface Parser {
  readonly parseWhere: typeof import('../src/expressions/where.ts').parseWhere;
  readonly indexSchema: typeof import('../src/types/schema.ts').indexSchema;
}

let loaded: Parser | undefined;

/** Loads the parser, so that what is asked next is parsed in the task that asks. */
export async function loadParser(): Promise<Parser> {
  const [{ parseWhere }, { indexSchema }] = await Promise.all([
    import('../src/expressions/where.ts'),
    import('../src/types/schema.ts'),
  ]);
  loaded = { parseWhere, indexSchema };
  return loaded;
}

/** Errors: `invalid-input` with the place of the first mistake. */
export async function parseFilter(
  where: string,
  { schema, context }: Pick<SnapshotView, 'schema' | 'context'>,
  caseSensitive: boolean,
): Promise<ParsedFilter> {
  // Even a module that is there takes an `import` a task, in which the page may draw a view first.
  const { parseWhere, indexSchema } = loaded ?? (await loadParser());
  const { expression, errors, columns } = parseWhere(where, indexSchema(schema), {
    caseSensitive,
    tableSchemas: context.schemas,
  });
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
