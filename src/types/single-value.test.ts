import { describe, expect, it } from 'vitest';
import { fromHex, toHex, utf8 } from '../base/bytes.ts';
import { parseJson, printJson } from '../base/json.ts';
import {
  groupLines,
  type VectorLine,
  vectorLines,
  vectorType,
  vectorValue,
} from '../testing/vectors.ts';
import { equalValues } from './compare.ts';
import { parsePrimitiveType } from './parse-type.ts';
import { JAVA, type Profile, SAFE } from './profile.ts';
import {
  decodeSingleValue,
  encodeSingleValue,
  singleValueFromJson,
  singleValueToJson,
} from './single-value.ts';
import type { PrimitiveType, Value } from './type.ts';

/** Lines that we answer otherwise in both profiles, with the rule that says so. */
const OURS: readonly { line: Partial<VectorLine>; ours: Value | 'refused'; rule: string }[] = [
  {
    line: { json: '1.0', type: 'int' },
    ours: 1,
    rule: 'N-1: 1.0 and 1 are one number in JavaScript',
  },
  {
    line: { json: '1', type: 'float' },
    ours: 1,
    rule: '3.5: Java refuses an integer, exact all the same',
  },
  {
    line: { json: '1', type: 'double' },
    ours: 1,
    rule: '3.5: Java refuses an integer, exact all the same',
  },
  {
    line: { json: '"1969-12-31T23:59:59.999999999"', type: 'timestamp' },
    ours: -1n,
    rule: 'EX-20: Java truncates toward the epoch, we floor',
  },
  {
    line: { json: '"1969-12-31T23:59:59.9999999"', type: 'timestamp' },
    ours: -1n,
    rule: 'EX-20: Java truncates toward the epoch, we floor',
  },
];

function exception(line: VectorLine): (typeof OURS)[number] | undefined {
  return OURS.find((row) => Object.entries(row.line).every(([key, value]) => line[key] === value));
}

const lines = vectorLines('values');
const ofKind = (kind: string) => lines.filter((line) => line.kind === kind);
const count = (group: readonly unknown[]) => `${group.length} lines`;

function same(type: PrimitiveType, a: Value | null | undefined, b: Value | null): boolean {
  if (a === undefined || a === null || b === null) return a === b;
  return equalValues(type, a, b);
}

function failures(group: readonly VectorLine[], check: (line: VectorLine) => boolean): unknown[] {
  return group.filter((line) => !check(line));
}

function decode(type: PrimitiveType, hex: unknown, profile: Profile): Value | undefined {
  return decodeSingleValue(type, fromHex(String(hex)) ?? new Uint8Array(), profile);
}

it('has every line of the file in one of the kinds below', () => {
  const kinds = ['value', 'loneSurrogate', 'promoted', 'bytes', 'parse'];
  expect(lines.filter((line) => !kinds.includes(line.kind))).toEqual([]);
  console.info(`values.json: ${lines.length} lines`);
});

describe('value: both forms, both ways', () => {
  for (const [name, group] of groupLines(ofKind('value'), (line) => String(line.type))) {
    const type = vectorType(name);
    it(`${name}, ${count(group)}`, () => {
      const wrong = failures(group, (line) => {
        const value = vectorValue(type, line.value, line.raw);
        if (value === null) return false;
        const bytes = encodeSingleValue(type, value);
        return (
          bytes !== undefined &&
          toHex(bytes) === line.binary &&
          same(type, decodeSingleValue(type, bytes, JAVA), value) &&
          same(type, decodeSingleValue(type, bytes, SAFE), value)
        );
      });
      expect(wrong).toEqual([]);
    });
    it(`${name} as JSON, ${count(group)}`, () => {
      const wrong = failures(group, (line) => jsonAgrees(type, line));
      expect(wrong).toEqual([]);
    });
  }
});

/** Ours reads the reference's JSON, and writes what reads back; hexadecimal is lower case here (TY-25). */
function jsonAgrees(type: PrimitiveType, line: VectorLine): boolean {
  const value = vectorValue(type, line.value, line.raw);
  if (value === null) return false;
  const written = printJson(singleValueToJson(type, value));
  const isHex = type.kind === 'fixed' || type.kind === 'binary';
  const isNumber = type.kind === 'float' || type.kind === 'double';
  const expected = String(line.json);
  const agrees = isNumber
    ? sameNumber(type, JSON.parse(written), JSON.parse(expected))
    : printJson(parseJson(isHex ? expected.toLowerCase() : expected, '')) === written;
  const refused = line.jsonBackError !== undefined;
  const back = attempt(() => singleValueFromJson(type, parseJson(expected, ''), 'vector'));
  return agrees && (refused ? back === 'refused' : same(type, back as Value, value));
}

/** The reference prints a float with the fewest digits of a float; the value is what counts. */
function sameNumber(type: PrimitiveType, a: unknown, b: unknown): boolean {
  return (
    Object.is(a, b) || (type.kind === 'float' && Math.fround(Number(a)) === Math.fround(Number(b)))
  );
}

function attempt<T>(read: () => T): T | 'refused' {
  try {
    return read();
  } catch {
    return 'refused';
  }
}

describe('promoted: old bytes read by a new type', () => {
  const groups = groupLines(ofKind('promoted'), (line) => `${line.from} to ${line.to}`);
  for (const [name, group] of groups) {
    it(`${name}, java, ${count(group)}`, () => {
      expect(failures(group, (line) => readsAsJava(line, line.to))).toEqual([]);
    });
  }

  /** TY-16: what is right for the bytes of a day, stated by the line's own `written`. */
  const days = ofKind('promoted').filter((line) => line.from === 'date');
  it(`dates to timestamps, safe (TY-16), ${count(days)}`, () => {
    const wrong = failures(days, (line) => {
      const day = BigInt(vectorValue({ kind: 'date' }, line.written) as number);
      return decode(vectorType(line.to), line.binary, SAFE) === dayAs(String(line.to), day);
    });
    expect(wrong).toEqual([]);
  });

  const others = ofKind('promoted').filter(
    (line) => line.from !== 'date' && !['int', 'date', 'float'].includes(String(line.to)),
  );
  it(`other promotions, safe as java, ${count(others)}`, () => {
    const wrong = failures(others, (line) => {
      const type = vectorType(line.to);
      return same(type, decode(type, line.binary, SAFE), decode(type, line.binary, JAVA) ?? null);
    });
    expect(wrong).toEqual([]);
  });

  it('safe takes eight bytes for no int, date or float (TY-5)', () => {
    const narrowed = ofKind('promoted').filter(
      (line) =>
        ['int', 'date', 'float'].includes(String(line.to)) && String(line.binary).length === 16,
    );
    expect(narrowed.length).toBeGreaterThan(0);
    const wrong = failures(
      narrowed,
      (line) => decode(vectorType(line.to), line.binary, SAFE) === undefined,
    );
    expect(wrong).toEqual([]);
  });
});

function dayAs(type: string, day: bigint): bigint | undefined {
  const unit = { timestamp: 86_400_000_000n, timestamp_ns: 86_400_000_000_000n }[type];
  if (unit === undefined) return undefined;
  // Beyond 64 bits there is no value, so the bound is missing (TY-16).
  return BigInt.asIntN(64, day * unit) === day * unit ? day * unit : undefined;
}

/** TY-7: where Java throws on bytes that are no UTF-8, we keep them as they are, for comparing. */
function readsAsJava(line: VectorLine, typeText: unknown): boolean {
  const type = vectorType(typeText);
  const value = decode(type, line.binary, JAVA);
  if (line.error === undefined) return same(type, value, vectorValue(type, line.value, line.raw));
  return type.kind === 'string'
    ? value instanceof Uint8Array && toHex(value) === line.binary
    : value === undefined;
}

describe('bytes: odd lengths and contents', () => {
  for (const line of ofKind('bytes')) {
    const type = vectorType(line.type);
    it(`${line.type} ${line.binary || '(empty)'}, java`, () => {
      // The reference's null for `unknown` is our "no value".
      if (line.value === null) expect(decode(type, line.binary, JAVA)).toBeUndefined();
      else expect(readsAsJava(line, line.type)).toBe(true);
    });
  }

  const SAFE_ROWS: readonly (readonly [string, string, Value | undefined])[] = [
    ['boolean', '02', true],
    ['boolean', '', undefined],
    ['boolean', '0100', undefined],
    ['int', '1027', undefined],
    ['int', '0100000000', undefined],
    ['long', '010000000000', undefined],
    ['long', '22000000', 34n],
    ['double', '0000c0bf', -1.5],
    ['double', '0000000000', undefined],
    ['time', '00000000', undefined],
    ['timestamp', '4e440000', 17_486n * 86_400_000_000n],
    ['timestamp', '01000000', 86_400_000_000n],
    ['timestamp_ns', '01000000', 86_400_000_000_000n],
    // Day 2^31−1 has no int64 nanoseconds.
    ['timestamp_ns', 'ffffff7f', undefined],
    ['timestamptz', '4e440000', undefined],
    ['decimal(9, 2)', '', undefined],
    ['decimal(9, 2)', '00000000058c', 1420n],
    ['decimal(5, 2)', '93020000', -1_828_585_472n],
    ['decimal(5, 2)', '0293', 659n],
    ['uuid', '00', undefined],
    ['uuid', 'f79c3e09677c4bbda4793f349cb785e700', undefined],
    ['string', 'c3', Uint8Array.of(0xc3)],
    ['string', '', new Uint8Array()],
    ['fixed[4]', '0102', Uint8Array.of(1, 2)],
    ['unknown', '00', undefined],
    ['geometry', '000000000000f03f0000000000000040', undefined],
  ];
  it.each(SAFE_ROWS)('%s %s, safe', (name, hex, expected) => {
    expect(decode(vectorType(name), hex, SAFE)).toEqual(expected);
  });
});

describe('parse: JSON to a value', () => {
  for (const line of ofKind('parse')) {
    const type = parsePrimitiveType(String(line.type));
    const ours = exception(line);
    const note = ours === undefined ? '' : ` (${ours.rule})`;
    it(`${line.type} ${line.json}${note}`, () => {
      const value =
        type === undefined
          ? 'refused'
          : attempt(() => singleValueFromJson(type, parseJson(String(line.json), ''), 'vector'));
      if (ours !== undefined) expect(value).toEqual(ours.ours);
      else if (line.error !== undefined) expect(value).toBe('refused');
      else expect(value).toEqual(type && vectorValue(type, line.value, line.raw));
    });
  }
  it('needs every exception', () => {
    expect(OURS.filter((row) => !lines.some((line) => exception(line) === row))).toEqual([]);
  });
});

describe('lone surrogates (TY-21)', () => {
  for (const line of ofKind('loneSurrogate')) {
    it(`${JSON.stringify(line.value)} has no UTF-8 form and becomes U+FFFD; literals refuse it`, () => {
      const text = String(line.value);
      expect(line.error).toBeDefined();
      expect(toHex(utf8(text))).toContain('efbfbd');
    });
  }
});

describe('binary examples of rules.md 3.2', () => {
  const ROWS: readonly (readonly [string, Value, string])[] = [
    ['boolean', true, '01'],
    ['int', 34, '22000000'],
    ['int', -1, 'ffffffff'],
    ['date', 17_486, '4e440000'],
    ['long', 34n, '2200000000000000'],
    ['time', 81_068_000_000n, '008307e012000000'],
    ['timestamp', 1_510_871_468_000_000n, '00c3262d215e0500'],
    ['timestamp_ns', 1_510_871_468_000_001_001n, 'e9bb695f98b1f714'],
    ['float', 1, '0000803f'],
    ['float', -1.5, '0000c0bf'],
    ['double', 1, '000000000000f03f'],
    ['double', -0, '0000000000000080'],
    ['string', utf8('iceberg'), '69636562657267'],
    ['decimal(9, 2)', 1420n, '058c'],
    ['decimal(9, 2)', -1420n, 'fa74'],
    ['decimal(9, 2)', 0n, '00'],
    ['decimal(9, 2)', 127n, '7f'],
    ['decimal(9, 2)', 128n, '0080'],
    ['decimal(9, 2)', -128n, '80'],
    ['decimal(9, 2)', -129n, 'ff7f'],
    ['decimal(9, 2)', 255n, '00ff'],
    ['decimal(38, 0)', 10n ** 18n, '0de0b6b3a7640000'],
    ['decimal(38, 0)', 10n ** 38n - 1n, '4b3b4ca85a86c47a098a223fffffffff'],
  ];
  it.each(ROWS)('%s %s is %s', (name, value, hex) => {
    const type = vectorType(name);
    const bytes = encodeSingleValue(type, value);
    expect(bytes && toHex(bytes)).toBe(hex);
    expect(decode(type, hex, SAFE)).toEqual(value);
  });
});
