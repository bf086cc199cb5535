/** What differs by partition. One tab stop; arrows move over the partitions and say their figures. */
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import type { PartitionChange } from '../../src/table/diff-snapshots.ts';
import { byteTickLabel, byteTicks, countTicks } from '../eras/time-axis.ts';
import type { Unit } from '../link.ts';
import { compactCount, plural } from '../ui/format.ts';
import { rootScale } from '../ui/root-scale.ts';
import { strataColour } from '../ui/strata.ts';
import { useSize } from '../ui/useSize.ts';
import { lateFill } from '../ui/Verdict.tsx';
import { amountText } from './diff-words.ts';
import {
  type ChartBar,
  dayOf,
  type PartitionChart,
  type PartitionSlots,
  partitionChart,
  partitionSlots,
  type Slot,
} from './partition-chart.ts';

export interface PartitionPictureProps {
  readonly changes: readonly PartitionChange[];
  readonly specs: readonly PartitionSpec[];
  readonly ranks: ReadonlyMap<number, number>;
  readonly unit: Unit;
}

/** What is left of the page under the table of eras; a few bars need no tower. */
function heightFor({ slots }: PartitionSlots): string {
  const most = Math.min(MOST_HEIGHT, LEAST_HEIGHT + slots.length * 24);
  return `clamp(${LEAST_HEIGHT}px, calc(100dvh - 32rem), ${most}px)`;
}

const UNIT_WORDS: Readonly<Record<Unit, string>> = {
  bytes: 'bytes',
  files: 'files',
  rows: 'rows',
};
const LEAST_HEIGHT = 180;
const MOST_HEIGHT = 420;

export function PartitionPicture(props: PartitionPictureProps) {
  const { changes, specs, unit } = props;
  const [ref, size] = useSize<HTMLDivElement>();
  const slots = useMemo(() => partitionSlots(changes, specs), [changes, specs]);
  const width = Math.floor(size?.width ?? 0);
  const height = Math.floor(size?.height ?? 0);
  const chart = useMemo(
    () =>
      width === 0
        ? undefined
        : partitionChart(slots, {
            width,
            height,
            unit,
            scale: rootScale(),
            ticks: unit === 'bytes' ? byteTicks : countTicks,
            tickLabel: unit === 'bytes' ? byteTickLabel : compactCount,
          }),
    [slots, width, height, unit],
  );
  const day = dayOf(slots);
  return (
    <>
      <h2 className="diff-head">
        By partition {slots.what === 'partition' ? '' : slots.what}
        {day === undefined ? '' : `, ${day}`}{' '}
        <span className="dim">{UNIT_WORDS[unit]} added above, removed below the line</span>
      </h2>
      <div ref={ref} className="partition-canvas" style={{ height: heightFor(slots) }}>
        {chart === undefined ? null : (
          <Chart {...props} chart={chart} width={width} height={height} />
        )}
      </div>
    </>
  );
}

function Chart(
  props: PartitionPictureProps & {
    readonly chart: PartitionChart;
    readonly width: number;
    readonly height: number;
  },
) {
  const { chart, unit, ranks } = props;
  const [at, setAt] = useState<number>();
  const live = useId();
  const count = chart.columns.length;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined || count === 0) return;
    event.preventDefault();
    setAt(Math.max(0, Math.min(count - 1, at === undefined ? 0 : at + step)));
  };
  const column = at === undefined ? undefined : chart.columns[at];
  return (
    <>
      <svg
        className="partition-chart"
        width={props.width}
        height={props.height}
        role="img"
        aria-label={`${plural(count, 'partition')} with changes; arrows go through them`}
        aria-describedby={live}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a chart is one tab stop (look.md 8).
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerLeave={() => setAt(undefined)}
      >
        <Axes chart={chart} height={props.height} />
        {chart.bars.map((bar) => (
          <Bar
            key={`${bar.slot.label} ${bar.part.specId} ${bar.part.kind}`}
            bar={bar}
            rank={ranks.get(bar.part.specId) ?? 0}
          />
        ))}
        {column === undefined ? null : (
          <path
            d={`M${column.x - 2} 2h${column.width + 4}V${props.height - 20}h${-column.width - 4}z`}
            fill="none"
            stroke="var(--accent)"
            strokeWidth={1.5}
          />
        )}
        {chart.columns.map(({ slot, x, width }, i) => (
          <rect
            key={slot.label}
            x={x}
            y={0}
            width={width}
            height={props.height - 20}
            fill="transparent"
            onPointerEnter={() => setAt(i)}
          />
        ))}
      </svg>
      <p id={live} className="partition-say small" aria-live="polite">
        {column === undefined ? ' ' : say(column.slot, unit)}
      </p>
    </>
  );
}

function Axes({ chart, height }: { readonly chart: PartitionChart; readonly height: number }) {
  return (
    <>
      {chart.ticks.map((tick) => (
        <g key={tick.label}>
          <path
            d={`M${chart.left} ${Math.round(tick.y) + 0.5}H${chart.right}`}
            stroke={tick.label === '0' ? 'var(--line2)' : 'var(--line)'}
          />
          <text x={chart.left - 6} y={tick.y + 4} textAnchor="end">
            {tick.label}
          </text>
        </g>
      ))}
      {chart.labels.map((label) => (
        <text key={`${label.x} ${label.text}`} x={label.x} y={height - 6} textAnchor="middle">
          {label.text}
        </text>
      ))}
    </>
  );
}

const KIND_WORDS = { removed: 'removed', rewritten: 'by a rewrite', added: 'added' } as const;

function say({ label, parts }: Slot, unit: Unit): string {
  const text = amountText(unit);
  const words = parts.map(({ specId, kind, amount }) => {
    const sign = kind === 'removed' ? '−' : '+';
    const files = unit === 'files' ? '' : ` in ${plural(amount.files, 'file')}`;
    return `${sign} ${text(amount[unit])}${files} of spec ${specId} ${KIND_WORDS[kind]}`;
  });
  return `${label}: ${words.join(' · ')}`;
}

function Bar({ bar, rank }: { readonly bar: ChartBar; readonly rank: number }) {
  const colour = strataColour(rank);
  const { kind } = bar.part;
  const isOutline = kind !== 'added';
  const inset = isOutline ? 0.5 : 0;
  return (
    <rect
      x={bar.x + inset}
      y={bar.y + inset}
      width={Math.max(0.5, bar.width - 2 * inset)}
      height={Math.max(0.5, bar.height - 2 * inset)}
      fill={kind === 'added' ? colour : kind === 'rewritten' ? lateFill(rank) : 'var(--bg)'}
      stroke={isOutline ? colour : undefined}
      strokeDasharray={kind === 'removed' ? '3 2' : undefined}
    />
  );
}
