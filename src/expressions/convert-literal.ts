/** Literals in a column's type (rules.md 5.4; EX-17…EX-20 and section 16 where the profiles differ). */
import { fromHex, utf8 } from '../base/bytes.ts';
import { assertNever, IcecoreError } from '../base/errors.ts';
import { parseDecimal, parseWrittenDecimal } from '../types/decimal.ts';
import type { Profile } from '../types/profile.ts';
import { floorDiv, MICROS_PER_DAY, parseDate, parseTime, parseTimestamp } from '../types/time.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { parseUuid } from '../types/uuid.ts';
import type { Literal } from './expression.ts';

/** What a literal is among the values of a type. */
export type Converted =
  /** `type` is the asked type, but for a decimal that keeps the scale as written (profile java, EX-17). */
  | { readonly kind: 'value'; readonly value: Value; readonly type: PrimitiveType }
  /** A float or double next to the literal; the literal itself is below it (`up`) or above it. */
  | { readonly kind: 'rounded'; readonly value: number; readonly up: boolean }
  /** Strictly between two neighbours of the type. */
  | {
      readonly kind: 'between';
      readonly lower: Value;
      readonly upper: Value;
      readonly family: 'integer' | 'decimal' | 'time';
    }
  /** Above or below every value of the type, infinities excepted. */
  | { readonly kind: 'above' | 'below' }
  /** Not convertible: an error for whoever binds (EX-14). */
  | { readonly kind: 'none' };

const NONE: Converted = { kind: 'none' };
const ABOVE: Converted = { kind: 'above' };
const BELOW: Converted = { kind: 'below' };

const INT_MAX = 2_147_483_647n;
const LONG_MAX = 9_223_372_036_854_775_807n;
const FLOAT_MAX = 3.4028234663852886e38;

/**
 * Converts a literal to a type. Throws `invalid-input` for text that is no value of the type and, in profile java, for
 * what overflows there (section 16).
 */
export function convertLiteral(literal: Literal, type: PrimitiveType, profile: Profile): Converted {
  switch (literal.kind) {
    case 'boolean':
      return type.kind === 'boolean' ? exactly(literal.value, type) : NONE;
    case 'int':
      // Java's int literals become dates but no other times.
      if (type.kind === 'date') return exactly(literal.value, type);
      return isTime(type) ? NONE : fromInteger(BigInt(literal.value), type, profile);
    case 'long':
      return fromInteger(literal.value, type, profile);
    case 'float':
    case 'double':
      return fromFloat(literal, type, profile);
    case 'decimal':
      return fromDecimal(literal.value, literal.scale, type, profile);
    case 'date':
      return type.kind === 'date' ? exactly(literal.value, type) : NONE;
    case 'time':
      return type.kind === 'time' ? exactly(literal.value, type) : NONE;
    case 'timestamp':
    case 'timestamptz':
      return fromNanos(literal.value * 1000n, type, profile);
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return fromNanos(literal.value, type, profile);
    case 'string':
      return fromText(literal.value, type, profile);
    case 'uuid':
      return type.kind === 'uuid' ? exactly(literal.value, type) : NONE;
    case 'fixed':
    case 'binary':
      return fromBytes(literal.value, type);
    default:
      return assertNever(literal);
  }
}

function exactly(value: Value, type: PrimitiveType): Converted {
  return { kind: 'value', value, type };
}

function isTime(type: PrimitiveType): boolean {
  return type.kind === 'time' || type.kind.startsWith('timestamp');
}

function within(value: bigint, max: bigint, convert: (value: bigint) => Converted): Converted {
  if (value > max) return ABOVE;
  return value < -max - 1n ? BELOW : convert(value);
}

/** What leaves 64 bits: Java throws ArithmeticException or DateTimeException (section 16, 5.4). */
function overflow(value: bigint, type: PrimitiveType, profile: Profile): Converted {
  if (profile.overflowFolds) return value > 0n ? ABOVE : BELOW;
  throw new IcecoreError('invalid-input', `A time is beyond the range of ${type.kind}.`);
}

function fromInteger(value: bigint, type: PrimitiveType, profile: Profile): Converted {
  switch (type.kind) {
    case 'int':
    case 'date':
      return within(value, INT_MAX, (fits) => exactly(Number(fits), type));
    case 'long':
      return exactly(value, type);
    case 'float':
    case 'double':
      return toFloat(nearest(value, type.kind), type, profile, (float) =>
        compare(BigInt(float), value),
      );
    case 'decimal':
      return exactly(value * 10n ** BigInt(type.scale), type);
    case 'time':
    case 'timestamp':
    case 'timestamptz':
      return exactly(value, type);
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return fits64(value * 1000n) ? exactly(value * 1000n, type) : overflow(value, type, profile);
    default:
      return NONE;
  }
}

function fits64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

function compare<T extends bigint | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Rounded once: going to float through double rounds twice, and may end one float off. */
function nearest(value: bigint, kind: 'float' | 'double'): number {
  const double = Number(value);
  if (kind === 'double') return double;
  const float = Math.fround(double);
  if (BigInt(double) === value || float === double) return float;
  // The double stands for the integer unless it lies halfway between two floats: then the integer decides.
  const nudged = double + Math.sign(Number(value - BigInt(double))) * ulp(double);
  return Math.fround(nudged);
}

function ulp(value: number): number {
  return 2 ** (Math.floor(Math.log2(Math.abs(value))) - 52);
}

/** A float near the literal, with `side` telling how that float compares with it. */
function toFloat(
  value: number,
  type: PrimitiveType,
  profile: Profile,
  side: (value: number) => number,
): Converted {
  if (!profile.floatLiteralsAreExact || !Number.isFinite(value)) return exactly(value, type);
  const order = side(value);
  return order === 0 ? exactly(value, type) : { kind: 'rounded', value, up: order > 0 };
}

function fromFloat(
  literal: { readonly kind: 'float' | 'double'; readonly value: number },
  type: PrimitiveType,
  profile: Profile,
): Converted {
  const { value } = literal;
  switch (type.kind) {
    case 'double':
      return exactly(value, type);
    case 'float':
      if (literal.kind === 'float') return exactly(value, type);
      if (profile.floatLiteralsAreExact && !Number.isFinite(value)) return exactly(value, type);
      if (Math.abs(value) > FLOAT_MAX) return value > 0 ? ABOVE : BELOW;
      return toFloat(Math.fround(value), type, profile, (float) => compare(float, value));
    case 'decimal':
    case 'int':
    case 'long':
      return fromFloatToExact(value, type, profile);
    default:
      return NONE;
  }
}

/** To integers and decimals, by the digits that the double prints, as Java's BigDecimal.valueOf does. */
function fromFloatToExact(value: number, type: PrimitiveType, profile: Profile): Converted {
  if (type.kind !== 'decimal' && !profile.numbersMeetIntegers) return NONE;
  const decimal = parseDecimal(String(value));
  if (decimal === undefined) {
    if (profile.overflowFolds && !Number.isNaN(value)) return value > 0 ? ABOVE : BELOW;
    throw new IcecoreError('invalid-input', `${value} is no decimal.`);
  }
  if (type.kind !== 'decimal' || profile.decimalLiteralsAreExact) {
    return fromDecimal(decimal.unscaled, decimal.scale, type, profile);
  }
  return exactly(roundHalfUp(decimal.unscaled, decimal.scale, type.scale), type);
}

/** To the nearest at another scale, halves away from zero. */
function roundHalfUp(unscaled: bigint, from: number, to: number): bigint {
  if (to >= from) return unscaled * 10n ** BigInt(to - from);
  const divisor = 10n ** BigInt(from - to);
  const magnitude = unscaled < 0n ? -unscaled : unscaled;
  const rounded = (2n * magnitude + divisor) / (2n * divisor);
  return unscaled < 0n ? -rounded : rounded;
}

function fromDecimal(
  unscaled: bigint,
  scale: number,
  type: PrimitiveType,
  profile: Profile,
): Converted {
  if (type.kind === 'decimal') {
    if (profile.decimalLiteralsAreExact) {
      return atScale(unscaled, scale, type.scale, 'decimal', (value) => exactly(value, type));
    }
    return exactly(unscaled, {
      kind: 'decimal',
      precision: Math.max(type.precision, scale),
      scale,
    });
  }
  if ((type.kind !== 'int' && type.kind !== 'long') || !profile.numbersMeetIntegers) return NONE;
  const converted = atScale(unscaled, scale, 0, 'integer', (value) => exactly(value, type));
  return integerBetween(converted, type);
}

function atScale(
  unscaled: bigint,
  from: number,
  to: number,
  family: 'integer' | 'decimal',
  exact: (value: bigint) => Converted,
): Converted {
  if (to >= from) return exact(unscaled * 10n ** BigInt(to - from));
  const divisor = 10n ** BigInt(from - to);
  const lower = floorDiv(unscaled, divisor);
  if (lower * divisor === unscaled) return exact(lower);
  return { kind: 'between', lower, upper: lower + 1n, family };
}

/** Bounds whole numbers by the type's range and gives them its form. */
function integerBetween(converted: Converted, type: { readonly kind: 'int' | 'long' }): Converted {
  const max = type.kind === 'int' ? INT_MAX : LONG_MAX;
  const form = (value: bigint): Value => (type.kind === 'int' ? Number(value) : value);
  if (converted.kind === 'value') {
    return within(converted.value as bigint, max, (value) => exactly(form(value), type));
  }
  if (converted.kind !== 'between') return converted;
  const lower = converted.lower as bigint;
  if (lower >= max) return ABOVE;
  if (lower < -max - 1n) return BELOW;
  return { ...converted, lower: form(lower), upper: form(lower + 1n) };
}

/** An instant or local time, in nanoseconds, to a date or a timestamp. */
function fromNanos(nanos: bigint, type: PrimitiveType, profile: Profile): Converted {
  switch (type.kind) {
    case 'date':
      return floored(nanos, MICROS_PER_DAY * 1000n, type, profile);
    case 'timestamp':
    case 'timestamptz':
      return floored(nanos, 1000n, type, profile);
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return fits64(nanos) ? exactly(nanos, type) : overflow(nanos, type, profile);
    default:
      return NONE;
  }
}

/** The unit of the column that holds the time; what is lost changes the operator (EX-20), in Java nothing does. */
function floored(nanos: bigint, unit: bigint, type: PrimitiveType, profile: Profile): Converted {
  const lower = floorDiv(nanos, unit);
  const form = (value: bigint): Value => (type.kind === 'date' ? Number(value) : value);
  if (!fits64(lower)) return overflow(nanos, type, profile);
  if (lower * unit === nanos || !profile.finerTimesAreExact) return exactly(form(lower), type);
  if (!fits64(lower + 1n)) return overflow(nanos, type, profile);
  return { kind: 'between', lower: form(lower), upper: form(lower + 1n), family: 'time' };
}

/** ISO text only, with a `T`: SQL's other forms are made ISO where SQL is read (where.ts). */
function fromText(text: string, type: PrimitiveType, profile: Profile): Converted {
  switch (type.kind) {
    case 'string':
      if (/\p{Surrogate}/u.test(text)) {
        throw new IcecoreError(
          'invalid-input',
          'The text has half a character: a lone surrogate (TY-21).',
        );
      }
      return exactly(utf8(text), type);
    case 'date':
      return exactly(parsed(parseDate(text), text, type), type);
    case 'time':
      return textTime(parsed(parseTime(text), text, type).nanos, type, profile);
    case 'timestamp':
    case 'timestamptz':
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return textTimestamp(text, type, profile);
    case 'uuid':
      return exactly(parsed(parseUuid(text) ?? looseUuid(text), text, type), type);
    case 'decimal': {
      const decimal = parsed(parseWrittenDecimal(text), text, type);
      return fromDecimal(decimal.unscaled, decimal.scale, type, profile);
    }
    case 'fixed':
    case 'binary': {
      const bytes = fromHex(text);
      return bytes === undefined ? NONE : fromBytes(bytes, type);
    }
    default:
      return NONE;
  }
}

function parsed<T>(value: T | undefined, text: string, type: PrimitiveType): T {
  if (value !== undefined) return value;
  throw new IcecoreError('invalid-input', `'${text}' is no ${type.kind}.`);
}

function textTime(nanos: bigint, type: PrimitiveType, profile: Profile): Converted {
  const lower = nanos / 1000n;
  if (lower * 1000n === nanos || !profile.finerTimesAreExact) return exactly(lower, type);
  return { kind: 'between', lower, upper: lower + 1n, family: 'time' };
}

function textTimestamp(text: string, type: PrimitiveType, profile: Profile): Converted {
  const time = text.includes('T') ? parseTimestamp(text) : undefined;
  const zoned = type.kind === 'timestamptz' || type.kind === 'timestamptz_ns';
  const { nanos, hasOffset } = parsed(time, text, type);
  if (hasOffset !== zoned) {
    const need = zoned ? 'an offset such as +00:00' : 'no offset';
    throw new IcecoreError('invalid-input', `'${text}' needs ${need} to be a ${type.kind}.`);
  }
  // Java cuts text towards 1970 where it floors everything else (EX-20, apache/iceberg#18115).
  const micros = type.kind === 'timestamp' || type.kind === 'timestamptz';
  const cut = micros && !profile.finerTimesAreExact;
  return fromNanos(cut ? (nanos / 1000n) * 1000n : nanos, type, profile);
}

/** `java.util.UUID.fromString` takes shorter groups, too: `1-1-1-1-1`. */
function looseUuid(text: string): Uint8Array | undefined {
  if (!/^[0-9a-fA-F]{1,8}(-[0-9a-fA-F]{1,4}){3}-[0-9a-fA-F]{1,12}$/.test(text)) return undefined;
  const widths = [8, 4, 4, 4, 12];
  return fromHex(
    text
      .split('-')
      .map((group, i) => group.padStart(widths[i] ?? 0, '0'))
      .join(''),
  );
}

function fromBytes(bytes: Uint8Array, type: PrimitiveType): Converted {
  if (type.kind === 'binary') return exactly(bytes, type);
  return type.kind === 'fixed' && bytes.length === type.length ? exactly(bytes, type) : NONE;
}
