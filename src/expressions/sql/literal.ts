/** A SQL constant as the literal that a column's type asks for (EX-34), or what is wrong with it. */
import { parseDecimal } from '../../types/decimal.ts';
import { sqlLiteral } from '../../types/format.ts';
import { isPrimitive, printType } from '../../types/parse-type.ts';
import {
  formatTimestampNanos,
  parseDate,
  parseTime,
  parseTimestamp,
  timeFault,
} from '../../types/time.ts';
import type { Type } from '../../types/type.ts';
import { parseUuid } from '../../types/uuid.ts';
import type { Literal } from '../expression.ts';
import type { Constant } from './constants.ts';
import { quoteText } from './names.ts';
import type { Suggestion } from './parse.ts';

export type Read =
  | { readonly kind: 'literal'; readonly literal: Literal; readonly note?: string | undefined }
  | { readonly kind: 'null' }
  /** No engine-independent meaning: NaN (rules.md 5.7). */
  | { readonly kind: 'opaque'; readonly reason: string }
  | {
      readonly kind: 'wrong';
      readonly message: string;
      readonly suggestion?: Suggestion | undefined;
    };

/**
 * Texts of times become ISO text, not numbers: binding floors them by profile (EX-20), which a number of microseconds
 * would have settled already.
 *
 * @param name the column or term, for messages
 */
export function literalFor(constant: Constant, type: Type, name: string): Read {
  if (constant.kind === 'null') return { kind: 'null' };
  if (isNan(constant)) {
    return {
      kind: 'opaque',
      reason: `Engines differ in what NaN equals and where it sorts; is_nan(${name}) says it plainly.`,
    };
  }
  const literal = typedLiteral(constant, type);
  if (literal === undefined) return wrong(constant, type, name);
  return 'kind' in literal ? { kind: 'literal', literal } : { kind: 'literal', ...literal };
}

function isNan(constant: Constant): boolean {
  return (constant.kind === 'float' || constant.kind === 'double') && Number.isNaN(constant.value);
}

type Found = Literal | { readonly literal: Literal; readonly note: string } | undefined;

function typedLiteral(constant: Constant, type: Type): Found {
  switch (type.kind) {
    case 'boolean':
      return constant.kind === 'boolean' ? { kind: 'boolean', value: constant.value } : undefined;
    case 'int':
    case 'long':
      return integerLiteral(constant, type.kind);
    case 'float':
    case 'double':
      return floatLiteral(constant, type.kind);
    case 'decimal':
      return decimalLiteral(constant, type.scale);
    case 'date':
      return dateLiteral(constant);
    case 'time':
      return timeLiteral(constant);
    case 'timestamp':
    case 'timestamp_ns':
      return timestampLiteral(constant);
    case 'timestamptz':
    case 'timestamptz_ns':
      return instantLiteral(constant);
    case 'string':
      return constant.kind === 'text' ? { kind: 'string', value: constant.text } : undefined;
    case 'uuid':
      return uuidLiteral(constant);
    case 'fixed':
    case 'binary':
      return constant.kind === 'bytes' ? { kind: type.kind, value: constant.value } : undefined;
    default:
      return undefined;
  }
}

const LONG_MAX = 2n ** 63n - 1n;

/** Whole numbers as int or long; anything else as an exact decimal, for binding to compare with integers (EX-18). */
function integerLiteral(constant: Constant, kind: 'int' | 'long'): Literal | undefined {
  if (constant.kind === 'float' || constant.kind === 'double') return constant;
  if (constant.kind !== 'number') return undefined;
  const decimal = parseDecimal(constant.text);
  if (decimal === undefined) return undefined;
  const { unscaled, scale } = shortest(decimal);
  if (scale > 0 || unscaled > LONG_MAX || unscaled < -LONG_MAX - 1n) {
    return { kind: 'decimal', value: unscaled, scale };
  }
  return kind === 'int' && unscaled === BigInt.asIntN(32, unscaled)
    ? { kind: 'int', value: Number(unscaled) }
    : { kind: 'long', value: unscaled };
}

/** Without zeros at the end of the fraction. */
function shortest({ unscaled, scale }: { readonly unscaled: bigint; readonly scale: number }): {
  readonly unscaled: bigint;
  readonly scale: number;
} {
  let digits = unscaled;
  let left = scale;
  while (left > 0 && digits % 10n === 0n) {
    digits /= 10n;
    left--;
  }
  return { unscaled: digits, scale: left };
}

function floatLiteral(constant: Constant, kind: 'float' | 'double'): Literal | undefined {
  if (constant.kind === 'float' || constant.kind === 'double') return constant;
  if (constant.kind !== 'number') return undefined;
  // A bare number is a decimal to every engine, and decimals have one zero; CAST('-0.0' AS DOUBLE) has the other.
  const value = Number(constant.text) + 0;
  if (!Number.isFinite(value)) return undefined;
  const float = Math.fround(value);
  return kind === 'float' && Number.isFinite(float)
    ? { kind: 'float', value: float }
    : { kind: 'double', value };
}

/** At the column's scale where that is exact, as engines hand it over. Java's own JSON has decimals as text. */
function decimalLiteral(constant: Constant, scale: number): Literal | undefined {
  if (constant.kind === 'float' || constant.kind === 'double') return constant;
  const text = constant.kind === 'number' || constant.kind === 'text' ? constant.text : undefined;
  const decimal = text === undefined ? undefined : parseDecimal(text.trim());
  if (decimal === undefined) return undefined;
  const { unscaled, scale: written } = shortest(decimal);
  // What is lost there stays as it was written: 0.10 has another scale than 0.1, and the reference hashes by it (EX-17).
  if (written > scale) return { kind: 'decimal', value: decimal.unscaled, scale: decimal.scale };
  return { kind: 'decimal', value: unscaled * 10n ** BigInt(scale - written), scale };
}

function dateLiteral(constant: Constant): Literal | undefined {
  if (constant.kind === 'number') {
    const literal = integerLiteral(constant, 'int');
    return literal?.kind === 'int' || literal?.kind === 'long' ? literal : undefined;
  }
  const text = textOf(constant, 'date');
  if (text !== undefined && parseDate(text) !== undefined) return { kind: 'string', value: text };
  if (constant.kind !== 'typed' || constant.type !== 'timestamp') return undefined;
  // A time of day against a date: a typed literal, which binding floors (EX-20).
  const time = parseTimestamp(withTime(constant.text));
  return time === undefined || time.hasOffset ? undefined : timestampOf(time.nanos);
}

function timestampOf(nanos: bigint): Literal {
  return nanos % 1000n === 0n
    ? { kind: 'timestamp', value: nanos / 1000n }
    : { kind: 'timestamp_ns', value: nanos };
}

function timeLiteral(constant: Constant): Literal | undefined {
  const text = textOf(constant, 'time');
  return text !== undefined && parseTime(text) !== undefined
    ? { kind: 'string', value: text }
    : undefined;
}

/** The text of a constant that is bare text, or typed as one of these. */
function textOf(constant: Constant, ...types: string[]): string | undefined {
  if (constant.kind === 'text') return constant.text.trim();
  return constant.kind === 'typed' && types.includes(constant.type) ? constant.text : undefined;
}

function timestampLiteral(constant: Constant): Literal | undefined {
  const text = textOf(constant, 'timestamp', 'date');
  const time = text === undefined ? undefined : parseTimestamp(withTime(text));
  if (time === undefined || time.hasOffset) return undefined;
  return { kind: 'string', value: formatTimestampNanos(time.nanos) };
}

/** EX-32: without an offset the time is read as UTC, and said so. */
function instantLiteral(constant: Constant): Found {
  const text = textOf(constant, 'timestamptz', 'timestamp', 'date');
  const time = text === undefined ? undefined : parseTimestamp(withTime(text));
  if (time === undefined) return undefined;
  const literal: Literal = { kind: 'string', value: `${formatTimestampNanos(time.nanos)}+00:00` };
  return time.hasOffset ? literal : { literal, note: `${text} is read as UTC.` };
}

/** A date alone is its midnight; `+02` and `UTC` are offsets, too. */
function withTime(text: string): string {
  if (parseDate(text) !== undefined) return `${text}T00:00:00`;
  return text.replace(/ ?(?:UTC|GMT)$/i, 'Z').replace(/(:\d\d(?:\.\d+)?) ?([+-]\d\d)$/, '$1$2:00');
}

function uuidLiteral(constant: Constant): Literal | undefined {
  const text = textOf(constant, 'uuid');
  const value = text === undefined ? undefined : parseUuid(text);
  return value && { kind: 'uuid', value };
}

/** An example of each type, for messages and completion. */
export function exampleOf(type: Type): string | undefined {
  switch (type.kind) {
    case 'boolean':
      return 'TRUE';
    case 'int':
    case 'long':
      return '42';
    case 'float':
    case 'double':
      return '1.5';
    case 'decimal':
      return type.scale === 0 ? '42' : `9.${'9'.repeat(Math.min(type.scale, 2))}`;
    case 'date':
      return "DATE '2026-03-01'";
    case 'time':
      return "TIME '09:00:00'";
    case 'timestamp':
    case 'timestamp_ns':
      return "TIMESTAMP '2026-03-01 09:00:00'";
    case 'timestamptz':
    case 'timestamptz_ns':
      return "TIMESTAMPTZ '2026-03-01 09:00:00+00:00'";
    case 'string':
      return "'text'";
    case 'uuid':
      return "UUID 'f79c3e09-677c-4bbd-a479-3f349cb785e7'";
    case 'fixed':
      return sqlLiteral(type, new Uint8Array(Math.min(type.length, 16)));
    case 'binary':
      return "X'0a1b'";
    default:
      return undefined;
  }
}

function wrong(constant: Constant, type: Type, name: string): Read {
  const example = exampleOf(type);
  const what = isPrimitive(type) ? printType(type) : type.kind;
  const article = /^[aeiou]/.test(what) ? 'an' : 'a';
  if (example === undefined) {
    return {
      kind: 'wrong',
      message: `${name} is ${article} ${what}, which has no values to compare.`,
    };
  }
  const isTime = /^(?:date|time)/.test(type.kind);
  const fault = isTime && 'text' in constant ? timeFault(constant.text.trim()) : undefined;
  const but = fault === undefined ? `not with ${inWords(constant)}` : `and ${fault}`;
  return {
    kind: 'wrong',
    message: `${name} is ${article} ${what}: it compares with ${example}, ${but}.`,
    suggestion: repair(constant, type),
  };
}

function inWords(constant: Constant): string {
  switch (constant.kind) {
    case 'boolean':
      return 'true or false';
    case 'number':
    case 'float':
    case 'double':
      return 'a number';
    case 'text':
      return `the text ${quoteText(constant.text)}`;
    case 'typed':
      return `${constant.type.toUpperCase()} ${quoteText(constant.text)}`;
    case 'bytes':
      return 'bytes';
    default:
      return 'NULL';
  }
}

/** The same constant in the column's form, where there is one. */
function repair(constant: Constant, type: Type): Suggestion | undefined {
  const replacement = repaired(constant, type);
  return replacement === undefined ? undefined : { message: `Write ${replacement}.`, replacement };
}

function repaired(constant: Constant, type: Type): string | undefined {
  if (constant.kind === 'text') {
    const text = constant.text.trim();
    const bare: Constant = { kind: 'number', text };
    const isNumber = parseDecimal(text) !== undefined;
    if (isNumber && typedLiteral(bare, type) !== undefined) return text;
    if (type.kind === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toUpperCase();
    return undefined;
  }
  if (type.kind === 'string' && (constant.kind === 'number' || constant.kind === 'typed')) {
    return quoteText(constant.text);
  }
  if (type.kind === 'boolean' && constant.kind === 'number') {
    return constant.text === '1' ? 'TRUE' : constant.text === '0' ? 'FALSE' : undefined;
  }
  const zoned = constant.kind === 'typed' && constant.type === 'timestamptz';
  const local = type.kind === 'timestamp' || type.kind === 'timestamp_ns';
  if (!zoned || !local) return undefined;
  const time = parseTimestamp(withTime(constant.text));
  return time && `TIMESTAMP '${formatTimestampNanos(time.nanos).replace('T', ' ')}'`;
}
