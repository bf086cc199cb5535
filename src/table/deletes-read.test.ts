import { describe, expect, it } from 'vitest';
import type { UsedDeletes } from './api.ts';
import { deletesReadWords, sumDeletesRead } from './deletes-read.ts';

/** `[manifest, entry, bytes, 1 for a deletion vector]` of each. */
function used(...files: readonly (readonly [number, number, bigint, number?])[]): UsedDeletes {
  return {
    manifests: Uint32Array.from(files, ([manifest]) => manifest),
    entries: Uint32Array.from(files, ([, entry]) => entry),
    bytes: BigInt64Array.from(files, ([, , bytes]) => bytes),
    isVector: Uint8Array.from(files, ([, , , vector]) => vector ?? 0),
  };
}

const tallies = (read: bigint) =>
  [0n, 0n, 0n, read, 0n, 0n].map((files) => ({ files, records: 0n, bytes: 0n }));
const kept = (deletes: UsedDeletes | undefined, read = 1n) =>
  ({ verdict: 'kept', usedDeletes: deletes, totals: tallies(read) }) as const;
const unknown = { verdict: 'unknown', usedDeletes: undefined, totals: tallies(0n) } as const;
const whole = { indexed: 3, problems: [] };
const damaged = {
  severity: 'can-change-answer',
  code: 'delete-manifest-damaged',
  message: '',
  place: '',
} as const;

describe('sumDeletesRead', () => {
  it('counts once what applies to files of several manifests', () => {
    // 700 + 1000 bytes in files, 34 of a vector: entry 0 of manifest 5 is another file than entry 0 of manifest 6.
    const plans = [
      kept(used([5, 0, 700n], [6, 0, 1000n])),
      kept(used([6, 0, 1000n], [7, 2, 34n, 1])),
    ];
    expect(sumDeletesRead(plans, whole)).toEqual({
      files: 2,
      vectors: 1,
      bytes: 1734n,
      atLeast: false,
    });
  });

  it.each([
    ['a manifest of data may use others', [kept(used()), unknown], whole, true],
    [
      'it may not where there are no deletes',
      [kept(used()), unknown],
      { ...whole, indexed: 0 },
      false,
    ],
    ['files are read of a manifest that is not at hand', [kept(undefined)], whole, true],
    ['none are read of it', [kept(undefined, 0n)], whole, false],
    ['a manifest of deletes is damaged', [kept(used())], { indexed: 0, problems: [damaged] }, true],
  ] as const)('%s', (_case, plans, deletes, atLeast) => {
    expect(sumDeletesRead(plans, deletes).atLeast).toBe(atLeast);
  });
});

it.each([
  [{ files: 2, vectors: 0, bytes: 1434n, atLeast: false }, '2 delete files, 1.40 KiB'],
  [{ files: 0, vectors: 1, bytes: 34n, atLeast: false }, '1 deletion vector, 34 B'],
  [
    { files: 1, vectors: 1000, bytes: 2048n, atLeast: true },
    'at least 1 delete file and 1,000 deletion vectors, 2.00 KiB',
  ],
  [{ files: 0, vectors: 0, bytes: 0n, atLeast: true }, 'delete files that are not known'],
  [{ files: 0, vectors: 0, bytes: 0n, atLeast: false }, undefined],
])('%#: %s', (deletes, words) => {
  expect(deletesReadWords(deletes)).toBe(words);
});
