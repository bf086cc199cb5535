/** The two snapshots in hand, B of the whole page and A to compare it with, and what differs. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { FILE_VERDICTS } from '../../src/planning/verdict.ts';
import type { DeletePlan, ManifestPlan } from '../../src/table/api.ts';
import {
  compareSnapshots,
  type SnapshotComparison,
  snapshotPath,
} from '../../src/table/compare.ts';
import { sumDeletesRead } from '../../src/table/deletes-read.ts';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import { parseFilter } from '../predicate.ts';
import { type PlanInHand, type Question, snapshotQuery } from '../queries.ts';
import { useGo, useLink } from '../routes.ts';
import type { ReadAt } from './diff-words.ts';
import type { SnapshotRow } from './snapshot-rows.ts';

/** In the link: A is before the first snapshot. */
const NOTHING = 'none';

export interface Pair {
  /** undefined: before the first snapshot. */
  readonly a: SnapshotRow | undefined;
  readonly b: SnapshotRow | undefined;
  readonly chooseA: (id: string) => void;
  readonly chooseB: (id: string) => void;
  /** Back to what B's commit did; undefined where that is shown. */
  readonly release: (() => void) | undefined;
  readonly swap: (() => void) | undefined;
}

/** A is the link's, else B's parent: what that commit did. */
export function usePair(view: SnapshotInHand, rows: readonly SnapshotRow[]): Pair {
  const link = useLink();
  const go = useGo();
  const id = view.snapshot === undefined ? undefined : String(view.snapshot.snapshotId);
  const current = view.table.metadata.currentSnapshotId;
  return useMemo(() => {
    const b = rows.find((row) => row.id === id);
    const parent = rows.find((row) => row.id === b?.parentId);
    const a =
      link.base === NOTHING ? undefined : (rows.find((row) => row.id === link.base) ?? parent);
    const snapOf = (next: string) => (next === String(current) ? undefined : next);
    return {
      a,
      b,
      // Also where it is B's parent: what was chosen stays when another B is.
      chooseA: (next) => go({ base: next }),
      release:
        link.base === undefined || a?.id === b?.parentId
          ? undefined
          : () => go({ base: undefined }),
      chooseB: (next) => go({ snap: snapOf(next), ref: undefined, asof: undefined }),
      swap:
        a === undefined || b === undefined
          ? undefined
          : () => go({ base: b.id, snap: snapOf(a.id), ref: undefined, asof: undefined }),
    };
  }, [rows, id, link.base, current, go]);
}

/** The snapshot of A with its manifests; undefined without one, or while it is read. */
export function useSideA(view: SnapshotInHand, a: SnapshotRow | undefined) {
  return useQuery(snapshotQuery(a === undefined ? undefined : view.table, { snap: a?.id }));
}

export function useComparison(
  view: SnapshotInHand,
  a: SnapshotRow | undefined,
  sideA: SnapshotInHand | undefined,
) {
  const isReady = a === undefined || sideA !== undefined;
  return useQuery<SnapshotComparison>({
    queryKey: ['compare', sideA?.key ?? 'none', view.key],
    queryFn: !isReady
      ? skipToken
      : ({ signal }) => compareSnapshots(tableApi(), view.table.metadata, sideA, view, { signal }),
  });
}

export function usePath(
  view: SnapshotInHand,
  a: SnapshotRow | undefined,
  b: SnapshotRow | undefined,
) {
  return useMemo(
    () =>
      b === undefined
        ? undefined
        : snapshotPath(view.table.metadata, a?.snapshot.snapshotId, b.snapshot.snapshotId),
    [view, a, b],
  );
}

/** What the question reads at A; an error where it can't be asked there. */
export function useReadAtA(sideA: SnapshotInHand | undefined, question: Question | undefined) {
  return useQuery<ReadAt>({
    queryKey: [
      'read-at',
      sideA?.key ?? '',
      question?.where ?? '',
      question?.profile ?? '',
      question?.caseSensitive === true,
    ],
    queryFn:
      sideA === undefined || question === undefined
        ? skipToken
        : async ({ signal }) => {
            const { where, caseSensitive, profile } = question;
            const filter = await parseFilter(where, sideA, caseSensitive);
            const plans: Judged[] = [];
            const summary = await tableApi().plan(
              {
                context: sideA.context,
                filter: filter.expression,
                caseSensitive,
                profile,
                manifests: sideA.manifests,
              },
              {
                signal,
                // Without the verdicts of its files, which may be many.
                onManifest: ({ totals, verdict, usedDeletes }) =>
                  plans.push({ totals, verdict, usedDeletes }),
              },
            );
            return readAt(plans, summary);
          },
  });
}

type Judged = Pick<ManifestPlan, 'totals' | 'verdict' | 'usedDeletes'>;

function readAt(plans: readonly Judged[], summary: DeletePlan): ReadAt {
  const files = plans.reduce((sum, { totals }) => sum + readOf(totals), 0);
  return { files, deletes: sumDeletesRead(plans, summary) };
}

function readOf(totals: readonly { readonly files: bigint }[]): number {
  return (['read', 'allMatch', 'unknown'] as const).reduce(
    (sum, verdict) => sum + Number(totals[FILE_VERDICTS.indexOf(verdict)]?.files ?? 0n),
    0,
  );
}

/** The same of a plan in hand; undefined until it is complete. */
export function readBy(plan: PlanInHand | undefined): ReadAt | undefined {
  if (plan?.summary === undefined || !plan.complete) return undefined;
  return readAt([...plan.items.values()], plan.summary);
}
