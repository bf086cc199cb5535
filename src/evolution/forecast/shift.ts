/** The same question asked some days later: its times on one column move, all else stays. */
import type { Expression, Literal } from '../../expressions/expression.ts';
import type { SchemaIndex } from '../../types/schema.ts';
import { floorDiv, parseDate, parseTimestamp } from '../../types/time.ts';
import type { Type } from '../../types/type.ts';

const MICROS_A_DAY = 86_400_000_000n;

export function shiftExpression(
  expression: Expression,
  schema: SchemaIndex,
  fieldId: number,
  days: number,
): Expression {
  if (days === 0) return expression;
  switch (expression.kind) {
    case 'and':
    case 'or':
      return {
        kind: expression.kind,
        left: shiftExpression(expression.left, schema, fieldId, days),
        right: shiftExpression(expression.right, schema, fieldId, days),
      };
    case 'not':
      return { kind: 'not', child: shiftExpression(expression.child, schema, fieldId, days) };
    case 'predicate': {
      const column = schema.find(expression.term.name, false);
      // A transform of time is another unit; it is left alone.
      if (column?.fieldId !== fieldId || expression.term.transform !== undefined) return expression;
      return {
        ...expression,
        literals: expression.literals.map((one) => shifted(typed(one, column.type), days)),
      };
    }
    default:
      return expression;
  }
}

/** Text that stands for a time, as the SQL front end leaves it, in the column's own form. */
function typed(literal: Literal, type: Type): Literal {
  if (literal.kind !== 'string') return literal;
  if (type.kind === 'date') {
    const value = parseDate(literal.value);
    return value === undefined ? literal : { kind: 'date', value };
  }
  const time = parseTimestamp(literal.value);
  if (time === undefined) return literal;
  switch (type.kind) {
    case 'timestamp':
    case 'timestamptz':
      return { kind: type.kind, value: floorDiv(time.nanos, 1000n) };
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return { kind: type.kind, value: time.nanos };
    default:
      return literal;
  }
}

function shifted(literal: Literal, days: number): Literal {
  switch (literal.kind) {
    case 'date':
      return { kind: 'date', value: literal.value + days };
    case 'timestamp':
    case 'timestamptz':
      return { kind: literal.kind, value: literal.value + BigInt(days) * MICROS_A_DAY };
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return { kind: literal.kind, value: literal.value + BigInt(days) * MICROS_A_DAY * 1000n };
    default:
      return literal;
  }
}

/** Ticks of a value of time, in days since the epoch; undefined for other types. */
export function daysOf(kind: string, value: unknown): number | undefined {
  switch (kind) {
    case 'date':
      return Number(value);
    case 'timestamp':
    case 'timestamptz':
      return Number(value) / 86_400_000_000;
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return Number(value) / 86_400_000_000_000;
    default:
      return undefined;
  }
}
