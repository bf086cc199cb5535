/** The link of what is on screen, as somebody else would need it. */
import { useMemo } from 'react';
import { fingerprint } from '../../src/share/fingerprint.ts';
import type { SnapshotInHand } from '../data.ts';
import type { Search } from '../link.ts';
import { localKey } from '../open/local-sources.ts';
import { type Question, usePlan } from '../queries.ts';
import { hrefOf } from '../routes.ts';
import { count, plural } from '../ui/format.ts';
import { type SharedLink, sharedLink } from './link-parts.ts';

export interface Shared {
  readonly view: string;
  readonly search: Search;
  readonly link: SharedLink;
  /** The link without its source, from `#/` on: a bundle is its own source. */
  readonly hash: string;
  /** What the receiver will see: `the same 37 files`. */
  readonly what: string;
  readonly snapshot: SnapshotInHand | undefined;
}

export function useShared(
  snapshot: SnapshotInHand | undefined,
  search: Search,
  view: string,
  question: Question | undefined,
): Shared {
  const plan = usePlan(question);
  const what =
    plan.data === undefined || plan.isPlaceholderData || !plan.data.complete
      ? 'the same table'
      : filesRead([...plan.data.items.values()].map(({ totals }) => totals));
  return useMemo(() => {
    const pinned = pinnedSearch(search, snapshot);
    const { src: _, key: __, table: ___, root: ____, meta: _____, ...rest } = pinned;
    return {
      view,
      search: pinned,
      link: sharedLink(pageUrl(), view, pinned),
      hash: hrefOf(view, rest),
      what,
      snapshot,
    };
  }, [search, snapshot, view, what]);
}

/** Without its fragment. */
export function pageUrl(): string {
  return window.location.href.replace(/#.*$/s, '');
}

const READ = 3;
const ALL_MATCH = 4;

function filesRead(totals: readonly (readonly { readonly files: bigint }[])[]): string {
  const read = totals.reduce(
    (sum, one) => sum + (one[READ]?.files ?? 0n) + (one[ALL_MATCH]?.files ?? 0n),
    0n,
  );
  return read === 0n
    ? 'that no file is read'
    : `the same ${read === 1n ? 'file' : plural(read, 'file')}`;
}

/** The newest snapshot by its id, so that it stays the same; a table that only its owner has by its fingerprint. */
function pinnedSearch(search: Search, view: SnapshotInHand | undefined): Search {
  const { snapshot, table } = view ?? {};
  return {
    ...search,
    ...(snapshot === undefined || (search.ref ?? search.asof) !== undefined
      ? {}
      : { snap: String(snapshot.snapshotId) }),
    ...(table === undefined || localKey(search.src ?? '') === undefined
      ? {}
      : { table: fingerprint(table.metadata) }),
  };
}

export function characters(length: number): string {
  return length === 1 ? '1 character' : `${count(length)} characters`;
}
