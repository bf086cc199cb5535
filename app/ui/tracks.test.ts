import { describe, expect, it } from 'vitest';
import { leastWidth, track, widthOf } from './tracks.ts';

describe('the tracks of a table', () => {
  it('take what is left over by their share', () => {
    expect(track(9.5)).toBe('minmax(9.5rem, 9.5fr)');
    expect(track(6, 20)).toBe('minmax(6rem, 20fr)');
  });
  it('need their least widths, whatever their shares', () => {
    // 4.5 + 6 + 9.5 rem; a track without a least width needs none.
    expect(leastWidth(['4.5rem', track(6, 20), track(9.5)])).toBe(20);
    expect(leastWidth(['minmax(0, 1fr)', '3rem'])).toBe(3);
    expect(leastWidth([])).toBe(0);
  });
});

describe('a column of texts', () => {
  const look = { perChar: 8, least: 5, most: 12 };
  it('shows the longest whole', () => {
    // 10 × 8 + 20 px = 6.25 rem; 11 × 8 + 20 = 6.75; 9 × 8 + 20 = 5.75.
    expect(widthOf([3, 10, 7], look)).toBe(6.25);
    expect(widthOf([11], look)).toBe(6.75);
    // 100 + 28 px beside = 8 rem.
    expect(widthOf([10], { ...look, beside: 28 })).toBe(8);
  });
  it('is rounded up to a quarter', () => {
    // 9 × 7 + 20 = 83 px = 5.1875 rem.
    expect(widthOf([9], { ...look, perChar: 7 })).toBe(5.25);
  });
  it('keeps its limits', () => {
    expect(widthOf([], look)).toBe(5);
    expect(widthOf([1000], look)).toBe(12);
  });
});
