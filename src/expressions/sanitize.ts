/**
 * Conditions with their literals hidden, for texts that leave this machine (EX-22): a number becomes its count of digits, a
 * text its hash, as Iceberg's scan reports have them. Times are hidden whole: their distance from now would tell when
 * the text was made.
 */
import { toHex, utf8 } from '../base/bytes.ts';
import { murmur3 } from '../transforms/murmur3.ts';
import { printTransform } from '../transforms/transform.ts';
import type { BoundExpression } from './bound.ts';
import type { Expression, Literal, NamedTerm, Op } from './expression.ts';

/** The expression with a text in place of every literal. */
export function sanitize(expression: Expression): Expression {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const { kind, left, right } = expression;
      return { kind, left: sanitize(left), right: sanitize(right) };
    }
    case 'not':
      return { kind: 'not', child: sanitize(expression.child) };
    case 'predicate': {
      const literals = expression.literals.map(
        (literal): Literal => ({ kind: 'string', value: hidden(literal) }),
      );
      return { ...expression, literals };
    }
    default:
      return expression;
  }
}

/** As text. */
export function sanitizedText(expression: Expression | BoundExpression): string {
  switch (expression.kind) {
    case 'true':
    case 'false':
      return expression.kind;
    case 'and':
    case 'or': {
      const word = expression.kind.toUpperCase();
      return `(${sanitizedText(expression.left)} ${word} ${sanitizedText(expression.right)})`;
    }
    case 'not':
      return `NOT (${sanitizedText(expression.child)})`;
    case 'opaque':
      return '(hidden)';
    case 'predicate': {
      const literals: readonly Literal[] =
        'literalType' in expression
          ? expression.literals.map(
              (value) => ({ kind: expression.literalType.kind, value }) as Literal,
            )
          : expression.literals;
      return leafText(expression.op, termText(expression.term), literals.map(hidden));
    }
  }
}

function termText({ name, transform }: Pick<NamedTerm, 'name' | 'transform'>): string {
  return transform === undefined ? name : `${printTransform(transform)}(${name})`;
}

const WORDS: Readonly<Partial<Record<Op, string>>> = {
  lt: '<',
  lt_eq: '<=',
  gt: '>',
  gt_eq: '>=',
  eq: '=',
  not_eq: '!=',
  starts_with: 'STARTS WITH',
  not_starts_with: 'NOT STARTS WITH',
};

function leafText(op: Op, term: string, literals: readonly string[]): string {
  switch (op) {
    case 'is_null':
      return `${term} IS NULL`;
    case 'not_null':
      return `${term} IS NOT NULL`;
    case 'is_nan':
    case 'not_nan':
      return `${op}(${term})`;
    case 'in':
      return `${term} IN (${shortened(literals).join(', ')})`;
    case 'not_in':
      return `${term} NOT IN (${shortened(literals).join(', ')})`;
    default:
      return `${term} ${WORDS[op]} ${literals[0]}`;
  }
}

const LONG = 10;

/** Of a long list each text once, ten at most, and how many are left out. */
function shortened(literals: readonly string[]): readonly string[] {
  if (literals.length < LONG) return literals;
  const shown = [...new Set(literals)].slice(0, LONG);
  const left = literals.length - shown.length;
  if (left === 0) return shown;
  return [...shown, `... (${left} values hidden, ${literals.length} in total)`];
}

function hidden(literal: Literal): string {
  switch (literal.kind) {
    case 'int':
    case 'long':
      return digits(Number(literal.value), 'int');
    case 'float':
    case 'double':
      return digits(literal.value, 'float');
    case 'date':
    case 'time':
      return `(${literal.kind})`;
    case 'timestamp':
    case 'timestamptz':
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return '(timestamp)';
    case 'string':
      return hash(textBytes(literal.value));
    case 'boolean':
    case 'decimal':
      return hash(utf8(String(literal.value)));
    default:
      return hash(utf8(toHex(literal.value)));
  }
}

/** Bound texts are bytes. */
function textBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? utf8(value) : value;
}

function digits(value: number, kind: string): string {
  const count = value === 0 ? 1 : Math.trunc(Math.log10(Math.abs(value))) + 1;
  return `(${count}-digit-${kind})`;
}

/** The partition of `bucket[2147483647]`, in hexadecimal. */
function hash(bytes: Uint8Array): string {
  const bucket = (murmur3(bytes) & 0x7fffffff) % 0x7fffffff;
  return `(hash-${bucket.toString(16).padStart(8, '0')})`;
}
