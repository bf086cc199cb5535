/** The plane drawn: files as boxes or bars in their era’s colour, the predicate in accent, reads in verdict fill. */
import { namedTicks, tickNames } from '../pruning/axis.ts';
import { atLeast, besideEdges, drawnEdges, type EvidenceBand } from '../pruning/evidence-layout.ts';
import { strataColour } from '../ui/strata.ts';
import { areaMarks, type Place as Shares, showsCells } from './areas.ts';
import {
  askedForm,
  isRead,
  nearestAcross,
  noteBeside,
  type PlaneAxis,
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

interface Place extends Shares {
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
  const isPoint = askedForm(layout) === 'point';
  return (
    <svg className="plane" width={width} height={height} role="img" aria-label={props.label}>
      <AcrossTicks axis={layout.x} place={place} />
      {layout.y === undefined ? null : <UpTicks axis={layout.y} place={place} />}
      {layout.boxes.map((box) => (
        <Box
          key={box.id}
          box={box}
          layout={layout}
          place={place}
          chosen={box.id === chosen}
          onSelect={() => props.onSelect(box.id)}
        />
      ))}
      {isPoint ? null : <Predicate layout={layout} place={place} />}
      <Areas layout={layout} place={place} />
      {/* What may match there would cover it. */}
      {isPoint ? <Predicate layout={layout} place={place} /> : null}
      {own === undefined || props.miss === undefined ? null : (
        <MissNote
          box={own}
          place={place}
          text={props.miss}
          across={layout.x.bands}
          band={props.upwards ? layout.y?.bands[0] : undefined}
        />
      )}
    </svg>
  );
}

function AcrossTicks({ axis, place }: { readonly axis: PlaneAxis; readonly place: Place }) {
  const bottom = place.y(0);
  const ticks = axis.ticks.map((tick) => ({ ...tick, text: short(tick.text, ACROSS) }));
  const names = tickNames(ticks, place.x, { from: 4, to: place.width });
  return (
    <>
      {ticks
        .filter(({ text, mine }) => mine || names.some((name) => name.text === text))
        .map(({ at, text }) => (
          <path
            key={`${at} ${text}`}
            d={`M${place.x(at)} ${TOP}V${bottom + 4}`}
            stroke="var(--line)"
          />
        ))}
      {names.map((name) => (
        <text
          key={`${name.x} ${name.text}`}
          x={name.x}
          y={bottom + 17}
          textAnchor="middle"
          className={axis.linear ? undefined : 'mono'}
          style={name.mine ? MINE : undefined}
        >
          {name.text}
        </text>
      ))}
    </>
  );
}

const MINE = { fill: 'var(--accent)', fontWeight: 600 };

function UpTicks({ axis, place }: { readonly axis: PlaneAxis; readonly place: Place }) {
  const named = namedTicks(axis.ticks, ({ at }) => [-place.y(at) - 8, -place.y(at) + 8]);
  return axis.ticks.map((tick) =>
    named.has(tick) ? (
      <text
        key={`${tick.at} ${tick.text}`}
        x={LEFT - 8}
        y={place.y(tick.at) + 4}
        textAnchor="end"
        className={axis.linear ? undefined : 'mono'}
        style={tick.mine ? MINE : undefined}
      >
        <title>{tick.text}</title>
        {short(tick.text, UP)}
      </text>
    ) : null,
  );
}

/** Letters that a name has room for, beside the axis upwards and below the other. */
const UP = 12;
const ACROSS = 19;

function short(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Of what is asked for in either direction, px. */
const LEAST_BAND = 5;

/** Each pair of intervals is a rectangle; a column without one leaves its direction open. */
function Predicate({ layout, place }: { readonly layout: PlaneLayout; readonly place: Place }) {
  const open: EvidenceBand = { from: 0, to: 1, left: undefined, right: undefined };
  const across = layout.x.bands.length === 0 ? [open] : layout.x.bands;
  const up = layout.y === undefined || layout.y.bands.length === 0 ? [open] : layout.y.bands;
  // A faint fill would hide it.
  const isPoint = askedForm(layout) === 'point';
  return across.flatMap((x) =>
    up.map((y) => {
      const [left, right] = atLeast(place.x(x.from), place.x(x.to), LEAST_BAND);
      const [top, bottom] = atLeast(place.y(y.to), place.y(y.from), LEAST_BAND);
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
            opacity={isPoint ? 1 : 0.16}
            stroke={isPoint ? 'var(--bg)' : undefined}
            paintOrder="stroke"
            strokeWidth={3}
          />
          {edge(left, x.left)}
          {edge(right, x.right)}
        </g>
      );
    }),
  );
}

/** px */
const LEAST_BOX = 2;
/** Of the file that is asked about, which is to be found among the others. */
const LEAST_CHOSEN = 8;
/** A frame around a point that is asked for, and the mark on it: bounds of one value are as small. */
const LEAST_AROUND = 22;

function Box(props: {
  readonly box: PlaneBox;
  readonly layout: PlaneLayout;
  readonly place: Place;
  readonly chosen: boolean;
  readonly onSelect: () => void;
}) {
  const { box, layout, place, chosen } = props;
  const colour = strataColour(box.rank);
  const read = isRead(box.verdict);
  // Its lines would hold it to what the point covers.
  const isAround = chosen && read && askedForm(layout) === 'point';
  const { left, right, top, bottom } = isAround
    ? boxPlace(box, withoutBands(layout), place, LEAST_AROUND)
    : boxPlace(box, layout, place, chosen ? LEAST_CHOSEN : LEAST_BOX);
  // On a small box long dashes would be no frame.
  const isBold = chosen && (read || right - left > 24);
  // A bound that lies beyond the axes is not drawn: the box is open there.
  // All begin at the same corner, so that the dashes of a thin box lie on each other.
  const lines = [
    ['left', `M${left} ${bottom}V${top}`],
    ['top', `M${left} ${top}H${right}`],
    ['right', `M${right} ${bottom}V${top}`],
    ['bottom', `M${left} ${bottom}H${right}`],
  ] as const;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the list has the same files for the keyboard.
    <g style={{ cursor: 'pointer' }} pointerEvents="all" onClick={props.onSelect}>
      <rect
        x={left}
        y={top}
        width={right - left}
        height={bottom - top}
        fill={colour}
        fillOpacity={chosen ? 0.24 : read ? 0.08 : 0}
      />
      <path
        d={lines.flatMap(([side, line]) => (box.goesOn.includes(side) ? [] : [line])).join('')}
        fill="none"
        stroke={colour}
        strokeWidth={isBold ? 3 : chosen ? 2 : read ? 1.5 : 1}
        strokeDasharray={read ? undefined : isBold ? '7 4' : chosen ? '2 2' : '3 2'}
        strokeLinecap={read ? 'square' : undefined}
      />
      <path
        d={box.goesOn.map((side) => TIPS[side]({ left, right, top, bottom })).join('')}
        fill="none"
        stroke={colour}
        strokeWidth={1.5}
      />
    </g>
  );
}

function withoutBands({ x, y }: PlaneLayout) {
  return { x: { ...x, bands: [] }, y: y && { ...y, bands: [] } };
}

interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const middleOf = (a: number, b: number) => (a + b) / 2;

/** On an open side a tip says that the box goes on. */
const TIPS = {
  left: ({ left, top, bottom }: Edges) => `M${left + 5} ${middleOf(top, bottom) - 5}l-5 5l5 5`,
  right: ({ right, top, bottom }: Edges) => `M${right - 5} ${middleOf(top, bottom) - 5}l5 5l-5 5`,
  top: ({ left, right, top }: Edges) => `M${middleOf(left, right) - 5} ${top + 5}l5-5l5 5`,
  bottom: ({ left, right, bottom }: Edges) => `M${middleOf(left, right) - 5} ${bottom - 5}l5 5l5-5`,
} as const;

/** In px, and on its side of what is asked for. */
function boxPlace(
  box: PlaneBox,
  { x, y }: Pick<PlaneLayout, 'x' | 'y'>,
  place: Place,
  least: number,
) {
  const across = drawnEdges(x.bands, ({ from, to }) =>
    atLeast(place.x(from), place.x(to), LEAST_BAND),
  );
  const [left, right] = besideEdges(box.x, across, place.x, least, {
    from: place.x(0),
    to: place.x(1),
  });
  // Upwards shares grow as px shrink.
  const up = (share: number) => -place.y(share);
  const edges = drawnEdges(y?.bands ?? [], ({ from, to }) => atLeast(up(from), up(to), LEAST_BAND));
  const [bottom, top] = besideEdges(box.y, edges, up, least, { from: up(0), to: up(1) });
  return { left, right, top: -top, bottom: -bottom };
}

/** What of the files that are read meets the predicate, in the form of its verdict. */
function Areas({ layout, place }: { readonly layout: PlaneLayout; readonly place: Place }) {
  const marks = areaMarks(layout, place);
  return (
    <g pointerEvents="none">
      {marks.map(({ key, x, y, width, height }) => (
        <rect
          key={key}
          x={x - 1.5}
          y={y - 1.5}
          width={width + 3}
          height={height + 3}
          fill="var(--bg)"
        />
      ))}
      {marks.map((mark) => (
        // The pattern begins at the corner, so that no cell of it is cut there.
        <g key={mark.key} transform={`translate(${mark.x} ${mark.y})`}>
          <rect
            width={mark.width}
            height={mark.height}
            fill={mark.isAll ? 'var(--all)' : showsCells(mark) ? 'url(#v-read)' : 'var(--read)'}
          />
          {mark.rank === undefined ? null : (
            <rect x={-5} width={3} height={mark.height} fill={strataColour(mark.rank)} />
          )}
        </g>
      ))}
    </g>
  );
}

function MissNote(props: {
  readonly box: PlaneBox;
  readonly place: Place;
  readonly text: string;
  readonly across: readonly EvidenceBand[];
  /** Where an arrow leads. */
  readonly band: EvidenceBand | undefined;
}) {
  const { box, place, text, across, band } = props;
  const middle = place.x(nearestAcross(box.x, band === undefined ? [] : across));
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
  const y = arrow === undefined ? place.y(box.y[1]) - 9 : (arrow.from + arrow.to) / 2 + 4;
  const noteY = Math.max(TOP + 10, y);
  return (
    <>
      {arrow === undefined ? (
        // Other bars behind the words would be read with them.
        <rect x={x - half - 4} y={noteY - 12} width={2 * half + 8} height={16} fill="var(--bg)" />
      ) : (
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
        y={noteY}
        textAnchor={arrow === undefined ? 'middle' : beside.anchor}
        style={{ fill: 'var(--ink)', fontWeight: 600 }}
      >
        {text}
      </text>
    </>
  );
}
