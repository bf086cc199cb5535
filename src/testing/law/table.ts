/** Random tables for the law: columns, a layout, files with rows, and what writers record of them. */
import fc from 'fast-check';
import { utf8 } from '../../base/bytes.ts';
import type { Transform } from '../../transforms/transform-type.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import type { Cell } from './truth.ts';

export interface LawColumn {
  readonly name: string;
  readonly type: PrimitiveType;
  /** Narrower than `type` where the column was promoted: bounds are in it. */
  readonly written: PrimitiveType;
  readonly required: boolean;
  /** In the optional struct `st`. */
  readonly nested: boolean;
}

export interface LawField {
  readonly column: number;
  readonly transform: Transform;
}

/** What a writer records of a column: which statistics, and how bounds are cut. */
export interface Recording {
  readonly cut: number | undefined;
  readonly values: boolean;
  readonly nulls: boolean;
  readonly nans: boolean;
  readonly lower: boolean;
  readonly upper: boolean;
  /** Rows whose struct is null are counted neither as values nor as nulls (EV-20). */
  readonly leavesOutNullStructs: boolean;
  /** The bounds are exchanged (B039). */
  readonly exchanged: boolean;
}

export interface LawFile {
  readonly rows: readonly (readonly Cell[])[];
  readonly recording: readonly Recording[];
  /** How partition values were computed: exactly, as Java does now (TR-14), or as it did (TR-15). */
  readonly writer: 'exact' | 'java' | 'legacy';
}

export interface LawTable {
  readonly columns: readonly LawColumn[];
  readonly fields: readonly LawField[];
  readonly files: readonly LawFile[];
  /** undefined: the manifest list has none. */
  readonly summaries: 'signed uuids' | 'unsigned uuids' | undefined;
}

const INT = { min: -2147483648, max: 2147483647 };
const LONG = { min: -(2n ** 63n), max: 2n ** 63n - 1n };

const near = (edges: readonly bigint[], by: bigint) =>
  fc
    .tuple(fc.constantFrom(...edges), fc.bigInt({ min: -by, max: by }))
    .map(([edge, d]) =>
      edge + d < LONG.min ? LONG.min : edge + d > LONG.max ? LONG.max : edge + d,
    );

const TEXTS = [
  '',
  'a',
  'ab',
  'abc',
  'b',
  'ba',
  'Z',
  '\uD7FF',
  '\uE000',
  '\uFF61',
  '\uFFFD',
  '\uFFFF',
  '😀',
  '😀a',
  'a😀',
  '\u{10FFFF}',
  'é',
  'e\u0301',
  'abcdefghijklmnopq',
  'abcdefghijklmnopr',
  '%',
  '_',
  "'",
];

const FLOATS = [
  0,
  -0,
  Number.NaN,
  1,
  -1,
  1.5,
  -1.5,
  0.1,
  0.10000000149011612,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  3.4028234663852886e38,
  1.401298464324817e-45,
];

const ints = fc.oneof(
  fc.integer({ min: -25, max: 25 }),
  fc.constantFrom(INT.min, INT.min + 1, INT.min + 9, INT.max, INT.max - 1),
);
const longs = fc.oneof(
  fc.bigInt({ min: -25n, max: 25n }),
  near([LONG.min, LONG.max, 2n ** 31n], 12n),
);
const days = fc.oneof(
  fc.integer({ min: -800, max: 800 }),
  fc.constantFrom(-1, 0, 11016, 47541, -25508),
);
const DAY_MICROS = 86_400_000_000n;
const micros = fc.oneof(
  near([0n, -1_000_000n, -DAY_MICROS, DAY_MICROS, -365n * DAY_MICROS, 951_782_400_000_000n], 3n),
  fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }),
);
const bytes = (length: { minLength: number; maxLength: number }) =>
  fc
    .array(fc.constantFrom(0, 1, 0x7f, 0x80, 0xff), length)
    .map((list): Value => Uint8Array.from(list));

const decimal = (precision: number, scale: number): PrimitiveType => ({
  kind: 'decimal',
  precision,
  scale,
});

/** Types with their values, and types that were narrower once. */
const KINDS: readonly {
  readonly type: PrimitiveType;
  readonly value: fc.Arbitrary<Value>;
  readonly written?: PrimitiveType;
}[] = [
  { type: { kind: 'boolean' }, value: fc.boolean() },
  { type: { kind: 'int' }, value: ints },
  { type: { kind: 'long' }, value: longs },
  { type: { kind: 'long' }, value: ints.map(BigInt), written: { kind: 'int' } },
  {
    type: { kind: 'float' },
    value: fc.oneof(fc.constantFrom(...FLOATS).map(Math.fround), fc.float()),
  },
  { type: { kind: 'double' }, value: fc.oneof(fc.constantFrom(...FLOATS), fc.double()) },
  {
    type: { kind: 'double' },
    value: fc.constantFrom(...FLOATS).map(Math.fround),
    written: { kind: 'float' },
  },
  { type: decimal(9, 2), value: fc.bigInt({ min: -300n, max: 300n }) },
  {
    type: decimal(38, 10),
    value: near([0n, 10n ** 18n, -(10n ** 18n)], 300n),
    written: decimal(20, 10),
  },
  { type: { kind: 'date' }, value: days },
  { type: { kind: 'time' }, value: fc.bigInt({ min: 0n, max: DAY_MICROS - 1n }) },
  { type: { kind: 'timestamp' }, value: micros },
  { type: { kind: 'timestamptz' }, value: micros },
  {
    type: { kind: 'timestamp' },
    value: days.map((d) => BigInt(d) * DAY_MICROS),
    written: { kind: 'date' },
  },
  {
    type: { kind: 'timestamp_ns' },
    value: fc.tuple(micros, fc.bigInt({ min: 0n, max: 999n })).map(([us, ns]) => us * 1000n + ns),
  },
  { type: { kind: 'timestamptz_ns' }, value: micros.map((us) => us * 1000n) },
  { type: { kind: 'string' }, value: fc.constantFrom(...TEXTS).map(utf8) },
  { type: { kind: 'uuid' }, value: bytes({ minLength: 16, maxLength: 16 }) },
  { type: { kind: 'fixed', length: 2 }, value: bytes({ minLength: 2, maxLength: 2 }) },
  { type: { kind: 'binary' }, value: bytes({ minLength: 0, maxLength: 3 }) },
];

const TRANSFORMS: readonly Transform[] = [
  { kind: 'identity' },
  { kind: 'identity' },
  { kind: 'bucket', numBuckets: 4 },
  { kind: 'truncate', width: 1 },
  { kind: 'truncate', width: 2 },
  { kind: 'truncate', width: 10 },
  { kind: 'year' },
  { kind: 'month' },
  { kind: 'day' },
  { kind: 'hour' },
  { kind: 'void' },
];

const recording: fc.Arbitrary<Recording> = fc.record({
  cut: fc.constantFrom(undefined, 1, 2, 16),
  values: often(),
  nulls: often(),
  nans: often(),
  lower: often(),
  upper: often(),
  leavesOutNullStructs: fc.boolean(),
  exchanged: fc.nat(29).map((n) => n === 0),
});

function often(): fc.Arbitrary<boolean> {
  return fc.nat(4).map((n) => n > 0);
}

/** A column's kind, and its cells' arbitrary. */
const columnKinds = fc.record({
  kind: fc.nat(KINDS.length - 1),
  required: fc.boolean(),
  nested: fc.nat(3).map((n) => n === 0),
});

function cellsOf(kind: number, required: boolean): fc.Arbitrary<Cell> {
  const { value } = KINDS[kind] as (typeof KINDS)[number];
  if (required) return value;
  return fc.oneof({ weight: 5, arbitrary: value }, { weight: 1, arbitrary: fc.constant(null) });
}

/** A table and, for every column, an arbitrary of values near those in its rows. */
export const lawTables: fc.Arbitrary<LawTable> = fc
  .array(columnKinds, { minLength: 1, maxLength: 3 })
  .chain((kinds) => {
    const columns = kinds.map(({ kind, required, nested }, i): LawColumn => {
      const { type, written = type } = KINDS[kind] as (typeof KINDS)[number];
      return {
        name: nested ? `st.c${i}` : `c${i}`,
        type,
        written,
        required: required && !nested,
        nested,
      };
    });
    const row = fc.tuple(
      ...kinds.map(({ kind, required, nested }) => cellsOf(kind, required && !nested)),
    ) as fc.Arbitrary<readonly Cell[]>;
    const file = fc.record({
      rows: fc.array(row, { minLength: 0, maxLength: 4 }),
      recording: fc.tuple(...columns.map(() => recording)) as fc.Arbitrary<readonly Recording[]>,
      writer: fc.constantFrom(
        'exact' as const,
        'exact' as const,
        'java' as const,
        'legacy' as const,
      ),
    });
    return fc.record({
      columns: fc.constant(columns),
      fields: fieldsOf(columns),
      files: fc.array(file, { minLength: 1, maxLength: 5 }),
      summaries: fc.constantFrom('signed uuids' as const, 'unsigned uuids' as const, undefined),
    });
  });

function fieldsOf(columns: readonly LawColumn[]): fc.Arbitrary<readonly LawField[]> {
  const field = fc.record({
    column: fc.nat(columns.length - 1),
    transform: fc.constantFrom(...TRANSFORMS),
  });
  return fc.array(field, { minLength: 0, maxLength: 2 });
}

/** Values of a column's kind, for literals. */
export function valuesLike(type: PrimitiveType): fc.Arbitrary<Value> {
  const kind = KINDS.find((k) => k.type.kind === type.kind && k.written === undefined);
  const other = KINDS.find((k) => JSON.stringify(k.type) === JSON.stringify(type));
  return (other ?? kind ?? (KINDS[0] as (typeof KINDS)[number])).value;
}
