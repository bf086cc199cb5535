import {
  ALL_MATCH,
  READ,
  SKIPPED_BY_BOUNDS,
  SKIPPED_BY_MANIFEST,
  SKIPPED_BY_PARTITION,
  UNKNOWN,
} from '../../src/planning/verdict.ts';
import type { Search } from '../link.ts';
import { SegmentedControl } from '../ui/controls.tsx';
import { count, plural } from '../ui/format.ts';

type Show = NonNullable<Search['show']> | 'every';

/** Counts of verdicts, as a switch between them; a verdict that no file has is left out unless it is chosen. */
export function VerdictSwitch(props: {
  /** By verdict index. */
  readonly counts: Uint32Array;
  /** Says what is counted, where the rows below are something else. */
  readonly unit?: string | undefined;
  readonly show: Search['show'];
  readonly onShow: (show: Search['show']) => void;
}) {
  const { counts, show } = props;
  const of = (verdict: number) => counts[verdict] ?? 0;
  const all = counts.reduce((sum, n) => sum + n, 0);
  const choices: readonly (readonly [Show, string, number])[] = [
    ['every', 'All', all],
    ['read', 'Read', of(READ) + of(ALL_MATCH)],
    ['all', 'Every row', of(ALL_MATCH)],
    ['unknown', 'Unknown', of(UNKNOWN)],
    ['bounds', 'Bounds', of(SKIPPED_BY_BOUNDS)],
    ['partition', 'Partition', of(SKIPPED_BY_PARTITION)],
    ['manifest', 'Manifest', of(SKIPPED_BY_MANIFEST)],
  ];
  return (
    <SegmentedControl<Show>
      label="Verdict"
      value={show ?? 'every'}
      options={choices
        .filter(([value, , n]) => n > 0 || value === 'every' || value === 'read' || value === show)
        .map(([value, word, n]) => ({
          value,
          label: labelOf(word, n, value === 'every' ? props.unit : undefined),
        }))}
      onChange={(value) => props.onShow(value === 'every' ? undefined : value)}
    />
  );
}

function labelOf(word: string, n: number, unit: string | undefined): string {
  return unit === undefined ? `${word} ${count(n)}` : `${word} ${plural(n, unit)}`;
}
