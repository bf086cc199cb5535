/** Single values: the binary form of bounds and partition summaries (3.2, 3.3) and the JSON form (3.5). */
import { fromHex, toHex, utf8, utf8Text } from '../base/bytes.ts';
import { assertNever, IcecoreError } from '../base/errors.ts';
import { decimalToPlainText } from './decimal.ts';
import { isPrimitive, printType } from './parse-type.ts';
import type { Profile } from './profile.ts';
import {
  floorDiv,
  formatDate,
  formatTimeMicros,
  formatTimestampMicros,
  formatTimestampNanos,
  MICROS_PER_DAY,
  parseDate,
  parseTime,
  parseTimestamp,
} from './time.ts';
import type { PrimitiveType, Type, Value } from './type.ts';
import { formatUuid, parseUuid } from './uuid.ts';

/**
 * The value of a bound or summary, or undefined where the bytes are malformed or the type has no binary form: a
 * missing bound (TY-5). Shorter bytes of an older type are widened (TY-15). Strings are not checked for UTF-8
 * (TY-7); NaN is returned as it is.
 */
export function decodeSingleValue(
  type: PrimitiveType,
  bytes: Uint8Array,
  profile: Profile,
): Value | undefined {
  switch (type.kind) {
    case 'boolean':
      return fits(bytes, 1, profile) ? bytes[0] !== 0 : undefined;
    case 'int':
    case 'date':
      return fits(bytes, 4, profile) ? view(bytes).getInt32(0, true) : undefined;
    case 'float':
      return fits(bytes, 4, profile) ? view(bytes).getFloat32(0, true) : undefined;
    case 'double':
      if (isNarrow(bytes, profile)) return view(bytes).getFloat32(0, true);
      return fits(bytes, 8, profile) ? view(bytes).getFloat64(0, true) : undefined;
    case 'long':
      if (isNarrow(bytes, profile)) return BigInt(view(bytes).getInt32(0, true));
      return fits(bytes, 8, profile) ? view(bytes).getBigInt64(0, true) : undefined;
    case 'time':
    case 'timestamp':
    case 'timestamptz':
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return decodeTemporal(type, bytes, profile);
    case 'decimal':
      return bytes.length > 0 ? signedBigEndian(bytes) : undefined;
    case 'uuid':
      return fits(bytes, 16, profile) ? bytes.subarray(0, 16) : undefined;
    case 'string':
    case 'binary':
    // Bounds of fixed columns are truncated as those of binary ones, so any length is right.
    case 'fixed':
      return bytes;
    case 'unknown':
    case 'variant':
    case 'geometry':
    case 'geography':
      return undefined;
    default:
      return assertNever(type);
  }
}

function view(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function fits(bytes: Uint8Array, size: number, profile: Profile): boolean {
  return profile.exactBoundSizes ? bytes.length === size : bytes.length >= size;
}

/** Four bytes where eight are expected: written before a promotion (TY-15). */
function isNarrow(bytes: Uint8Array, profile: Profile): boolean {
  return profile.exactBoundSizes ? bytes.length === 4 : bytes.length >= 4 && bytes.length < 8;
}

function decodeTemporal(
  type: PrimitiveType,
  bytes: Uint8Array,
  profile: Profile,
): bigint | undefined {
  if (!isNarrow(bytes, profile)) {
    return fits(bytes, 8, profile) ? view(bytes).getBigInt64(0, true) : undefined;
  }
  const narrow = BigInt(view(bytes).getInt32(0, true));
  if (!profile.promotedDatesAreDays) return narrow;
  // Only these two are reached from date (TY-3).
  if (type.kind !== 'timestamp' && type.kind !== 'timestamp_ns') return undefined;
  const units = narrow * MICROS_PER_DAY * (type.kind === 'timestamp' ? 1n : 1000n);
  return BigInt.asIntN(64, units) === units ? units : undefined;
}

function signedBigEndian(bytes: Uint8Array): bigint {
  return BigInt.asIntN(8 * bytes.length, BigInt(`0x${toHex(bytes)}`));
}

/** The shortest two's complement form, big-endian: decimals' bytes, also for hashing (TR-7). */
export function decimalBytes(unscaled: bigint): Uint8Array {
  let size = 1;
  while (BigInt.asIntN(8 * size, unscaled) !== unscaled) size++;
  const out = new Uint8Array(size);
  let rest = unscaled;
  for (let i = size - 1; i >= 0; i--) {
    out[i] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return out;
}

/** The binary form, or undefined for types that have none (unknown, variant, geometry, geography). */
export function encodeSingleValue(type: PrimitiveType, value: Value): Uint8Array | undefined {
  switch (type.kind) {
    case 'boolean':
      return Uint8Array.of(value === true ? 1 : 0);
    case 'int':
    case 'date':
      return written(4, (out) => out.setInt32(0, value as number, true));
    case 'float':
      return written(4, (out) => out.setFloat32(0, value as number, true));
    case 'double':
      return written(8, (out) => out.setFloat64(0, value as number, true));
    case 'long':
    case 'time':
    case 'timestamp':
    case 'timestamptz':
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return written(8, (out) => out.setBigInt64(0, value as bigint, true));
    case 'decimal':
      return decimalBytes(value as bigint);
    case 'string':
    case 'uuid':
    case 'fixed':
    case 'binary':
      return value as Uint8Array;
    default:
      return undefined;
  }
}

function written(size: number, write: (out: DataView) => void): Uint8Array {
  const out = new DataView(new ArrayBuffer(size));
  write(out);
  return new Uint8Array(out.buffer);
}

/**
 * A value from its JSON form; null for null (TY-26). Throws `invalid-data` where the JSON is no value of the type,
 * `unsupported` for a nested type: its parts carry their own defaults (TY-27).
 */
export function singleValueFromJson(type: Type, json: unknown, place: string): Value | null {
  if (json === null || json === undefined) return null;
  if (!isPrimitive(type)) {
    throw new IcecoreError('unsupported', `A ${type.kind} has no single value here.`, { place });
  }
  const value = readJson(type, json);
  if (value !== undefined) return value;
  const shown = typeof json === 'bigint' ? String(json) : JSON.stringify(json);
  throw new IcecoreError('invalid-data', `${shown} is no value of type ${printType(type)}.`, {
    place,
  });
}

function readJson(type: PrimitiveType, json: unknown): Value | undefined {
  if (typeof json === 'string') return readJsonText(type, json);
  switch (type.kind) {
    case 'boolean':
      return typeof json === 'boolean' ? json : undefined;
    case 'int':
      return typeof json === 'number' && json === (json | 0) ? json | 0 : undefined;
    case 'long': {
      const value = typeof json === 'number' && Number.isInteger(json) ? BigInt(json) : json;
      return typeof value === 'bigint' ? int64(value) : undefined;
    }
    // Java refuses integers here; they are exact all the same, and 1.0 and 1 are one number in JavaScript.
    case 'float':
      return isNumeric(json) ? Math.fround(Number(json)) : undefined;
    case 'double':
      return isNumeric(json) ? Number(json) : undefined;
    default:
      return undefined;
  }
}

function isNumeric(json: unknown): json is number | bigint {
  return typeof json === 'number' || typeof json === 'bigint';
}

function int64(value: bigint): bigint | undefined {
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

function readJsonText(type: PrimitiveType, text: string): Value | undefined {
  switch (type.kind) {
    case 'decimal':
      return decimalFromJson(text, type.scale);
    case 'date':
      return parseDate(text);
    case 'time': {
      const time = parseTime(text);
      return time === undefined ? undefined : time.nanos / 1000n;
    }
    case 'timestamp':
    case 'timestamptz':
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return timestampFromJson(type.kind, text);
    case 'string':
      return utf8(text);
    case 'uuid':
      return parseUuid(text);
    case 'fixed': {
      const bytes = fromHex(text);
      return bytes?.length === type.length ? bytes : undefined;
    }
    case 'binary':
      return fromHex(text);
    default:
      return undefined;
  }
}

/** Exactly `scale` fraction digits; digits beyond the precision are let pass, as in Java. */
function decimalFromJson(text: string, scale: number): bigint | undefined {
  const match = /^([+-]?[0-9]+)(?:\.([0-9]+))?$/.exec(text);
  if (match === null || (match[2] ?? '').length !== scale) return undefined;
  return BigInt(`${match[1]}${match[2] ?? ''}`.replace(/^\+/, ''));
}

function timestampFromJson(
  kind: 'timestamp' | 'timestamptz' | 'timestamp_ns' | 'timestamptz_ns',
  text: string,
): bigint | undefined {
  const zoned = kind === 'timestamptz' || kind === 'timestamptz_ns';
  const parsed = parseTimestamp(text);
  if (parsed === undefined || text.includes(' ') || parsed.hasOffset !== zoned) return undefined;
  if (zoned && !/(?:Z|z|[+-]00:00)$/.test(text)) return undefined;
  const nanos = kind === 'timestamp_ns' || kind === 'timestamptz_ns';
  return int64(nanos ? parsed.nanos : floorDiv(parsed.nanos, 1000n));
}

/**
 * The JSON form: for printJson, since longs are bigints in it. Infinities and NaN, which JSON lacks, are texts, as
 * Java writes them; bytes are lower-case hexadecimal (TY-25).
 */
export function singleValueToJson(type: PrimitiveType, value: Value): unknown {
  switch (type.kind) {
    case 'float':
    case 'double':
      return Number.isFinite(value) ? value : String(value);
    case 'decimal':
      return decimalToPlainText(value as bigint, type.scale);
    case 'date':
      return formatDate(value as number);
    case 'time':
      return formatTimeMicros(value as bigint);
    case 'timestamp':
      return formatTimestampMicros(value as bigint);
    case 'timestamptz':
      return `${formatTimestampMicros(value as bigint)}+00:00`;
    case 'timestamp_ns':
      return formatTimestampNanos(value as bigint);
    case 'timestamptz_ns':
      return `${formatTimestampNanos(value as bigint)}+00:00`;
    case 'string':
      return utf8Text(value as Uint8Array);
    case 'uuid':
      return formatUuid(value as Uint8Array);
    case 'fixed':
    case 'binary':
      return toHex(value as Uint8Array);
    default:
      return value;
  }
}
