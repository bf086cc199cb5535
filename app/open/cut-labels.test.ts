import { describe, expect, it } from 'vitest';
import { isBehind, sideOf } from './cut-labels.ts';

// A layer over 10 that grows at 0, 100 and 200.
const LAYERS = [
  { ms: 0, base: 10, top: 14 },
  { ms: 100, base: 10, top: 30 },
  { ms: 200, base: 10, top: 50 },
];
const box = (from: number, to: number, low = 20, high = 28) => ({ from, to, low, high });

describe('a label over its layer', () => {
  it.each([
    ['where the layer is high enough', box(210, 300), true],
    ['over a step that is high enough on both sides', box(150, 250), true],
    ['over a step that begins below it', box(50, 150), false],
    ['up to the step', box(100, 200), true],
    ['above the layer', box(210, 300, 45, 53), false],
    ['below the layer', box(210, 300, 5, 13), false],
    ['before there is one', box(-50, 50), false],
  ])('%s', (_, at, expected) => {
    expect(isBehind(LAYERS, at)).toBe(expected);
  });
  it('takes the first side that holds it, else the first', () => {
    const left = { side: 'end', box: box(50, 150) } as const;
    const right = { side: 'start', box: box(150, 250) } as const;
    expect(sideOf(LAYERS, [left, right])).toBe('start');
    expect(sideOf(LAYERS, [right, left])).toBe('start');
    expect(sideOf([], [left, right])).toBe('end');
  });
});
