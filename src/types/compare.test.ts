import { describe, expect, it } from 'vitest';
import { fromHex, utf8 } from '../base/bytes.ts';
import {
  groupLines,
  type VectorLine,
  vectorLines,
  vectorType,
  vectorValue,
} from '../testing/vectors.ts';
import { comparator, equalValues } from './compare.ts';
import { JAVA, type Profile, SAFE } from './profile.ts';

const lines = vectorLines('order');

function sign(line: VectorLine, profile: Profile): number {
  const type = vectorType(line.type);
  const a = vectorValue(type, line.a);
  const b = vectorValue(type, line.b);
  if (a === null || b === null) throw new Error('a null in a comparison');
  return Math.sign(comparator(type, profile)(a, b)) + 0;
}

it('has only comparisons', () => {
  expect(lines.filter((line) => line.kind !== 'compare')).toEqual([]);
  console.info(`order.json: ${lines.length} lines`);
});

describe.each(groupLines(lines, (line) => String(line.type)))('%s', (name, group) => {
  it(`java, ${group.length} lines`, () => {
    expect(group.filter((line) => sign(line, JAVA) !== line.sign)).toEqual([]);
  });
  it('is equal exactly where the order says 0', () => {
    const type = vectorType(name);
    const wrong = group.filter((line) => {
      const [a, b] = [vectorValue(type, line.a), vectorValue(type, line.b)];
      return a === null || b === null || equalValues(type, a, b) !== (line.sign === 0);
    });
    expect(wrong).toEqual([]);
  });
  it('safe has the same order, but for uuids', () => {
    const others = group.filter(() => name !== 'uuid');
    expect(others.filter((line) => sign(line, SAFE) !== line.sign)).toEqual([]);
  });
});

it('safe orders uuids by unsigned bytes (TY-23)', () => {
  const wrong = lines.filter((line) => {
    if (line.type !== 'uuid') return false;
    // Hexadecimal texts of one length and case order as their bytes do.
    const [a, b] = [String(line.a), String(line.b)];
    return sign(line, SAFE) !== (a < b ? -1 : a > b ? 1 : 0);
  });
  expect(wrong).toEqual([]);
});

describe('strings order by UTF-8 bytes (TY-20, B046)', () => {
  const PAIRS = [
    ['a', 'b'],
    ['', 'a'],
    ['ab', 'b'],
    ['\uff61', '\u{1f600}'],
    ['\ue000', '\u{10000}'],
    ['Z', 'a'],
    ['\ue000', '\ufffd'],
    ['\ufffd', '\u{1f600}'],
    ['e\u0301', '\u00e9'],
  ] as const;
  it.each(PAIRS)('%j before %j', (a, b) => {
    const compare = comparator({ kind: 'string' }, SAFE);
    expect(compare(utf8(a), utf8(b))).toBeLessThan(0);
    expect(compare(utf8(b), utf8(a))).toBeGreaterThan(0);
  });
});

it('orders binary and fixed unsigned (B044)', () => {
  const bytes = (hex: string) => fromHex(hex) ?? new Uint8Array();
  const ascending = ['', '00ff', '01', '7f', '8000', '80ff', 'ff00'].map(bytes);
  const compare = comparator({ kind: 'binary' }, SAFE);
  expect([...ascending].reverse().sort(compare)).toEqual(ascending);
});
