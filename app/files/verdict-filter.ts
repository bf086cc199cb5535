/** The switch between verdicts: what each choice shows, and how many files. Pure. */
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

/** A choice of the switch; `every` is no choice. */
export type Shown = NonNullable<Search['show']> | 'every';

interface VerdictChoice {
  readonly value: Shown;
  readonly word: string;
  readonly files: number;
  /** These files are a part of those of the choice before it: all others part the whole among them. */
  readonly isWithin: boolean;
}

/** A verdict that no file has is left out unless it is chosen. */
export function verdictChoices(
  counts: Uint32Array,
  show: Search['show'],
): readonly VerdictChoice[] {
  const of = (verdicts: Iterable<number>) =>
    [...verdicts].reduce((sum, verdict) => sum + (counts[verdict] ?? 0), 0);
  return CHOICES.map(([value, word]) => ({
    value,
    word,
    files: of(verdictsOf(value === 'every' ? undefined : value) ?? counts.keys()),
    isWithin: value === 'all',
  }))
    .filter(({ value, files }) => files > 0 || ALWAYS.has(value) || value === show)
    .map((choice, i, all) => ({ ...choice, word: spoken(choice, all[i - 1]) }));
}

/** What skipped is said by the first of those that did. */
function spoken({ value, word }: VerdictChoice, before: VerdictChoice | undefined): string {
  if (!SKIPS.has(value)) return word;
  return before !== undefined && SKIPS.has(before.value) ? word : `Skipped by ${word}`;
}

const SKIPS: ReadonlySet<Shown> = new Set(['bounds', 'partition', 'manifest']);

const ALWAYS: ReadonlySet<Shown> = new Set(['every', 'read']);

const CHOICES: readonly (readonly [Shown, string])[] = [
  ['every', 'All'],
  ['read', 'Read'],
  ['all', 'every row matches in'],
  ['unknown', 'Unknown'],
  ['bounds', 'bounds'],
  ['partition', 'partition'],
  ['manifest', 'manifest'],
];
