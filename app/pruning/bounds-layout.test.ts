import { describe, expect, it } from 'vitest';
import { boundsLayout, stacksBounds } from './bounds-layout.ts';

describe('bars of bounds', () => {
  it.each([
    ['beside, where one column has an axis', 1, false, false],
    ['under, where two have', 2, false, true],
    ['under, where verdicts are told in words', 1, true, true],
    ['nowhere, where none has', 0, true, false],
  ])('stand %s', (_, axes, wordy, isStacked) => {
    expect(stacksBounds({ axes, wordy })).toBe(isStacked);
  });

  it.each([
    // 17 × 7.2 + 100 + 8 + 20 px = 250.4 = 15.75 rem; under it 17 × 7.2 + 20 = 142.4 = 9 rem.
    [17, 15.75, 9, 123],
    // 25 × 7.2 + 128 = 308 px, at most 18 rem; 25 × 7.2 + 20 = 200 = 12.5 rem.
    [25, 18, 12.5, 180],
    // At least 11, and 7.
    [1, 11, 7, 72],
    [1000, 18, 12.5, 180],
  ])('%i characters', (longest, beside, stacked, bar) => {
    expect(boundsLayout(longest, false)).toMatchObject({ width: beside, barWidth: 100 });
    expect(boundsLayout(longest, true)).toMatchObject({ width: stacked, barWidth: bar });
  });

  it('under their texts leave a name 19 letters beside two columns, and the manifests, at 1440 px', () => {
    // Less the Core, the manifests, the rail and the margins.
    const room = 1440 - 84 - 344 - 34 - 12;
    // Verdict, era, a partition of an hour, bytes and rows.
    const others = (6 + 2.5 + 8 + 4.75 + 6.25) * 16;
    const bounds = [17, 19].map((longest) => boundsLayout(longest, true).width * 16);
    const name = room - others - bounds.reduce((sum, width) => sum + width, 0);
    // A monospace letter of 12 px; 20 px of margins.
    expect(Math.floor((name - 20) / 7.2)).toBeGreaterThanOrEqual(19);
  });
});
