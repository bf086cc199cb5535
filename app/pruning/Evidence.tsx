/** The evidence for one column: bounds in the era's colour, the predicate in accent, what both share in the verdict's. */
import type { ColumnEvidence } from '../../src/planning/explanation.ts';
import type { FileVerdict } from '../../src/planning/verdict.ts';
import { count } from '../ui/format.ts';
import { strataColour } from '../ui/strata.ts';
import { tickNames } from './axis.ts';
import {
  besideEdges,
  type DrawnEdge,
  drawnEdges,
  type EvidenceBand,
  type EvidenceBar,
  type EvidenceLayout,
  joinBands,
  layEvidence,
} from './evidence-layout.ts';

const LEFT = 78;
const RIGHT = 6;
const ROW = 20;
const TOP = 6;
/** Between two bands of the predicate, px. */
const LEAST_GAP = 4;
/** px */
const LEAST_BAR = 2;

export function Evidence(props: {
  readonly column: ColumnEvidence;
  readonly rank: number;
  readonly verdict: FileVerdict;
  readonly width: number;
}) {
  const { column, rank, width } = props;
  const laid = layEvidence(column);
  if (laid === undefined) return <Unrecorded column={column} />;
  const bottom = TOP + Math.max(1, laid.bars.length) * ROW + (laid.linear && laid.overlap ? 8 : 2);
  const bands = joinBands(laid.bands, LEAST_GAP / (width - LEFT - RIGHT));
  const x = (share: number) => LEFT + share * (width - LEFT - RIGHT);
  return (
    <figure className="evidence">
      <svg width={width} height={bottom + 20} role="img" aria-label={evidenceWords(column)}>
        {bands.map((band) => (
          <Band key={`${band.from} ${band.to}`} band={band} x={x} bottom={bottom} />
        ))}
        {laid.bars.map((bar, i) => (
          <Bar
            key={bar.label}
            bar={bar}
            edges={drawnEdges(bands, ({ from, to }) => [x(from), x(to)])}
            x={x}
            y={TOP + i * ROW}
            colour={strataColour(rank)}
          />
        ))}
        <Overlap laid={laid} x={x} colour={overlapColour(props.verdict)} width={width} />
        <path d={`M${LEFT} ${bottom + 0.5}H${width - RIGHT}`} stroke="var(--line2)" />
        <text y={bottom + 15}>
          <tspan className="mono ink">{column.name.length > 12 ? '' : column.name}</tspan>
        </text>
        <Ticks laid={laid} x={x} y={bottom} width={width} />
      </svg>
      <figcaption className="dim small">{captionOf(column, laid, bands.length)}</figcaption>
    </figure>
  );
}

function overlapColour(verdict: FileVerdict): string {
  return verdict === 'allMatch' ? 'var(--all)' : verdict === 'read' ? 'var(--read)' : 'var(--skip)';
}

function Band(props: {
  readonly band: EvidenceBand;
  readonly x: (share: number) => number;
  readonly bottom: number;
}) {
  const { band, x, bottom } = props;
  const line = (at: number, look: 'solid' | 'dashed' | undefined) =>
    look === undefined ? null : (
      <path
        d={`M${x(at)} 0V${bottom}`}
        stroke="var(--accent)"
        strokeWidth={1.5}
        strokeDasharray={look === 'dashed' ? '3 2' : undefined}
      />
    );
  return (
    <>
      <rect
        x={x(band.from)}
        width={Math.max(0, x(band.to) - x(band.from))}
        height={bottom}
        fill="var(--accent)"
        opacity={0.12}
      />
      {line(band.from, band.left)}
      {line(band.to, band.right)}
    </>
  );
}

function Bar(props: {
  readonly bar: EvidenceBar;
  readonly edges: readonly DrawnEdge[];
  readonly x: (share: number) => number;
  readonly y: number;
  readonly colour: string;
}) {
  const { bar, x, y, colour } = props;
  const room = { from: x(0), to: x(1) };
  const [left, right] = besideEdges([bar.from, bar.to], props.edges, x, LEAST_BAR, room);
  const edge = (at: number, beyond: boolean, cut: boolean, direction: 1 | -1) => {
    if (beyond) {
      const tip = at - direction * 2;
      return (
        <path
          d={`M${tip - direction * 5} ${y + 1}l${direction * 5} 5l${-direction * 5} 5`}
          fill="none"
          stroke="var(--surface)"
          strokeWidth={1.6}
        />
      );
    }
    return (
      <path
        d={`M${at} ${y}v12`}
        stroke={colour}
        strokeWidth={1.5}
        strokeDasharray={cut ? '1.5 2' : undefined}
      />
    );
  };
  return (
    <>
      <text y={y + 10}>{bar.label}</text>
      <rect x={left} y={y + 2} width={right - left} height={8} fill={colour} />
      {edge(left, bar.beyondLeft, bar.cutLeft, -1)}
      {edge(right, bar.beyondRight, bar.cutRight, 1)}
    </>
  );
}

function Overlap(props: {
  readonly laid: EvidenceLayout;
  readonly x: (share: number) => number;
  readonly colour: string;
  readonly width: number;
}) {
  const { laid, x, colour, width } = props;
  const { overlap } = laid;
  const at = laid.bars.findIndex(({ label }) => label === 'file bounds');
  if (overlap === undefined || at < 0) return null;
  const y = TOP + at * ROW;
  const [left, right] = [x(overlap.from), x(overlap.to)];
  if (overlap.text === undefined) {
    const middle = (left + right) / 2;
    return (
      <circle
        cx={middle}
        cy={y + 6}
        r={4.5}
        fill={colour}
        stroke="var(--surface)"
        strokeWidth={1.5}
      />
    );
  }
  const room = width - RIGHT - right > overlap.text.length * 7 + 8;
  return (
    <>
      <path d={`M${left} ${y + 18}H${Math.max(right, left + 2)}`} stroke={colour} strokeWidth={3} />
      <text
        x={room ? right + 6 : left - 6}
        y={y + 22}
        textAnchor={room ? 'start' : 'end'}
        style={{ fill: colour, fontWeight: 500 }}
      >
        {overlap.text}
      </text>
    </>
  );
}

function Ticks(props: {
  readonly laid: EvidenceLayout;
  readonly x: (share: number) => number;
  readonly y: number;
  readonly width: number;
}) {
  const { laid, x, y, width } = props;
  const names = tickNames(laid.ticks, x, { from: LEFT - 17, to: width });
  const named = new Set(names.map(({ text }) => text));
  let last = Number.NEGATIVE_INFINITY;
  const drawn = laid.ticks.filter((tick) => {
    const isDrawn = named.has(tick.text) || x(tick.at) - last >= 2;
    if (isDrawn) last = x(tick.at);
    return isDrawn;
  });
  return (
    <>
      {drawn.map(({ at, text, mine }) => (
        <path
          key={`${at} ${text}`}
          d={`M${x(at)} ${y}v4`}
          stroke={mine ? 'var(--accent)' : 'var(--line2)'}
        />
      ))}
      {names.map((name) => (
        <text
          key={name.text}
          className={laid.linear ? undefined : 'mono'}
          x={name.x}
          y={y + 15}
          textAnchor="middle"
          style={name.mine ? { fill: 'var(--accent)', fontWeight: 600 } : undefined}
        >
          {name.text}
        </text>
      ))}
    </>
  );
}

function Unrecorded({ column }: { readonly column: ColumnEvidence }) {
  return (
    <p className="dim small">
      <span className="mono">{column.name}</span>: no bounds are recorded.
      {countWords(column)}
    </p>
  );
}

function captionOf(column: ColumnEvidence, laid: EvidenceLayout, bands: number): string {
  const name = column.name.length > 12 ? `${column.name}, ` : '';
  const zone = laid.linear ? zoneOf(column.type) : 'byte order';
  const axis = [laid.context, zone].filter((part) => part !== undefined && part !== '').join(', ');
  const joined =
    bands < laid.bands.length
      ? ` ${count(laid.bands.length)} values or ranges are asked for; neighbours are drawn as one.`
      : '';
  const text = `${name}${column.type}${axis === '' ? '' : `, ${axis}`}.${countWords(column)}${joined}`;
  return column.bounds === undefined ? `No bounds are recorded. ${text}` : text;
}

/** A timestamp without a zone is nobody's UTC. */
function zoneOf(type: string): string {
  if (type.startsWith('timestamptz')) return 'UTC';
  return type.startsWith('timestamp') ? 'no zone' : '';
}

function countWords({ nullCount, valueCount, nanCount }: ColumnEvidence): string {
  const nulls =
    nullCount === undefined
      ? ' Nulls are not counted.'
      : nullCount === 0n
        ? ' No value is null.'
        : ` ${nullCount} of ${valueCount ?? '?'} values are null.`;
  return nanCount === undefined || nanCount === 0n ? nulls : `${nulls} ${nanCount} are NaN.`;
}

/** For those who do not see it. */
function evidenceWords(column: ColumnEvidence): string {
  const interval = (name: string, value: ColumnEvidence['bounds']) =>
    value === undefined
      ? ''
      : `${name} ${value.lower?.text ?? 'unbounded'} to ${value.upper?.text ?? 'unbounded'}; `;
  return `${column.name}: ${interval('file bounds', column.bounds)}${interval('partition', column.partition)}${interval('manifest', column.manifest)}${column.predicate
    .map((p) => interval('predicate', p))
    .join('')}`;
}
