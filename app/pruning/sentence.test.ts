import { describe, expect, it } from 'vitest';
import type { Tally } from '../../src/table/api.ts';
import { ageWords, planSentence, unaskedSentence } from './sentence.ts';
import type { SieveRow } from './sieve-layout.ts';

const GIB = 1024 ** 3;
const tally = (files: number, gib = files): Tally => ({
  files: BigInt(files),
  records: 0n,
  bytes: BigInt(Math.round(gib * GIB)),
});

/** Files by verdict: manifest, partition, bounds, read, all match, unknown. */
function row(...files: readonly number[]): SieveRow {
  const byVerdict = Array.from({ length: 6 }, (_, i) => tally(files[i] ?? 0));
  const live = tally(files.reduce((sum, n) => sum + n, 0));
  return {
    specId: -1,
    rank: 0,
    manifests: 66,
    manifestsSkipped: 0,
    live,
    byVerdict,
    bytesIncomplete: false,
  };
}
const done = { complete: true, judged: 66, of: 66 };

describe('planSentence', () => {
  it.each([
    [
      row(6000, 200, 47, 6, 3),
      'Reads 9 of 6,256 files: 9.00 GiB of 6.11 TiB. In 3 of them every row matches.',
    ],
    [row(10, 0, 0, 2), 'Reads 2 of 12 files: 2.00 GiB of 12.0 GiB.'],
    [{ ...row(10, 0, 0, 2), bytesIncomplete: true }, 'Reads 2 of 12 files: 2.00 GiB.'],
    [
      row(10, 0, 0, 0, 2),
      'Reads 2 of 12 files: 2.00 GiB of 12.0 GiB. In all of them every row matches.',
    ],
    [row(0, 0, 0, 1), 'Reads the only file, 1.00 GiB: the predicate skips nothing.'],
    [row(0, 0, 0, 5), 'Reads all 5 files, 5.00 GiB: the predicate skips nothing.'],
    [row(60), 'No file is read: the manifest list rules out all 60.'],
    [
      row(60, 4, 0),
      'No file is read: the manifest list rules out 60, partition values rule out 4.',
    ],
    [
      row(6165, 0, 0, 7, 0, 84),
      'Reads at least 7 of 6,256 files; 84 more are unknown and may be read.',
    ],
    [row(0, 0, 0, 0, 0, 1), '1 file is unknown and may be read.'],
    [row(), 'No file is live in this snapshot.'],
  ])('%#: %s', (sum, sentence) => {
    expect(planSentence(sum, done)).toBe(sentence);
  });

  it.each([
    [
      row(0, 0, 0, 4),
      'Reads all 4 data files, 4.00 GiB, and 2 delete files, 1.40 KiB: the predicate skips no data file.',
    ],
    [
      row(0, 0, 0, 0, 1),
      'Reads the only data file, 1.00 GiB, and 2 delete files, 1.40 KiB: the predicate skips no data file. Every row of the data file matches.',
    ],
    [
      row(10, 0, 0, 1, 2),
      'Reads 3 of 13 data files: 3.00 GiB of 13.0 GiB, and 2 delete files, 1.40 KiB. In 2 of the data files every row matches.',
    ],
    [
      row(10, 0, 0, 1, 0, 2),
      'Reads at least 1 of 13 data files, and 2 delete files, 1.40 KiB; 2 more are unknown and may be read.',
    ],
    [row(60), 'No file is read: the manifest list rules out all 60.'],
  ])('tells of delete files, %#', (sum, sentence) => {
    const deletes = { files: 2, vectors: 0, bytes: 1434n, atLeast: false };
    expect(planSentence(sum, done, { deletes })).toBe(sentence);
  });

  it('tells how far it is', () => {
    expect(planSentence(row(10, 0, 0, 5), { complete: false, judged: 41, of: 66 })).toBe(
      'Reads 5 files so far: 41 of 66 manifests.',
    );
  });
});

describe('unaskedSentence', () => {
  it.each([
    [
      tally(6256, 2129.92),
      0n,
      true,
      'Without a predicate a query reads all 6,256 files, 2.08 TiB.',
    ],
    [tally(3), 0n, false, 'Without a predicate a query reads at least 3 files, 3.00 GiB.'],
    [
      tally(4),
      4n,
      true,
      'Without a predicate a query reads all 4 data files, 4.00 GiB, and those of 4 delete files that apply to one of them.',
    ],
    [
      tally(4),
      1n,
      true,
      'Without a predicate a query reads all 4 data files, 4.00 GiB, and the delete file where it applies to one of them.',
    ],
    [tally(0), 0n, true, 'No file is live in this snapshot.'],
  ])('%#: %s', (live, deletes, complete, sentence) => {
    expect(unaskedSentence(live, deletes, complete)).toBe(sentence);
  });
});

it.each([
  [{ invalid: true, older: true, pending: true }, 'of the last valid predicate'],
  [{ invalid: false, older: true, pending: false }, 'of the predicate before; planning…'],
  [{ invalid: false, older: false, pending: true }, 'planning…'],
  [{ invalid: false, older: false, pending: false }, undefined],
])('whose answer it is: %j', (state, words) => {
  expect(ageWords(state)).toBe(words);
});
