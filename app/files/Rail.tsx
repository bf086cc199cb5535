/** The whole list as a rail: era, what bounds skip, what is read on top, and the window in ink. */
import { type PointerEvent, useEffect, useRef } from 'react';
import { SKIPPED_BY_BOUNDS, UNKNOWN } from '../../src/planning/verdict.ts';
import type { FileIndex } from '../pruning/file-index.ts';
import { isRead, NOT_JUDGED, strengthOf } from '../pruning/map-pixels.ts';
import { type Palette, usePalette } from '../ui/theme.ts';
import { useSize } from '../ui/useSize.ts';

const WIDTH = 16;

export interface RailProps {
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly order: Uint32Array;
  /** Rows in view, half-open. */
  readonly from: number;
  readonly to: number;
  readonly onGo: (row: number) => void;
}

export function Rail(props: RailProps) {
  const { index, verdicts, order, from, to } = props;
  const [ref, size] = useSize<HTMLDivElement>();
  const canvas = useRef<HTMLCanvasElement>(null);
  const palette = usePalette();
  const height = Math.floor(size?.height ?? 0);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (canvas.current === null || context === null || context === undefined || height <= 0) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.current.width = WIDTH * ratio;
    canvas.current.height = height * ratio;
    canvas.current.style.height = `${height}px`;
    context.scale(ratio, ratio);
    drawRail(context, palette, { index, verdicts, order, height });
  }, [index, verdicts, order, height, palette]);
  const go = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - box.top) / Math.max(1, box.height);
    props.onGo(Math.max(0, Math.min(order.length - 1, Math.floor(share * order.length))));
  };
  const y = order.length === 0 ? 0 : (from / order.length) * height;
  const window_ = order.length === 0 ? 0 : ((to - from) / order.length) * height;
  return (
    <div
      ref={ref}
      className="rail"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) go(event);
      }}
    >
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without tabindex takes no focus. */}
      <canvas ref={canvas} aria-hidden="true" style={{ width: WIDTH }} />
      <div className="rail-window" style={{ top: y, height: Math.max(6, window_) }} />
    </div>
  );
}

/** One pass over the list: each pixel has the strongest verdict of its rows. */
function drawRail(
  canvas: CanvasRenderingContext2D,
  palette: Palette,
  list: {
    readonly index: FileIndex;
    readonly verdicts: Uint8Array;
    readonly order: Uint32Array;
    readonly height: number;
  },
): void {
  const { index, verdicts, order, height } = list;
  const strongest = new Uint8Array(height).fill(NOT_JUDGED);
  const rank = new Uint8Array(height);
  for (let row = 0; row < order.length; row++) {
    const position = order[row] as number;
    const top = Math.floor((row / order.length) * height);
    const bottom = Math.max(top + 1, Math.floor(((row + 1) / order.length) * height));
    const verdict = verdicts[position] as number;
    for (let y = top; y < bottom && y < height; y++) {
      if (strengthOf(verdict) > strengthOf(strongest[y] as number)) strongest[y] = verdict;
      rank[y] = rankAt(index, position);
    }
  }
  canvas.clearRect(0, 0, WIDTH, height);
  for (let y = 0; y < height; y++) {
    canvas.globalAlpha = 0.25;
    canvas.fillStyle = palette.strata[(rank[y] as number) % 8] as string;
    canvas.fillRect(4, y, 8, 1);
    canvas.globalAlpha = 1;
    if (strongest[y] === SKIPPED_BY_BOUNDS) {
      canvas.fillStyle = palette.skip;
      canvas.fillRect(4, y, 8, 1);
    }
  }
  for (let y = 0; y < height; y++) {
    const verdict = strongest[y] as number;
    if (!isRead(verdict)) continue;
    canvas.fillStyle =
      verdict === UNKNOWN ? palette.ink : verdict === 4 ? palette.all : palette.read;
    canvas.fillRect(1, y - 1, 14, 2);
  }
}

function rankAt(index: FileIndex, position: number): number {
  return index.eras.find(({ from, to }) => position >= from && position < to)?.rank ?? 0;
}
