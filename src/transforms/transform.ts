/** Partition and sort transforms (rules.md 4): parse, apply, result type, order, words. */
import { assert, assertNever, IcecoreError } from '../base/errors.ts';
import {
  displayPlain,
  displayValue,
  formatValue,
  humanDate,
  pad,
  plainText,
} from '../types/format.ts';
import { isPrimitive } from '../types/parse-type.ts';
import type { Profile } from '../types/profile.ts';
import { decimalBytes } from '../types/single-value.ts';
import { floorDiv, floorMod } from '../types/time.ts';
import type { PrimitiveType, Type, Value } from '../types/type.ts';
import { murmur3 } from './murmur3.ts';
import { applyTime, ticksPerSecond } from './time-transforms.ts';
import type { Transform } from './transform-type.ts';

const PARAMETRIC = /^(bucket|truncate)\[([0-9]+)\]$/;
const INT_MAX = 2_147_483_647;
const INT_MIN = -2_147_483_648;
const LONG_MIN = -(2n ** 63n);

/**
 * A transform from its text, in any case; anything unknown keeps its text (MD-38).
 * Throws `invalid-data` for a parameter of 0 or beyond int32 (TR-1).
 */
export function parseTransform(text: string): Transform {
  // Java folds case letter by letter, so a dotless i reads as i (section 16, MD-38).
  const lower = text.toLowerCase().replaceAll('ı', 'i');
  switch (lower) {
    case 'identity':
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
    case 'void':
      return { kind: lower };
    default:
  }
  const match = PARAMETRIC.exec(lower);
  if (match === null) return { kind: 'unknown', text };
  const parameter = Number(match[2]);
  if (parameter < 1 || parameter > INT_MAX) {
    throw new IcecoreError('invalid-data', `${text}: the number must be from 1 to ${INT_MAX}.`);
  }
  return match[1] === 'bucket'
    ? { kind: 'bucket', numBuckets: parameter }
    : { kind: 'truncate', width: parameter };
}

/** The canonical text: `bucket[16]`, `day`; an unknown one as it was. */
export function printTransform(t: Transform): string {
  switch (t.kind) {
    case 'bucket':
      return `bucket[${t.numBuckets}]`;
    case 'truncate':
      return `truncate[${t.width}]`;
    case 'unknown':
      return t.text;
    default:
      return t.kind;
  }
}

/** Equal texts. Equal sources given, equal transforms give equal values. */
export function sameTransform(a: Transform, b: Transform): boolean {
  return printTransform(a) === printTransform(b);
}

/** Whether a transform may be put on a column of this type (4.1). An unknown one may, on any. */
export function canTransform(t: Transform, type: Type): boolean {
  switch (t.kind) {
    case 'void':
    case 'unknown':
      return true;
    case 'identity':
      return isPrimitive(type) && !['variant', 'geometry', 'geography'].includes(type.kind);
    case 'year':
    case 'month':
    case 'day':
      return type.kind === 'date' || isTimestamp(type);
    case 'hour':
      return isTimestamp(type);
    case 'bucket':
      return isTimestamp(type) || BUCKETABLE.has(type.kind);
    case 'truncate':
      return TRUNCATABLE.has(type.kind);
    default:
      return assertNever(t);
  }
}

const BUCKETABLE: ReadonlySet<Type['kind']> = new Set([
  'int',
  'long',
  'decimal',
  'date',
  'time',
  'string',
  'uuid',
  'fixed',
  'binary',
]);

const TRUNCATABLE: ReadonlySet<Type['kind']> = new Set([
  'int',
  'long',
  'decimal',
  'string',
  'binary',
]);

function isTimestamp(type: Type): boolean {
  return (
    type.kind === 'timestamp' ||
    type.kind === 'timestamptz' ||
    type.kind === 'timestamp_ns' ||
    type.kind === 'timestamptz_ns'
  );
}

/** The type of transformed values; string for an unknown transform, as the reference says. */
export function transformResultType(t: Transform, sourceType: Type): Type {
  switch (t.kind) {
    case 'identity':
    case 'truncate':
    case 'void':
      return sourceType;
    case 'day':
      return { kind: 'date' };
    case 'year':
    case 'month':
    case 'hour':
    case 'bucket':
      return { kind: 'int' };
    case 'unknown':
      return { kind: 'string' };
    default:
      return assertNever(t);
  }
}

/**
 * The transformed value; null for null (TR-5). Where the exact value leaves its type's range, it wraps, as writers
 * store it: see {@link isUncertain}. The type must be one that {@link canTransform}; an unknown transform can't be
 * applied.
 */
export function applyTransform(
  t: Transform,
  sourceType: PrimitiveType,
  value: Value | null,
  profile: Profile,
): Value | null {
  if (value === null) return null;
  switch (t.kind) {
    case 'identity':
      return value;
    case 'void':
      return null;
    case 'bucket':
      return (murmur3(hashedBytes(sourceType, value)) & INT_MAX) % t.numBuckets;
    case 'truncate':
      return truncate(t.width, sourceType, value, profile);
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
      return applyTime(t.kind, sourceType, value, profile);
    case 'unknown':
      return assert(false, `the unknown transform ${t.text} was applied`) as never;
    default:
      return assertNever(t);
  }
}

/** What bucket hashes (TR-7): numbers as 8-byte longs, dates too; nanoseconds as microseconds. */
export function hashedBytes(type: PrimitiveType, value: Value): Uint8Array {
  switch (type.kind) {
    case 'decimal':
      return decimalBytes(value as bigint);
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return longBytes(floorDiv(value as bigint, 1000n));
    case 'boolean':
      return longBytes(value === true ? 1n : 0n);
    case 'float':
    case 'double':
      return doubleBytes(value as number);
    default:
      return value instanceof Uint8Array ? value : longBytes(BigInt(value));
  }
}

function longBytes(value: bigint): Uint8Array {
  const out = new DataView(new ArrayBuffer(8));
  out.setBigInt64(0, value, true);
  return new Uint8Array(out.buffer);
}

function doubleBytes(value: number): Uint8Array {
  const out = new DataView(new ArrayBuffer(8));
  // Adding zero turns −0.0 into 0.0.
  out.setFloat64(0, value + 0, true);
  return new Uint8Array(out.buffer);
}

function truncate(width: number, type: PrimitiveType, value: Value, profile: Profile): Value {
  switch (type.kind) {
    case 'int':
      return truncateInt(width, value as number, profile);
    case 'long':
      return BigInt.asIntN(64, floorTo(value as bigint, width));
    case 'decimal':
      return floorTo(value as bigint, width);
    case 'string':
      return (value as Uint8Array).subarray(0, prefixLength(value as Uint8Array, width));
    default:
      return (value as Uint8Array).subarray(0, width);
  }
}

function floorTo(value: bigint, width: number): bigint {
  return value - floorMod(value, BigInt(width));
}

function truncateInt(width: number, value: number, profile: Profile): number {
  if (profile.exactTruncate) return (value - (((value % width) + width) % width)) | 0;
  // Java adds in 32 bits, which overflows for widths above 2^30 (section 16, TR-9).
  return (value - ((((value % width) + width) | 0) % width)) | 0;
}

/** Bytes of the first `count` code points (TR-11). Each byte that continues none starts one. */
function prefixLength(text: Uint8Array, count: number): number {
  let seen = 0;
  for (let i = 0; i < text.length; i++) {
    if (((text[i] as number) & 0xc0) !== 0x80 && ++seen > count) return i;
  }
  return text.length;
}

/**
 * True where the stored value is not the mathematical one, or writers may disagree about it: a truncation that leaves
 * the type's range (PR-14), an int width above 2^30 (section 16, TR-9), an hour beyond int32 (section 16, TR-13). A
 * sound projection claims nothing there.
 */
export function isUncertain(t: Transform, sourceType: PrimitiveType, value: Value): boolean {
  if (t.kind === 'hour') {
    const hour = floorDiv(value as bigint, ticksPerSecond(sourceType) * 3600n);
    return hour > BigInt(INT_MAX) || hour < BigInt(INT_MIN);
  }
  if (t.kind !== 'truncate') return false;
  if (sourceType.kind === 'long') return floorTo(value as bigint, t.width) < LONG_MIN;
  if (sourceType.kind !== 'int') return false;
  return t.width > 2 ** 30 || floorTo(BigInt(value as number), t.width) < BigInt(INT_MIN);
}

/** The reference's human string of a *transformed* value (TR-20). */
export function humanTransform(
  t: Transform,
  sourceType: PrimitiveType | undefined,
  value: Value | null,
): string {
  if (value === null) return 'null';
  switch (t.kind) {
    case 'year':
      return pad(1970 + (value as number), 4);
    case 'month':
      return humanMonth(value as number);
    case 'day':
      return humanDate(value as number);
    case 'hour':
      return humanHour(value as number);
    case 'bucket':
      return String(value);
    case 'identity':
    case 'truncate':
      return sourceType === undefined ? plainText(value) : formatValue(sourceType, value);
    case 'void':
      return 'null';
    case 'unknown':
      return plainText(value);
    default:
      return assertNever(t);
  }
}

function humanMonth(months: number): string {
  const year = Math.floor(months / 12);
  return `${pad(1970 + year, 4)}-${pad(1 + months - 12 * year, 2)}`;
}

function humanHour(hours: number): string {
  const days = Math.floor(hours / 24);
  return `${humanDate(days)}-${pad(hours - 24 * days, 2)}`;
}

/** A *transformed* value for the screen: as {@link humanTransform}, values and texts as `displayValue`. */
export function displayTransformed(
  t: Transform,
  sourceType: PrimitiveType | undefined,
  value: Value | null,
): string {
  switch (t.kind) {
    case 'identity':
    case 'truncate':
      return sourceType === undefined ? displayPlain(value) : displayValue(sourceType, value);
    case 'unknown':
      return displayPlain(value);
    default:
      return humanTransform(t, sourceType, value);
  }
}

/** Whether a smaller source never has a greater value (TR-23). */
export function preservesOrder(t: Transform): boolean {
  return t.kind !== 'bucket' && t.kind !== 'void' && t.kind !== 'unknown';
}

const FINENESS: Readonly<Record<string, number>> = { year: 0, month: 1, day: 2, hour: 3 };

/**
 * Whether rows ordered by `a` are ordered by `b`, by the reference's rules (TR-24): for reporting sort orders only,
 * since its rule for truncated numbers is wrong.
 */
export function satisfiesOrderOf(a: Transform, b: Transform): boolean {
  if (sameTransform(a, b)) return true;
  if (a.kind === 'identity') return preservesOrder(b);
  if (a.kind === 'truncate') return b.kind === 'truncate' && a.width >= b.width;
  const fine = FINENESS[a.kind];
  const coarse = FINENESS[b.kind];
  return fine !== undefined && coarse !== undefined && fine >= coarse;
}
