import { describe, expect, it } from 'vitest';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import type { ManifestPlan } from '../../src/table/api.ts';
import { parseSort } from '../ui/sort.ts';
import { type ArrangeRequest, arrange } from './arrangement.ts';
import { EMPTY_INDEX, type FileIndex } from './file-index.ts';
import { NO_FILTER } from './file-order.ts';
import { atOnce } from './slices.ts';

const index: FileIndex = {
  ...EMPTY_INDEX,
  count: 4,
  eras: [{ specId: 0, rank: 0, from: 0, to: 4, bytes: 20, records: 10 }],
  manifests: [
    { index: 7, entries: Uint32Array.of(0, 1, 2, 3), positions: Uint32Array.of(0, 1, 2, 3) },
  ],
  bytes: Float64Array.of(5, 1, 5, 9),
  records: Float64Array.of(4, 3, 2, 1),
  tupleOf: Uint32Array.of(0, 1, 2, 3),
};
const plan: ManifestPlan = {
  index: 7,
  specId: 0,
  verdict: 'kept',
  reason: '',
  fileVerdicts: Uint8Array.of(1, 3, 0, 4),
  reasons: new Uint8Array(),
  deleteCounts: Uint16Array.of(0, 2, 0, 0),
  usedDeletes: undefined,
  totals: FILE_VERDICTS.map(() => ({ files: 0n, records: 0n, bytes: 0n })),
  bytesIncomplete: false,
  problems: [],
};

function arranged(part: Partial<ArrangeRequest>) {
  const request = { index, plans: new Map([[7, plan]]), filter: NO_FILTER, order: undefined };
  return atOnce(arrange({ ...request, ...part }));
}

describe('arrange', () => {
  it.each([
    ['as in the index', undefined, [0, 1, 2, 3]],
    ['reads first', 'reads', [1, 3, 0, 2]],
    ['by bytes', parseSort('bytes'), [1, 0, 2, 3]],
    ['by bytes, the largest first', parseSort('-bytes'), [3, 0, 2, 1]],
    ['by rows', parseSort('rows'), [3, 2, 1, 0]],
    ['by verdict', parseSort('-verdict'), [3, 1, 0, 2]],
    ['by nothing known', parseSort('nothing'), [0, 1, 2, 3]],
  ] as const)('orders %s', (_, order, positions) => {
    expect([...arranged({ order }).order]).toEqual(positions);
  });

  it('counts verdicts before it filters by them', () => {
    const { base, counts, order } = arranged({ filter: { ...NO_FILTER, verdicts: new Set([4]) } });
    expect([base.length, [...order]]).toEqual([4, [3]]);
    expect([...counts]).toEqual([1, 1, 0, 1, 1, 0, 0]);
  });

  it('carries deletes', () => {
    expect([...arranged({}).deletes]).toEqual([0, 2, 0, 0]);
  });
});
