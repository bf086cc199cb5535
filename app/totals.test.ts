import { expect, it } from 'vitest';
import { FILE_VERDICTS } from '../src/planning/verdict.ts';
import type { ManifestPlan, ManifestTotals, Tally } from '../src/table/api.ts';
import { exactPlans } from './totals.ts';

const tally = (files: bigint, bytes: bigint): Tally => ({ files, records: files, bytes });
const NONE = tally(0n, 0n);

function plan(index: number, verdict: ManifestPlan['verdict'], first: Tally): ManifestPlan {
  return {
    index,
    specId: 0,
    verdict,
    reason: '',
    fileVerdicts: new Uint8Array(),
    reasons: new Uint8Array(),
    deleteCounts: new Uint16Array(),
    usedDeletes: undefined,
    totals: FILE_VERDICTS.map((_, v) => (v === 0 ? first : NONE)),
    bytesIncomplete: true,
    problems: [],
  };
}

function totals(live: Tally, code?: string): ManifestTotals {
  const problem = {
    severity: 'can-change-answer',
    message: '',
    place: '',
    consequence: '',
  } as const;
  return {
    manifestPath: '',
    specId: 0,
    content: 'data',
    live,
    added: live,
    problems: code === undefined ? [] : [{ ...problem, code }],
  };
}

it('completes skipped manifests by what was read of them, and nothing else', () => {
  const plans = [0, 1, 2].map((i) => plan(i, 'skipped', tally(5n, 0n)));
  const unknown = plan(3, 'unknown', NONE);
  const read = new Map([
    [0, totals(tally(4n, 400n))],
    [1, totals(NONE, 'manifest-damaged')],
    [3, totals(tally(4n, 400n))],
  ]);
  const exact = exactPlans([...plans, unknown], read);
  expect(exact[0]?.totals[0]).toEqual(tally(4n, 400n));
  expect(exact.map((one) => one.bytesIncomplete)).toEqual([false, true, true, true]);
  expect(exact.slice(1)).toEqual([plans[1], plans[2], unknown]);
});
