import { describe, expect, it } from 'vitest';
import type { ErasModel } from '../eras/eras-model.ts';
import { DAY, medianGap, paceWords, rhythmWords } from './rhythm.ts';

const HOUR = DAY / 24;
const every = (gap: number, n = 9) => Array.from({ length: n }, (_, i) => 1e12 + i * gap);

describe('paceWords', () => {
  it.each([
    ['one commit a day', every(DAY)],
    ['every 12 h', every(12 * HOUR)],
    ['every 2 h', every(2 * HOUR)],
    ['every 1 h', every(HOUR)],
    ['every 5 min', every(HOUR / 12)],
    ['every 7 days', every(7 * DAY)],
    ['many a minute', every(500)],
    [undefined, every(HOUR, 2)],
  ] as const)('%s', (words, times) => {
    expect(paceWords(times)).toBe(words);
  });
});

describe('rhythmWords', () => {
  it.each([
    ['One commit wrote all of it.', true],
    ['Only one commit is known; what was written before it is not at hand.', false],
  ])('%s', (words, hasFirst) => {
    const model = { commits: [{ ms: 0 }], from: 0, to: 0, hasFirst } as unknown as ErasModel;
    expect(rhythmWords(model)).toBe(words);
  });
});

describe('the span of commits', () => {
  // Created at 0, written from 20 s to 32 s.
  const model = (hasFirst: boolean) =>
    ({
      commits: [{ ms: 20_000 }, { ms: 25_000 }, { ms: 32_000 }],
      from: 0,
      to: 32_000,
      hasFirst,
    }) as unknown as ErasModel;
  it.each([
    ['3 commits within 12 seconds, each by what it wrote.', true],
    ['3 commits within 12 seconds are known.', false],
  ])('%s', (words, hasFirst) => {
    expect(rhythmWords(model(hasFirst))).toBe(words);
  });
});

describe('medianGap', () => {
  it('is not moved by one long pause', () => {
    // Gaps 1, 1, 1, 100.
    expect(medianGap([0, 1, 2, 3, 103])).toBe(1);
  });
});
