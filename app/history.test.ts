import { describe, expect, it, vi } from 'vitest';

// The pool needs a browser; what is tested here does not call it.
vi.mock('./client.ts', () => ({ tableApi: () => undefined }));

const { coarseFirst, pointOf } = await import('./history.ts');

describe('coarseFirst', () => {
  it.each([
    [0, []],
    [1, [0]],
    [2, [1, 0]],
    [5, [4, 0, 2, 1, 3]],
  ] as const)('of %d', (count, order) => {
    expect(coarseFirst(count)).toEqual(order);
  });
  it('visits each once', () => {
    expect(coarseFirst(415).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 415 }, (_, i) => i),
    );
  });
});

describe('pointOf', () => {
  const tally = (files: bigint) => ({ files, records: files * 10n, bytes: files * 100n });
  const source = (path: string, snapshotId: bigint, sequenceNumber: bigint) =>
    ({ manifest: { manifestPath: path, addedSnapshotId: snapshotId, sequenceNumber } }) as never;
  const totals = (
    manifestPath: string,
    specId: number,
    live: bigint,
    added: bigint,
    problems: unknown[] = [],
  ) => ({ manifestPath, specId, live: tally(live), added: tally(added), problems }) as never;
  const snapshot = { snapshotId: 2n, parentSnapshotId: 1n } as never;
  const isKnown = (id: bigint | undefined) => id === 1n || id === 2n;

  it('sums live content by spec and counts as added only what this commit wrote', () => {
    const point = pointOf(
      snapshot,
      [source('new', 2n, 9n), source('old', 1n, 3n), source('older', 1n, 2n)],
      [totals('new', 1, 4n, 4n), totals('old', 0, 5n, 5n), totals('older', 0, 2n, 2n)],
      isKnown,
    );
    expect([...point.live]).toEqual([
      [1, { files: 4, rows: 40, bytes: 400 }],
      [0, { files: 7, rows: 70, bytes: 700 }],
    ]);
    expect([...point.added]).toEqual([[1, { files: 4, rows: 40, bytes: 400 }]]);
    expect(point.layers.map((layer) => layer.files)).toEqual([2, 5, 4]);
    expect(point.unread.size).toBe(0);
  });

  it('counts at the first snapshot what names none that the table has', () => {
    const first = { snapshotId: 2n } as never;
    const addedAt = (snapshot: never, by: bigint) =>
      pointOf(snapshot, [source('m', by, 1n)], [totals('m', 0, 3n, 3n)], isKnown).added.get(0)
        ?.files;
    expect([addedAt(first, 2n), addedAt(first, 9n), addedAt(first, 1n)]).toEqual([3, 3, undefined]);
    expect(addedAt(snapshot, 9n)).toBeUndefined();
  });

  it('is the same in whatever order the totals arrive', () => {
    const sources = [source('new', 2n, 9n), source('old', 1n, 3n), source('older', 1n, 3n)];
    const all = [totals('new', 2, 4n, 4n), totals('old', 1, 5n, 5n), totals('older', 0, 2n, 2n)];
    const orders = [all, all.toReversed(), [all[1], all[2], all[0]]];
    const [first, ...others] = orders.map((one) =>
      pointOf(snapshot, sources, one as never, isKnown),
    );
    expect([...(first?.live.keys() ?? [])]).toEqual([2, 1, 0]);
    for (const point of others) {
      expect([...point.live]).toEqual([...(first?.live ?? [])]);
      expect(point.layers).toEqual(first?.layers);
    }
  });

  it('counts the files of unread manifests by their rows in the list', () => {
    const damaged = [{ code: 'manifest-damaged' }];
    const listed = (path: string, added: number | undefined) =>
      ({
        manifest: { manifestPath: path, addedFilesCount: added, existingFilesCount: 2 },
      }) as never;
    const sources = [listed('a', 3), listed('b', 4), listed('c', undefined)];
    const [a, b, c] = [
      totals('a', 0, 0n, 0n, damaged),
      totals('b', 0, 0n, 0n, damaged),
      totals('c', 1, 0n, 0n, damaged),
    ];
    const point = pointOf(snapshot, sources, [a, b, c], isKnown);
    expect([...point.unread]).toEqual([
      [0, { manifests: 2, files: 11 }],
      [1, { manifests: 1, files: undefined }],
    ]);
    expect(point.live.size).toBe(0);
  });
});
