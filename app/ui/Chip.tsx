import { strataColour, strataText } from './strata.ts';

/** A spec's id in its era's colour. `rank` is the spec's position among the table's specs, oldest first. */
export function Chip({ specId, rank }: { readonly specId: number; readonly rank: number }) {
  return (
    <span
      className="chip"
      style={{ background: strataColour(rank), color: strataText(rank) }}
      title={`spec ${specId}`}
    >
      <span className="sr-only">spec </span>
      {specId}
    </span>
  );
}

/** The same inside an SVG, 17 × 16 with its corner at (x, y). */
export function ChipMark(props: {
  readonly specId: number;
  readonly rank: number;
  readonly x: number;
  readonly y: number;
}) {
  const text = String(props.specId);
  const width = Math.max(17, text.length * 7 + 8);
  return (
    <g transform={`translate(${props.x},${props.y})`}>
      <rect width={width} height={16} rx={2} fill={strataColour(props.rank)} />
      <text
        className="mono strong"
        x={width / 2}
        y={12}
        textAnchor="middle"
        style={{ fill: strataText(props.rank) }}
      >
        {text}
      </text>
    </g>
  );
}
