/** A file's bounds of one column against the predicate's interval, on the column's one axis. */
import type { FileBounds } from '../../src/table/api.ts';
import { strataColour } from '../ui/strata.ts';
import type { Domain } from './axis.ts';
import type { BoundsLayout } from './bounds-layout.ts';
import { boundsText, shortBounds } from './bounds-text.ts';
import type { EvidenceBand } from './evidence-layout.ts';

interface BoundsAxis {
  readonly domain: Domain;
  /** The predicate's, within the domain. */
  readonly bands: readonly EvidenceBand[];
  readonly layout: BoundsLayout;
  /** Said in the column's head. */
  readonly year: string | undefined;
}

export function BoundsCell(props: {
  readonly bounds: FileBounds | undefined;
  readonly axis: BoundsAxis | undefined;
  readonly rank: number;
}) {
  const { bounds, axis } = props;
  if (bounds === undefined) return null;
  if (bounds.lower === undefined && bounds.upper === undefined) return <NoBounds bounds={bounds} />;
  const text = boundsText(bounds);
  const { lowerPosition: lower, upperPosition: upper } = bounds;
  if (axis === undefined || lower === undefined || upper === undefined) {
    return (
      <span className="mono" title={text}>
        {text}
      </span>
    );
  }
  const { domain, bands, layout, year } = axis;
  const { barWidth: width, barHeight: height } = layout;
  const x = (at: number) =>
    Math.max(0, Math.min(width, ((at - domain.from) / (domain.to - domain.from)) * width));
  return (
    <span className="bounds-cell" data-stacked={layout.isStacked ? '' : undefined} title={text}>
      <svg width={width} height={height} role="img" aria-label={text}>
        <path d={`M0 ${height - 0.5}H${width}`} stroke="var(--line)" />
        {bands.map((band) => (
          <Band key={`${band.from} ${band.to}`} band={band} width={width} height={height} />
        ))}
        <Bar
          lower={lower}
          upper={upper}
          domain={domain}
          x={x}
          rank={props.rank}
          width={width}
          middle={(height - 1) / 2}
        />
      </svg>
      <span className="soft cut">{shortBounds(bounds, year)}</span>
    </span>
  );
}

/** Characters of the bounds as they are written, with an axis or without. */
export function boundsLength(
  bounds: FileBounds,
  domain: Domain | undefined,
  year: string | undefined,
): number {
  if (bounds.lower === undefined && bounds.upper === undefined) return 1;
  return (domain === undefined ? boundsText(bounds) : shortBounds(bounds, year)).length;
}

function NoBounds({ bounds }: { readonly bounds: FileBounds }) {
  const allNull =
    bounds.nullCount !== undefined && bounds.valueCount !== undefined
      ? bounds.nullCount === bounds.valueCount && bounds.valueCount > 0n
      : false;
  return allNull ? (
    <span className="null">null</span>
  ) : (
    <span className="dim" title="no bounds are recorded">
      –
    </span>
  );
}

function Band(props: {
  readonly band: EvidenceBand;
  readonly width: number;
  readonly height: number;
}) {
  const { band, width, height } = props;
  const [from, to] = [band.from * width, band.to * width];
  const edge = (at: number, look: 'solid' | 'dashed' | undefined) =>
    look === undefined ? null : (
      <path
        d={`M${Math.max(0.5, Math.min(width - 0.5, at))} 0v${height}`}
        stroke="var(--accent)"
        strokeDasharray={look === 'solid' ? undefined : '3 2'}
      />
    );
  return (
    <>
      <rect x={from} width={to - from} height={height} fill="var(--accent)" opacity={0.16} />
      {edge(from, band.left)}
      {to === from ? null : edge(to, band.right)}
    </>
  );
}

function Bar(props: {
  readonly lower: number;
  readonly upper: number;
  readonly domain: Domain;
  readonly x: (at: number) => number;
  readonly rank: number;
  readonly width: number;
  /** px from the top */
  readonly middle: number;
}) {
  const { lower, upper, domain, x, width, middle } = props;
  const colour = strataColour(props.rank);
  if (upper < domain.from || lower > domain.to) {
    const arm = Math.min(5, middle - 0.5);
    const from = upper < domain.from ? 2 + arm : width - 2 - arm;
    const out = upper < domain.from ? -arm : arm;
    const d = `M${from} ${middle - arm}l${out} ${arm}l${-out} ${arm}`;
    return <path d={d} fill="none" stroke={colour} strokeWidth={2} />;
  }
  const from = x(lower);
  const to = Math.max(x(upper), from + 2);
  return (
    <>
      <rect
        x={Math.min(from, width - 2)}
        y={middle - 3}
        width={Math.min(to, width) - Math.min(from, width - 2)}
        height={6}
        fill={colour}
      />
      {lower < domain.from ? (
        <Beyond at={0} middle={middle} colour={colour} direction={-1} />
      ) : null}
      {upper > domain.to ? (
        <Beyond at={width} middle={middle} colour={colour} direction={1} />
      ) : null}
    </>
  );
}

/** The bar goes on: a gap, and a point in its own colour. */
function Beyond(props: {
  readonly at: number;
  readonly middle: number;
  readonly colour: string;
  readonly direction: 1 | -1;
}) {
  const { at, middle, colour } = props;
  const right = props.direction === 1;
  const top = middle - 4;
  return (
    <>
      <rect x={right ? at - 7 : at} y={top} width={7} height={8} fill="var(--bg)" />
      <path
        d={right ? `M${at - 5} ${top}l5 4-5 4z` : `M${at + 5} ${top}l-5 4 5 4z`}
        fill={colour}
      />
    </>
  );
}
