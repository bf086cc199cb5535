/** The steps drawn: a column each, what ends there in grey, what goes on in its era's colour and joined to the next. */
import { type Domain, tickNames } from '../pruning/axis.ts';
import {
  atLeast,
  drawnEdges,
  type EvidenceBand,
  rangeBands,
  sideOf,
} from '../pruning/evidence-layout.ts';
import type { AskedColumn } from '../pruning/language.ts';
import { strataColour, strataText } from '../ui/strata.ts';
import { type StepAxis, stepTickCount, stepTicks } from './step-axis.ts';
import { ALL_ROWS, linesOf, shownLines } from './step-labels.ts';
import { type AxisBox, barPath, barsOf, markForm, placeIn, pointPath } from './step-marks.ts';
import {
  type EraBlock,
  endOf,
  type Ribbon,
  type StepLayout,
  type StepMark,
} from './steps-layout.ts';
import { ENDS, type StepColumn, UNKNOWN_END } from './steps-model.ts';

/** Between columns, with room for the next one's chips; px. */
const GUTTER = 66;
const AXIS = 24;
const LATER = 0.42;
/** What goes on is at least so wide and high, px. */
const LEAST_ON = 6;
const LEAST_OFF = 2;
const LEAST_HIGH = 2;

export interface ColumnPlace {
  readonly x: number;
  readonly width: number;
  /** Room for text at the right. */
  readonly text: number;
}

/** Where each of the shown columns stands. `texts`: room for text at the right of each, px. */
export function columnPlaces(texts: readonly number[], width: number): readonly ColumnPlace[] {
  const left = 24;
  const room =
    width - left - GUTTER * (texts.length - 1) - texts.reduce<number>((a, b) => a + b, 0);
  const bar = Math.max(60, room / texts.length);
  let x = left;
  return texts.map((text) => {
    const place = { x, width: bar + text, text };
    x += bar + text + GUTTER;
    return place;
  });
}

export interface StepsPictureProps {
  /** In pixels of the drawing, each `scale` pixels of the page. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
  readonly current: number;
  /** Steps in view, 1 to 4. */
  readonly steps: readonly number[];
  readonly places: readonly ColumnPlace[];
  readonly columns: readonly StepColumn[];
  readonly layouts: readonly StepLayout[];
  /** Between step i and i + 1. */
  readonly ribbons: readonly (readonly Ribbon[])[];
  /** Columns of the predicate. */
  readonly asked: readonly AskedColumn[];
  /** Index of the chosen mark of the current step. */
  readonly chosen: number | undefined;
  readonly onChoose: (mark: number) => void;
  /** Text beside a mark of one item: its bounds of another column, or its name and what is tested. */
  readonly textOf: (step: number, id: number) => readonly string[];
  readonly label: string;
}

export function StepsPicture(props: StepsPictureProps) {
  const { width, height, scale, steps, places, layouts, current } = props;
  return (
    <svg
      className="steps-picture"
      width={width * scale}
      height={(height + AXIS) * scale}
      viewBox={`0 0 ${width} ${height + AXIS}`}
      role="img"
      aria-label={props.label}
    >
      {steps.map((step, i) => {
        const place = places[i] as ColumnPlace;
        const layout = layouts[step - 1] as StepLayout;
        const next = places[i + 1];
        return (
          <g key={step}>
            {next === undefined ? null : (
              <g opacity={step > current ? LATER : 1}>
                <Ribbons
                  ribbons={props.ribbons[step - 1] ?? []}
                  from={place.x + place.width + 3}
                  to={next.x - 26}
                  pale={step >= current}
                />
              </g>
            )}
            {layout.eras.map((era) => (
              <EraMark key={era.specId} era={era} x={place.x} />
            ))}
            <Column {...props} step={step} place={place} layout={layout} />
          </g>
        );
      })}
    </svg>
  );
}

function Ribbons(props: {
  readonly ribbons: readonly Ribbon[];
  readonly from: number;
  readonly to: number;
  readonly pale: boolean;
}) {
  const { ribbons, from, to, pale } = props;
  return ribbons.map(({ rank, left, right }) => {
    const thin = left[1] - left[0] < 30 && right[1] - right[0] < 60;
    const middle = (edge: readonly [number, number]) => (edge[0] + edge[1]) / 2;
    return thin ? (
      <path
        key={`${left} ${right}`}
        d={`M${from} ${middle(left)}L${to} ${middle(right)}`}
        stroke={strataColour(rank)}
        opacity={pale ? 0.5 : 0.85}
      />
    ) : (
      <path
        key={`${left} ${right}`}
        d={`M${from} ${left[0]}L${to} ${right[0]}V${right[1]}L${from} ${left[1]}z`}
        fill={strataColour(rank)}
        opacity={0.16}
      />
    );
  });
}

function EraMark({ era, x }: { readonly era: EraBlock; readonly x: number }) {
  const colour = strataColour(era.rank);
  const id = String(era.specId);
  const chip = Math.max(16, 8 + id.length * 7);
  return (
    <>
      <rect x={x - 4} y={era.y} width={4} height={Math.max(1, era.height - 1)} fill={colour} />
      <rect x={x - 7 - chip} y={era.y} width={chip} height={15} rx={2} fill={colour} />
      <text
        className="mono"
        x={x - 7 - chip / 2}
        y={era.y + 11.5}
        textAnchor="middle"
        style={{ fill: strataText(era.rank), fontWeight: 600 }}
      >
        {id}
      </text>
    </>
  );
}

function Column(
  props: StepsPictureProps & {
    readonly step: number;
    readonly place: ColumnPlace;
    readonly layout: StepLayout;
  },
) {
  const { step, place, layout, height, current, columns } = props;
  const column = columns[step - 1] as StepColumn;
  const { axis } = column;
  const asked = axis === undefined ? undefined : props.asked[axis.source];
  const left = place.x + 8;
  const right = place.x + place.width - place.text - 4;
  const box = boxOf(left, right, axis);
  const lines =
    place.text === 0
      ? []
      : layout.marks.map((mark) => linesOf(step, mark, column, (id) => props.textOf(step, id)));
  const shown = shownLines(layout.marks, lines);
  return (
    <>
      {axis === undefined || asked === undefined || layout.marks.length === 0 ? null : (
        <>
          {box.bands.map((band) => (
            <Band key={`${band.from} ${band.to}`} band={band} height={height} box={box} />
          ))}
          <Beyond ranges={axis.ranges} domain={axis.domain} box={box} y={height} />
          <StepAxisLine axis={axis} column={asked} box={box} y={height} />
        </>
      )}
      {/* What comes later recedes; its text stays readable. */}
      <g opacity={step > current ? LATER : 1}>
        {layout.marks.map((mark, i) => (
          <Mark
            key={mark.from}
            mark={mark}
            box={box}
            chosen={step === current && props.chosen === i}
            onChoose={step === current ? () => props.onChoose(i) : undefined}
          />
        ))}
      </g>
      {place.text === 0
        ? null
        : layout.marks.map((mark, i) => (
            <Label
              key={mark.from}
              mark={mark}
              step={step}
              x={place.x + place.width - place.text + 4}
              width={place.text - 4}
              lines={lines[i] ?? []}
              shown={shown}
            />
          ))}
    </>
  );
}

interface Box extends AxisBox {
  /** The predicate’s, within the axis. */
  readonly bands: readonly EvidenceBand[];
}

function boxOf(left: number, right: number, axis: StepAxis | undefined): Box {
  if (axis === undefined) return { left, right, share: undefined, bands: [], edges: [] };
  const { domain, ranges } = axis;
  const bands = rangeBands(ranges, domain);
  const share = (at: number) => (at - domain.from) / (domain.to - domain.from);
  const box = { left, right, share, bands, edges: [] };
  return { ...box, edges: drawnEdges(bands, (band) => bandPlace(band, box)) };
}

/** A single value is a line, px. */
const LEAST_BAND = 1.5;

function bandPlace(band: EvidenceBand, box: Box): readonly [number, number] {
  return atLeast(placeIn(box, band.from), placeIn(box, band.to), LEAST_BAND);
}

function Band(props: { readonly band: EvidenceBand; readonly height: number; readonly box: Box }) {
  const { band, height, box } = props;
  const [from, to] = bandPlace(band, box);
  const edge = (at: number, look: 'solid' | 'dashed') => (
    <path
      d={`M${at} 0V${height}`}
      stroke="var(--accent)"
      strokeWidth={1.3}
      strokeDasharray={look === 'solid' ? undefined : '3 2'}
    />
  );
  return (
    <>
      <rect x={from} width={to - from} height={height} fill="var(--accent)" opacity={0.16} />
      {band.left === undefined ? null : edge(from, band.left)}
      {band.right === undefined || to - from <= LEAST_BAND ? null : edge(to, band.right)}
    </>
  );
}

/** What is asked for lies beyond the axis: where to. */
function Beyond(props: {
  readonly ranges: StepAxis['ranges'];
  readonly domain: Domain;
  readonly box: Box;
  readonly y: number;
}) {
  const { ranges, domain, box, y } = props;
  const sides = new Set(ranges.map((range) => sideOf(range, domain)));
  return (['left', 'right'] as const).map((side) =>
    sides.has(side) ? (
      <path
        key={side}
        d={side === 'left' ? `M${box.left} ${y - 6}l-6 5l6 5` : `M${box.right} ${y - 6}l6 5l-6 5`}
        fill="none"
        stroke="var(--accent)"
        strokeWidth={2}
      />
    ) : null,
  );
}

function StepAxisLine(props: {
  readonly axis: StepAxis;
  readonly column: AskedColumn;
  readonly box: Box;
  readonly y: number;
}) {
  const { box, y } = props;
  const { domain } = props.axis;
  const most = stepTickCount(box.right - box.left);
  const ticks = stepTicks(props.axis, props.column, most);
  const x = (at: number) => placeIn(box, (at - domain.from) / (domain.to - domain.from));
  const names = tickNames(
    ticks.map((tick) => ({ ...tick, text: short(tick.text) })),
    x,
    { from: box.left - 14, to: box.right + 6 },
  );
  const named = new Set(names.map(({ text }) => text));
  const isDense = ticks.length * 2 > box.right - box.left;
  return (
    <>
      <path d={`M${box.left} ${y + 4.5}H${box.right}`} stroke="var(--line2)" />
      {ticks.map(({ at, text, mine }) =>
        isDense && !mine && !named.has(short(text)) ? null : (
          <path
            key={`${at} ${text}`}
            d={`M${x(at)} ${y + 4}v4`}
            stroke={mine ? 'var(--accent)' : 'var(--line2)'}
          />
        ),
      )}
      {names.map((name) => (
        <text
          key={`${name.x} ${name.text}`}
          x={name.x}
          y={y + 20}
          textAnchor="middle"
          style={name.mine ? { fill: 'var(--accent)' } : undefined}
        >
          {name.text}
        </text>
      ))}
    </>
  );
}

/** Values in byte order can be long. */
function short(text: string): string {
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME - 1)}…` : text;
}

const LONGEST_NAME = 19;

function Mark(props: {
  readonly mark: StepMark;
  readonly box: Box;
  readonly chosen: boolean;
  readonly onChoose: (() => void) | undefined;
}) {
  const { mark, box, chosen, onChoose } = props;
  const end = endOf(mark);
  const high = Math.max(1, Math.min(12, mark.height - 1));
  const tall = end === ENDS ? high : Math.max(LEAST_HIGH, high);
  const y = mark.y + (mark.height - tall) / 2;
  const form = markForm(mark, box, end === ENDS ? LEAST_OFF : LEAST_ON);
  // Of what has no place all of the axis is possible.
  const bars = form?.bars ?? [
    { left: box.left, right: box.right, tipLeft: false, tipRight: false },
  ];
  const paths = [
    ...bars.map((bar) => barPath(bar, y, tall)),
    ...(form?.pointLeft === true ? [pointPath(box, 'left', y, tall)] : []),
    ...(form?.pointRight === true ? [pointPath(box, 'right', y, tall)] : []),
  ];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do the same.
    <g onClick={onChoose} style={onChoose === undefined ? {} : { cursor: 'pointer' }}>
      {chosen ? (
        <rect
          x={box.left - 6}
          y={mark.y - 1}
          width={box.right - box.left + 10}
          height={Math.max(6, mark.height + 1)}
          fill="var(--accent-tint)"
          stroke="var(--accent)"
        />
      ) : null}
      {onChoose === undefined ? null : (
        <rect
          x={box.left}
          y={mark.y}
          width={box.right - box.left}
          height={mark.height}
          fill="transparent"
        />
      )}
      {mark.aside.length === 0 ? null : (
        <path
          d={barsOf(mark.aside, box, LEAST_OFF)
            .map((bar) => barPath(bar, mark.y, Math.max(1, mark.height - 1)))
            .join('')}
          fill="var(--skip)"
        />
      )}
      {(end !== ENDS && tall < 6 ? bars : []).map((bar) => (
        <rect
          key={bar.left}
          x={bar.left - 1.5}
          y={y - 1}
          width={bar.right - bar.left + 3}
          height={tall + 2}
          fill="var(--bg)"
        />
      ))}
      <path
        d={paths.join('')}
        opacity={form === undefined ? 0.55 : 1}
        fill={
          end === UNKNOWN_END
            ? 'url(#v-unknown)'
            : end === ENDS
              ? tall < 4
                ? 'var(--skip)'
                : 'var(--skip-tint)'
              : strataColour(mark.rank)
        }
        stroke={
          end === ENDS && tall >= 4 ? 'var(--skip)' : end === UNKNOWN_END ? 'var(--ink)' : undefined
        }
        strokeWidth={0.8}
      />
    </g>
  );
}

function Label(props: {
  readonly mark: StepMark;
  readonly step: number;
  readonly x: number;
  readonly width: number;
  readonly lines: readonly string[];
  /** From which to which of them there is room. */
  readonly shown: readonly [from: number, to: number];
}) {
  const { mark, lines, x, step } = props;
  const test = step === 4 ? lines[1] : undefined;
  const shown = lines.slice(...props.shown);
  const letters = Math.floor(props.width / 6.7);
  const top = mark.y + mark.height / 2 - (shown.length - 1) * 7 + 4;
  return shown.map((line, i) => (
    <text
      key={line}
      className={line !== test ? 'mono' : undefined}
      x={x}
      y={top + i * 14}
      style={
        line === test
          ? { fill: line.startsWith(ALL_ROWS) ? 'var(--all)' : 'var(--read)', fontWeight: 600 }
          : mark.on > 0
            ? { fill: 'var(--ink)', fontWeight: step === 3 ? 600 : 400 }
            : undefined
      }
    >
      <title>{lines.join(': ')}</title>
      {line.length > letters ? `${line.slice(0, letters - 1)}…` : line}
    </text>
  ));
}
