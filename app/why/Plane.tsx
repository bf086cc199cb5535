/** The plane drawn: files as boxes or bars in their era’s colour, the predicate in accent, reads in verdict fill. */
import { ALL_MATCH, READ } from '../../src/planning/verdict.ts';
import { namedTicks } from '../pruning/axis.ts';
import { strataColour } from '../ui/strata.ts';
import {
  atLeast,
  noteBeside,
  type PlaneAxis,
  type PlaneBand,
  type PlaneBox,
  type PlaneLayout,
} from './plane.ts';

const LEFT = 86;
/** Without an axis upwards no label stands there. */
const LEFT_ALONE = 16;
const RIGHT = 14;
const TOP = 8;
const BOTTOM = 24;

export interface PlaneProps {
  readonly layout: PlaneLayout;
  readonly width: number;
  readonly height: number;
  readonly chosen: number | undefined;
  /** Beside the chosen file: by how much it misses. */
  readonly miss: string | undefined;
  /** It misses on the column that runs upwards. */
  readonly upwards: boolean;
  readonly label: string;
  readonly onSelect: (position: number) => void;
}

interface Place {
  readonly x: (share: number) => number;
  readonly y: (share: number) => number;
  readonly width: number;
  readonly height: number;
}

export function Plane(props: PlaneProps) {
  const { layout, width, height, chosen } = props;
  const left = layout.y === undefined ? LEFT_ALONE : LEFT;
  const place: Place = {
    x: (share) => left + share * (width - left - RIGHT),
    y: (share) => height - BOTTOM - share * (height - BOTTOM - TOP),
    width,
    height,
  };
  const own = layout.boxes.find(({ id }) => id === chosen);
  return (
    <svg className="plane" width={width} height={height} role="img" aria-label={props.label}>
      <AcrossTicks axis={layout.x} place={place} />
      {layout.y === undefined ? null : <UpTicks axis={layout.y} place={place} />}
      {layout.boxes.map((box) => (
        <Box
          key={box.id}
          box={box}
          place={place}
          chosen={box.id === chosen}
          onSelect={() => props.onSelect(box.id)}
        />
      ))}
      <Predicate layout={layout} place={place} />
      {layout.y === undefined ? null : <Overlaps layout={layout} place={place} />}
      {own === undefined || props.miss === undefined ? null : (
        <MissNote
          box={own}
          place={place}
          text={props.miss}
          band={props.upwards ? layout.y?.bands[0] : undefined}
        />
      )}
    </svg>
  );
}

function AcrossTicks({ axis, place }: { readonly axis: PlaneAxis; readonly place: Place }) {
  const bottom = place.y(0);
  return spaced(axis, (text) => text.length * 6.4 + 10, place.x(1) - place.x(0)).map(
    ({ at, text, mine, shown }) => (
      <g key={`${at} ${text}`}>
        <path d={`M${place.x(at)} ${TOP}V${bottom + 4}`} stroke="var(--line)" />
        {shown ? (
          <text
            x={Math.min(place.x(at), place.width - text.length * 3.2)}
            y={bottom + 17}
            textAnchor="middle"
            className={axis.linear ? undefined : 'mono'}
            style={mine ? MINE : undefined}
          >
            {short(text)}
          </text>
        ) : null}
      </g>
    ),
  );
}

const MINE = { fill: 'var(--accent)', fontWeight: 600 };

function UpTicks({ axis, place }: { readonly axis: PlaneAxis; readonly place: Place }) {
  return spaced(axis, () => 14, place.y(0) - place.y(1)).map(({ at, text, mine, shown }) =>
    shown ? (
      <text
        key={`${at} ${text}`}
        x={LEFT - 8}
        y={place.y(at) + 4}
        textAnchor="end"
        className={axis.linear ? undefined : 'mono'}
        style={mine ? MINE : undefined}
      >
        <title>{text}</title>
        {short(text)}
      </text>
    ) : null,
  );
}

function short(text: string): string {
  return text.length > 12 ? `${text.slice(0, 11)}…` : text;
}

/** Labels that fit: the predicate’s own first. */
function spaced(axis: PlaneAxis, room: (text: string) => number, length: number) {
  const fits = namedTicks(axis.ticks, ({ at, text }) => {
    const half = room(short(text)) / 2;
    return [at * length - half, at * length + half];
  });
  return axis.ticks.map((tick) => ({ ...tick, shown: fits.has(tick) }));
}

/** Of what is asked for in either direction, px. */
const LEAST_BAND = 5;

/** Each pair of intervals is a rectangle; a column without one leaves its direction open. */
function Predicate({ layout, place }: { readonly layout: PlaneLayout; readonly place: Place }) {
  const open: PlaneBand = { from: 0, to: 1, left: undefined, right: undefined };
  const across = layout.x.bands.length === 0 ? [open] : layout.x.bands;
  const up = layout.y === undefined || layout.y.bands.length === 0 ? [open] : layout.y.bands;
  return across.flatMap((x) =>
    up.map((y) => {
      const [left, right] = atLeast(place.x(x.from), place.x(x.to), LEAST_BAND);
      const [top, bottom] = atLeast(place.y(y.to), place.y(y.from), LEAST_BAND);
      // A single value on both axes is a mark, which a faint fill would hide.
      const isMark = right - left + (bottom - top) <= 2 * LEAST_BAND;
      const edge = (at: number, look: 'solid' | 'dashed' | undefined) =>
        look === undefined ? null : (
          <path
            d={`M${at} ${top}V${bottom}`}
            stroke="var(--accent)"
            strokeWidth={1.5}
            strokeDasharray={look === 'dashed' ? '3 2' : undefined}
          />
        );
      return (
        <g key={`${x.from} ${x.to} ${y.from} ${y.to}`} pointerEvents="none">
          <rect
            x={left}
            y={top}
            width={right - left}
            height={bottom - top}
            fill="var(--accent)"
            opacity={isMark ? 1 : 0.16}
          />
          {edge(left, x.left)}
          {edge(right, x.right)}
        </g>
      );
    }),
  );
}

const isRead = (verdict: number) => verdict === READ || verdict === ALL_MATCH;

function Box(props: {
  readonly box: PlaneBox;
  readonly place: Place;
  readonly chosen: boolean;
  readonly onSelect: () => void;
}) {
  const { box, place, chosen } = props;
  const colour = strataColour(box.rank);
  const left = place.x(box.x[0]);
  const top = place.y(box.y[1]);
  const read = isRead(box.verdict);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list has the same files for the keyboard.
    <rect
      x={left}
      y={top}
      width={Math.max(2, place.x(box.x[1]) - left)}
      height={Math.max(2, place.y(box.y[0]) - top)}
      fill={colour}
      fillOpacity={chosen ? 0.24 : read ? 0.08 : 0}
      stroke={colour}
      strokeWidth={chosen ? 3 : read ? 1.5 : 1}
      strokeDasharray={read || chosen ? undefined : '3 2'}
      style={{ cursor: 'pointer' }}
      pointerEvents="all"
      onClick={props.onSelect}
    />
  );
}

/** More bars than this would be thinner than a line. */
const MOST_BARS = 24;

/** In the predicate’s own row: a bar for each file that is read, in the form of its verdict. */
function Overlaps({ layout, place }: { readonly layout: PlaneLayout; readonly place: Place }) {
  const [row, ...others] = layout.y?.bands ?? [];
  const [across, ...more] = layout.x.bands;
  if (row === undefined || others.length > 0 || more.length > 0) return null;
  const reads = layout.boxes.filter(({ verdict }) => isRead(verdict));
  if (reads.length === 0 || reads.length > MOST_BARS) return null;
  const top = place.y(row.to) + 2;
  const step = (place.y(row.from) - 2 - top) / reads.length;
  if (step < 2) return null;
  return reads.map(({ id, x, rank, verdict }, i) => {
    const left = place.x(Math.max(x[0], across?.from ?? 0));
    // Its era's tick, and beyond it the verdict.
    const right = Math.max(left + 10, place.x(Math.min(x[1], across?.to ?? 1)));
    const high = Math.min(7, step - 1);
    return (
      <g key={id}>
        <rect
          x={left}
          y={top + i * step}
          width={right - left}
          height={high}
          fill={verdict === ALL_MATCH ? 'var(--all)' : 'url(#v-read)'}
        />
        <rect x={left} y={top + i * step} width={3} height={high} fill={strataColour(rank)} />
      </g>
    );
  });
}

function MissNote(props: {
  readonly box: PlaneBox;
  readonly place: Place;
  readonly text: string;
  /** Where an arrow leads. */
  readonly band: PlaneBand | undefined;
}) {
  const { box, place, text, band } = props;
  const middle = (place.x(box.x[0]) + place.x(box.x[1])) / 2;
  const half = text.length * 3.4;
  const x = Math.max(place.x(0) + half, Math.min(place.width - RIGHT - half, middle));
  const above = band === undefined ? 0 : band.from - box.y[1];
  const below = band === undefined ? 0 : box.y[0] - band.to;
  const arrow =
    above > 0.02
      ? { from: place.y(box.y[1]) - 2, to: place.y(band?.from ?? 0) + 2, tip: 6 }
      : below > 0.02
        ? { from: place.y(box.y[0]) + 2, to: place.y(band?.to ?? 0) - 2, tip: -6 }
        : undefined;
  const beside = noteBeside(middle, 2 * half, { from: place.x(0), to: place.x(1) });
  const y = arrow === undefined ? place.y(box.y[1]) - 6 : (arrow.from + arrow.to) / 2 + 4;
  return (
    <>
      {arrow === undefined ? null : (
        <path
          d={`M${middle} ${arrow.from}V${arrow.to}m-4 ${arrow.tip}l4 ${-arrow.tip}l4 ${arrow.tip}`}
          stroke="var(--ink)"
          strokeWidth={1.4}
          fill="none"
        />
      )}
      <text
        className="halo"
        x={arrow === undefined ? x : beside.x}
        y={Math.max(TOP + 10, y)}
        textAnchor={arrow === undefined ? 'middle' : beside.anchor}
        style={{ fill: 'var(--ink)', fontWeight: 600 }}
      >
        {text}
      </text>
    </>
  );
}
