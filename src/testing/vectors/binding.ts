/** `binding.json`: literal conversion, binding and names, in profile java (5.3, 5.4, section 16). */
import { bind } from '../../expressions/bind.ts';
import type { BoundExpression } from '../../expressions/bound.ts';
import { type Converted, convertLiteral } from '../../expressions/convert-literal.ts';
import type { Expression, Literal, Op } from '../../expressions/expression.ts';
import { decimalToPlainText, parseDecimal } from '../../types/decimal.ts';
import { parseSchema } from '../../types/parse-type.ts';
import { JAVA } from '../../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../../types/schema.ts';
import type { NestedField, PrimitiveType, Value } from '../../types/type.ts';
import {
  attempt,
  differs,
  type FileChecks,
  type VectorLine,
  vectorType,
  vectorValue,
} from './lines.ts';

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
      return converted.kind;
  }
}

function recordedOutcome(type: PrimitiveType, outcome: Outcome): unknown {
  if (outcome.result !== undefined) return outcome.result;
  return type.kind === 'decimal'
    ? plain(outcome.value ?? '')
    : vectorValue(type, outcome.value, outcome.raw);
}

function convert(line: VectorLine): string | undefined {
  const literal = literalOf(line['literal'] as VectorLiteral);
  const outcome = (text: string) =>
    attempt(() => outcomeOf(convertLiteral(literal, vectorType(text), JAVA)));
  for (const [text, recorded] of Object.entries(line['to'] as Record<string, Outcome>)) {
    const own = outcome(text);
    // What throws in Java is refused here, or is no conversion, which binding refuses.
    const isRefused = 'refused' in own || own.value === 'none';
    if (recorded.error !== undefined) {
      if (!isRefused) return `to ${text}: accepted; refused there: ${recorded.error}`;
    } else if ('refused' in own) return `to ${text}: refused: ${own.refused}`;
    else {
      const wrong = differs(`to ${text}`, own.value, recordedOutcome(vectorType(text), recorded));
      if (wrong !== undefined) return wrong;
    }
  }
  const accepted = (line['none'] as string[]).find((text) => {
    const own = outcome(text);
    return 'refused' in own || own.value !== 'none';
  });
  return accepted === undefined ? undefined : `to ${accepted}: a conversion, none there`;
}

/** A column of a type in the shape of a vector: `optional.required` is a required field of an optional struct. */
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

function bindLine(line: VectorLine): string | undefined {
  const shape = line['shape'] as string;
  const predicate: Expression = {
    kind: 'predicate',
    op: (line['operation'] as string).toLowerCase() as Op,
    term: { name: shape.includes('.') ? 's.c' : 'c' },
    literals: (line['literals'] as VectorLiteral[]).map(literalOf),
  };
  const schema = schemaOf(vectorType(line['type']), shape);
  const bound = attempt(() => bind(predicate, schema, { caseSensitive: true, profile: JAVA }));
  if ('refused' in bound) return line.error === undefined ? `refused: ${bound.refused}` : undefined;
  if (line.error !== undefined) return `accepted; refused there: ${String(line.error)}`;
  const op = bound.value.kind === 'predicate' ? bound.value.op : bound.value.kind;
  const texts = (values: unknown[]) => [...new Set(values.map(String))].sort();
  return (
    differs('bound', op.toUpperCase(), line['bound']) ??
    differs('literals', texts(valuesOf(bound.value)), texts(recordedValues(line)))
  );
}

function valuesOf(bound: BoundExpression): unknown[] {
  if (bound.kind !== 'predicate') return [];
  const { literalType } = bound;
  return bound.literals.map((value) => comparable(literalType, value));
}

function comparable(type: PrimitiveType, value: Value | null): unknown {
  if (type.kind === 'decimal' && typeof value === 'bigint') {
    return Number(decimalToPlainText(value, type.scale));
  }
  return Object.is(value, -0) ? '-0' : value;
}

/** Dates and times stand in the vectors as text, decimals with the scale as written. */
function recordedValues(line: VectorLine): unknown[] {
  const type = vectorType(line['type']);
  const single = line['boundValue'];
  const texts = (line['boundValues'] ?? (single === undefined ? [] : [single])) as string[];
  // A time out of range has no text but its number.
  const timeOrValue = (text: string) =>
    type.kind === 'time' && /^-?\d+$/.test(text) ? BigInt(text) : vectorValue(type, text);
  return texts.map((text) =>
    type.kind === 'decimal' ? Number(plain(text)) : comparable(type, timeOrValue(text)),
  );
}

function name(line: VectorLine, schema: SchemaIndex): string | undefined {
  const expression: Expression = {
    kind: 'predicate',
    op: 'is_null',
    term: { name: line['column'] as string },
    literals: [],
  };
  const options = { caseSensitive: line['caseSensitive'] as boolean, profile: JAVA };
  const bound = attempt(() => bind(expression, schema, options));
  if ('refused' in bound) return line.error === undefined ? `refused: ${bound.refused}` : undefined;
  if (line.error !== undefined) return `accepted; refused there: ${String(line.error)}`;
  const fieldId = bound.value.kind === 'predicate' ? bound.value.term.fieldId : undefined;
  return differs('field', fieldId, line['fieldId']);
}

export const BINDING: FileChecks = (lines) => {
  const json = lines.find((line) => line.kind === 'schema')?.['schema'];
  const schema = json === undefined ? undefined : indexSchema(parseSchema(json, 'vector'));
  return {
    convert,
    bind: bindLine,
    schema: () => undefined,
    name: (line) => (schema === undefined ? 'no schema' : name(line, schema)),
  };
};
