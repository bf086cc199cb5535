/** SQL WHERE to an expression, with errors and notes at their places (rules.md 5.7). */
import type { Span } from '../base/errors.ts';
import type { SchemaIndex } from '../types/schema.ts';
import type { Schema } from '../types/type.ts';
import { type Expression, TRUE } from './expression.ts';
import { translate } from './sql/conditions.ts';
import type { Context } from './sql/context.ts';
import { parseStrictly, type Suggestion } from './sql/parse.ts';

export interface WhereError {
  /** Where; half-open, UTF-16 offsets in the text. */
  readonly span: Span;
  /** What is wrong, a sentence. */
  readonly message: string;
  readonly suggestion?: Suggestion | undefined;
}

/** How something was read, or why a condition can't be planned with. */
export interface WhereNote {
  readonly span: Span;
  readonly message: string;
}

export interface Where {
  /** TRUE where there are errors. */
  readonly expression: Expression;
  readonly errors: readonly WhereError[];
  readonly notes: readonly WhereNote[];
  /** Field ids of the columns that it names. */
  readonly columns: readonly number[];
}

export interface WhereOptions {
  readonly caseSensitive: boolean;
  /** Terms by the names of the table's partition fields, for what a person may have meant by one. */
  readonly partitionTerms?: ReadonlyMap<string, string> | undefined;
  /** All schemas of the table, for names that a column has in another one than that which is asked. */
  readonly tableSchemas?: readonly Schema[] | undefined;
}

const NO_TERMS: ReadonlyMap<string, string> = new Map();

const NOT_CONDITIONS = new Set(['WhereKw', 'Semicolon', 'LineComment', 'BlockComment']);

/**
 * Reads a condition, with or without WHERE before it. Nothing at all is TRUE. What Iceberg has no form for becomes an
 * opaque condition and a note. Never throws for what a person may type.
 */
export function parseWhere(text: string, schema: SchemaIndex, options: WhereOptions): Where {
  const tree = parseStrictly(text);
  if ('message' in tree) return { expression: TRUE, errors: [tree], notes: [], columns: [] };
  let condition = tree.topNode.firstChild;
  while (condition !== null && NOT_CONDITIONS.has(condition.name))
    condition = condition.nextSibling;
  if (condition === null) return { expression: TRUE, errors: [], notes: [], columns: [] };
  const context: Context = {
    text,
    schema,
    caseSensitive: options.caseSensitive,
    partitionTerms: options.partitionTerms ?? NO_TERMS,
    tableSchemas: options.tableSchemas ?? [],
    errors: [],
    notes: [],
    columns: new Set(),
  };
  const expression = translate(condition, context, false);
  const { errors, notes } = context;
  return {
    expression: errors.length > 0 ? TRUE : expression,
    errors: distinct(errors),
    notes: distinct(notes),
    columns: [...context.columns],
  };
}

/** A place is looked at more than once where a condition becomes two. */
function distinct<T extends WhereNote>(items: readonly T[]): readonly T[] {
  const seen = new Map(
    items.map((item) => [`${item.span.from} ${item.span.to} ${item.message}`, item]),
  );
  return [...seen.values()].sort((a, b) => a.span.from - b.span.from);
}
