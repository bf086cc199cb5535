import { expect, it } from 'vitest';
import { buildFileIndex } from './file-index.ts';
import { atOnce } from './slices.ts';
import { sampledFiles } from './use-column-ranges.ts';

function indexOf(manifests: number, files: number) {
  const sources = Array.from({ length: manifests }, (_, index) => ({
    index,
    specId: 0,
    entries: Uint32Array.from({ length: files }, (_, entry) => entry),
    bytes: new Float64Array(files),
    records: new Float64Array(files),
    partitions: [{ values: [], label: '' }],
    partitionOf: new Uint32Array(files),
    listed: files,
  }));
  return atOnce(buildFileIndex(sources, new Map([[0, 0]])));
}

it('looks at every file of a small table', () => {
  expect(sampledFiles(indexOf(4, 100))).toHaveLength(400);
});

// 100 × 1,000 files are five times what may be decoded, so that every fifth manifest is.
it('looks into few manifests of a large one, from its first to its last fifth', () => {
  const files = sampledFiles(indexOf(100, 1000));
  expect([...new Set(files.map(({ manifestIndex }) => manifestIndex))]).toEqual(
    Array.from({ length: 20 }, (_, i) => i * 5),
  );
  expect(files).toHaveLength(1000);
});

it('looks into one manifest where even that is too many', () => {
  const files = sampledFiles(indexOf(2, 60_000));
  expect(new Set(files.map(({ manifestIndex }) => manifestIndex)).size).toBe(1);
  expect(files).toHaveLength(1000);
});
