import { describe, expect, it } from 'vitest';
import { drawnFiles, partitionWords, sizesLabel } from './drawn-files.ts';
import type { EraModel } from './eras-model.ts';

const picture = (specId: number, files: number, ...labels: readonly string[]) => ({
  specId,
  bytes: new Float64Array(files),
  partitions: labels.map((label) => ({ label })),
});

/** Of spec 1. */
const era = (live: number | undefined, unread = 0) =>
  ({
    specId: 1,
    live: live === undefined ? undefined : { files: live, rows: 0, bytes: 0 },
    unread: unread === 0 ? undefined : { manifests: unread, files: undefined },
  }) as EraModel;

it('counts files, and each partition once, by spec', () => {
  const drawn = drawnFiles([picture(1, 3, 'a', 'b'), picture(0, 1, 'a'), picture(1, 2, 'b', 'c')]);
  expect([...drawn]).toEqual([
    [1, { files: 5, partitions: 3 }],
    [0, { files: 1, partitions: 1 }],
  ]);
});

describe('of an era', () => {
  it.each([
    // All live files are drawn.
    [era(5), picture(1, 5, 'a', 'b'), '2', 'File sizes of spec 1'],
    [era(0), picture(1, 0), '0', 'File sizes of spec 1'],
    [era(0), undefined, '0', 'File sizes of spec 1'],
    // The manifests of all 12, or of 7, were left out.
    [era(12), picture(1, 0), '–', undefined],
    [era(12), undefined, '–', undefined],
    [
      era(12),
      picture(1, 5, 'a', 'b'),
      '≥ 2',
      'File sizes of spec 1, as far as known: 5 of 12 files',
    ],
    // Two manifests can't be read, or nothing is known yet of what is live.
    [era(5, 2), picture(1, 5, 'a'), '≥ 1', 'File sizes of spec 1, as far as known: 5 files'],
    [era(0, 2), picture(1, 0), '–', undefined],
    [era(undefined), picture(1, 1, 'a'), '≥ 1', 'File sizes of spec 1, as far as known: 1 file'],
  ])('%j with %j drawn has %s partitions', (one, pictured, partitions, label) => {
    const drawn = drawnFiles(pictured === undefined ? [] : [pictured]).get(1);
    expect(partitionWords(one, drawn)).toBe(partitions);
    expect(sizesLabel(one, drawn)).toBe(label);
  });
});
