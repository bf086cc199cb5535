/** Sums of a plan by verdict. */
import { FILE_VERDICTS, type FileVerdict } from '../planning/verdict.ts';
import type { ManifestPlan, Tally } from '../table/api.ts';
import { NOTHING, sumOf } from './printed.ts';

/** `read` holds the files of which every row matches too; `allMatch` says how many they are. */
export type PlanTotals = Readonly<Record<FileVerdict | 'live', Tally>>;

/** Sums of several manifests. Figures of what is unknown are floors. */
export function totalsReport(plans: readonly ManifestPlan[]): PlanTotals {
  const of = (verdict: FileVerdict) =>
    sumOf(plans.map((plan) => plan.totals[FILE_VERDICTS.indexOf(verdict)] ?? NOTHING));
  const parts = Object.fromEntries(FILE_VERDICTS.map((v) => [v, of(v)])) as Record<
    FileVerdict,
    Tally
  >;
  return {
    ...parts,
    live: sumOf(Object.values(parts)),
    read: sumOf([parts.read, parts.allMatch]),
  };
}
