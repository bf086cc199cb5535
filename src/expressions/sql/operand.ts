/** The sides of a comparison: a column, a transform of one, a part of a time, a constant, or none of these. */
import type { SyntaxNode } from '@lezer/common';
import { canTransform, printTransform, transformResultType } from '../../transforms/transform.ts';
import type { Transform } from '../../transforms/transform-type.ts';
import { printType } from '../../types/parse-type.ts';
import type { Type } from '../../types/type.ts';
import type { NamedTerm } from '../expression.ts';
import { type Constant, castOperand, constantOf, inner, typeName } from './constants.ts';
import { type Column, type Context, fail, isClock, resolveColumn, textOf } from './context.ts';

export type Operand =
  | {
      readonly kind: 'term';
      readonly term: NamedTerm;
      readonly column: Column;
      readonly type: Type;
    }
  /** The calendar's date or year of a time: a range of the column (rules.md 5.7, CAST). */
  | { readonly kind: 'part'; readonly part: 'date' | 'year'; readonly column: Column }
  | { readonly kind: 'constant'; readonly constant: Constant }
  /** Has an error already. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'other'; readonly reason: string };

const FAILED: Operand = { kind: 'failed' };

/** @param value 'text' where the other side is text, for what an unknown name may have meant */
export function operandOf(outer: SyntaxNode, context: Context, value?: 'text'): Operand {
  const node = inner(outer);
  const constant = constantOf(node, context.text);
  if (constant !== undefined) return { kind: 'constant', constant };
  switch (node.name) {
    case 'ColumnName': {
      if (isClock(node, context)) return clock(node, context);
      const column = resolveColumn(node, context, value);
      return column === undefined ? FAILED : columnOperand(column);
    }
    case 'Call':
      return callOperand(node, context);
    case 'Cast':
    case 'DoubleColon':
      return castOperandOf(node, context);
    case 'Parameter':
      fail(node, context, `${textOf(node, context)} stands for a value: write the value itself.`);
      return FAILED;
    case 'TypedText':
    case 'HexText':
      fail(node, context, `${textOf(node, context)} is no value of its type.`);
      return FAILED;
    case 'Interval':
      return { kind: 'other', reason: 'It adds an interval: write the resulting time instead.' };
    case 'Arithmetic':
    case 'Signed':
      return { kind: 'other', reason: arithmeticReason(node, context) };
    default:
      return { kind: 'other', reason: 'It compares the result of a condition.' };
  }
}

function clock(node: SyntaxNode, context: Context): Operand {
  const name = textOf(node, context);
  return {
    kind: 'other',
    reason: `${name} depends on when the query runs: write the time itself.`,
  };
}

function arithmeticReason(node: SyntaxNode, context: Context): string {
  return /interval|current_|now\s*\(/i.test(textOf(node, context))
    ? 'It computes a time: write the time itself.'
    : 'Bounds are of columns, not of what a condition calculates.';
}

function columnOperand(column: Column): Operand {
  return {
    kind: 'term',
    term: { name: column.name, span: column.span },
    column,
    type: column.info.type,
  };
}

/** Name without catalog and namespace, as in `system.bucket`, in lower case. */
export function functionName(call: SyntaxNode, context: Context): string {
  const name = call.getChild('FunctionName');
  const written = name === null ? '' : textOf(name, context);
  return written.slice(written.lastIndexOf('.') + 1).toLowerCase();
}

/** The elements between the parentheses of a call or an IN. */
export function elementsOf(node: SyntaxNode): SyntaxNode[] {
  const elements: SyntaxNode[] = [];
  const list = node.getChild('List');
  for (let child = list?.firstChild ?? null; child !== null; child = child.nextSibling) {
    if (!['(', ')', ',', 'LineComment', 'BlockComment'].includes(child.name)) elements.push(child);
  }
  return elements;
}

/** Transforms without a parameter. */
const NAMED: Readonly<Record<string, Transform>> = {
  identity: { kind: 'identity' },
  years: { kind: 'year' },
  months: { kind: 'month' },
  days: { kind: 'day' },
  hours: { kind: 'hour' },
};

/** In SQL these are parts of the calendar's date, not counts since 1970. */
const CALENDAR_PARTS = new Set(['month', 'day', 'hour', 'minute', 'second', 'dayofmonth']);

function callOperand(call: SyntaxNode, context: Context): Operand {
  const name = functionName(call, context);
  const elements = elementsOf(call);
  if (name === 'bucket' || name === 'truncate') return parametrized(call, name, elements, context);
  if (name === 'void') return { kind: 'other', reason: 'void(…) is null in every row.' };
  const [only] = elements;
  if (only === undefined || elements.length !== 1 || inner(only).name !== 'ColumnName') {
    return other(call, context);
  }
  const transform = NAMED[name];
  if (transform !== undefined) return transformed(call, transform, only, context);
  if (name === 'date' || name === 'to_date') return partOperand('date', only, call, context);
  if (name === 'year') return partOperand('year', only, call, context);
  if (CALENDAR_PARTS.has(name)) {
    const plural = `${name}s`;
    const hint =
      NAMED[plural] === undefined ? '' : ` Iceberg's partition transform is ${plural}(…).`;
    return {
      kind: 'other',
      reason: `${name}(…) is a part of the calendar's date, which is no range.${hint}`,
    };
  }
  return other(call, context);
}

function other(call: SyntaxNode, context: Context): Operand {
  const written = call.getChild('FunctionName');
  const name = written === null ? 'The function' : `${textOf(written, context)}(…)`;
  const reason = hasColumn(call, context)
    ? `${name} is no transform of Iceberg, so no bounds answer it.`
    : `${name} is computed when a query runs: write the value itself.`;
  return { kind: 'other', reason };
}

function hasColumn(node: SyntaxNode, context: Context): boolean {
  if (node.name === 'ColumnName') return !isClock(node, context);
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (hasColumn(child, context)) return true;
  }
  return false;
}

/** `bucket(16, id)`, or the column first, as Trino has it. */
function parametrized(
  call: SyntaxNode,
  name: 'bucket' | 'truncate',
  elements: readonly SyntaxNode[],
  context: Context,
): Operand {
  const column = elements.find((element) => inner(element).name === 'ColumnName');
  const number = elements.find((element) => inner(element).name === 'Number');
  if (column === undefined || number === undefined || elements.length !== 2) {
    fail(call, context, `${name} takes a number and a column, as in ${name}(16, id).`);
    return FAILED;
  }
  const parameter = Number(textOf(inner(number), context));
  if (!Number.isInteger(parameter) || parameter < 1 || parameter > 2_147_483_647) {
    fail(number, context, `The number of ${name} must be a whole number above 0.`);
    return FAILED;
  }
  const transform: Transform =
    name === 'bucket'
      ? { kind: 'bucket', numBuckets: parameter }
      : { kind: 'truncate', width: parameter };
  return transformed(call, transform, column, context);
}

function transformed(
  call: SyntaxNode,
  transform: Transform,
  element: SyntaxNode,
  context: Context,
): Operand {
  const column = resolveColumn(inner(element), context);
  if (column === undefined) return FAILED;
  const { type } = column.info;
  if (!canTransform(transform, type)) {
    const what = printTransform(transform);
    fail(
      call,
      context,
      `${what} does not work on ${column.info.name}, which is ${printType(type)}.`,
    );
    return FAILED;
  }
  return {
    kind: 'term',
    term: { name: column.name, transform, span: { from: call.from, to: call.to } },
    column,
    type: transformResultType(transform, type),
  };
}

function partOperand(
  part: 'date' | 'year',
  element: SyntaxNode,
  whole: SyntaxNode,
  context: Context,
): Operand {
  const column = resolveColumn(inner(element), context);
  if (column === undefined) return FAILED;
  const { kind } = column.info.type;
  if (kind === 'date')
    return part === 'date' ? columnOperand(column) : { kind: 'part', part, column };
  if (!kind.startsWith('timestamp')) {
    return { kind: 'other', reason: `${textOf(whole, context)} reads a time out of ${kind}.` };
  }
  if (kind.startsWith('timestamptz')) {
    const message = `The ${part} of ${column.info.name} is taken in UTC.`;
    context.notes.push({ span: { from: whole.from, to: whole.to }, message });
  }
  return { kind: 'part', part, column };
}

function castOperandOf(node: SyntaxNode, context: Context): Operand {
  const type = node.getChild('TypeName');
  const operand = castOperand(node);
  if (type === null || operand === null) return { kind: 'other', reason: 'It casts.' };
  const target = typeName(type, context.text);
  if (inner(operand).name !== 'ColumnName') {
    return { kind: 'other', reason: `It casts to ${target}, and bounds are of the column itself.` };
  }
  if (target === 'date') return partOperand('date', operand, node, context);
  const column = resolveColumn(inner(operand), context);
  if (column === undefined) return FAILED;
  const own = printType(column.info.type).replace(/\s/g, '');
  if (textOf(type, context).toLowerCase().replace(/\s/g, '') === own) return columnOperand(column);
  return {
    kind: 'other',
    reason: `It casts ${column.info.name} to ${target}, and bounds are of the column itself.`,
  };
}
