/**
 * Everything the map and the lists draw, arranged together in slices and swapped at once: columns over positions are of
 * no use with another index, so they travel with theirs.
 */
import type { ManifestPlan } from '../../src/table/api.ts';
import type { Sort } from '../ui/sort.ts';
import { type FileGroups, groupFiles } from './file-groups.ts';
import { EMPTY_INDEX, type FileIndex, sortInSlices } from './file-index.ts';
import {
  countVerdicts,
  deleteColumn,
  filtered,
  type ListFilter,
  readsFirst,
  verdictColumn,
} from './file-order.ts';
import type { Steps } from './slices.ts';

export interface Arrangement {
  readonly index: FileIndex;
  /** By position. */
  readonly verdicts: Uint8Array;
  readonly deletes: Uint16Array;
  /** Positions of the era and manifest filter, and their files by verdict. */
  readonly base: Uint32Array;
  readonly counts: Uint32Array;
  /** Positions in the order of the list, with the verdict filter too. */
  readonly order: Uint32Array;
  /** Of the order, where it is by era and partition. */
  readonly groups: FileGroups | undefined;
}

export const NO_ARRANGEMENT: Arrangement = {
  index: EMPTY_INDEX,
  verdicts: new Uint8Array(),
  deletes: new Uint16Array(),
  base: new Uint32Array(),
  counts: new Uint32Array(),
  order: new Uint32Array(),
  groups: undefined,
};

export interface ArrangeRequest {
  readonly index: FileIndex;
  readonly plans: ReadonlyMap<number, ManifestPlan> | undefined;
  readonly filter: ListFilter;
  /** `reads`: what is read first, then the rest, each grouped by era and partition. */
  readonly order: 'reads' | Sort | undefined;
}

export function* arrange({ index, plans, filter, order }: ArrangeRequest): Steps<Arrangement> {
  const verdicts = yield* verdictColumn(index, plans);
  const deletes = yield* deleteColumn(index, plans);
  const base = yield* filtered(index, verdicts, { ...filter, verdicts: undefined });
  const counts = yield* countVerdicts(verdicts, base);
  const shown = filter.verdicts === undefined ? base : yield* filtered(index, verdicts, filter);
  const columns = { index, verdicts, deletes, base, counts };
  if (order !== 'reads') {
    const listed = yield* sorted(index, verdicts, shown, order);
    return { ...columns, order: listed, groups: undefined };
  }
  const listed = yield* readsFirst(verdicts, shown);
  return { ...columns, order: listed, groups: yield* groupFiles(index, verdicts, listed) };
}

/** Positions sorted by a column the index has; stable. Unsorted they are by era and partition. */
function* sorted(
  index: FileIndex,
  verdicts: Uint8Array,
  positions: Uint32Array,
  sort: Sort | undefined,
): Steps<Uint32Array> {
  const keys = keysOf(index, verdicts, sort?.column);
  if (sort === undefined || keys === undefined) return positions;
  const sign = sort.direction === 'asc' ? 1 : -1;
  const order = yield* sortInSlices([...positions], (a, b) => {
    const difference = ((keys[a] as number) - (keys[b] as number)) * sign;
    return difference || a - b;
  });
  return Uint32Array.from(order);
}

function keysOf(
  index: FileIndex,
  verdicts: Uint8Array,
  column: string | undefined,
): ArrayLike<number> | undefined {
  switch (column) {
    case 'bytes':
      return index.bytes;
    case 'rows':
      return index.records;
    case 'partition':
      return index.tupleOf;
    case 'verdict':
      return verdicts;
    default:
      return undefined;
  }
}
