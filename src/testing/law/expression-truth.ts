/** Iceberg's meaning of an expression for one row: two-valued, a null or NaN satisfies only the negated forms (EX-7). */
import { toHex } from '../../base/bytes.ts';
import type { Raw } from '../../cli/answers/raw-json.ts';
import type { Expression, Literal, Op } from '../../expressions/expression.ts';
import { decimalToPlainText } from '../../types/decimal.ts';
import { singleValueToJson } from '../../types/single-value.ts';
import type { PrimitiveType } from '../../types/type.ts';
import { type RowReader, truthOf } from './truth.ts';

/** In the words of predicates; those that a null satisfies. */
const WORDS: Readonly<Record<Op, string>> = {
  is_null: 'is_null',
  not_null: 'not_null',
  is_nan: 'is_nan',
  not_nan: 'not_nan',
  lt: '<',
  lt_eq: '<=',
  gt: '>',
  gt_eq: '>=',
  eq: '=',
  not_eq: '!=',
  in: 'in',
  not_in: 'not_in',
  starts_with: 'starts_with',
  not_starts_with: 'not_starts_with',
};

const TRUE_OF_NULL: ReadonlySet<Op> = new Set<Op>(['not_eq', 'not_in', 'not_starts_with']);

/** `read` gives the expression that an opaque condition's text says; the text is all that is left of it (EX-19, EX-30). */
export function holds(
  expression: Expression,
  row: RowReader,
  read: (text: string) => Expression,
): boolean {
  switch (expression.kind) {
    case 'true':
    case 'false':
      return expression.kind === 'true';
    case 'and':
      return holds(expression.left, row, read) && holds(expression.right, row, read);
    case 'or':
      return holds(expression.left, row, read) || holds(expression.right, row, read);
    case 'not':
      return !holds(expression.child, row, read);
    case 'opaque':
      return holds(read(expression.text), row, read);
    case 'predicate': {
      const { op, term, literals } = expression;
      const operands = literals.map(rawOf);
      const isSet = op === 'in' || op === 'not_in';
      const predicate: Raw = [WORDS[op], term.name, ...(isSet ? [operands] : operands)];
      return truthOf(predicate, row) ?? TRUE_OF_NULL.has(op);
    }
  }
}

function rawOf(literal: Literal): Raw {
  switch (literal.kind) {
    case 'boolean':
    case 'string':
      return literal.value;
    case 'int':
    case 'long':
      return { number: String(literal.value) };
    case 'float':
    case 'double':
      return new Map([[literal.kind, Object.is(literal.value, -0) ? '-0' : String(literal.value)]]);
    case 'decimal':
      return new Map([[literal.kind, decimalToPlainText(literal.value, literal.scale)]]);
    case 'fixed':
    case 'binary':
    case 'uuid':
      return new Map([[literal.kind, toHex(literal.value)]]);
    default: {
      const type = { kind: literal.kind } as PrimitiveType;
      const text = String(singleValueToJson(type, literal.value)).replace('+00:00', 'Z');
      return new Map([[literal.kind, text]]);
    }
  }
}
