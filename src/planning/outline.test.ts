/**
 * Outlines change no verdict: what they judge is byte for byte what the statistics judge, by both profiles, on columns of
 * few values, of many, near each other, far apart, at the ends of their type, with what is missing or contradicts itself.
 */
import { describe, expect, test } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import type { BoundPredicate } from '../expressions/bound.ts';
import type { Op } from '../expressions/expression.ts';
import { buildEntries, type Metrics } from '../testing/entries.ts';
import { randomOf } from '../testing/random.ts';
import { comparator } from '../types/compare.ts';
import { JAVA, type Profile, SAFE } from '../types/profile.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { judgeMetrics, judgeOutline } from './judge-leaf.ts';
import { outlineColumn } from './outline.ts';

type Random = (below: number) => number;
type Make = (random: Random) => Value;

const ROWS = 400;
const LEAVES = 12;
const LONGS = 2n ** 63n;

function anyLong(random: Random): bigint {
  const words = [random(2 ** 31), random(2 ** 31), random(4)].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  return BigInt.asIntN(64, (words[0] << 33n) | (words[1] << 2n) | words[2]);
}

const longs: Readonly<Record<string, Make>> = {
  few: (random) => BigInt(random(20)) * 1_000_003n - 5n,
  spread: anyLong,
  'near 2^62': (random) => 2n ** 62n + BigInt(random(700)),
  'at the ends': (random) => BigInt.asIntN(64, LONGS + BigInt(random(600)) - 300n),
  skewed: (random) => BigInt(random(50) === 0 ? random(2 ** 31) : random(900)),
};
const ints: Readonly<Record<string, Make>> = {
  few: (random) => random(250),
  spread: (random) => random(2 ** 31) * (random(2) * 2 - 1),
  near: (random) => 2_000_000_000 + random(600),
};
const doubles: Readonly<Record<string, Make>> = {
  few: (random) => [0, 1.5, -1.5, 1e300, 5e-324][random(5)] as number,
  'few with both zeros': (random) => [0, -0, 1][random(3)] as number,
  spread: (random) => (random(2 ** 31) - 2 ** 30) / 997,
  'with both zeros': (random) =>
    random(9) === 0 ? ([0, -0][random(2)] as number) : random(2 ** 31) - 2 ** 30,
  'next to each other': (random) => 1 + random(700) * Number.EPSILON,
  tiny: (random) => random(900) * 5e-324,
  'too far apart': (random) => (random(2 ** 31) - 2 ** 30) * 1.6e299,
  infinite: (random) => (random(30) === 0 ? Number.NEGATIVE_INFINITY : random(5000)),
};
const texts: Readonly<Record<string, Make>> = {
  few: (random) =>
    utf8(['', 'a', 'ab', 'é', '😀', '\uE000', 'abcdefghijklmnop'][random(7)] as string),
  'one beginning': (random) => utf8(`dev-0${100_000 + random(900_000)}`),
  'long beginnings': (random) => utf8(`the same for more than sixteen ${random(5000)}`),
  'any bytes': (random) => Uint8Array.from({ length: random(9) }, () => random(256)),
  'zeros behind': (random) => Uint8Array.from([7, random(200), ...new Array(random(9)).fill(0)]),
};

interface Kind {
  readonly type: PrimitiveType;
  readonly makes: Readonly<Record<string, Make>>;
}

const decimal = { kind: 'decimal', precision: 18, scale: 2 } as const;
const KINDS: readonly Kind[] = [
  { type: { kind: 'boolean' }, makes: { few: (random) => random(2) === 1 } },
  { type: { kind: 'int' }, makes: ints },
  { type: { kind: 'date' }, makes: ints },
  { type: { kind: 'long' }, makes: longs },
  { type: { kind: 'timestamptz' }, makes: longs },
  { type: { kind: 'timestamp_ns' }, makes: longs },
  {
    type: { kind: 'float' },
    makes: { few: doubles.few as Make, spread: (random) => Math.fround(random(2 ** 31) / 3) },
  },
  { type: { kind: 'double' }, makes: doubles },
  { type: decimal, makes: longs },
  {
    type: { kind: 'decimal', precision: 38, scale: 2 },
    makes: { few: longs.few as Make, wide: (random) => anyLong(random) * 10n ** 12n },
  },
  { type: { kind: 'string' }, makes: texts },
  { type: { kind: 'binary' }, makes: texts },
];

const COMPARISONS: readonly Op[] = ['lt', 'lt_eq', 'gt', 'gt_eq', 'eq', 'not_eq', 'in', 'not_in'];
const COUNTED: readonly Op[] = ['is_null', 'not_null', 'is_nan', 'not_nan'];

function opsOf({ kind }: PrimitiveType): readonly Op[] {
  const prefixes: readonly Op[] = ['starts_with', 'not_starts_with'];
  return [...COMPARISONS, ...COUNTED, ...(kind === 'string' ? prefixes : [])];
}

/** As files record them, and now and then as none should. */
function metricsOf(type: PrimitiveType, make: Make, random: Random): Metrics {
  const sorted = [make(random), make(random)].sort(comparator(type, SAFE));
  if (random(5) === 0) sorted[1] = sorted[0] as Value;
  if (random(40) === 0) sorted.reverse();
  const nan = type.kind === 'double' && random(40) === 0 ? { upper: Number.NaN } : {};
  const all = { values: 50, nulls: [0, 0, 7, 50][random(4)] as number, nans: 3 * random(2) };
  const bounds = { lower: sorted[0] as Value, upper: sorted[1] as Value, ...nan };
  const metrics: Metrics = { ...all, ...bounds, mapsPresent: true };
  const leftOut = random(15);
  return Object.fromEntries(Object.entries(metrics).filter((_, i) => i !== leftOut));
}

function leafOf(type: PrimitiveType, op: Op, make: Make, random: Random): BoundPredicate {
  const size = COUNTED.includes(op) ? 0 : op === 'in' || op === 'not_in' ? 2 + random(3) : 1;
  const scale = type.kind === 'decimal' ? type.scale + [0, -1, 2][random(3)]! : 0;
  const literalType = type.kind === 'decimal' ? { ...type, scale } : type;
  const literals = Array.from({ length: size }, () => literalNear(make(random), random));
  const term = { fieldId: 1, name: 'x', sourceType: type, type, required: false };
  const source = { kind: 'predicate' as const, op, term: { name: 'x' }, literals: [] };
  return {
    kind: 'predicate',
    op,
    term: { ...term, underOptionalStruct: false, topLevel: true },
    literals: [...new Map(literals.map((v) => [String(v), v])).values()],
    literalType,
    source,
  };
}

/** A value of the column, or one beside it. */
function literalNear(value: Value, random: Random): Value {
  const step = random(3) - 1;
  if (typeof value === 'bigint') return value + BigInt(step);
  if (typeof value === 'number') return value + step;
  if (!(value instanceof Uint8Array) || step === 0) return value;
  return step < 0 ? value.slice(0, random(value.length + 1)) : Uint8Array.of(...value, random(256));
}

interface Judged {
  decided: number;
  open: number;
  /** Comparisons alone. */
  compared: number;
}

function judgeMany(kind: Kind, make: Make, rules: Profile, seed: number): Judged {
  const { type } = kind;
  const random = randomOf(seed);
  const rows = Array.from({ length: ROWS }, () => ({
    metrics: { 1: metricsOf(type, make, random) },
  }));
  const entries = buildEntries(rows, { 1: type });
  const column = { fieldId: 1, sourceType: type, required: false, underOptionalStruct: false };
  const outline = outlineColumn(entries, column, rules);
  const counts = { decided: 0, open: 0, compared: 0 };
  for (let i = 0; i < LEAVES; i++) {
    for (const op of opsOf(type)) {
      const leaf = leafOf(type, op, make, random);
      const bytes = outline && judgeOutline(leaf, outline, rules);
      if (bytes === undefined) counts.open++;
      else {
        counts.decided++;
        if (COMPARISONS.includes(op)) counts.compared++;
        const exact = judgeMetrics(leaf, entries, rules);
        expect(Buffer.compare(bytes, exact), `${op} ${leaf.literals}`).toBe(0);
      }
    }
  }
  return counts;
}

const cases = KINDS.flatMap((kind) =>
  Object.entries(kind.makes).flatMap(([name, make]) =>
    [SAFE, JAVA].map((rules) => ({ kind, name, make, rules, type: kind.type.kind })),
  ),
);

describe('an outline judges as the statistics do, or not at all', () => {
  test.each(cases)('$type, $name', ({ kind, make, rules }) => {
    for (const seed of [1, 2]) judgeMany(kind, make, rules, seed);
  });

  test.each([
    { type: { kind: 'int' }, make: ints.few },
    { type: { kind: 'string' }, make: texts.few },
    { type: decimal, make: longs.few },
  ] as const)('$type.kind: few values leave nothing open', ({ type, make }) => {
    const { open } = judgeMany({ type, makes: {} }, make as Make, SAFE, 5);
    // Of a text that a prefix begins nothing more than its values is needed either.
    expect(open).toBe(0);
  });

  test('UUIDs, which have two orders, have none', () => {
    const type: PrimitiveType = { kind: 'uuid' };
    const make = (random: Random) => Uint8Array.from({ length: 16 }, () => random(256));
    const { decided } = judgeMany({ type, makes: {} }, make, SAFE, 5);
    expect(decided).toBe(0);
  });

  test('many values leave open what shares a part with a literal', () => {
    // Of 0, 1000 … 399,000 the range has 65,535 parts of 399,000 / 65,535 = 6.09 each: 6 is in the part of 0, 7 is not.
    const type: PrimitiveType = { kind: 'int' };
    const rows = Array.from({ length: ROWS }, (_, i) => ({
      metrics: { 1: { values: 50, nulls: 0, lower: 1000 * i, upper: 1000 * i } },
    }));
    const entries = buildEntries(rows, { 1: type });
    const column = { fieldId: 1, sourceType: type, required: false, underOptionalStruct: false };
    const outline = outlineColumn(entries, column, SAFE);
    const isDecided = (op: Op, ...literals: number[]) => {
      const leaf = { ...leafOf(type, op, () => 0, randomOf(1)), literals };
      return outline !== undefined && judgeOutline(leaf, outline, SAFE) !== undefined;
    };
    const below = (literal: number) => isDecided('lt', literal);
    expect([-1, 0, 6, 7, 500, 1000, 399_000, 399_001].map(below)).toEqual([
      true,
      false,
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
    expect(isDecided('in', 7, 500)).toBe(true);
    expect(isDecided('in', 6, 500)).toBe(false);
    expect(isDecided('is_null')).toBe(true);
  });
});
