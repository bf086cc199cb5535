/** Whether a rewrite is worth it: bytes moved with and without it, by queries like this one. */
import { scaleLinear } from 'd3-scale';
import type { RewriteForecast } from '../../src/evolution/forecast/forecast.ts';
import { REWRITE_WORDS } from '../../src/evolution/forecast/forecast-words.ts';
import type { PayOff as Pays, ReadCount } from '../../src/table/evolve.ts';
import { byteTickLabel, byteTicks } from '../eras/time-axis.ts';
import { compactCount, plural } from '../ui/format.ts';
import { strataColour } from '../ui/strata.ts';
import { useSize } from '../ui/useSize.ts';
import { rewriteWords } from './evolve-words.ts';

export function PayOff(props: {
  readonly now: ReadCount;
  readonly after: ReadCount;
  readonly rewrite: RewriteForecast;
  readonly pays: Pays;
  readonly rank: number;
}) {
  const { rewrite } = props;
  const { movedBytes: moved, queries: pays } = props.pays;
  const [ref, size] = useSize<HTMLDivElement>();
  return (
    <section aria-label="Is the rewrite worth it?">
      <h2>Is the rewrite worth it?</h2>
      <p className="soft small">{rewriteWords(rewrite, props.pays)}</p>
      <p className="dim small">{REWRITE_WORDS}</p>
      {pays === undefined ? null : (
        <div ref={ref} className="evolve-chart">
          {size === undefined ? null : (
            <Chart {...props} moved={moved} pays={pays} width={Math.floor(size.width)} />
          )}
        </div>
      )}
    </section>
  );
}

const HEIGHT = 282;
const LEFT = 64;
const TOP = 22;
const BOTTOM = HEIGHT - 42;

function Chart(props: {
  readonly now: ReadCount;
  readonly after: ReadCount;
  readonly moved: number;
  readonly pays: number;
  readonly rank: number;
  readonly width: number;
}) {
  const { now, after, moved, pays, width } = props;
  const most = Math.max(4, pays * 2.2);
  const x = scaleLinear([0, most], [LEFT, width - 12]);
  const y = scaleLinear([0, now.bytes * most], [BOTTOM, TOP]);
  const colour = strataColour(props.rank);
  // The query that pays it back is the first whole one behind the crossing.
  const at = Math.min(moved / Math.max(1, now.bytes - after.bytes), most);
  return (
    <svg
      width={width}
      height={HEIGHT}
      role="img"
      aria-label={`Bytes moved by ${pays} queries are the same with and without the rewrite`}
    >
      {byteTicks(now.bytes * most, 5).map((tick) => (
        <g key={tick}>
          <path d={`M${LEFT} ${y(tick)}H${width - 12}`} stroke="var(--line)" />
          <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end" className="axis">
            {byteTickLabel(tick)}
          </text>
        </g>
      ))}
      <path
        d={`M${x(0)} ${y(0)}L${x(most)} ${y(now.bytes * most)}`}
        stroke="var(--ink)"
        strokeWidth={1.8}
        fill="none"
      />
      <path
        d={`M${x(0)} ${y(moved)}L${x(most)} ${y(Math.min(now.bytes * most, moved + after.bytes * most))}`}
        stroke={colour}
        strokeWidth={2.5}
        fill="none"
      />
      <path
        d={`M${x(at)} ${BOTTOM}V${y(now.bytes * at)}`}
        stroke="var(--accent)"
        strokeWidth={1.5}
        strokeDasharray="3 2"
      />
      <circle
        cx={x(at)}
        cy={y(now.bytes * at)}
        r={4.5}
        fill="var(--accent)"
        stroke="var(--bg)"
        strokeWidth={2}
      />
      <text x={x(at) + 7} y={BOTTOM - 7} className="evolve-pays">
        {plural(pays, 'query', 'queries')}
      </text>
      <text
        x={x(most * 0.62)}
        y={y(now.bytes * most * 0.62) - 12}
        textAnchor="end"
        className="axis ink"
      >
        leave the files as they are
      </text>
      <text
        x={width - 14}
        y={Math.min(BOTTOM - 28, y(moved + after.bytes * x.invert(width - 130)) + 18)}
        textAnchor="end"
        className="axis ink"
      >
        rewrite, then query
      </text>
      <path d={`M${LEFT} ${BOTTOM}H${width - 12}`} stroke="var(--line2)" />
      {x.ticks(4).map((tick) => (
        <text key={tick} x={x(tick)} y={BOTTOM + 17} textAnchor="middle" className="axis">
          {compactCount(tick)}
        </text>
      ))}
      <text x={(LEFT + width - 12) / 2} y={HEIGHT - 6} textAnchor="middle" className="axis ink">
        queries like this one
      </text>
      <text x={LEFT} y={10} className="axis ink">
        bytes moved
      </text>
    </svg>
  );
}
