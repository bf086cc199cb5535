/** Live files whose path has a text in it, searched manifest by manifest, newest era first. */
import { useEffect, useState } from 'react';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import { type FileIndex, positionOf } from '../pruning/file-index.ts';

export interface PathSearch {
  /** Positions, in the order they were found. */
  readonly found: readonly number[];
  /** Manifests searched so far. */
  readonly searched: number;
  readonly of: number;
  readonly done: boolean;
  /** More may have it: the search stopped at so many. */
  readonly full: boolean;
}

/** A text that so many have in their path is no name of a file. */
const MOST = 500;
const ROWS_AT_ONCE = 2000;

const NOT_BEGUN: PathSearch = { found: [], searched: 0, of: 0, done: false, full: false };

export function usePathSearch(view: SnapshotInHand, index: FileIndex, text: string): PathSearch {
  const [state, setState] = useState<{ readonly of: string; readonly search: PathSearch }>();
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    if (text === '' || index.count === 0) return;
    const controller = new AbortController();
    searchPaths(view, index, text, controller.signal, (search) =>
      setState({ of: text, search }),
    ).catch((reason: unknown) => {
      if (!controller.signal.aborted) setFailure(reason);
    });
    return () => controller.abort();
  }, [view, index, text]);
  if (failure !== undefined) throw failure;
  return state?.of === text ? state.search : NOT_BEGUN;
}

async function searchPaths(
  view: SnapshotInHand,
  index: FileIndex,
  text: string,
  signal: AbortSignal,
  tell: (search: PathSearch) => void,
): Promise<void> {
  const wanted = text.toLowerCase();
  const manifests = index.manifests.filter(({ entries }) => entries !== undefined);
  const found: number[] = [];
  for (const [searched, { index: manifestIndex, entries }] of manifests.entries()) {
    tell({ found: [...found], searched, of: manifests.length, done: false, full: false });
    const manifest = view.manifests.find((source) => source.index === manifestIndex);
    if (manifest === undefined || entries === undefined) continue;
    for (let from = 0; from < entries.length && found.length < MOST; from += ROWS_AT_ONCE) {
      const some = [...entries.subarray(from, from + ROWS_AT_ONCE)];
      const request = { context: view.context, manifest, entries: some, fieldIds: [] };
      for (const row of await tableApi().fileRows(request, { signal })) {
        if (!row.filePath.toLowerCase().includes(wanted)) continue;
        const position = positionOf(index, manifestIndex, row.entry);
        if (position !== undefined && found.length < MOST) found.push(position);
      }
    }
  }
  const of = manifests.length;
  tell({ found, searched: of, of, done: true, full: found.length >= MOST });
}
