/** Values as text: the reference's human strings (TR-20), for the screen, and as SQL literals. */
import { toHex, utf8Text } from '../base/bytes.ts';
import { decimalToPlainText, decimalToText } from './decimal.ts';
import { javaDouble, javaFloat } from './java-float.ts';
import {
  civilFromDays,
  formatDate,
  formatTimeMicros,
  formatTimestampMicros,
  formatTimestampNanos,
} from './time.ts';
import type { PrimitiveType, Value } from './type.ts';
import { formatUuid } from './uuid.ts';

/** The reference's human string of a value under identity, `null` for null (TR-20, section 16). */
export function formatValue(type: PrimitiveType, value: Value | null): string {
  if (value === null) return 'null';
  switch (type.kind) {
    case 'float':
      return javaFloat(value as number);
    case 'double':
      return javaDouble(value as number);
    case 'decimal':
      return decimalToText(value as bigint, type.scale);
    case 'date':
      return humanDate(value as number);
    case 'time':
      return shortTime(value as bigint);
    case 'fixed':
    case 'binary':
      return base64(value as Uint8Array);
    default:
      return commonText(type, value);
  }
}

/** The forms that {@link formatValue} and {@link displayValue} share. */
function commonText(type: PrimitiveType, value: Value): string {
  switch (type.kind) {
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
    default:
      return plainText(value);
  }
}

/** A value whose type is not known, as a tuple's under a dropped source (TR-3). */
export function plainText(value: Value | null): string {
  return value instanceof Uint8Array ? utf8Text(value) : String(value);
}

/** `yyyy-mm-dd` by `%04d`: no `+` above 9999, `-768` for the year −768 (section 16, TR-20). */
export function humanDate(days: number): string {
  const { year, month, day } = civilFromDays(days);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** As Java's `%0<width>d`: the sign counts. */
export function pad(n: number, width: number): string {
  return n < 0 ? `-${String(-n).padStart(width - 1, '0')}` : String(n).padStart(width, '0');
}

/** `java.time.LocalTime.toString`: no seconds where zero, fractions by three digits. */
function shortTime(micros: bigint): string {
  const text = formatTimeMicros(micros);
  const point = text.indexOf('.');
  if (point < 0) return text.endsWith(':00') ? text.slice(0, -3) : text;
  return (
    text.slice(0, point + 1) + text.slice(point + 1).padEnd(text.length - point > 4 ? 6 : 3, '0')
  );
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/**
 * For the screen: timestamps as `2026-03-01 09:00:00` (UTC is said once, elsewhere), with a fraction only where it is
 * not zero; bytes as `0x…`; text by {@link displayText}; `null` for null.
 */
export function displayValue(type: PrimitiveType, value: Value | null): string {
  if (value === null) return 'null';
  switch (type.kind) {
    case 'float':
    case 'double':
      return Object.is(value, -0) ? '-0.0' : String(value);
    case 'decimal':
      return decimalToPlainText(value as bigint, type.scale);
    case 'date':
      return formatDate(value as number);
    case 'time':
      return formatTimeMicros(value as bigint);
    case 'timestamp':
    case 'timestamptz':
      return formatTimestampMicros(value as bigint).replace('T', ' ');
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return formatTimestampNanos(value as bigint).replace('T', ' ');
    case 'fixed':
    case 'binary':
      return `0x${toHex(value as Uint8Array)}`;
    case 'string':
      return displayText(utf8Text(value as Uint8Array));
    default:
      return commonText(type, value);
  }
}

/** Nothing, blanks at an end, what stands for null, NaN or an unreadable value, and what is in quotes itself. */
const MISTAKABLE = /^$|^\s|\s$|^(?:null|nan|\?)$|^'[\s\S]*'$/i;

/** Text for the screen: in quotes where it could be taken for something else, so that no two values look alike. */
export function displayText(text: string): string {
  return MISTAKABLE.test(text) ? quoted(text) : text;
}

/** The text that {@link displayText} shows so. */
export function bareText(shown: string): string {
  return /^'[\s\S]*'$/.test(shown) ? shown.slice(1, -1).replaceAll("''", "'") : shown;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** As {@link displayValue}, of a value whose type is not known. */
export function displayPlain(value: Value | null): string {
  const text = plainText(value);
  return value instanceof Uint8Array ? displayText(text) : text;
}

/** A literal that our SQL reads back to the same value: `TIMESTAMP '…'`, `DATE '…'`, `X'…'`, quotes doubled. */
export function sqlLiteral(type: PrimitiveType, value: Value | null): string {
  if (value === null) return 'NULL';
  switch (type.kind) {
    case 'date':
      return `DATE '${displayValue(type, value)}'`;
    case 'time':
      return `TIME '${displayValue(type, value)}'`;
    case 'timestamp':
    case 'timestamp_ns':
      return `TIMESTAMP '${displayValue(type, value)}'`;
    case 'timestamptz':
    case 'timestamptz_ns':
      return `TIMESTAMP '${displayValue(type, value)}+00:00'`;
    case 'string':
      return quoted(utf8Text(value as Uint8Array));
    case 'uuid':
      return `'${formatUuid(value as Uint8Array)}'`;
    case 'fixed':
    case 'binary':
      return `X'${toHex(value as Uint8Array)}'`;
    default:
      return displayValue(type, value);
  }
}

const IEC = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB', 'ZiB'];

/** Bytes with three figures in IEC units: `384 GiB`, `2.31 GiB`, `512 B`. */
export function formatBytes(bytes: bigint | number): string {
  let amount = Number(bytes);
  let unit = 0;
  // 999.5 would round to 1000, which has four figures; 1023.9 KiB is 1.00 MiB.
  while (Math.abs(amount) >= (unit === 0 ? 1024 : 999.5) && unit < IEC.length - 1) {
    amount /= 1024;
    unit++;
  }
  if (unit === 0) return `${amount} B`;
  const size = Math.abs(amount);
  const digits = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
  return `${amount.toFixed(digits)} ${IEC[unit]}`;
}

/** A count, exact, with commas between thousands: `41,022`. */
export function formatCount(n: bigint | number): string {
  return String(n).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `A`, `A or B`, `A, B or C`. */
export function joinWords(parts: readonly string[], word: 'and' | 'or'): string {
  if (parts.length < 2) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}
