/** Traps of transforms, bounds and text. */
import { expect } from 'vitest';
import { utf8 } from '../../base/bytes.ts';
import { applyTransform, parseTransform } from '../../transforms/transform.ts';
import { formatValue } from '../../types/format.ts';
import { parsePrimitiveType } from '../../types/parse-type.ts';
import { SAFE } from '../../types/profile.ts';
import { decodeSingleValue } from '../../types/single-value.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import { hex, planTrap, type Trap } from './plan.ts';
import type { TrapRow } from './rows.ts';

function apply(transform: string, type: string, value: Value): Value | null {
  const source = parsePrimitiveType(type) as PrimitiveType;
  return applyTransform(parseTransform(transform), source, value, SAFE);
}

const files = (trap: Trap) => planTrap(trap).files;
const all = (expected: string, traps: readonly Trap[]) => {
  for (const trap of traps) expect(files(trap), JSON.stringify(trap.where)).toEqual([expected]);
};
const keeps = (trap: Omit<Trap, 'where'>, ...where: readonly string[]) =>
  all(
    'keep',
    where.map((text) => ({ ...trap, where: text })),
  );
const skips = (trap: Omit<Trap, 'where'>, ...where: readonly string[]) =>
  all(
    'skip',
    where.map((text) => ({ ...trap, where: text })),
  );

/** One file with the bounds of column 1. */
function bounded(column: string, lower: Value, upper: Value, more: object = {}) {
  return { columns: [column], files: [{ metrics: { 1: { lower, upper, ...more } } }] };
}

const exactly = { values: 50, nulls: 0 };

export const VALUE_TRAPS: readonly TrapRow[] = [
  {
    id: 'B004',
    what: 'hours before the epoch floor',
    check: () => expect(apply('hour', 'timestamp', -1_800_000_000n)).toBe(-1),
  },
  {
    id: 'B005',
    what: 'months and days before the epoch floor, and their file stays',
    check: () => {
      const micros = -47n * 86_400_000_000n;
      expect([apply('month', 'timestamp', micros), apply('day', 'timestamp', micros)]).toEqual([
        -2, -47,
      ]);
      const trap = { columns: ['ts timestamp'], where: "ts = TIMESTAMP '1969-11-15 00:00:00'" };
      expect(files({ ...trap, layout: ['month(ts)'], files: [{ partition: [-2] }] })).toEqual([
        'keep',
      ]);
      expect(files({ ...trap, layout: ['day(ts)'], files: [{ partition: [-47] }] })).toEqual([
        'keep',
      ]);
    },
  },
  {
    id: 'B006',
    what: 'days are signed',
    check: () =>
      keeps(
        { columns: ['ts timestamp'], layout: ['day(ts)'], files: [{ partition: [-7] }] },
        "ts = TIMESTAMP '1969-12-25 12:00:00'",
      ),
  },
  {
    id: 'B008',
    what: 'years before 1970 floor',
    check: () => expect(apply('year', 'date', -1)).toBe(-1),
  },
  {
    id: 'B011',
    what: 'a literal finer than a microsecond before 1970 loses neither day',
    check: () => {
      const trap = {
        columns: ['ts timestamp'],
        layout: ['day(ts)'],
        files: [{ partition: [0] }, { partition: [-1] }],
      };
      const where = "ts >= TIMESTAMP '1969-12-31 23:59:59.999999999'";
      expect(files({ ...trap, where })[0]).not.toBe('skip');
    },
  },
  {
    id: 'B012',
    what: 'bucket takes nanoseconds as microseconds',
    check: () => {
      expect(apply('bucket[16]', 'timestamp_ns', 1_510_871_468_000_001_001n)).toBe(6);
      expect(apply('bucket[16]', 'timestamp_ns', -1n)).toBe(8);
    },
  },
  {
    id: 'B014',
    what: 'open bounds are closed by a microsecond before the month is taken',
    check: () => {
      const trap = {
        columns: ['ts timestamp'],
        layout: ['month(ts)'],
        files: [660, 661, 662].map((month) => ({ partition: [month] })),
      };
      const first = "TIMESTAMP '2025-02-01 00:00:00'";
      const kept = (op: string) =>
        files({ ...trap, where: `ts ${op} ${first}` }).map((v) => v !== 'skip');
      expect(kept('<')).toEqual([true, false, false]);
      expect(kept('=')).toEqual([false, true, false]);
      expect(kept('>')).toEqual([false, true, true]);
      expect(kept('<=')).toEqual([true, true, false]);
    },
  },
  {
    id: 'B016',
    what: 'instants are shown in UTC, so two at a fold stay two',
    check: () => {
      const at = (hour: number) =>
        1_635_638_400_000_000n + BigInt(hour) * 3_600_000_000n + 1_800_000_000n;
      const texts = [at(0), at(1)].map((v) => formatValue({ kind: 'timestamptz' }, v));
      expect(texts).toEqual(['2021-10-31T00:30:00+00:00', '2021-10-31T01:30:00+00:00']);
    },
  },
  {
    id: 'B018',
    what: 'a decimal hashes its fewest bytes',
    check: () => {
      expect(apply('bucket[16]', 'decimal(5,2)', -128n)).toBe(13);
      expect(apply('bucket[16]', 'decimal(9,2)', -32768n)).toBe(3);
    },
  },
  {
    id: 'B020',
    what: 'a negative hash keeps its low bits',
    check: () => expect(apply('bucket[16]', 'long', -34n)).toBe(13),
  },
  {
    id: 'B022',
    what: 'the smallest int wraps in its partition and is not lost',
    check: () =>
      keeps(
        {
          columns: ['x int'],
          layout: ['truncate[10000](x)'],
          files: [{ partition: [2147477296] }],
        },
        'x < 0',
        'x = -2147483648',
      ),
  },
  {
    id: 'B024',
    what: 'a decimal is truncated at its scale',
    check: () => {
      expect(apply('truncate[50]', 'decimal(9,2)', 1065n)).toBe(1050n);
      expect(apply('truncate[50]', 'decimal(9,2)', -1n)).toBe(-50n);
    },
  },
  {
    id: 'B026',
    what: 'STARTS WITH over a truncated text',
    check: () => {
      const trap = {
        columns: ['name string'],
        layout: ['truncate[3](name)'],
        files: ['ice', 'icy', 'ic', 'xyz'].map((p) => ({ partition: [utf8(p)] })),
      };
      const kept = (prefix: string) =>
        files({ ...trap, where: `name LIKE '${prefix}%'` }).map((v) => (v === 'skip' ? 0 : 1));
      expect(kept('ic')).toEqual([1, 1, 1, 0]);
      expect(kept('ice')).toEqual([1, 0, 0, 0]);
      expect(kept('iceberg')).toEqual([1, 0, 0, 0]);
    },
  },
  {
    id: 'B028',
    what: 'lengths are code points',
    check: () => {
      expect(apply('truncate[2]', 'string', utf8('😀ab'))).toEqual(utf8('😀a'));
      const trap = {
        columns: ['s string'],
        layout: ['truncate[2](s)'],
        files: [{ partition: [utf8('😀a')] }],
      };
      expect(files({ ...trap, where: "s LIKE '😀%'" })[0]).not.toBe('skip');
    },
  },
  {
    id: 'B030',
    what: 'negative numbers and times floor',
    check: () => {
      expect(apply('truncate[10]', 'int', -1)).toBe(-10);
      expect(apply('hour', 'timestamp', -1n)).toBe(-1);
    },
  },
  {
    id: 'B032',
    what: 'a 4-byte bound of a timestamp is a day',
    check: () => {
      const day = hex('01000000');
      keeps(bounded('ts timestamp', day, day), "ts = TIMESTAMP '1970-01-02 00:00:00'");
      keeps(bounded('ts timestamp_ns', day, day), "ts = TIMESTAMP '1970-01-02 00:00:00'");
    },
  },
  {
    id: 'B034',
    what: 'a bound that is too short is unknown, other columns still prune',
    check: () => {
      const trap = {
        columns: ['a int', 'b int'],
        files: [{ metrics: { 1: { lower: hex('1027') as Value }, 2: { lower: 5, upper: 5 } } }],
      };
      keeps(trap, 'a = 0', 'a < -5', 'a > 99999');
      skips(trap, 'b = 6');
    },
  },
  {
    id: 'B036',
    what: 'a decimal bound is big-endian',
    check: () => {
      const type = { kind: 'decimal', precision: 5, scale: 2 } as const;
      expect(decodeSingleValue(type, hex('0293'), SAFE)).toBe(659n);
      expect(decodeSingleValue(type, hex('93020000'), SAFE)).toBe(-1_828_585_472n);
    },
  },
  {
    id: 'B039',
    what: 'bounds that contradict each other are unknown',
    check: () => keeps(bounded('id long', 1000n, 10n), 'id < 500', 'id = 5000', 'id > 2000'),
  },
  {
    id: 'B041',
    what: 'every boolean byte but 0 is true',
    check: () => expect(decodeSingleValue({ kind: 'boolean' }, hex('02'), SAFE)).toBe(true),
  },
  {
    id: 'B042',
    what: 'decimals of 38 digits do not wrap',
    check: () => {
      const upper = 9n * 10n ** 37n;
      keeps(bounded('d decimal(38,38)', 0n, upper), 'd < 0.95');
      skips(bounded('d decimal(38,38)', 0n, upper), 'd > 0.95');
    },
  },
  {
    id: 'B044',
    what: 'bytes are unsigned',
    check: () => {
      keeps(bounded('b binary', hex('01'), hex('80')), "b = X'7F'");
      keeps(bounded('b fixed[2]', hex('00ff'), hex('ff00')), "b = X'8000'");
    },
  },
  {
    id: 'B046',
    what: 'text orders by code points',
    check: () => keeps(bounded('s string', utf8('\uE000'), utf8('😀')), "s = '\uFFFD'"),
  },
  {
    id: 'B048',
    what: 'an upper bound raised over the surrogates, or missing, keeps',
    check: () => {
      keeps(bounded('s string', utf8('\uD7FF'), utf8('\uE000')), "s = '\uD7FFx'");
      keeps(
        { columns: ['s string'], files: [{ metrics: { 1: { lower: utf8('a') } } }] },
        "s > 'zzz'",
      );
    },
  },
  {
    id: 'B050',
    what: 'a prefix meets bounds cut to its length',
    check: () => {
      keeps(bounded('s string', utf8('ab'), utf8('abzz')), "s LIKE 'abc%'");
      skips(bounded('s string', utf8('abd'), utf8('b')), "s LIKE 'abc%'");
    },
  },
  {
    id: 'B052',
    what: 'an unknown null count is not none',
    check: () => {
      const json = { type: 'not-starts-with', term: 's', value: 'ab' };
      const trap = (more: object) => bounded('s string', utf8('abc'), utf8('abd'), more);
      expect(files({ ...trap({ mapsPresent: true }), where: json })).toEqual(['keep']);
      expect(files({ ...trap(exactly), where: json })).toEqual(['skip']);
    },
  },
];
