import { describe, expect, it } from 'vitest';
import { verdictChoices, verdictsOf } from './verdict-filter.ts';

it('shows every row among the reads', () => {
  expect([...(verdictsOf('read') ?? [])]).toEqual([3, 4]);
  expect(verdictsOf(undefined)).toBeUndefined();
});

describe('the choices', () => {
  const told = (counts: readonly number[], show?: 'all' | 'bounds') =>
    verdictChoices(Uint32Array.from(counts), show).map(
      ({ word, files, isWithin }) => `${isWithin ? '  ' : ''}${word} ${files}`,
    );

  it('part all files among them; those of which every row matches are a part of the reads', () => {
    // By manifest 6, by partition 5, by bounds 4, read 3, every row 2, unknown 1: 21.
    const choices = verdictChoices(Uint32Array.of(6, 5, 4, 3, 2, 1), undefined);
    const [all, ...parts] = choices.filter(({ isWithin }) => !isWithin);
    expect(all?.files).toBe(21);
    expect(parts.reduce((sum, { files }) => sum + files, 0)).toBe(21);
    expect(told([6, 5, 4, 3, 2, 1])).toEqual([
      'All 21',
      'Read 5',
      '  every row matches in 2',
      'Unknown 1',
      'Skipped by bounds 4',
      'partition 5',
      'manifest 6',
    ]);
  });
  it('leave out verdicts that no file has, but for the reads and what is chosen', () => {
    expect(told([6, 0, 0, 0, 0, 0])).toEqual(['All 6', 'Read 0', 'Skipped by manifest 6']);
    expect(told([0, 0, 0, 0, 0, 0], 'bounds')).toEqual(['All 0', 'Read 0', 'Skipped by bounds 0']);
    expect(told([0, 0, 0, 1, 0, 0], 'all')).toEqual([
      'All 1',
      'Read 1',
      '  every row matches in 0',
    ]);
  });
});
