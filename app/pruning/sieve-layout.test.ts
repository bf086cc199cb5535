import { describe, expect, it } from 'vitest';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import type { ManifestPlan } from '../../src/table/api.ts';
import {
  droppedLength,
  readLengths,
  readOf,
  sieveRows,
  stagesOf,
  sumRows,
  unknownOf,
} from './sieve-layout.ts';

function plan(
  specId: number,
  verdict: ManifestPlan['verdict'],
  files: readonly number[],
): ManifestPlan {
  return {
    index: 0,
    specId,
    verdict,
    reason: '',
    fileVerdicts: new Uint8Array(),
    reasons: new Uint8Array(),
    deleteCounts: new Uint16Array(),
    usedDeletes: undefined,
    // A file is 100 rows and 1000 bytes.
    totals: FILE_VERDICTS.map((_, i) => ({
      files: BigInt(files[i] ?? 0),
      records: BigInt((files[i] ?? 0) * 100),
      bytes: BigInt((files[i] ?? 0) * 1000),
    })),
    bytesIncomplete: verdict === 'unknown',
    problems: [],
  };
}

const ranks = new Map([
  [0, 0],
  [1, 1],
]);
const plans = [
  plan(0, 'skipped', [720]),
  plan(1, 'skipped', [1666]),
  plan(1, 'kept', [0, 72, 21, 2, 1]),
];

describe('sieveRows', () => {
  const rows = sieveRows(plans, ranks);

  it('has a row an era, newest first', () => {
    expect(
      rows.map(({ specId, manifests, manifestsSkipped }) => [specId, manifests, manifestsSkipped]),
    ).toEqual([
      [1, 2, 1],
      [0, 1, 1],
    ]);
  });

  it('is an equation: live − manifest − partition − bounds = read', () => {
    for (const row of rows) {
      const gone = stagesOf(row, 'files').reduce((sum, { gone }) => sum + gone.files, 0n);
      expect(row.live.files - gone).toBe(readOf(row).files + unknownOf(row).files);
    }
  });

  it('measures each stage by what entered it', () => {
    const [newest] = rows;
    const stages = stagesOf(newest!, 'files');
    expect(stages.map(({ entered, gone }) => [entered.files, gone.files])).toEqual([
      [1762n, 1666n],
      [96n, 72n],
      [24n, 21n],
    ]);
    expect(stages[1]?.share).toBeCloseTo(0.75);
  });

  it('has no share where nothing entered', () => {
    expect(stagesOf(rows[1]!, 'bytes').map(({ share }) => share)).toEqual([
      1,
      undefined,
      undefined,
    ]);
  });

  it('leaves stages unjudged where all that is left is unknown', () => {
    const [row] = sieveRows(
      [plan(0, 'skipped', [10]), plan(0, 'unknown', [0, 0, 0, 0, 0, 84])],
      ranks,
    );
    expect(stagesOf(row!, 'files').map(({ judged }) => judged)).toEqual([true, false, false]);
    expect(row?.bytesIncomplete).toBe(true);
  });

  it('sums', () => {
    const sum = sumRows(rows);
    expect(sum.live).toEqual({ files: 2482n, records: 248_200n, bytes: 2_482_000n });
    expect(readOf(sum).files).toBe(3n);
  });
});

it.each([0, 1, 100_000])('sums %i manifests into rows', (manifests) => {
  const many = Array.from({ length: manifests }, () => plan(1, 'kept', [0, 0, 0, 2]));
  const rows = sieveRows(many, ranks);
  expect(rows.map((row) => [row.manifests, row.live.files])).toEqual(
    manifests === 0 ? [] : [[manifests, BigInt(manifests * 2)]],
  );
});

describe('droppedLength', () => {
  it.each([
    [0, 0],
    [0.001, 2],
    [0.5, 50],
    [0.9999, 96.5],
    [1, 100],
  ])('of %d is %d', (share, length) => {
    expect(droppedLength(share)).toBe(length);
  });
});

describe('the bar of what is read', () => {
  const lengths = (...files: number[]) => {
    const [row] = sieveRows([plan(0, 'kept', files)], ranks);
    return readLengths(row!, 'bytes');
  };
  it('is as long as its share of all that is live', () => {
    // 3 of 10 files may match, 1 does in every row: 40 of 100, three quarters of it half filled.
    const { may, all } = lengths(6, 0, 0, 3, 1);
    expect([may, all].map(Math.round)).toEqual([30, 10]);
    expect(lengths(0, 0, 0, 0, 4)).toEqual({ may: 0, all: 100 });
  });
  it('is seen however little it is, and nothing is not', () => {
    expect(lengths(9999, 0, 0, 1)).toEqual({ may: 2, all: 0 });
    expect(lengths(5)).toEqual({ may: 0, all: 0 });
  });
});
