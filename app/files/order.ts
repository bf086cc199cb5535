/** Orders of the Files table. */
import {
  ALL_MATCH,
  READ,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
  UNKNOWN,
} from '../../src/planning/verdict.ts';
import type { Search } from '../link.ts';
import type { Sort } from '../ui/DataTable.tsx';

/** Verdict indexes of a choice of the switch; undefined = all. */
export function verdictsOf(show: Search['show']): ReadonlySet<number> | undefined {
  switch (show) {
    case 'read':
      return new Set([READ, ALL_MATCH]);
    case 'all':
      return new Set([ALL_MATCH]);
    case 'bounds':
      return new Set([SKIPPED_BY_BOUNDS]);
    case 'partition':
      return new Set([SKIPPED_BY_PARTITION]);
    case 'manifest':
      return new Set([SKIPPED_BY_MANIFEST]);
    case 'unknown':
      return new Set([UNKNOWN]);
    case undefined:
      return undefined;
  }
}

/** `-bytes` to a column and a direction. */
export function parseSort(text: string | undefined): Sort | undefined {
  if (text === undefined) return undefined;
  return text.startsWith('-')
    ? { column: text.slice(1), direction: 'desc' }
    : { column: text, direction: 'asc' };
}

export function printSort(sort: Sort): string {
  return sort.direction === 'desc' ? `-${sort.column}` : sort.column;
}
