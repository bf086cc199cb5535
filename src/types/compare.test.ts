import { describe, expect, it } from 'vitest';
import { fromHex, utf8 } from '../base/bytes.ts';
import { comparator } from './compare.ts';
import { SAFE } from './profile.ts';

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
