import { describe, expect, it } from 'vitest';
import { rowsInView, rowsSeen, rowTop, scrollToShow, spaceHeight } from './row-window.ts';

const small = { count: 100, height: 27, view: 270 };
// 27 million px of rows in 16 million px of scrolling.
const large = { count: 1_000_000, height: 27, view: 540 };

describe('a list that fits', () => {
  it('draws what is in view and twelve rows around it', () => {
    expect(rowsInView(small, 0)).toEqual({ from: 0, to: 22 });
    expect(rowsInView(small, 27 * 50)).toEqual({ from: 38, to: 72 });
    expect(rowsInView(small, 27 * 90)).toEqual({ from: 78, to: 100 });
  });
  it('sees the rows of which a part is in view', () => {
    // 270 px hold ten rows; half a row further an eleventh is cut.
    expect(rowsSeen(small, 0)).toEqual({ from: 0, to: 10 });
    expect(rowsSeen(small, 13)).toEqual({ from: 0, to: 11 });
    expect(rowsSeen({ ...small, count: 4 }, 0)).toEqual({ from: 0, to: 4 });
  });
  it.each([
    ['above', 0, 1350, 0],
    ['in view', 55, 1350, 1350],
    ['below', 70, 1350, 71 * 27 - 270],
  ])('scrolls to a row %s', (_, index, from, to) => {
    expect(scrollToShow(small, from, index)).toBe(to);
  });
  it('is empty without rows', () => {
    expect(rowsInView({ ...small, count: 0 }, 0)).toEqual({ from: 0, to: 0 });
  });
});

describe('a list higher than browsers lay out', () => {
  const end = spaceHeight(large) - large.view;
  it('reaches the last row at the end of the scroll bar', () => {
    expect(rowsInView(large, end).to).toBe(1_000_000);
    const bottom = rowTop(large, end, 999_999) + large.height;
    expect(bottom).toBeCloseTo(spaceHeight(large), 3);
  });
  it.each([0, 1, 500_000, 999_999])('brings row %i into view', (index) => {
    const scrollTop = scrollToShow(large, 8_000_000, index);
    const top = rowTop(large, scrollTop, index);
    expect(top).toBeGreaterThanOrEqual(scrollTop - 0.01);
    expect(top + large.height).toBeLessThanOrEqual(scrollTop + large.view + 0.01);
    const { from, to } = rowsInView(large, scrollTop);
    expect(index >= from && index < to).toBe(true);
  });
});
