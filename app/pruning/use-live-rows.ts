/** The rows that a file's deletes leave, counted where the deletes were given; nothing is fetched for it. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { FileExplanation } from '../../src/planning/explanation.ts';
import type { LiveRows } from '../../src/table/api.ts';
import { liveRowsRequest } from '../../src/table/live-rows-request.ts';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';

/** undefined until they are counted, and where they can't be. */
export function useLiveRows(
  { table, context }: SnapshotInHand,
  why: FileExplanation | undefined,
): LiveRows | undefined {
  const request = why && liveRowsRequest(why, table.locate);
  const isGiven = request?.deletes.every(({ input }) => input.kind !== 'url') === true;
  const paths = why?.deletes.map(({ filePath, contentOffset }) => `${filePath} ${contentOffset}`);
  const { data } = useQuery<LiveRows>({
    queryKey: ['live rows', context.tableKey, why?.filePath ?? '', ...(paths ?? [])],
    queryFn:
      isGiven && request !== undefined
        ? ({ signal }) => tableApi().countLiveRows(request, { signal })
        : skipToken,
  });
  return isGiven ? data : undefined;
}
