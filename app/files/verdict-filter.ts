/** Which verdicts a choice of the switch shows. */
import {
  ALL_MATCH,
  READ,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
  UNKNOWN,
} from '../../src/planning/verdict.ts';
import type { Search } from '../link.ts';

/** Verdict indexes; undefined = all. */
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
