/**
 * SQL's answer for one row, written plainly and on its own: three-valued logic over exact values, nothing of the planner. A comparison
 * with NaN is false, so NOT of it is true; the zeros are equal.
 */
import { utf8 } from '../../base/bytes.ts';
import { isNumber, type Raw } from '../../cli/answers/raw-json.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';

export type Cell = Value | null;

/** A row's cell by column name. */
export type RowReader = (column: string) => { readonly type: PrimitiveType; readonly cell: Cell };

/** true, false, or undefined for unknown. */
export function truthOf(predicate: Raw, row: RowReader): boolean | undefined {
  const [op, ...rest] = predicate as readonly Raw[];
  switch (op) {
    case 'true':
      return true;
    case 'false':
      return false;
    case 'not': {
      const value = truthOf(rest[0] as Raw, row);
      return value === undefined ? undefined : !value;
    }
    case 'and':
    case 'or': {
      const decisive = op === 'or';
      const values = rest.map((child) => truthOf(child, row));
      if (values.includes(decisive)) return decisive;
      return values.includes(undefined) ? undefined : !decisive;
    }
    default: {
      const { type, cell } = row(String(rest[0]));
      return leafTruth(String(op), type, cell, rest.slice(1));
    }
  }
}

function leafTruth(
  op: string,
  type: PrimitiveType,
  cell: Cell,
  operands: readonly Raw[],
): boolean | undefined {
  const isNan = typeof cell === 'number' && Number.isNaN(cell);
  switch (op) {
    case 'is_null':
      return cell === null;
    case 'not_null':
      return cell !== null;
    case 'is_nan':
      return isNan;
    case 'not_nan':
      return !isNan;
    default:
  }
  if (cell === null) return undefined;
  if (isNan) return op === '!=' || op === 'not_in' || op === 'not_between';
  const order = (literal: Raw | undefined) => compare(type, cell, literal as Raw);
  const among = () => (operands[0] as readonly Raw[]).some((literal) => order(literal) === 0);
  const within = () => order(operands[0]) >= 0 && order(operands[1]) <= 0;
  switch (op) {
    case '=':
      return order(operands[0]) === 0;
    case '!=':
      return order(operands[0]) !== 0;
    case '<':
      return order(operands[0]) < 0;
    case '<=':
      return order(operands[0]) <= 0;
    case '>':
      return order(operands[0]) > 0;
    case '>=':
      return order(operands[0]) >= 0;
    case 'in':
      return among();
    case 'not_in':
      return !among();
    case 'between':
      return within();
    case 'not_between':
      return !within();
    case 'starts_with':
      return begins(cell as Uint8Array, utf8(String(operands[0])));
    case 'not_starts_with':
      return !begins(cell as Uint8Array, utf8(String(operands[0])));
    default:
      throw new Error(`no operator ${op}`);
  }
}

function begins(text: Uint8Array, prefix: Uint8Array): boolean {
  return prefix.every((byte, i) => text[i] === byte);
}

/** A number as a fraction of powers of ten, exactly. */
interface Exact {
  readonly digits: bigint;
  readonly scale: number;
}

function compare(type: PrimitiveType, cell: Value, literal: Raw): number {
  switch (type.kind) {
    case 'boolean':
      return Number(cell) - Number(literal);
    case 'int':
    case 'long':
      return compareExact({ digits: BigInt(cell as number | bigint), scale: 0 }, exact(literal));
    case 'decimal':
      return compareExact({ digits: cell as bigint, scale: type.scale }, exact(literal));
    case 'float':
    case 'double': {
      const other = floating(type.kind, literal);
      return (cell as number) < other ? -1 : (cell as number) > other ? 1 : 0;
    }
    case 'string':
      return compareBytes(cell as Uint8Array, utf8(String(literal)));
    case 'uuid':
    case 'fixed':
    case 'binary':
      return compareBytes(cell as Uint8Array, hexBytes(textOf(literal)));
    default:
      return sign(nanos(type, cell) - literalNanos(textOf(literal)));
  }
}

function sign(n: bigint): number {
  return n < 0n ? -1 : n > 0n ? 1 : 0;
}

/** The text of a number or of a typed literal. */
function textOf(literal: Raw): string {
  if (isNumber(literal)) return literal.number;
  if (literal instanceof Map)
    return textOf([...(literal as ReadonlyMap<string, Raw>).values()][0] as Raw);
  return String(literal);
}

function exact(literal: Raw): Exact {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(textOf(literal)) ?? [];
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

function compareExact(a: Exact, b: Exact): number {
  return sign(a.digits * 10n ** BigInt(b.scale) - b.digits * 10n ** BigInt(a.scale));
}

/** A bare number beside a float is a float where it fits one; a typed double keeps its digits. */
function floating(column: 'float' | 'double', literal: Raw): number {
  const value = Number(textOf(literal));
  const typed = literal instanceof Map ? [...literal.keys()][0] : undefined;
  const rounded = Math.fround(value);
  if (typed === 'float') return rounded;
  if (column === 'double' || typed === 'double') return value;
  return Number.isFinite(rounded) ? rounded : value;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    if (a[i] !== b[i]) return (a[i] as number) - (b[i] as number);
  }
  return a.length - b.length;
}

function hexBytes(text: string): Uint8Array {
  const digits = text.replaceAll('-', '');
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
}

const DAY = 86_400_000_000_000n;

/** Nanoseconds since the epoch, or since midnight. */
function nanos(type: PrimitiveType, cell: Value): bigint {
  if (type.kind === 'date') return BigInt(cell as number) * DAY;
  return (cell as bigint) * (type.kind.endsWith('_ns') ? 1n : 1000n);
}

/** Of `2026-03-01`, `2026-03-01T09:00:00.5`, `…Z`, `09:00:00.5`; years of any length. */
function literalNanos(text: string): bigint {
  const time = /(?:^|T)(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|\+00:00)?$/.exec(text);
  const date = /^([+-]?\d{4,})-(\d\d)-(\d\d)/.exec(text);
  const [, h = '0', m = '0', s = '0', f = ''] = time ?? [];
  const seconds = BigInt(h) * 3600n + BigInt(m) * 60n + BigInt(s);
  const inDay = seconds * 1_000_000_000n + BigInt(f.padEnd(9, '0') || '0');
  if (date === null) return inDay;
  return daysOf(Number(date[1]), Number(date[2]), Number(date[3])) * DAY + inDay;
}

/** Days since 1970-01-01 of a date of the proleptic Gregorian calendar, by counting leap days. */
function daysOf(year: number, month: number, day: number): bigint {
  const before = year - 1;
  const leaps = (y: number) => Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  const isLeap = leaps(year) > leaps(before);
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const inYear = lengths.slice(0, month - 1).reduce((sum, n) => sum + n, 0) + day - 1;
  return BigInt(365 * (year - 1970) + leaps(before) - leaps(1969) + inYear);
}
