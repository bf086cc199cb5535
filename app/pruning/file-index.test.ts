import { describe, expect, it } from 'vitest';
import {
  buildFileIndex,
  compareTuples,
  entryAt,
  type IndexSource,
  manifestAt,
  positionOf,
} from './file-index.ts';
import { atOnce } from './slices.ts';

const ranks = new Map([
  [0, 0],
  [1, 1],
]);

function source(index: number, specId: number, files: readonly [number, number][]): IndexSource {
  const days = [...new Set(files.map(([day]) => day))];
  return {
    index,
    specId,
    entries: Uint32Array.from(files, (_, i) => i * 2),
    bytes: Float64Array.from(files, ([, bytes]) => bytes),
    records: Float64Array.from(files, ([, bytes]) => bytes * 10),
    partitions: days.map((day) => ({ values: [day], label: `day=${day}` })),
    partitionOf: Uint32Array.from(files, ([day]) => days.indexOf(day)),
    listed: 0,
  };
}

describe('buildFileIndex', () => {
  const sources = [
    source(0, 0, [
      [3, 30],
      [1, 10],
    ]),
    source(1, 1, [[7, 70]]),
    source(2, 0, [
      [2, 20],
      [3, 31],
    ]),
  ];
  const index = atOnce(buildFileIndex(sources, ranks));

  it('puts the newest era first and orders files by partition, then manifest', () => {
    expect([...index.bytes]).toEqual([70, 10, 20, 30, 31]);
    expect(index.eras.map(({ specId, from, to }) => [specId, from, to])).toEqual([
      [1, 0, 1],
      [0, 1, 5],
    ]);
    expect(index.eras.map(({ bytes, records }) => [bytes, records])).toEqual([
      [70, 700],
      [91, 910],
    ]);
  });

  it('merges a partition that several manifests hold', () => {
    expect(index.tuples.map(({ label }) => label)).toEqual(['day=7', 'day=1', 'day=2', 'day=3']);
    expect([...index.tupleOf]).toEqual([0, 1, 2, 3, 3]);
  });

  it('leads from a position to manifest and entry, and back', () => {
    for (let position = 0; position < index.count; position++) {
      const entry = entryAt(index, position) as number;
      expect(positionOf(index, manifestAt(index, position), entry)).toBe(position);
    }
    expect(manifestAt(index, 4)).toBe(2);
    expect(entryAt(index, 4)).toBe(2);
  });

  it('keeps the listed number of files of a manifest that cannot be read, last and of mean size', () => {
    const lost: IndexSource = {
      ...source(3, 0, []),
      entries: undefined,
      listed: 2,
    };
    const withLost = atOnce(buildFileIndex([...sources, lost], ranks));
    expect(withLost.count).toBe(7);
    // (30 + 10 + 20 + 31) / 4
    expect([...withLost.bytes]).toEqual([70, 10, 20, 30, 31, 22.75, 22.75]);
    expect(entryAt(withLost, 6)).toBeUndefined();
    expect(manifestAt(withLost, 6)).toBe(3);
  });
});

describe('compareTuples', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  it.each([
    ['null before values', [null], [0]],
    ['unreadable after values', [5], [undefined]],
    ['64-bit', [9007199254740992n], [9007199254740993n]],
    ['bytes, not UTF-16', [bytes('\uffee')], [bytes('\u{1f600}')]],
    ['the second field', [1, bytes('AR')], [1, bytes('FR')]],
  ] as const)('%s', (_, a, b) => {
    const tuple = (values: readonly unknown[]) => ({ values: values as never, label: 'x' });
    expect(compareTuples(tuple(a), tuple(b))).toBeLessThan(0);
    expect(compareTuples(tuple(b), tuple(a))).toBeGreaterThan(0);
  });
});

describe('steps', () => {
  it('lie between the passes over each manifest, so that none is long', () => {
    const many = Array.from({ length: 20 }, (_, m) =>
      source(m, m % 2, [
        [1, 5],
        [2, 6],
      ]),
    );
    let steps = 0;
    for (const work = buildFileIndex(many, ranks); work.next().done !== true; ) steps++;
    expect(steps).toBeGreaterThanOrEqual(3 * many.length);
  });
});
