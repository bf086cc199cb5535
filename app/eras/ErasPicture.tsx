/** The eras drawn: lane of snapshots, bands, axis, stack. One tab stop; arrows move over snapshots and eras. */
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react';
import type { HistoryPoint } from '../history.ts';
import { eraFilter, printEraFilter, spanFilter, type Unit } from '../link.ts';
import { useGo, useLink } from '../routes.ts';
import { bytes, compactCount, count, minute, plural, time } from '../ui/format.ts';
import { rootScale } from '../ui/root-scale.ts';
import { strataColour, strataText } from '../ui/strata.ts';
import { Arrows, Axis, Band, Lane, Statements } from './ErasBands.tsx';
import { type ErasLayout, erasLayout, nearestCommit } from './eras-layout.ts';
import type { Commit, ErasModel } from './eras-model.ts';
import { spread } from './spread.ts';

export interface ErasPictureProps {
  readonly model: ErasModel;
  readonly unit: Unit;
  readonly width: number;
  readonly height: number;
  readonly narrow: boolean;
  readonly snapshotId: string | undefined;
  readonly currentId: string | undefined;
}

function amountOf(unit: Unit): (value: number) => string {
  return unit === 'bytes' ? bytes : compactCount;
}

export function ErasPicture(props: ErasPictureProps) {
  const { model, unit, width, height, narrow } = props;
  const layout = useMemo(
    () =>
      erasLayout(model, {
        width,
        height,
        unit,
        narrow,
        scale: rootScale(),
        amount: amountOf(unit),
      }),
    [model, width, height, unit, narrow],
  );
  const act = useActions(props, layout);
  const chosen = eraFilter(useLink());
  const faded = (specId: number) => chosen !== undefined && !chosen.has(specId);
  const shown = act.hovered ?? props.snapshotId;
  const commit = model.commits.find((one) => one.id === shown);
  const point = model.line.find((one) => String(one.snapshot.snapshotId) === shown);
  const live = useId();
  return (
    <>
      <svg
        ref={act.svg}
        className="eras-picture"
        width={width}
        height={layout.height}
        role="img"
        aria-label={`Eras over time: ${model.eras.length} layouts, ${count(model.commits.length)} snapshots. The table below has the figures.`}
        aria-describedby={live}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a chart is one tab stop (look.md 8).
        tabIndex={0}
        onKeyDown={act.onKeyDown}
        onPointerDown={act.onPointerDown}
        onPointerMove={act.onPointerMove}
        onPointerUp={act.onPointerUp}
        onPointerLeave={act.onPointerLeave}
      >
        <Lane layout={layout} commits={model.commits.length} narrow={narrow} />
        {layout.rows.map((row) => (
          <Band
            key={row.era.specId}
            row={row}
            layout={layout}
            narrow={narrow}
            faded={faded(row.era.specId)}
          />
        ))}
        <Arrows layout={layout} />
        <Axis layout={layout} narrow={narrow} />
        <Stack layout={layout} faded={faded} />
        <Brush layout={layout} drag={act.drag} />
        {commit === undefined ? null : (
          <Cursor layout={layout} commit={commit} isHover={act.hovered !== undefined} />
        )}
        {layout.rows.map((row) => (
          <Statements key={row.era.specId} row={row} faded={faded(row.era.specId)} />
        ))}
        {narrow ? null : (
          <Readout
            layout={layout}
            point={point}
            unit={unit}
            at={shown === props.currentId ? undefined : commit}
            faded={faded}
          />
        )}
      </svg>
      <p id={live} className="sr-only" aria-live="polite">
        {commit === undefined ? '' : spoken(commit, point, unit)}
      </p>
    </>
  );
}

/** As exact as the axis: seconds where its labels are clock times. */
function moment(layout: ErasLayout, ms: number): string {
  return layout.axis.context === undefined ? minute(ms) : time(Math.round(ms)).slice(0, 19);
}

function spoken(commit: Commit, point: HistoryPoint | undefined, unit: Unit): string {
  const live = [...(point?.live ?? [])].map(
    ([specId, tally]) => `spec ${specId}: ${amountOf(unit)(tally[unit])}`,
  );
  return `${time(commit.ms)}, ${commit.kind}. ${live.join(', ')}`;
}

interface Drag {
  readonly from: number;
  readonly to: number;
}

const LEAST_DRAG = 5;

function useActions(props: ErasPictureProps, layout: ErasLayout) {
  const { model } = props;
  const go = useGo();
  const link = useLink();
  const svg = useRef<SVGSVGElement>(null);
  const [hovered, setHovered] = useState<string>();
  const [drag, setDrag] = useState<Drag>();
  const onLine = useMemo(() => model.commits.filter((c) => c.onLine), [model]);
  const xOf = (event: PointerEvent) =>
    event.clientX - (svg.current?.getBoundingClientRect().left ?? 0);
  const select = (id: string | undefined) =>
    go({ snap: id === props.currentId ? undefined : id, ref: undefined, asof: undefined });
  return {
    svg,
    hovered,
    drag,
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      const x = xOf(event);
      if (x > layout.right + 2) return;
      svg.current?.setPointerCapture(event.pointerId);
      setDrag({ from: x, to: x });
    },
    onPointerMove(event: PointerEvent) {
      const x = xOf(event);
      if (drag !== undefined) setDrag({ from: drag.from, to: x });
      setHovered(x > layout.right + 2 ? undefined : nearestCommit(onLine, layout.axis, x)?.id);
    },
    onPointerUp(event: PointerEvent) {
      if (drag === undefined) return;
      setDrag(undefined);
      const from = Math.min(drag.from, xOf(event));
      const to = Math.max(drag.from, xOf(event));
      if (to - from >= LEAST_DRAG) {
        const ends = [layout.axis.at(from), layout.axis.at(to)].map(Math.round);
        go({ span: ends.join('-') });
      } else if (link.span !== undefined) go({ span: undefined });
      else select(nearestCommit(onLine, layout.axis, from)?.id);
    },
    onPointerLeave() {
      setHovered(undefined);
    },
    onKeyDown(event: KeyboardEvent) {
      const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
      if (step !== undefined && onLine.length > 0) {
        const at = onLine.findIndex((one) => one.id === props.snapshotId);
        const next = Math.max(0, Math.min(onLine.length - 1, at + step));
        setHovered(undefined);
        select(onLine[next]?.id);
      } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
        go({ era: nextEra(model, link.era, event.key === 'ArrowUp' ? 1 : -1) });
      } else if (event.key === 'Escape') go({ era: undefined, span: undefined });
      else return;
      event.preventDefault();
    },
  };
}

/** Walks over single eras, newer with 1, and past the ends to all. */
function nextEra(model: ErasModel, filter: string | undefined, step: 1 | -1): string | undefined {
  const ids = model.eras.map((era) => era.specId);
  const at = ids.findIndex((id) => String(id) === filter);
  const next = at < 0 ? (step === 1 ? 0 : ids.length - 1) : at + step;
  const id = ids[next];
  return id === undefined ? undefined : printEraFilter([id]);
}

function Stack(props: {
  readonly layout: ErasLayout;
  readonly faded: (specId: number) => boolean;
}) {
  const { layout } = props;
  return (
    <g>
      {layout.yTicks.map((tick) => (
        <path
          key={tick.label}
          d={`M${layout.left} ${tick.y}H${layout.right}`}
          stroke="var(--line)"
        />
      ))}
      {layout.stack.map(({ era, area, layers }) => (
        <g key={era.specId} opacity={props.faded(era.specId) ? 0.3 : 1}>
          <path
            d={area}
            fill={strataColour(era.rank)}
            fillOpacity={0.92}
            stroke="var(--bg)"
            strokeWidth={1}
          />
          <path d={layers} stroke={strataText(era.rank)} strokeOpacity={0.3} strokeWidth={0.7} />
        </g>
      ))}
      {layout.yTicks.map((tick) => (
        <text key={tick.label} className="halo" x={layout.left + 2} y={tick.y - 3}>
          {tick.label}
        </text>
      ))}
      {layout.notes.map((note) => {
        const edge = note.anchor === 'end' ? note.x + 9 : note.x - 9;
        return (
          <g key={note.text}>
            <path
              d={`M${edge} ${note.fromY}V${note.y - 4}h${note.anchor === 'end' ? -5 : 5}`}
              fill="none"
              stroke="var(--ink)"
            />
            <text className="soft halo" x={note.x} y={note.y} textAnchor={note.anchor}>
              {note.text}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Brush({ layout, drag }: { readonly layout: ErasLayout; readonly drag: Drag | undefined }) {
  const span = spanFilter(useLink());
  const range =
    drag !== undefined && Math.abs(drag.to - drag.from) >= LEAST_DRAG
      ? [Math.min(drag.from, drag.to), Math.max(drag.from, drag.to)]
      : span === undefined
        ? undefined
        : [layout.axis.x(span.from), layout.axis.x(span.to)];
  if (range === undefined) return null;
  const [from = 0, to = 0] = range;
  return (
    <g pointerEvents="none">
      <rect
        x={from}
        y={layout.laneY - 2}
        width={Math.max(1, to - from)}
        height={layout.stackBottom - layout.laneY + 2}
        fill="var(--accent-tint)"
        stroke="var(--accent)"
      />
      <text
        className="halo strong"
        x={Math.min(from + 4, layout.right - 250)}
        y={layout.stackTop + 12}
        style={{ fill: 'var(--accent)' }}
      >
        {moment(layout, layout.axis.at(from))} – {moment(layout, layout.axis.at(to))}
      </text>
    </g>
  );
}

function Cursor(props: {
  readonly layout: ErasLayout;
  readonly commit: Commit;
  readonly isHover: boolean;
}) {
  const { layout } = props;
  const x = layout.axis.x(props.commit.ms);
  return (
    <g pointerEvents="none">
      <path
        d={`M${x} ${layout.laneY + 10}V${layout.stackBottom}`}
        stroke="var(--accent)"
        strokeWidth={1.5}
        strokeDasharray={props.isHover ? '3 2' : undefined}
      />
      <circle cx={x} cy={layout.stackBottom} r={3.5} fill="var(--accent)" />
    </g>
  );
}

/** The right margin: what each era held at the snapshot that is pointed at or selected. */
function Readout(props: {
  readonly layout: ErasLayout;
  readonly point: HistoryPoint | undefined;
  readonly unit: Unit;
  /** Set where it is not the table's current snapshot. */
  readonly at: Commit | undefined;
  readonly faded: (specId: number) => boolean;
}) {
  const { layout, point, unit } = props;
  if (point === undefined) return null;
  let base = 0;
  const rows = layout.stack.flatMap(({ era }) => {
    const tally = point.live.get(era.specId);
    const from = base;
    base += tally?.[unit] ?? 0;
    const unread = point.unread.get(era.specId);
    if ((tally === undefined || tally.files === 0) && unread === undefined) return [];
    return [
      {
        era,
        tally: tally ?? { files: 0, rows: 0, bytes: 0 },
        unread,
        y0: layout.y(from),
        y1: layout.y(base),
      },
    ];
  });
  const scale = rootScale();
  const middles = spread(
    rows.map((row) => (row.y0 + row.y1) / 2),
    30 * scale,
    layout.stackTop + (props.at === undefined ? 14 : 34) * scale,
    layout.stackBottom - 14 * scale,
  );
  return (
    <g pointerEvents="none">
      {props.at === undefined ? null : (
        <text
          className="strong"
          x={layout.right + 10}
          y={layout.stackTop + 8}
          style={{ fill: 'var(--accent)' }}
        >
          at {moment(layout, props.at.ms)}
        </text>
      )}
      {rows.map(({ era, tally, unread, y0, y1 }, i) => (
        <g key={era.specId} opacity={props.faded(era.specId) ? 0.4 : 1}>
          <path
            d={`M${layout.right + 2.5} ${y0 - 1}V${y1 + 1}`}
            stroke={strataColour(era.rank)}
            strokeWidth={3}
          />
          <text className="ink strong" x={layout.right + 10} y={(middles[i] ?? 0) - 2}>
            {point.unread.has(era.specId) ? '≥ ' : ''}
            {unit === 'bytes' ? bytes(tally.bytes) : `${count(tally[unit])} ${unit}`}
          </text>
          <text x={layout.right + 10} y={(middles[i] ?? 0) + 11 * scale}>
            {unread === undefined
              ? unit === 'bytes'
                ? `${plural(tally.files, 'file')}, `
                : ''
              : `${unread.files === undefined ? '' : `${count(unread.files)} `}files unknown, `}
            spec {era.specId}
          </text>
        </g>
      ))}
    </g>
  );
}
