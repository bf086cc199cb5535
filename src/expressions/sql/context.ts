/** What the translation of one condition shares: the text, the schema, and what it finds on the way. */
import type { SyntaxNode } from '@lezer/common';
import { IcecoreError, type Span } from '../../base/errors.ts';
import { printType } from '../../types/parse-type.ts';
import type { ColumnInfo, SchemaIndex } from '../../types/schema.ts';
import type { Schema } from '../../types/type.ts';
import type { Expression } from '../expression.ts';
import { quoteName, quoteText, unquote } from './names.ts';
import { columnElsewhere, nearestColumn } from './near.ts';
import type { Suggestion, SyntaxProblem } from './parse.ts';

export interface Note {
  readonly span: Span;
  readonly message: string;
}

export interface Context {
  readonly text: string;
  readonly schema: SchemaIndex;
  readonly caseSensitive: boolean;
  /** Terms by the names of partition fields, which no condition can name. */
  readonly partitionTerms: ReadonlyMap<string, string>;
  readonly tableSchemas: readonly Schema[];
  readonly errors: SyntaxProblem[];
  readonly notes: Note[];
  readonly columns: Set<number>;
}

export interface Column {
  /** As it was written, for the expression (EX-10 finds it again). */
  readonly name: string;
  readonly info: ColumnInfo;
  readonly span: Span;
}

export function spanOf(node: { readonly from: number; readonly to: number }): Span {
  return { from: node.from, to: node.to };
}

export function textOf(node: SyntaxNode, context: Pick<Context, 'text'>): string {
  return context.text.slice(node.from, node.to);
}

/** The condition is wrong; what it becomes does not matter, since any error makes the whole TRUE. */
export function fail(
  node: SyntaxNode,
  context: Context,
  message: string,
  suggestion?: Suggestion,
): Expression {
  const problem = { span: spanOf(node), message };
  context.errors.push(suggestion === undefined ? problem : { ...problem, suggestion });
  return { kind: 'opaque', text: textOf(node, context), reason: message };
}

/** A condition that no statistic answers: kept with its text, and said why. Unknown columns in it are still errors. */
export function opaque(
  node: SyntaxNode,
  context: Context,
  negated: boolean,
  reason: string,
): Expression {
  resolveAll(node, context);
  const text = textOf(node, context);
  const span = spanOf(node);
  context.notes.push({ span, message: reason });
  return { kind: 'opaque', text: negated ? `NOT (${text})` : text, reason, span };
}

function resolveAll(node: SyntaxNode, context: Context): void {
  if (node.name === 'ColumnName') {
    if (!isClock(node, context)) resolveColumn(node, context);
    return;
  }
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    resolveAll(child, context);
  }
}

/** The full name that a node spells: parts without their quotes, joined by dots. */
export function spelledName(node: SyntaxNode, context: Pick<Context, 'text'>): string {
  const parts: string[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    const written = textOf(child, context);
    if (child.name === 'Identifier') parts.push(written);
    if (child.name === 'QuotedName') parts.push(unquote(written));
  }
  return parts.join('.');
}

const CLOCKS = new Set([
  'current_date',
  'current_time',
  'current_timestamp',
  'localtime',
  'localtimestamp',
]);

/** NaN as a bare word, unless a column has that name. */
export function isBareNan(node: SyntaxNode, context: Context): boolean {
  if (node.name !== 'ColumnName' || !/^nan$/i.test(textOf(node, context))) return false;
  return find(node, textOf(node, context), context) === undefined;
}

/** CURRENT_DATE and its like, unless a column has that name. */
export function isClock(node: SyntaxNode, context: Context): boolean {
  const name = spelledName(node, context);
  return CLOCKS.has(name.toLowerCase()) && find(node, name, context) === undefined;
}

function find(node: SyntaxNode, name: string, context: Context): ColumnInfo | undefined {
  try {
    return context.schema.find(name, context.caseSensitive);
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    const advice = error.advice;
    fail(node, context, error.message, advice === undefined ? undefined : { message: advice });
    return undefined;
  }
}

/**
 * The column of a name, or undefined and an error.
 *
 * @param value set where a value could stand as well, so that unquoted text is likely
 */
export function resolveColumn(
  node: SyntaxNode,
  context: Context,
  value?: 'text' | undefined,
): Column | undefined {
  const name = spelledName(node, context);
  const errorsBefore = context.errors.length;
  const info = find(node, name, context);
  if (info === undefined) {
    if (context.errors.length === errorsBefore) failUnknown(node, name, context, value);
    return undefined;
  }
  if (!info.accessible) {
    fail(
      node,
      context,
      `${info.name} lies inside a list or map: a row has many of them, so no condition on it can be planned.`,
    );
    return undefined;
  }
  context.columns.add(info.fieldId);
  return { name, info, span: spanOf(node) };
}

function failUnknown(
  node: SyntaxNode,
  name: string,
  context: Context,
  value: 'text' | undefined,
): void {
  fail(node, context, `No column is called ${name}.`, suggestName(node, name, context, value));
}

function suggestName(
  node: SyntaxNode,
  name: string,
  context: Context,
  value: 'text' | undefined,
): Suggestion | undefined {
  const term = context.partitionTerms.get(name);
  if (term !== undefined) {
    const message = `${name} is a partition field, whose values have no name in SQL. Write ${term}.`;
    return { message, replacement: term };
  }
  const elsewhere = columnElsewhere(name, context.schema, context.tableSchemas);
  if (elsewhere !== undefined) {
    const { here, schemaId } = elsewhere;
    return here === undefined
      ? { message: `Schema ${schemaId} of the table has it, the schema of this snapshot has not.` }
      : {
          message: `The schema of this snapshot calls it ${here.name}.`,
          replacement: quoteName(here.name),
        };
  }
  const near = nearestColumn(name, context.schema);
  const sameLetters = near?.name.toLowerCase() === name.toLowerCase();
  if (near !== undefined && (value === undefined || sameLetters)) {
    const type = printType(near.type);
    const shown = /^struct|^list|^map/.test(type) ? near.type.kind : type;
    const article = /^[aeiou]/.test(shown) ? 'an' : 'a';
    return {
      message: `Did you mean ${near.name}, ${article} ${shown}?`,
      replacement: quoteName(near.name),
    };
  }
  const quoted = textOf(node, context).startsWith('"');
  if (!quoted && value === undefined) return undefined;
  return {
    message: `Text stands in single quotes: ${quoteText(name)}.`,
    replacement: quoteText(name),
  };
}
