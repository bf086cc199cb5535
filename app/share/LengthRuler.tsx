/** How long links are, against the lengths at which other programs cut them. The rows are also words. */
import { count } from '../ui/format.ts';
import { SAFE_LENGTH, USUAL_LENGTH } from './link-parts.ts';
import { characters } from './use-shared.ts';

export interface RulerRow {
  readonly label: string;
  readonly parts: readonly { readonly length: number; readonly colour: string }[];
}

/** What the ruler shows; longer goes to its end. */
const SPAN = 9_000;
const ROW = 46;
const TOP = 14;
const BAR = 16;
const WIDTH = 500;
const CUTS = [SAFE_LENGTH, USUAL_LENGTH];

export function LengthRuler({ rows }: { readonly rows: readonly RulerRow[] }) {
  const bottom = TOP + rows.length * ROW;
  const x = (length: number) => (Math.min(length, SPAN) / SPAN) * WIDTH;
  const words = rows.map((row) => `${row.label}: ${characters(sumOf(row))}`).join('. ');
  return (
    <svg
      className="share-ruler"
      viewBox={`0 0 ${WIDTH} ${bottom + 20}`}
      role="img"
      aria-label={`${words}. Cuts at 2,000 and 8,000.`}
    >
      {rows.map((row, i) => {
        let at = 0;
        const y = TOP + i * ROW;
        return (
          <g key={row.label}>
            <text x={0} y={y - 3} className="strong">
              {row.label}
            </text>
            <text x={WIDTH} y={y - 3} textAnchor="end">
              {characters(sumOf(row))}
            </text>
            {row.parts.map(({ length, colour }) => {
              const from = x(at);
              at += length;
              return (
                <rect
                  key={`${at} ${colour}`}
                  x={from}
                  y={y + 4}
                  width={Math.max(1, x(at) - from - 0.5)}
                  height={BAR}
                  fill={colour}
                />
              );
            })}
            {CUTS.map((cut) => (
              <line
                key={cut}
                x1={x(cut)}
                x2={x(cut)}
                y1={y + 1}
                y2={i === rows.length - 1 ? bottom - 8 : y + BAR + 7}
                className="cut-line"
              />
            ))}
          </g>
        );
      })}
      <line x1={0} x2={WIDTH} y1={bottom - 8} y2={bottom - 8} className="base-line" />
      <text x={0} y={bottom + 8}>
        0
      </text>
      <text x={x(SAFE_LENGTH) + 5} y={bottom + 8}>
        <tspan className="strong">{count(SAFE_LENGTH)}</tspan> whole everywhere
      </text>
      <text x={x(USUAL_LENGTH) - 5} y={bottom + 8} textAnchor="end">
        <tspan className="strong">{count(USUAL_LENGTH)}</tspan> in most places
      </text>
      <text x={WIDTH} y={bottom + 8} textAnchor="end" className="end">
        32,000 ›
      </text>
    </svg>
  );
}

function sumOf({ parts }: RulerRow): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
