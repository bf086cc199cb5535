import type { Search } from '../link.ts';
import { SegmentedControl } from '../ui/controls.tsx';
import { count, plural } from '../ui/format.ts';
import { type Shown, verdictChoices } from './verdict-filter.ts';

/** Counts of verdicts, as a switch between them. */
export function VerdictSwitch(props: {
  /** By verdict index. */
  readonly counts: Uint32Array;
  /** Says what is counted, where the rows below are something else. */
  readonly unit?: string | undefined;
  readonly show: Search['show'];
  readonly onShow: (show: Search['show']) => void;
}) {
  return (
    <SegmentedControl<Shown>
      label="Verdict"
      value={props.show ?? 'every'}
      options={verdictChoices(props.counts, props.show).map(({ value, word, files, isWithin }) => ({
        value,
        label: labelOf(word, files, value === 'every' ? props.unit : undefined),
        isWithin,
      }))}
      onChange={(value) => props.onShow(value === 'every' ? undefined : value)}
    />
  );
}

function labelOf(word: string, n: number, unit: string | undefined): string {
  return unit === undefined ? `${word} ${count(n)}` : `${word} ${plural(n, unit)}`;
}
