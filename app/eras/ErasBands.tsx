/** The upper half of the eras' picture: lane of snapshots, bands with their statements, axis. */
import { ChipMark } from '../ui/Chip.tsx';
import { plural } from '../ui/format.ts';
import { rootScale } from '../ui/root-scale.ts';
import { strataColour } from '../ui/strata.ts';
import { lateFill } from '../ui/Verdict.tsx';
import type { BandRow, ErasLayout } from './eras-layout.ts';
import { layoutWithin } from './eras-words.ts';
import { axisContext } from './time-axis.ts';

export function Lane(props: {
  readonly layout: ErasLayout;
  readonly commits: number;
  readonly narrow: boolean;
}) {
  const { layout, narrow } = props;
  const y = layout.laneY;
  return (
    <g>
      {narrow ? null : (
        <text x={layout.right + 10} y={y + 10}>
          {plural(props.commits, 'snapshot')}
        </text>
      )}
      <path d={layout.appends} stroke="var(--line2)" strokeWidth={0.9} />
      {layout.marks.map(({ x, commit }) =>
        commit.kind === 'rewrite' ? (
          <path
            key={commit.id}
            d={`M${x - 4} ${y}h8l-4 8z`}
            fill={commit.onLine ? 'var(--ink)' : 'var(--bg)'}
            stroke="var(--ink)"
          />
        ) : (
          <path
            key={commit.id}
            d={`M${x - 3.5} ${y + 0.5}l7 8m0-8l-7 8`}
            stroke={commit.onLine ? 'var(--ink)' : 'var(--line2)'}
            strokeWidth={1.6}
          />
        ),
      )}
      {/* Poles first, so that none crosses a name. */}
      {layout.flags.map((flag) => (
        <path
          key={flag.name}
          d={`M${flag.x} ${y + 9}V${flag.box === undefined ? y - 5 : flag.box.y}`}
          stroke="var(--ink)"
        />
      ))}
      {layout.flags.map((flag) => (
        <Flag key={flag.name} flag={flag} laneY={y} />
      ))}
    </g>
  );
}

function Flag(props: { readonly flag: ErasLayout['flags'][number]; readonly laneY: number }) {
  const { flag } = props;
  const main = flag.name === 'main';
  return (
    <g>
      {flag.box === undefined ? (
        <circle cx={flag.x} cy={props.laneY - 5} r={2.5} fill="var(--ink)">
          <title>{`${flag.type} ${flag.name}`}</title>
        </circle>
      ) : (
        <>
          <rect
            x={flag.box.x}
            y={flag.box.y}
            width={flag.box.width}
            height={15}
            rx={flag.type === 'tag' ? 7 : 1}
            fill={main ? 'var(--ink)' : 'var(--surface)'}
            stroke="var(--ink)"
          />
          <text
            className="mono"
            x={flag.box.x + 5}
            y={flag.box.y + 11}
            style={{ fill: main ? 'var(--surface)' : 'var(--ink)' }}
          >
            {flag.name}
          </text>
        </>
      )}
    </g>
  );
}

const BAND = 24;

function statementTitle({ era, edges }: BandRow, span: number): string {
  const full = era.spans[span]?.ddl.full ?? '';
  return edges[span]?.certain === false
    ? `${full}\nThe time of this change is inferred from writes.`
    : full;
}

export function Band(props: {
  readonly row: BandRow;
  readonly layout: ErasLayout;
  readonly narrow: boolean;
  readonly faded: boolean;
}) {
  const { row, layout } = props;
  const colour = strataColour(row.era.rank);
  const band = BAND * rootScale();
  const base = row.y + band;
  return (
    <g opacity={props.faded ? 0.38 : 1}>
      <path d={`M${layout.left} ${base + 0.5}H${layout.right}`} stroke="var(--line)" />
      {row.defaults.map((range) => (
        <rect
          key={range.x}
          x={range.x}
          y={row.y}
          width={range.width}
          height={band}
          fill={colour}
          opacity={0.2}
        />
      ))}
      {row.late.map((range) => (
        <rect
          key={range.x}
          x={range.x - 3}
          y={row.y}
          width={range.width + 3}
          height={band}
          fill={lateFill(row.era.rank)}
          stroke={colour}
          strokeDasharray="3 2"
        />
      ))}
      {row.carried.map((range) => (
        <path
          key={range.x}
          d={`M${range.x} ${base - 0.5}h${range.width}`}
          stroke={colour}
          strokeWidth={2}
          strokeDasharray="1 4"
          strokeLinecap="round"
        />
      ))}
      <path d={row.commits} stroke={colour} strokeWidth={1.4} />
      {row.edges.map((edge) => (
        <path
          key={edge.x}
          d={`M${edge.x} ${row.y - 15}V${base}`}
          stroke={colour}
          strokeWidth={3}
          strokeDasharray={edge.certain ? undefined : '3 2'}
        />
      ))}
      {props.narrow ? null : (
        <>
          <ChipMark
            specId={row.era.specId}
            rank={row.era.rank}
            x={layout.right + 10}
            y={row.y + 4}
          />
          <text className="mono ink" x={layout.right + 34} y={row.y + 16}>
            {layoutWithin(row.era, 19)}
            <title>{row.era.label}</title>
          </text>
        </>
      )}
    </g>
  );
}

/** The statements at an era's edges. Drawn after the cursor, whose line would cross their letters. */
export function Statements({ row, faded }: { readonly row: BandRow; readonly faded: boolean }) {
  return row.edges.map(({ x, ddl }, i) => (
    <text
      key={x}
      className="mono ink halo"
      x={ddl.x}
      y={ddl.y}
      textAnchor={ddl.anchor}
      opacity={faded ? 0.38 : 1}
    >
      {ddl.text}
      <title>{statementTitle(row, i)}</title>
    </text>
  ));
}

export function Arrows({ layout }: { readonly layout: ErasLayout }) {
  return layout.arrows.map(({ x, fromY, toY }) => {
    const head = fromY > toY ? 6 : -6;
    return (
      <g key={`${x} ${fromY} ${toY}`}>
        <path d={`M${x} ${fromY}V${toY + head}`} stroke="var(--ink2)" strokeDasharray="2 2" />
        <path d={`M${x - 3.5} ${toY + head}l3.5 ${-head}l3.5 ${head}z`} fill="var(--ink)" />
      </g>
    );
  });
}

/** Narrow, there is no margin beside the labels. */
const BELOW_LABELS = 31;

export function Axis({
  layout,
  narrow,
}: {
  readonly layout: ErasLayout;
  readonly narrow: boolean;
}) {
  const y = layout.axisY;
  return (
    <g>
      {layout.axis.ticks.map((tick) => (
        <g key={tick.x}>
          <path d={`M${tick.x} ${y}v4`} stroke="var(--line2)" />
          <text x={tick.x} y={y + 16} textAnchor="middle">
            {tick.label}
          </text>
        </g>
      ))}
      <text x={narrow ? layout.left + 2 : layout.right + 10} y={y + (narrow ? BELOW_LABELS : 16)}>
        {axisContext(layout.axis)}
      </text>
    </g>
  );
}
