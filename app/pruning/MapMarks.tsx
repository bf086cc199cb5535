/** What is written on the map: chips, labels, gutter marks, the outline of a file. */
import { ALL_MATCH, UNKNOWN } from '../../src/planning/verdict.ts';
import { strataColour, strataText } from '../ui/strata.ts';
import { SLOT } from './map-draw.ts';
import { frameAround, type Label } from './map-layout.ts';
import { NOT_JUDGED } from './map-pixels.ts';
import { boxOf, CHIP, LEFT, type StripInView, stripOf, TOP } from './map-view.ts';

export function StripMarks(props: {
  readonly strip: StripInView;
  readonly gutter: Uint8Array | undefined;
  readonly faded: boolean;
  readonly labels: readonly Label[];
}) {
  const { strip, faded } = props;
  const { era, height } = strip;
  const y = TOP + strip.y;
  return (
    <g>
      <rect y={y} width={CHIP} height={height} fill={strataColour(era.rank)} />
      <text
        className="mono strong"
        x={CHIP / 2}
        y={y + Math.min(12, height / 2 + 4)}
        textAnchor="middle"
        style={{ fill: strataText(era.rank) }}
      >
        {era.specId}
      </text>
      {faded ? (
        <rect
          x={LEFT}
          y={y - 6}
          width={strip.layout.width}
          height={height + 6}
          fill="var(--bg)"
          opacity={0.72}
        />
      ) : (
        <GutterMarks gutter={props.gutter} y={y} />
      )}
      {props.labels.map(({ x, text }) => (
        <g key={`${x} ${text}`} transform={`translate(${LEFT + x},${y + height})`}>
          <path d="M.5 0v4" stroke="var(--ink3)" />
          <text x={4} y={11}>
            {text}
          </text>
        </g>
      ))}
      {strip.zoom.scale > 1 ? <ZoomRail strip={strip} y={y} /> : null}
    </g>
  );
}

function GutterMarks({
  gutter,
  y,
}: {
  readonly gutter: Uint8Array | undefined;
  readonly y: number;
}) {
  if (gutter === undefined) return null;
  const paths = new Map<number, string>();
  for (let slot = 0; slot < gutter.length; slot++) {
    const verdict = gutter[slot] as number;
    if (verdict === NOT_JUDGED) continue;
    const x = LEFT + slot * SLOT;
    paths.set(verdict, `${paths.get(verdict) ?? ''}M${x} ${y - 6}h7l-3.5 5z`);
  }
  return [...paths].map(([verdict, d]) => {
    const unknown = verdict === UNKNOWN;
    return (
      <path
        key={verdict}
        d={d}
        fill={unknown ? 'var(--surface)' : verdict === ALL_MATCH ? 'var(--all)' : 'var(--read)'}
        stroke={unknown ? 'var(--ink)' : 'none'}
      />
    );
  });
}

/** Where in the whole strip the view is. */
function ZoomRail({ strip, y }: { readonly strip: StripInView; readonly y: number }) {
  const { width } = strip.layout;
  return (
    <g>
      <rect x={LEFT} y={y - 3} width={width} height={2} fill="var(--line)" />
      <rect
        x={LEFT + strip.zoom.from * width}
        y={y - 3}
        width={Math.max(4, width / strip.zoom.scale)}
        height={2}
        fill="var(--accent)"
      />
    </g>
  );
}

export function Outline(props: {
  readonly strips: readonly StripInView[];
  readonly verdicts: Uint8Array;
  readonly position: number | undefined;
  readonly look: 'hover' | 'selected';
}) {
  const { position, look } = props;
  if (position === undefined) return null;
  const strip = stripOf(props.strips, position);
  if (strip === undefined) return null;
  const box = boxOf(strip, position, props.verdicts);
  if (box.x + box.width < 0 || box.x > strip.layout.width) return null;
  const line = look === 'selected' ? 2 : 1;
  const frame = frameAround(box, line, line, strip.layout.width);
  return (
    <rect
      x={LEFT + frame.x}
      y={TOP + strip.y + frame.y}
      width={frame.width}
      height={frame.height}
      fill="none"
      stroke={look === 'selected' ? 'var(--accent)' : 'var(--ink)'}
      strokeWidth={line}
    />
  );
}
