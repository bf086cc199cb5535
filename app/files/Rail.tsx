/** The whole list as a rail: era, what bounds skip, what is read on top, and beside them the rows in view. */
import { type PointerEvent, useEffect, useRef } from 'react';
import { ALL_MATCH, SKIPPED_BY_BOUNDS, UNKNOWN } from '../../src/planning/verdict.ts';
import type { FileIndex } from '../pruning/file-index.ts';
import { type Palette, usePalette } from '../ui/theme.ts';
import { useSize } from '../ui/useSize.ts';
import { RAIL, type RailPixels, railHandle, railPixels } from './rail-layout.ts';

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
    canvas.current.width = RAIL.width * ratio;
    canvas.current.height = height * ratio;
    canvas.current.style.height = `${height}px`;
    context.scale(ratio, ratio);
    drawRail(context, palette, railPixels({ index, verdicts, order, height }));
  }, [index, verdicts, order, height, palette]);
  const go = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - box.top) / Math.max(1, box.height);
    props.onGo(Math.max(0, Math.min(order.length - 1, Math.floor(share * order.length))));
  };
  const handle = railHandle({ from, to, of: order.length }, height);
  return (
    <div
      ref={ref}
      className="rail"
      style={{ width: RAIL.width }}
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
      <canvas ref={canvas} aria-hidden="true" style={{ width: RAIL.width }} />
      <div
        className="rail-handle"
        style={{
          top: handle.y,
          left: RAIL.handle.x,
          width: RAIL.handle.width,
          height: handle.height,
        }}
      />
    </div>
  );
}

function drawRail(
  canvas: CanvasRenderingContext2D,
  palette: Palette,
  { strongest, rank, reads }: RailPixels,
): void {
  const { strata } = RAIL;
  canvas.clearRect(0, 0, RAIL.width, strongest.length);
  for (let y = 0; y < strongest.length; y++) {
    canvas.globalAlpha = 0.25;
    canvas.fillStyle = palette.strata[(rank[y] as number) % 8] as string;
    canvas.fillRect(strata.x, y, strata.width, 1);
    canvas.globalAlpha = 1;
    if (strongest[y] === SKIPPED_BY_BOUNDS) {
      canvas.fillStyle = palette.skip;
      canvas.fillRect(strata.x, y, strata.width, 1);
    }
  }
  for (const { y, height, verdict } of reads) {
    canvas.fillStyle =
      verdict === UNKNOWN ? palette.ink : verdict === ALL_MATCH ? palette.all : palette.read;
    canvas.fillRect(RAIL.reads.x, y, RAIL.reads.width, height);
  }
}
