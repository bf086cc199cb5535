/**
 * Dates and times as text and back: ISO forms, proleptic Gregorian, UTC, floor toward −∞ (TR-13, EX-20). Times are
 * bigint in the type's own unit; dates are days since 1970-01-01.
 */

const NANOS_PER_SECOND = 1_000_000_000n;
const NANOS_PER_DAY = 86_400n * NANOS_PER_SECOND;

export const MICROS_PER_DAY = 86_400_000_000n;

export interface CivilDate {
  readonly year: number;
  /** 1…12. */
  readonly month: number;
  /** 1…31. */
  readonly day: number;
}

/** Floor division: BigInt `/` truncates toward zero (N-2). `b` must be positive. */
export function floorDiv(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b < 0n ? q - 1n : q;
}

/** The remainder of {@link floorDiv}, in [0, b). */
export function floorMod(a: bigint, b: bigint): bigint {
  const m = a % b;
  return m < 0n ? m + b : m;
}

/** The civil date of a day number; any int32 day, and days of any int64 µs. */
export function civilFromDays(days: number): CivilDate {
  // Eras of 400 years from 0000-03-01, so that the leap day is the last of its year.
  const z = days + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

/** Days since 1970-01-01 of a civil date, the inverse of {@link civilFromDays}. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const marchMonth = month > 2 ? month - 3 : month + 9;
  const dayOfYear = Math.floor((153 * marchMonth + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

const DATE = '([+-]?[0-9]{4,10})-([0-9]{2})-([0-9]{2})';
const TIME = '([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\\.([0-9]{1,9}))?)?';
const OFFSET = '(Z|z|[+-][0-9]{2}:[0-9]{2})?';
const DATE_ONLY = new RegExp(`^${DATE}$`);
const TIME_ONLY = new RegExp(`^${TIME}$`);
const TIMESTAMP = new RegExp(`^${DATE}[Tt ]${TIME} ?${OFFSET}$`);

/** Days since 1970-01-01 of `yyyy-mm-dd`, or undefined for anything that is no such day or beyond int32. */
export function parseDate(text: string): number | undefined {
  const match = DATE_ONLY.exec(text);
  return match === null ? undefined : daysOf(match[1], match[2], match[3]);
}

/** Nanoseconds since midnight of `hh:mm[:ss[.fraction]]`, or undefined. */
export function parseTime(text: string): { nanos: bigint } | undefined {
  const match = TIME_ONLY.exec(text);
  if (match === null) return undefined;
  const nanos = nanosOf(match[1], match[2], match[3], match[4]);
  return nanos === undefined ? undefined : { nanos };
}

/**
 * Nanoseconds since the epoch of a date, `T` or a blank, a time and, if any, an offset (which is subtracted). Exact
 * and unbounded: the caller checks the range of its type.
 */
export function parseTimestamp(text: string): { nanos: bigint; hasOffset: boolean } | undefined {
  const match = TIMESTAMP.exec(text);
  if (match === null) return undefined;
  const days = daysOf(match[1], match[2], match[3]);
  const nanos = nanosOf(match[4], match[5], match[6], match[7]);
  const offset = offsetNanos(match[8]);
  if (days === undefined || nanos === undefined || offset === undefined) return undefined;
  return {
    nanos: BigInt(days) * NANOS_PER_DAY + nanos - offset,
    hasOffset: match[8] !== undefined,
  };
}

const DATE_FIRST = new RegExp(`^${DATE}(?![0-9])`);
const TIME_FIRST = /^[0-9]{2}:[0-9]{2}(?::[0-9]{2})?/;

/**
 * Why a text in the form of a date, a time or both is none: a clause, as in `2026-02-30 is no day, since that month has
 * 28 days`. undefined where its form is another, or nothing is wrong.
 */
export function timeFault(text: string): string | undefined {
  const date = DATE_FIRST.exec(text);
  const time = TIME_FIRST.exec(date === null ? text : text.slice(date[0].length + 1))?.[0];
  if (date !== null && daysOf(date[1], date[2], date[3]) === undefined) {
    const [year, month] = [Number(date[1]), Number(date[2])];
    if (month < 1 || month > 12) return `${date[0]} is no day, since there is no month ${date[2]}`;
    const days = daysInMonth(year, month);
    return Number(date[3]) >= 1 && Number(date[3]) <= days
      ? `${date[0]} is beyond what a date holds`
      : `${date[0]} is no day, since that month has ${days} days`;
  }
  return time === undefined || parseTime(time) !== undefined
    ? undefined
    : `${time} is no time of day`;
}

function daysOf(
  yearText: string | undefined,
  monthText: string | undefined,
  dayText: string | undefined,
): number | undefined {
  const year = Number(yearText);
  const month = Number(monthText);
  const day = Number(dayText);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  const days = daysFromCivil(year, month, day);
  return days === (days | 0) ? days : undefined;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) {
    return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function nanosOf(
  hours: string | undefined,
  minutes: string | undefined,
  seconds = '0',
  fraction = '',
): bigint | undefined {
  const h = Number(hours);
  const m = Number(minutes);
  const s = Number(seconds);
  if (h > 23 || m > 59 || s > 59) return undefined;
  return BigInt(h * 3600 + m * 60 + s) * NANOS_PER_SECOND + BigInt(fraction.padEnd(9, '0'));
}

function offsetNanos(text: string | undefined): bigint | undefined {
  if (text === undefined || text === 'Z' || text === 'z') return 0n;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4, 6));
  // ISO offsets end at 18 hours, as java.time's do.
  if (minutes > 18 * 60 || Number(text.slice(4, 6)) > 59) return undefined;
  return BigInt(text.startsWith('-') ? -minutes : minutes) * 60n * NANOS_PER_SECOND;
}

/** ISO date: at least four digits for the year, `+` only above 9999. */
export function formatDate(days: number): string {
  const { year, month, day } = civilFromDays(days);
  return `${isoYear(year)}-${two(month)}-${two(day)}`;
}

function isoYear(year: number): string {
  const digits = String(Math.abs(year)).padStart(4, '0');
  if (year < 0) return `-${digits}`;
  return year > 9999 ? `+${digits}` : digits;
}

function two(n: number): string {
  return n < 10 ? `0${n}` : String(n);
}

/** `hh:mm:ss`, then as many fraction digits as needed. */
export function formatTimeMicros(micros: bigint): string {
  return formatTimeNanos(micros * 1000n);
}

/** `hh:mm:ss`, then as many fraction digits as needed, of nanoseconds since midnight. */
function formatTimeNanos(nanos: bigint): string {
  const seconds = Number(nanos / NANOS_PER_SECOND);
  const fraction = nanos % NANOS_PER_SECOND;
  const text = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  if (fraction === 0n) return text;
  return `${text}.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`;
}

/** `yyyy-mm-ddThh:mm:ss[.fraction]` of microseconds since the epoch, without an offset. */
export function formatTimestampMicros(micros: bigint): string {
  return formatTimestampNanos(micros * 1000n);
}

/** `yyyy-mm-ddThh:mm:ss[.fraction]` of nanoseconds since the epoch, without an offset. */
export function formatTimestampNanos(nanos: bigint): string {
  const days = Number(floorDiv(nanos, NANOS_PER_DAY));
  return `${formatDate(days)}T${formatTimeNanos(floorMod(nanos, NANOS_PER_DAY))}`;
}
