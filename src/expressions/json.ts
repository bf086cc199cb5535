/** Expressions as Iceberg's expression JSON in the old form (RC-21…RC-24), as Java's ExpressionParser reads and writes it. */
import { toHex, utf8Text } from '../base/bytes.ts';
import { assertNever, IcecoreError } from '../base/errors.ts';
import { printJson } from '../base/json.ts';
import { parseTransform, printTransform } from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { decimalToPlainText, decimalToText } from '../types/decimal.ts';
import { javaFloat } from '../types/java-float.ts';
import {
  formatDate,
  formatTimeMicros,
  formatTimestampMicros,
  formatTimestampNanos,
} from '../types/time.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { formatUuid } from '../types/uuid.ts';
import type { BoundExpression, BoundPredicate } from './bound.ts';
import {
  type Expression,
  FALSE,
  type Literal,
  type NamedTerm,
  type Op,
  TRUE,
} from './expression.ts';
import { and, not, or } from './fold.ts';

const OPS: ReadonlySet<string> = new Set<Op>([
  'is_null',
  'not_null',
  'is_nan',
  'not_nan',
  'lt',
  'lt_eq',
  'gt',
  'gt_eq',
  'eq',
  'not_eq',
  'starts_with',
  'not_starts_with',
  'in',
  'not_in',
]);

const UNARY: ReadonlySet<Op> = new Set<Op>(['is_null', 'not_null', 'is_nan', 'not_nan']);

/**
 * Reads an expression from parsed JSON (base/json.ts), folding as it goes (EX-3). Literals stay untyped until binding
 * (RC-23); a number without a fraction is an int or a long, since JSON doesn't tell `1` from `1.0` once it is parsed.
 * Throws `invalid-data`.
 */
export function expressionFromJson(json: unknown): Expression {
  if (typeof json === 'boolean') return json ? TRUE : FALSE;
  const node = objectOf(json, 'an expression');
  const type = node['type'];
  if (typeof type !== 'string') return fail('has no "type"', json);
  const op = type.toLowerCase().replaceAll('-', '_');
  switch (op) {
    case 'literal':
      return constantOf(node);
    case 'and':
      return and(
        expressionFromJson(member(node, 'left')),
        expressionFromJson(member(node, 'right')),
      );
    case 'or':
      return or(
        expressionFromJson(member(node, 'left')),
        expressionFromJson(member(node, 'right')),
      );
    case 'not':
      return not(expressionFromJson(member(node, 'child')));
    default:
      return OPS.has(op)
        ? predicateOf(op as Op, node)
        : fail(`has the unknown type "${type}"`, json);
  }
}

function fail(finding: string, json: unknown): never {
  const text = printJson(json);
  const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  throw new IcecoreError('invalid-data', `The expression JSON ${finding}: ${shown}`);
}

function objectOf(json: unknown, what: string): Record<string, unknown> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return fail(`holds what is not ${what}`, json);
  }
  return json as Record<string, unknown>;
}

function member(node: Record<string, unknown>, name: string): unknown {
  const value = node[name];
  return value === undefined || value === null ? fail(`has no "${name}"`, node) : value;
}

function constantOf(node: Record<string, unknown>): Expression {
  const value = node['value'];
  if (typeof value !== 'boolean') return fail('has a constant that is not true or false', node);
  return value ? TRUE : FALSE;
}

function predicateOf(op: Op, node: Record<string, unknown>): Expression {
  const term = termFromJson(member(node, 'term'));
  if (UNARY.has(op)) {
    if ('value' in node || 'values' in node) fail(`has a value beside ${op}`, node);
    return { kind: 'predicate', op, term, literals: [] };
  }
  if (op === 'in' || op === 'not_in') {
    const values = member(node, 'values');
    if (!Array.isArray(values)) return fail('has "values" that are no list', node);
    return { kind: 'predicate', op, term, literals: values.map(literalFromJson) };
  }
  return { kind: 'predicate', op, term, literals: [literalFromJson(member(node, 'value'))] };
}

function termFromJson(json: unknown): NamedTerm {
  if (typeof json === 'string') return { name: json };
  const node = objectOf(json, 'a term');
  const type = node['type'];
  if (type === 'reference') {
    const name = member(node, 'term');
    return typeof name === 'string' ? { name } : fail('has a reference without a name', json);
  }
  if (type !== 'transform') return fail('has a term that is no reference and no transform', json);
  const transform = member(node, 'transform');
  if (typeof transform !== 'string') return fail('has a transform that is no text', json);
  const inner = termFromJson(member(node, 'term'));
  if (inner.transform !== undefined) return fail('has a transform of a transform', json);
  return { name: inner.name, transform: parseTransform(transform) };
}

const MAX_LONG = 2n ** 63n - 1n;

function literalFromJson(json: unknown): Literal {
  switch (typeof json) {
    case 'boolean':
      return { kind: 'boolean', value: json };
    case 'string':
      return { kind: 'string', value: json };
    case 'bigint':
      if (json > MAX_LONG || json < -MAX_LONG - 1n)
        return fail('has an integer beyond 64 bits', json);
      return { kind: 'long', value: json };
    case 'number':
      return numberLiteral(json);
    default: {
      const node = objectOf(json, 'a literal');
      if (node['type'] !== 'literal') return fail('holds what is not a literal', json);
      return literalFromJson(member(node, 'value'));
    }
  }
}

function numberLiteral(value: number): Literal {
  if (!Number.isSafeInteger(value) || Object.is(value, -0)) return { kind: 'double', value };
  return value === (value | 0) ? { kind: 'int', value } : { kind: 'long', value: BigInt(value) };
}

/** The JSON of an expression, for base/json.ts to print. Opaque conditions have none: they count as TRUE (EX-30). */
export function expressionToJson(expression: Expression): unknown {
  switch (expression.kind) {
    case 'true':
    case 'opaque':
      return true;
    case 'false':
      return false;
    case 'and':
    case 'or':
      return {
        type: expression.kind,
        left: expressionToJson(expression.left),
        right: expressionToJson(expression.right),
      };
    case 'not':
      return { type: 'not', child: expressionToJson(expression.child) };
    case 'predicate':
      return predicateToJson(
        expression.op,
        expression.term,
        expression.literals.map(literalToJson),
      );
    default:
      return assertNever(expression);
  }
}

interface Term {
  readonly name: string;
  readonly transform?: Transform | undefined;
}

function predicateToJson(op: Op, term: Term, literals: readonly unknown[]): unknown {
  const head = {
    type: op.replaceAll('_', '-'),
    term:
      term.transform === undefined
        ? term.name
        : { type: 'transform', transform: printTransform(term.transform), term: term.name },
  };
  if (UNARY.has(op)) return head;
  return op === 'in' || op === 'not_in'
    ? { ...head, values: literals }
    : { ...head, value: literals[0] };
}

function literalToJson(literal: Literal): unknown {
  switch (literal.kind) {
    case 'decimal':
      return decimalToJson(literal.value, literal.scale);
    case 'date':
      return formatDate(literal.value);
    case 'time':
      return formatTimeMicros(literal.value);
    case 'timestamp':
      return formatTimestampMicros(literal.value);
    case 'timestamptz':
      return `${formatTimestampMicros(literal.value)}+00:00`;
    case 'timestamp_ns':
      return formatTimestampNanos(literal.value);
    case 'timestamptz_ns':
      return `${formatTimestampNanos(literal.value)}+00:00`;
    case 'fixed':
    case 'uuid':
    case 'binary':
      return bytesToJson(literal.kind, literal.value);
    case 'long':
      return integerToJson(literal.value);
    case 'float':
    case 'double':
      return floatToJson(literal.kind, literal.value);
    default:
      return literal.value;
  }
}

/** A 64-bit integer as a number where that is exact. */
function integerToJson(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

function bytesToJson(kind: 'uuid' | 'fixed' | 'binary', bytes: Uint8Array): string {
  return kind === 'uuid' ? formatUuid(bytes) : toHex(bytes).toUpperCase();
}

/** Infinities as text; a float by the digits that Java prints. */
function floatToJson(kind: 'float' | 'double', value: number): number | string {
  if (!Number.isFinite(value)) return String(value);
  return kind === 'float' ? Number(javaFloat(value)) : value;
}

/**
 * The JSON of a bound expression as Java writes its projections: dates and times as their number, decimals as text,
 * bytes as upper-case hexadecimal (section 16). `strict` readings are left out.
 */
export function boundToJson(expression: BoundExpression): unknown {
  switch (expression.kind) {
    case 'true':
    case 'opaque':
      return true;
    case 'false':
      return false;
    case 'and':
    case 'or':
      return {
        type: expression.kind,
        left: boundToJson(expression.left),
        right: boundToJson(expression.right),
      };
    case 'predicate':
      return boundPredicateToJson(expression);
    default:
      return assertNever(expression);
  }
}

function boundPredicateToJson(predicate: BoundPredicate): unknown {
  const { literalType, scales } = predicate;
  const literals = predicate.literals.map((value, k) =>
    literalType.kind === 'decimal'
      ? decimalToJson(...writtenDecimal(value as bigint, literalType.scale, scales?.[k]))
      : valueToJson(literalType, value),
  );
  return predicateToJson(predicate.op, predicate.term, literals);
}

/** A value at `scale` at the scale that it was written in. */
function writtenDecimal(value: bigint, scale: number, written = scale): [bigint, number] {
  return [value / 10n ** BigInt(scale - written), written];
}

/** Java writes a negative scale with an exponent (3.5). */
function decimalToJson(unscaled: bigint, scale: number): string {
  return scale < 0 ? decimalToText(unscaled, scale) : decimalToPlainText(unscaled, scale);
}

function valueToJson(type: PrimitiveType, value: Value): unknown {
  if (value instanceof Uint8Array) {
    return type.kind === 'string'
      ? utf8Text(value)
      : bytesToJson(type.kind === 'uuid' ? 'uuid' : 'binary', value);
  }
  if (type.kind === 'float' || type.kind === 'double')
    return floatToJson(type.kind, value as number);
  return typeof value === 'bigint' ? integerToJson(value) : value;
}
