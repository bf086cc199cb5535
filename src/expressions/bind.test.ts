/** Binding in profile safe, by the rules' own vectors: EX-5, EX-11…EX-15, EX-17…EX-20. Java's are in bind.vectors.test.ts. */
import { describe, expect, it } from 'vitest';
import { IcecoreError } from '../base/errors.ts';
import { applyTransform } from '../transforms/transform.ts';
import { parsePrimitiveType, parseSchema } from '../types/parse-type.ts';
import { JAVA, type Profile, SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import { parseTimestamp } from '../types/time.ts';
import type { PrimitiveType } from '../types/type.ts';
import { bind, unbind } from './bind.ts';
import type { BoundExpression } from './bound.ts';
import type { Expression, Literal, Op } from './expression.ts';
import { not } from './fold.ts';
import { printBound } from './print.ts';

function typeOf(text: string): PrimitiveType {
  const type = parsePrimitiveType(text);
  if (type === undefined) throw new Error(`No type ${text}`);
  return type;
}

function columnOf(type: string, required = false) {
  const fields = [{ id: 7, name: 'c', required, type: typeOf(type) }];
  return indexSchema({ schemaId: 0, identifierFieldIds: [], fields });
}

function predicate(op: Op, ...literals: Literal[]): Expression {
  return { kind: 'predicate', op, term: { name: 'c' }, literals };
}

function bound(
  type: string,
  op: Op,
  literals: Literal[],
  profile: Profile = SAFE,
): BoundExpression {
  return bind(predicate(op, ...literals), columnOf(type), { caseSensitive: true, profile });
}

/** `lt 5`, `false`, and the strict reading behind a bar where there is one. */
function brief(e: BoundExpression): string {
  if (e.kind === 'or' || e.kind === 'and') return `${brief(e.left)} ${e.kind} ${brief(e.right)}`;
  if (e.kind !== 'predicate') return e.kind;
  const text = [e.op, ...e.literals.map(String)].join(' ');
  return e.strict === undefined ? text : `${text} | ${brief(e.strict)}`;
}

const decimal = (value: bigint, scale: number): Literal => ({ kind: 'decimal', value, scale });
const double = (value: number): Literal => ({ kind: 'double', value });
const text = (value: string): Literal => ({ kind: 'string', value });
const nanos = (iso: string): Literal => ({
  kind: 'timestamp_ns',
  value: parseTimestamp(iso)?.nanos ?? 0n,
});

type Row = readonly [string, Op, readonly Literal[], string];

describe('decimals meet the column at its scale (EX-17)', () => {
  it.each<Row>([
    ['decimal(9,2)', 'eq', [decimal(142n, 1)], 'eq 1420'],
    ['decimal(9,2)', 'eq', [text('14.2')], 'eq 1420'],
    ['decimal(9,2)', 'lt', [decimal(14205n, 3)], 'lt 1421'],
    ['decimal(9,2)', 'gt_eq', [decimal(14205n, 3)], 'gt_eq 1421'],
    ['decimal(9,2)', 'lt_eq', [decimal(14205n, 3)], 'lt_eq 1420'],
    ['decimal(9,2)', 'gt', [decimal(14205n, 3)], 'gt 1420'],
    ['decimal(9,2)', 'lt', [decimal(-14205n, 3)], 'lt -1420'],
    ['decimal(9,2)', 'gt', [decimal(-14205n, 3)], 'gt -1421'],
    ['decimal(9,2)', 'eq', [decimal(14205n, 3)], 'false'],
    ['decimal(9,2)', 'not_eq', [decimal(14205n, 3)], 'true'],
    ['decimal(9,2)', 'in', [decimal(14205n, 3), decimal(142n, 1), decimal(1420n, 2)], 'eq 1420'],
    ['decimal(9,2)', 'not_in', [decimal(14205n, 3)], 'true'],
    ['decimal(9,2)', 'eq', [double(14.205)], 'false'],
    ['decimal(9,2)', 'eq', [double(14.2)], 'eq 1420'],
    ['decimal(9,2)', 'lt', [double(Infinity)], 'true'],
  ])('%s %s %o', (type, op, literals, expected) => {
    expect(brief(bound(type, op, [...literals]))).toBe(expected);
  });

  it('gives bucket[16] of 14.2 as 3, which Java misses', () => {
    const type = typeOf('decimal(9,2)');
    const bucket = { kind: 'bucket', numBuckets: 16 } as const;
    const safe = bound('decimal(9,2)', 'eq', [decimal(142n, 1)]);
    const java = bound('decimal(9,2)', 'eq', [decimal(142n, 1)], JAVA);
    if (safe.kind !== 'predicate' || java.kind !== 'predicate') throw new Error('folded');
    expect(applyTransform(bucket, type, safe.literals[0] ?? null, SAFE)).toBe(3);
    expect(java.literals).toEqual([142n]);
    expect(java.literalType).toMatchObject({ kind: 'decimal', scale: 1 });
  });
});

describe('fractions meet integers (EX-18)', () => {
  it.each<Row>([
    ['int', 'lt', [double(2.5)], 'lt_eq 2'],
    ['int', 'lt_eq', [double(2.5)], 'lt_eq 2'],
    ['int', 'gt', [double(2.5)], 'gt_eq 3'],
    ['long', 'gt_eq', [decimal(25n, 1)], 'gt_eq 3'],
    ['long', 'lt', [decimal(-25n, 1)], 'lt_eq -3'],
    ['long', 'eq', [decimal(25n, 1)], 'false'],
    ['long', 'not_eq', [decimal(25n, 1)], 'true'],
    ['long', 'eq', [decimal(20n, 1)], 'eq 2'],
    ['long', 'in', [decimal(25n, 1), decimal(30n, 1)], 'eq 3'],
    // 9007199254740993.5 is no double: exact digits decide.
    ['long', 'gt', [decimal(90071992547409935n, 1)], 'gt_eq 9007199254740994'],
    ['int', 'lt', [decimal(10n ** 20n, 0)], 'true'],
    ['int', 'gt', [decimal(-(10n ** 20n), 0)], 'true'],
    ['long', 'eq', [decimal(10n ** 20n, 0)], 'false'],
    ['int', 'lt_eq', [decimal(21474836475n, 1)], 'true'],
  ])('%s %s %o', (type, op, literals, expected) => {
    expect(brief(bound(type, op, [...literals]))).toBe(expected);
  });

  it('is an error in Java', () => {
    expect(() => bound('int', 'lt', [double(2.5)], JAVA)).toThrow(IcecoreError);
  });
});

const FLOAT_01 = Math.fround(0.1); // above 0.1
const FLOAT_07 = Math.fround(0.7); // below 0.7

describe('floats keep what the literal meant (EX-19)', () => {
  it.each<Row>([
    ['float', 'eq', [double(Infinity)], 'eq Infinity'],
    ['float', 'lt', [double(Infinity)], 'lt Infinity'],
    ['float', 'gt', [double(1e39)], 'gt_eq Infinity'],
    ['float', 'gt_eq', [double(1e39)], 'gt_eq Infinity'],
    ['float', 'lt', [double(1e39)], 'lt_eq 3.4028234663852886e+38'],
    ['float', 'lt', [double(-1e39)], 'lt_eq -Infinity'],
    ['float', 'gt_eq', [double(-1e39)], 'gt_eq -3.4028234663852886e+38'],
    ['float', 'eq', [double(1e39)], 'false'],
    ['float', 'not_eq', [double(1e39)], 'true'],
    ['float', 'lt', [double(0.1)], `lt ${FLOAT_01}`],
    ['float', 'lt_eq', [double(0.1)], `lt_eq ${FLOAT_01} | lt ${FLOAT_01}`],
    ['float', 'gt', [double(0.1)], `gt_eq ${FLOAT_01} | gt ${FLOAT_01}`],
    ['float', 'gt_eq', [double(0.1)], `gt_eq ${FLOAT_01}`],
    ['float', 'lt', [double(0.7)], `lt_eq ${FLOAT_07} | lt ${FLOAT_07}`],
    ['float', 'lt_eq', [double(0.7)], `lt_eq ${FLOAT_07}`],
    ['float', 'gt', [double(0.7)], `gt ${FLOAT_07}`],
    ['float', 'gt_eq', [double(0.7)], `gt_eq ${FLOAT_07} | gt ${FLOAT_07}`],
    ['float', 'eq', [double(0.1)], `eq ${FLOAT_01} | false`],
    ['float', 'not_eq', [double(0.1)], `not_eq ${FLOAT_01} or opaque`],
    ['float', 'in', [double(0.1), double(0.5)], `in ${FLOAT_01} 0.5 | eq 0.5`],
    ['float', 'not_in', [double(0.1), double(0.5)], `not_eq 0.5 | not_in ${FLOAT_01} 0.5`],
    ['float', 'eq', [double(0.5)], 'eq 0.5'],
    ['float', 'eq', [{ kind: 'int', value: 16777217 }], 'eq 16777216 | false'],
    ['double', 'gt', [{ kind: 'long', value: 2n ** 53n + 1n }], 'gt 9007199254740992'],
  ])('%s %s %o', (type, op, literals, expected) => {
    expect(brief(bound(type, op, [...literals]))).toBe(expected);
  });

  it('folds in Java', () => {
    expect(brief(bound('float', 'gt', [double(1e39)], JAVA))).toBe('false');
    expect(brief(bound('float', 'eq', [double(Infinity)], JAVA))).toBe('false');
  });
});

const NOON = nanos('2020-01-01T12:00:00'); // day 18262
const BEFORE_EPOCH = text('1969-12-31T23:59:59.999999999');

describe('finer times change the operator (EX-20)', () => {
  it.each<Row>([
    ['date', 'lt', [NOON], 'lt_eq 18262'],
    ['date', 'lt_eq', [NOON], 'lt_eq 18262'],
    ['date', 'gt', [NOON], 'gt 18262'],
    ['date', 'gt_eq', [NOON], 'gt 18262'],
    ['date', 'eq', [NOON], 'false'],
    ['date', 'not_eq', [NOON], 'true'],
    ['date', 'in', [NOON, text('2020-01-02')], 'eq 18263'],
    ['date', 'lt', [nanos('2020-01-01T00:00:00')], 'lt 18262'],
    ['timestamp', 'lt', [BEFORE_EPOCH], 'lt_eq -1'],
    ['timestamp', 'gt_eq', [BEFORE_EPOCH], 'gt -1'],
    ['timestamp', 'eq', [BEFORE_EPOCH], 'false'],
    ['timestamp_ns', 'eq', [BEFORE_EPOCH], 'eq -1'],
    ['time', 'gt', [text('22:31:08.123456789')], 'gt 81068123456'],
    ['timestamp_ns', 'lt', [text('2300-01-01T00:00:00')], 'true'],
    ['timestamp_ns', 'gt_eq', [{ kind: 'long', value: 2n ** 62n }], 'false'],
    ['timestamp_ns', 'gt_eq', [{ kind: 'long', value: -(2n ** 62n) }], 'true'],
  ])('%s %s %o', (type, op, literals, expected) => {
    expect(brief(bound(type, op, [...literals]))).toBe(expected);
  });

  it('only cuts in Java', () => {
    expect(brief(bound('date', 'lt', [NOON], JAVA))).toBe('lt 18262');
    expect(brief(bound('timestamp', 'eq', [BEFORE_EPOCH], JAVA))).toBe('eq 0');
  });
});

describe('nodes', () => {
  const options = { caseSensitive: true, profile: SAFE };

  it('rewrites NOT first', () => {
    const e = bind(not(predicate('lt', { kind: 'int', value: 5 })), columnOf('int'), options);
    expect(brief(e)).toBe('gt_eq 5');
  });

  it('settles null tests of required columns (EX-13)', () => {
    const { kind } = bind(predicate('is_null'), columnOf('int', true), options);
    expect(kind).toBe('false');
    expect(brief(bound('int', 'is_null', []))).toBe('is_null');
  });

  it('keeps what it was bound from', () => {
    const source = predicate('lt', decimal(25n, 1));
    expect(unbind(bind(source, columnOf('long'), options))).toBe(source);
  });

  it('carries opaque conditions', () => {
    const opaque: Expression = { kind: 'opaque', text: 'f(c)', reason: 'none' };
    expect(bind(opaque, columnOf('int'), options)).toBe(opaque);
  });

  it('binds a literal to the result of a transform (EX-21)', () => {
    const e = bind(
      {
        kind: 'predicate',
        op: 'eq',
        term: { name: 'c', transform: { kind: 'bucket', numBuckets: 16 } },
        literals: [{ kind: 'int', value: 3 }],
      },
      columnOf('string'),
      options,
    );
    expect(e).toMatchObject({ literals: [3], term: { type: { kind: 'int' }, fieldId: 7 } });
  });

  it('takes identity(c) for c (EX-2), and in Java’s rules for a transform', () => {
    const predicate: Expression = {
      kind: 'predicate',
      op: 'eq',
      term: { name: 'c', transform: { kind: 'identity' } },
      literals: [{ kind: 'string', value: 'NO' }],
    };
    const boundBy = (profile: Profile) =>
      printBound(bind(predicate, columnOf('string'), { ...options, profile }));
    expect(boundBy(SAFE)).toBe("c = 'NO'");
    expect(boundBy(JAVA)).toBe("identity(c) = 'NO'");
  });

  it('refuses fields inside lists (EX-11)', () => {
    const list = {
      type: 'struct',
      fields: [
        {
          id: 1,
          name: 'l',
          required: false,
          type: { type: 'list', 'element-id': 2, element: 'int', 'element-required': true },
        },
      ],
    };
    const schema = indexSchema(parseSchema(list, 'schema'));
    const element: Expression = {
      kind: 'predicate',
      op: 'is_null',
      term: { name: 'l.element' },
      literals: [],
    };
    expect(() => bind(element, schema, options)).toThrow(/inside a list or map/);
  });

  it.each<[string, Op, Literal[], RegExp]>([
    ['int', 'eq', [text('abc')], /c is an int; 'abc' is not/],
    ['int', 'is_nan', [], /only float and double have NaN/],
    ['int', 'starts_with', [text('a')], /only text has prefixes/],
    ['double', 'eq', [double(Number.NaN)], /NaN compares with nothing/],
    ['string', 'eq', [text('\ud800')], /lone surrogate/],
    ['date', 'eq', [text('2020-13-01')], /no date/],
  ])('refuses %s %s %o', (type, op, literals, message) => {
    expect(() => bound(type, op, literals)).toThrow(message);
  });
});
