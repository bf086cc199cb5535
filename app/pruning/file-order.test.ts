import { describe, expect, it } from 'vitest';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import type { ManifestPlan } from '../../src/table/api.ts';
import { buildFileIndex, type IndexSource } from './file-index.ts';
import {
  countVerdicts,
  filtered,
  NO_FILTER,
  nextRead,
  readsFirst,
  verdictColumn,
} from './file-order.ts';
import { NOT_JUDGED } from './map-pixels.ts';
import { atOnce } from './slices.ts';

function source(index: number, specId: number, days: readonly number[], listed = 0): IndexSource {
  return {
    index,
    specId,
    entries: listed > 0 ? undefined : Uint32Array.from(days.keys()),
    bytes: new Float64Array(days.length).fill(1),
    records: new Float64Array(days.length).fill(1),
    partitions: days.map((day) => ({ values: [day], label: `${day}` })),
    partitionOf: Uint32Array.from(days.keys()),
    listed,
  };
}

function plan(
  index: number,
  verdict: ManifestPlan['verdict'],
  files: readonly number[],
): ManifestPlan {
  return {
    index,
    specId: 0,
    verdict,
    reason: '',
    fileVerdicts: Uint8Array.from(files),
    reasons: new Uint8Array(),
    deleteCounts: new Uint16Array(),
    usedDeletes: undefined,
    totals: FILE_VERDICTS.map(() => ({ files: 0n, records: 0n, bytes: 0n })),
    bytesIncomplete: false,
    problems: [],
  };
}

// Positions: spec 1: day 5 (0); spec 0: day 1 (1), day 2 (2), day 3 (3), then two that cannot be read (4, 5).
const index = atOnce(
  buildFileIndex(
    [source(0, 0, [3, 1]), source(1, 1, [5]), source(2, 0, [2]), source(3, 0, [], 2)],
    new Map([
      [0, 0],
      [1, 1],
    ]),
  ),
);
const plans = new Map([
  [0, plan(0, 'kept', [3, 1])],
  [2, plan(2, 'kept', [4])],
  [3, plan(3, 'unknown', [])],
]);
const verdicts = atOnce(verdictColumn(index, plans));

describe('verdictColumn', () => {
  it('follows the order of the index', () => {
    expect([...verdicts]).toEqual([NOT_JUDGED, 1, 4, 3, 5, 5]);
  });
  it('gives files of a manifest that its row rules out to the manifest', () => {
    const skipped = atOnce(verdictColumn(index, new Map([[3, plan(3, 'skipped', [])]])));
    expect([...skipped].slice(4)).toEqual([0, 0]);
  });
  it('is without verdicts where no plan is', () => {
    expect(new Set(atOnce(verdictColumn(index, undefined)))).toEqual(new Set([NOT_JUDGED]));
  });
});

describe('lists', () => {
  it('show reads and unknown first, then the rest', () => {
    const all = atOnce(filtered(index, verdicts, NO_FILTER));
    expect([...atOnce(readsFirst(verdicts, all))]).toEqual([2, 3, 4, 5, 0, 1]);
  });
  it.each([
    ['era', { ...NO_FILTER, eras: new Set([1]) }, [0]],
    ['verdict', { ...NO_FILTER, verdicts: new Set([3, 4]) }, [2, 3]],
    ['manifest', { ...NO_FILTER, manifest: 0 }, [1, 3]],
  ])('filter by %s', (_, filter, positions) => {
    expect([...atOnce(filtered(index, verdicts, filter))]).toEqual(positions);
  });
  it('count verdicts', () => {
    const all = atOnce(filtered(index, verdicts, NO_FILTER));
    expect([...atOnce(countVerdicts(verdicts, all))]).toEqual([0, 1, 0, 1, 1, 2, 1]);
  });
});

describe('nextRead', () => {
  const order = Uint32Array.from([0, 1, 2, 3]);
  it.each([
    [undefined, 1, 2],
    [2, 1, 3],
    [3, 1, 2],
    [2, -1, 3],
    [undefined, -1, 3],
  ] as const)('from %s by %i is %i', (from, step, next) => {
    expect(nextRead(order, verdicts, from, step)).toBe(next);
  });
  it('is undefined where nothing is read', () => {
    expect(nextRead(order, new Uint8Array(6), undefined, 1)).toBeUndefined();
  });
});
