/** A sample's strata, bleeding off the right and lower edges; a cut moves along the time axis. Real data, no decoration. */
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { stackLayout } from '../eras/eras-layout.ts';
import type { ErasModel } from '../eras/eras-model.ts';
import { type TimeAxis, timeAxis } from '../eras/time-axis.ts';
import { useErasOf } from '../eras/use-eras.ts';
import { outcomeQuery } from '../queries.ts';
import { bytes, time } from '../ui/format.ts';
import { rootScale } from '../ui/root-scale.ts';
import { strataColour, strataText } from '../ui/strata.ts';
import { type Size, useMedia, useSize } from '../ui/useSize.ts';
import { type Layer, sideOf } from './cut-labels.ts';

export default function LivingPicture(props: {
  readonly sample: string;
  readonly paused: boolean;
}) {
  const { sample, paused } = props;
  const choice = { src: `sample:${sample}`, root: undefined, meta: undefined };
  const outcome = useQuery(outcomeQuery(choice)).data;
  const table = outcome?.kind === 'table' ? outcome.table : undefined;
  const eras = useErasOf(table, table?.metadata.currentSnapshotId);
  const [ref, size] = useSize<HTMLDivElement>();
  return (
    <div ref={ref} style={{ height: '100%' }}>
      <p className="open-picture-words">
        <strong>{sample}</strong>, a sample. Live bytes by the layout they were written in, over the
        time of the commits; each fine line is a manifest.
      </p>
      {eras === undefined || size === undefined || !eras.complete ? null : (
        <Picture model={eras.model} size={size} paused={paused} />
      )}
    </div>
  );
}

const HEAD = 96;

function Picture(props: {
  readonly model: ErasModel;
  readonly size: Size;
  readonly paused: boolean;
}) {
  const { model, size } = props;
  const { axis, stack, openings } = useMemo(() => layoutOf(model, size), [model, size]);
  const box = useRef<HTMLDivElement>(null);
  const cut = useCut(box, axis, model, props.paused);
  return (
    <div ref={box} style={{ height: '100%' }}>
      <svg
        width={size.width}
        height={size.height}
        role="img"
        aria-label={`Live bytes of the sample over time, in ${model.eras.length} layouts.`}
        style={{ display: 'block' }}
      >
        {stack.stack.map(({ era, area, layers }) => (
          <g key={era.specId}>
            <path d={area} fill={strataColour(era.rank)} stroke="var(--bg)" strokeWidth={1.2} />
            <path d={layers} stroke={strataText(era.rank)} strokeOpacity={0.34} strokeWidth={0.8} />
          </g>
        ))}
        {openings.map((one) => (
          <g key={one.key}>
            <path
              d={`M${one.x} ${one.from}V${one.y - 12}`}
              stroke={strataColour(one.rank)}
              strokeWidth={3}
            />
            <text
              className="mono ink open-ddl"
              x={one.x + (one.anchor === 'end' ? -9 : 9)}
              y={one.y - 2}
              textAnchor={one.anchor}
            >
              {one.text}
            </text>
            <text
              x={one.x + (one.anchor === 'end' ? -9 : 9)}
              y={one.y + 13}
              textAnchor={one.anchor}
            >
              {one.when}
            </text>
          </g>
        ))}
        <Cut model={model} axis={axis} y={stack.y} at={cut} size={size} />
      </svg>
    </div>
  );
}

function layoutOf(model: ErasModel, size: Size) {
  const first = Number(model.line[0]?.snapshot.timestampMs ?? model.from);
  const last = Number(model.line.at(-1)?.snapshot.timestampMs ?? model.to);
  const length = Math.max(1, last - first);
  const axis = timeAxis(
    { from: first - length * 0.03, to: last + length * 0.16 },
    { left: 0, right: size.width },
  );
  const frame = {
    width: size.width,
    height: size.height,
    unit: 'bytes' as const,
    narrow: true,
    scale: rootScale(),
    amount: bytes,
  };
  const stack = stackLayout(model, axis, frame, {
    top: HEAD,
    bottom: size.height,
    right: size.width,
  });
  return { axis, stack, openings: openingsOf(model, axis, stack.y, size) };
}

/** The statement that opened each layout, on a staff from the stack's surface upwards. */
function openingsOf(model: ErasModel, axis: TimeAxis, y: (v: number) => number, size: Size) {
  const spans = model.eras
    .flatMap((era) => era.spans.map((span) => ({ era, span })))
    .sort((a, b) => a.span.from - b.span.from);
  return spans.map(({ era, span }, i) => {
    const x = Math.max(axis.x(span.from), 1.5);
    const surface = y(liveAt(model, span.from));
    const share = spans.length === 1 ? 1 : 1 - i / (spans.length - 1);
    const top = HEAD + 4 + share * Math.max(0, Math.min(size.height * 0.4, surface - HEAD - 60));
    return {
      key: `${era.specId} ${span.from}`,
      rank: era.rank,
      x,
      from: surface - 2,
      y: Math.min(top, surface - 24),
      anchor: x > size.width * 0.5 ? ('end' as const) : ('start' as const),
      text: span.ddl.short,
      when: time(span.from).slice(0, 19),
    };
  });
}

/** The most that was live from one time to another. */
function mostLive(model: ErasModel, from: number, to: number): number {
  const times = model.line.map((point) => Number(point.snapshot.timestampMs));
  return [from, to, ...times.filter((ms) => ms > from && ms < to)].reduce(
    (most, ms) => Math.max(most, liveAt(model, ms)),
    0,
  );
}

function liveAt(model: ErasModel, ms: number): number {
  const point = model.line.filter((p) => Number(p.snapshot.timestampMs) <= ms).at(-1);
  let sum = 0;
  for (const tally of point?.live.values() ?? []) sum += tally.bytes;
  return sum;
}

/** Of the cut's time in words, px. */
const WHEN = 136;
const SWEEP_MS = 12_000;
/** Of a layer's name: a letter's width, and half a line with room around it, px. */
const LETTER = 5.9;
const HALF_LINE = 9;

/** Live bytes below an era's layer and up to its top, at every commit. */
function layersOf(model: ErasModel, rank: number): readonly Layer[] {
  return model.line.map(({ snapshot, live }) => {
    const of = (index: number) => live.get(model.eras[index]?.specId ?? -1)?.bytes ?? 0;
    let base = 0;
    for (let below = 0; below < rank; below++) base += of(below);
    return { ms: Number(snapshot.timestampMs), base, top: base + of(rank) };
  });
}

/** The cut's time: sweeps once in 12 s, follows the pointer over the picture, stops at a key. */
function useCut(
  box: RefObject<HTMLDivElement | null>,
  axis: TimeAxis,
  model: ErasModel,
  paused: boolean,
): number {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const rest = model.eras.flatMap((era) => era.spans).at(-1)?.from ?? model.to;
  const end = Number(model.line.at(-1)?.snapshot.timestampMs ?? model.to);
  const [ms, setMs] = useState(end);
  useEffect(() => {
    // A table is being opened: the page has better things to do.
    if (paused) return;
    if (still) {
      setMs(Math.max(rest, end));
      return;
    }
    let frame = 0;
    const begin = performance.now();
    const step = (now: number) => {
      const share = Math.min(1, (now - begin) / SWEEP_MS);
      setMs(axis.from + share * (axis.to - axis.from) * 0.97);
      if (share < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    const stop = () => cancelAnimationFrame(frame);
    const follow = (event: PointerEvent) => {
      stop();
      const left = box.current?.getBoundingClientRect().left ?? 0;
      setMs(axis.at(event.clientX - left));
    };
    const element = box.current;
    element?.addEventListener('pointermove', follow);
    window.addEventListener('keydown', stop);
    return () => {
      stop();
      element?.removeEventListener('pointermove', follow);
      window.removeEventListener('keydown', stop);
    };
  }, [paused, still, axis, rest, end, box]);
  return ms;
}

function Cut(props: {
  readonly model: ErasModel;
  readonly axis: TimeAxis;
  readonly y: (value: number) => number;
  readonly at: number;
  readonly size: Size;
}) {
  const { model, axis, y, at, size } = props;
  const point = model.line.filter((p) => Number(p.snapshot.timestampMs) <= at).at(-1);
  const x = axis.x(at);
  const anchor = x < 180 ? 'start' : 'end';
  const shift = anchor === 'end' ? -9 : 9;
  let base = 0;
  // Above all that it stands over, so that no edge of a step runs through it.
  const ends = [at, axis.at(anchor === 'end' ? x - WHEN : x + WHEN)];
  const top = y(mostLive(model, Math.min(...ends), Math.max(...ends)));
  return (
    <g pointerEvents="none">
      <path d={`M${x} ${top - 22}V${size.height}`} stroke="var(--accent)" strokeWidth={1.5} />
      <text
        className="strong halo"
        x={x + shift * 0.66}
        y={top - 12}
        textAnchor={anchor}
        style={{ fill: 'var(--accent)' }}
      >
        {time(Math.round(at)).slice(0, 19)}
      </text>
      {model.eras.map((era, rank) => {
        const live = point?.live.get(era.specId)?.bytes ?? 0;
        const middle = base + live / 2;
        const [from, to] = [y(base), y(base + live)];
        base += live;
        if (from - to < 18) return null;
        const text = `${era.label} ${bytes(live)}`;
        const width = text.length * LETTER + Math.abs(shift) + 3;
        const half = (HALF_LINE * live) / (from - to);
        const height = { low: middle - half, high: middle + half };
        const before = {
          side: 'end',
          box: { from: axis.at(x - width), to: at, ...height },
        } as const;
        const after = {
          side: 'start',
          box: { from: at, to: axis.at(x + width), ...height },
        } as const;
        const hasAfter = x + width <= size.width;
        const side =
          anchor === 'start'
            ? sideOf(layersOf(model, rank), [after, before])
            : sideOf(layersOf(model, rank), hasAfter ? [before, after] : [before]);
        return (
          <text
            key={era.specId}
            className="open-cut"
            x={side === 'end' ? x - 9 : x + 9}
            y={(from + to) / 2 + 4}
            textAnchor={side}
            style={{ fill: strataText(era.rank), stroke: strataColour(era.rank) }}
          >
            {text}
          </text>
        );
      })}
    </g>
  );
}
