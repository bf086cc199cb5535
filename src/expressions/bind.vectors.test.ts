/** Literal conversion, binding and names as the reference has them, in profile java (rules.md 5.3, 5.4, 16). */
import { describe, expect, it } from 'vitest';
import {
  groupLines,
  type VectorLine,
  vectorLines,
  vectorType,
  vectorValue,
} from '../testing/vectors.ts';
import { decimalToPlainText, parseDecimal } from '../types/decimal.ts';
import { parseSchema } from '../types/parse-type.ts';
import { JAVA } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import type { NestedField, PrimitiveType, Value } from '../types/type.ts';
import { bind } from './bind.ts';
import type { BoundExpression } from './bound.ts';
import { type Converted, convertLiteral } from './convert-literal.ts';
import type { Expression, Literal, Op } from './expression.ts';

interface VectorLiteral {
  readonly kind: string;
  readonly value: string;
}

/** A conversion's outcome; `raw` is the number of a time. */
interface Outcome {
  readonly value?: string;
  readonly raw?: string;
  readonly result?: 'AboveMax' | 'BelowMin';
  readonly error?: string;
}

const lines = vectorLines('binding');

function literalOf({ kind, value }: VectorLiteral): Literal {
  if (kind === 'string') return { kind, value };
  if (kind === 'decimal') {
    const decimal = parseDecimal(value);
    if (decimal === undefined) throw new Error(`No decimal ${value}`);
    return { kind, value: decimal.unscaled, scale: decimal.scale };
  }
  const type = vectorType(kind);
  return { kind: type.kind, value: vectorValue(type, value) } as Literal;
}

function named(literal: VectorLiteral): string {
  return `${literal.kind} ${JSON.stringify(literal.value)}`;
}

/** The digits of a decimal vector, without the exponent that Java prints. */
function plain(text: string): string {
  const decimal = parseDecimal(text);
  if (decimal === undefined) throw new Error(`No decimal ${text}`);
  return decimalToPlainText(decimal.unscaled, decimal.scale);
}

/** As the vector writes it: `raw` for times, plain digits for decimals, else our value. */
function outcomeOf(converted: Converted): unknown {
  switch (converted.kind) {
    case 'above':
      return 'AboveMax';
    case 'below':
      return 'BelowMin';
    case 'value':
      return converted.type.kind === 'decimal'
        ? decimalToPlainText(converted.value as bigint, converted.type.scale)
        : converted.value;
    default:
      return converted;
  }
}

function recordedOutcome(type: PrimitiveType, outcome: Outcome): unknown {
  if (outcome.result !== undefined) return outcome.result;
  return type.kind === 'decimal'
    ? plain(outcome.value ?? '')
    : vectorValue(type, outcome.value, outcome.raw);
}

describe('convert', () => {
  const cases = lines.filter((line) => line.kind === 'convert');

  it.each(cases.map((line) => [named(line['literal'] as VectorLiteral), line] as const))(
    '%s',
    (_, line) => {
      const literal = literalOf(line['literal'] as VectorLiteral);
      for (const [text, outcome] of Object.entries(line['to'] as Record<string, Outcome>)) {
        const type = vectorType(text);
        if (outcome.error !== undefined) {
          expect(() => refuseNone(convertLiteral(literal, type, JAVA)), text).toThrow();
        } else {
          expect(outcomeOf(convertLiteral(literal, type, JAVA)), text).toEqual(
            recordedOutcome(type, outcome),
          );
        }
      }
      for (const text of line['none'] as string[]) {
        expect(convertLiteral(literal, vectorType(text), JAVA).kind, text).toBe('none');
      }
    },
  );
});

/** "Invalid UUID string" and its like throw in Java; here some of them are no conversion, which binding refuses. */
function refuseNone(converted: Converted): void {
  if (converted.kind === 'none') throw new Error('not convertible');
}

/** A column of a type in the shape of a vector: `required`, `optional.required` is a required field of an optional struct. */
function schemaOf(type: PrimitiveType, shape: string): SchemaIndex {
  const [outer, inner] = shape.split('.');
  const leaf = (required: boolean): NestedField => ({ id: 1, name: 'c', required, type });
  const field: NestedField =
    inner === undefined
      ? leaf(outer === 'required')
      : {
          id: 2,
          name: 's',
          required: outer === 'required',
          type: { kind: 'struct', fields: [leaf(inner === 'required')] },
        };
  return indexSchema({ schemaId: 0, identifierFieldIds: [], fields: [field] });
}

function bindLine(line: VectorLine): BoundExpression {
  const type = vectorType(line['type']);
  const shape = line['shape'] as string;
  const predicate: Expression = {
    kind: 'predicate',
    op: (line['operation'] as string).toLowerCase() as Op,
    term: { name: shape.includes('.') ? 's.c' : 'c' },
    literals: (line['literals'] as VectorLiteral[]).map(literalOf),
  };
  return bind(predicate, schemaOf(type, shape), { caseSensitive: true, profile: JAVA });
}

function valuesOf(bound: BoundExpression): unknown[] {
  if (bound.kind !== 'predicate') return [];
  const { literalType } = bound;
  return bound.literals.map((value) => comparable(literalType, value));
}

function comparable(type: PrimitiveType, value: Value | null): unknown {
  return type.kind === 'decimal' && typeof value === 'bigint'
    ? Number(decimalToPlainText(value, type.scale))
    : value;
}

/** Dates and times stand in the vectors as text, decimals with the scale as written. */
function recordedValues(line: VectorLine): unknown[] {
  const type = vectorType(line['type']);
  const single = line['boundValue'];
  const texts = (line['boundValues'] ?? (single === undefined ? [] : [single])) as string[];
  // A time out of range has no text but its number.
  const timeOrValue = (text: string) =>
    type.kind === 'time' && /^-?\d+$/.test(text) ? BigInt(text) : vectorValue(type, text);
  return texts.map((text) => (type.kind === 'decimal' ? Number(plain(text)) : timeOrValue(text)));
}

describe('bind', () => {
  const cases = lines.filter((line) => line.kind === 'bind');

  it.each(groupLines(cases, (line) => `${line['type']} ${line['shape']} ${line['operation']}`))(
    '%s',
    (_, group) => {
      for (const line of group) {
        const told = JSON.stringify(line);
        if (line['error'] !== undefined) {
          expect(() => bindLine(line), told).toThrow();
          continue;
        }
        const bound = bindLine(line);
        const op = bound.kind === 'predicate' ? bound.op : bound.kind;
        expect(op.toUpperCase(), told).toBe(line['bound']);
        expect(new Set(valuesOf(bound)), told).toEqual(new Set(recordedValues(line)));
      }
    },
  );

  it('covers every line', () => {
    const kinds = Object.fromEntries(
      groupLines(lines, (l) => l.kind).map(([k, g]) => [k, g.length]),
    );
    console.log(`binding vectors: ${JSON.stringify(kinds)}`);
    expect(kinds).toEqual({ convert: 135, bind: 1573, schema: 1, name: 60 });
  });
});

describe('name', () => {
  const schema = indexSchema(
    parseSchema(lines.find((line) => line.kind === 'schema')?.['schema'], 'vector'),
  );
  const cases = lines.filter((line) => line.kind === 'name');

  it.each(
    cases.map(
      (line) => [line['column'], line['caseSensitive'] ? 'exact' : 'any case', line] as const,
    ),
  )('%s, %s', (column, _, line) => {
    const expression: Expression = {
      kind: 'predicate',
      op: 'is_null',
      term: { name: column as string },
      literals: [],
    };
    const options = { caseSensitive: line['caseSensitive'] as boolean, profile: JAVA };
    if (line['error'] !== undefined) {
      expect(() => bind(expression, schema, options)).toThrow();
      return;
    }
    const bound = bind(expression, schema, options);
    expect(bound.kind === 'predicate' && bound.term.fieldId).toBe(line['fieldId']);
  });
});
