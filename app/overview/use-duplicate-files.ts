/** Data files that are listed twice, looked for once all manifests are summed and where there are not too many. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { Problem } from '../../src/base/errors.ts';
import type { ManifestTotals } from '../../src/table/api.ts';
import { duplicateFiles } from '../../src/table/duplicate-files.ts';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import type { Arriving } from '../queries.ts';

/** Above this a look at every path is felt. */
const MOST_FILES = 200_000n;

const NONE: readonly Problem[] = [];

export function useDuplicateFiles(
  view: SnapshotInHand | undefined,
  totals: Arriving<ManifestTotals> | undefined,
): readonly Problem[] {
  const sums = [...(totals?.items.values() ?? [])];
  const files = sums.reduce((sum, { live }) => sum + live.files, 0n);
  const isReady = view !== undefined && totals?.complete === true && files <= MOST_FILES;
  const { data } = useQuery<readonly Problem[]>({
    queryKey: ['files listed twice', view?.context.tableKey, String(view?.snapshot?.snapshotId)],
    queryFn: isReady
      ? ({ signal }) => duplicateFiles(view, view.table.metadata.location, tableApi(), { signal })
      : skipToken,
  });
  return data ?? NONE;
}
