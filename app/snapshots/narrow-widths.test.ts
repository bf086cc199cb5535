import { expect, it } from 'vitest';
import { leastWidth } from '../ui/tracks.ts';
import { REFS_NARROW, SNAPSHOTS_NARROW } from './narrow-widths.ts';

it.each([
  ['snapshots', SNAPSHOTS_NARROW],
  ['refs', REFS_NARROW],
])('the table of %s fits a screen of 360 px', (_, widths) => {
  // 360 px less a margin of 6 px on either side; a rem is 16 px.
  expect(leastWidth([...widths.values()])).toBeLessThanOrEqual((360 - 12) / 16);
});

it.each([
  ['snapshots', SNAPSHOTS_NARROW],
  ['refs', REFS_NARROW],
])('the time of %s is whole', (_, widths) => {
  // 19 characters of at most 7.6 px and 20 px of padding are 164.4 px.
  expect(leastWidth([widths.get('ms') ?? '']) * 16).toBeGreaterThanOrEqual(19 * 7.6 + 20);
});
