/** The chart of field ids over schema versions, laid over its column of the table; the table's cells carry the words. */
import type { BarMark, RowMark, SchemaLayout, VersionMark } from './schema-layout.ts';

export interface SchemaChartProps {
  readonly layout: SchemaLayout;
  readonly narrow: boolean;
  readonly scale: number;
  readonly onChoose: (version: number) => void;
}

export function SchemaChart({ layout, narrow, scale, onChoose }: SchemaChartProps) {
  const { chosenX } = layout;
  return (
    <svg className="schema-chart" width={layout.width} height={layout.height} aria-hidden="true">
      {layout.versions.map((version, i) => (
        <Version
          key={version.index}
          version={version}
          layout={layout}
          narrow={narrow}
          scale={scale}
          isChosen={version.x === chosenX}
          width={(layout.versions[i + 1]?.x ?? layout.width) - version.x}
          onChoose={onChoose}
        />
      ))}
      {chosenX === undefined ? null : (
        <path
          d={`M${chosenX + 0.75} ${Math.max(2, layout.top - 71 * scale)}V${layout.height}`}
          stroke="var(--accent)"
          strokeWidth={1.5}
        />
      )}
      {layout.rows.map((row) => (
        <Row key={row.fieldId} row={row} layout={layout} />
      ))}
      {layout.arrows.map((arrow) => (
        <g key={arrow.path}>
          <path
            d={arrow.path}
            fill="none"
            stroke="var(--ink)"
            strokeWidth={1.3}
            strokeDasharray="2 3"
          />
          <path d={`M${arrow.x - 7} ${arrow.y - 4}l7 4l-7 4z`} fill="var(--ink)" />
          {arrow.label === undefined ? null : (
            <text
              className="ink strong halo"
              x={arrow.label.x}
              y={arrow.label.y}
              textAnchor={arrow.label.anchor}
            >
              {arrow.label.text}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

function Version(props: {
  readonly version: VersionMark;
  readonly layout: SchemaLayout;
  readonly narrow: boolean;
  readonly scale: number;
  readonly isChosen: boolean;
  readonly width: number;
  readonly onChoose: (version: number) => void;
}) {
  const { version, layout, narrow, scale, isChosen } = props;
  const { x, head } = version;
  const base = layout.top - 14 * scale;
  const edge = layout.top - 26 * scale;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows on the board do the same.
    <g className="schema-version" onClick={() => props.onChoose(version.index)}>
      <rect x={x} width={props.width} height={layout.top} fill="transparent" />
      <path d={`M${x + 0.5} ${edge}V${layout.height}`} stroke="var(--line)" />
      {narrow ? null : (
        <>
          <path
            d={`M${x + 1} ${edge - 45 * scale}V${edge}`}
            stroke={isChosen ? 'var(--accent)' : 'var(--ink)'}
            strokeWidth={2}
          />
          <text className="mono" x={x + 7} y={edge - 36 * scale}>
            {head[0]}
          </text>
          <text className="mono ink strong" x={x + 7} y={edge - 21 * scale}>
            {head[1]}
          </text>
        </>
      )}
      <text
        className="mono ink strong"
        x={x + 5}
        y={base}
        style={isChosen ? { fill: 'var(--accent)' } : undefined}
      >
        {version.id}
      </text>
      {version.date === undefined ? null : (
        <text x={x + 5 + version.id.length * 6.62 * scale + 5} y={base}>
          {version.date}
        </text>
      )}
    </g>
  );
}

function Row({ row, layout }: { readonly row: RowMark; readonly layout: SchemaLayout }) {
  const top = row.y + layout.barTop;
  const middle = top + layout.barHeight / 2;
  return (
    <g>
      {row.bars.map((bar) => (
        <Bar key={bar.x} bar={bar} top={top} height={layout.barHeight} />
      ))}
      {row.cross === undefined ? null : (
        <path
          d={`M${row.cross - 5} ${middle - 5}l10 10m0-10l-10 10`}
          stroke="var(--ink)"
          strokeWidth={2}
        />
      )}
      {row.cross === undefined || row.note === undefined ? null : (
        <text x={row.cross + 12} y={middle + 4}>
          {row.note}
        </text>
      )}
    </g>
  );
}

function Bar(props: { readonly bar: BarMark; readonly top: number; readonly height: number }) {
  const { bar, top, height } = props;
  return (
    <g>
      <title>{bar.title}</title>
      <rect
        x={bar.x + 1}
        y={top}
        width={Math.max(0.5, bar.width - 2)}
        height={height}
        rx={1}
        fill={bar.isDead ? 'var(--bg)' : 'var(--sunken)'}
        stroke={bar.isDead ? 'var(--line2)' : undefined}
        strokeDasharray={bar.isDead ? '3 2' : undefined}
      />
      <path
        d={`M${bar.x + 1.5} ${top}v${height}`}
        stroke={bar.isChange ? 'var(--ink)' : 'var(--line2)'}
        strokeWidth={bar.isChange ? 3 : 2}
      />
      {bar.name === undefined ? null : (
        <text x={bar.textX} y={top + height / 2 + 4}>
          <tspan className={`schema-name${bar.isNewName ? ' strong' : ''}`}>{bar.name}</tspan>
          {bar.type === undefined ? null : (
            <tspan dx={6} className={bar.isNewType ? 'ink strong' : undefined}>
              {bar.type}
            </tspan>
          )}
        </text>
      )}
    </g>
  );
}
