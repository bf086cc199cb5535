/** Keeps the map's canvas drawn, strip by strip in slices. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Palette } from '../ui/theme.ts';
import { drawStrip, type Gutter } from './map-draw.ts';
import type { StripInView } from './map-view.ts';
import { inSlices, type Steps } from './slices.ts';

export interface MapDrawing {
  readonly strips: readonly StripInView[];
  readonly verdicts: Uint8Array;
  readonly palette: Palette;
  /** Corner of the strips on the canvas. */
  readonly left: number;
  readonly top: number;
  /** Of the canvas, CSS px. */
  readonly width: number;
  readonly height: number;
}

export interface MapDrawn {
  readonly canvas: RefObject<HTMLCanvasElement | null>;
  /** Marks over each strip, by spec id. */
  readonly gutters: ReadonlyMap<number, Gutter>;
}

export function useMapDrawing(drawing: MapDrawing): MapDrawn {
  const { strips, verdicts, palette, left, top, width, height } = drawing;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [gutters, setGutters] = useState<ReadonlyMap<number, Gutter>>(new Map());
  const [failure, setFailure] = useState<unknown>();
  const ratio = window.devicePixelRatio || 1;
  useEffect(() => {
    const element = canvas.current;
    if (element === null || width <= 0) return;
    sizeCanvas(element, width, height, ratio);
    const context = element.getContext('2d');
    if (context === null) return;
    const controller = new AbortController();
    const steps = drawAll(context, { strips, verdicts, palette, left, top, width, height }, ratio);
    inSlices(steps, controller.signal).then(setGutters, (reason) => {
      if (!controller.signal.aborted) setFailure(reason);
    });
    return () => controller.abort();
  }, [strips, verdicts, palette, left, top, width, height, ratio]);
  if (failure !== undefined) throw failure;
  return { canvas, gutters };
}

/** Setting a canvas' size clears it, so it is set only when it changes. */
function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width === w && canvas.height === h) return;
  canvas.width = w;
  canvas.height = h;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}

function* drawAll(
  canvas: CanvasRenderingContext2D,
  drawing: MapDrawing,
  ratio: number,
): Steps<ReadonlyMap<number, Gutter>> {
  const gutters = new Map<number, Gutter>();
  canvas.setTransform(ratio, 0, 0, ratio, 0, 0);
  let bottom = 0;
  for (const { layout, era, y, height } of drawing.strips) {
    const top = drawing.top + y;
    // From the strip above to the end of this one: what stood there before is gone, nothing else is touched.
    canvas.clearRect(0, bottom, drawing.width, top + height - bottom + 2);
    bottom = top + height + 2;
    const gutter = yield* drawStrip({
      canvas,
      palette: drawing.palette,
      strip: layout,
      x: drawing.left,
      y: top,
      rank: era.rank,
      verdicts: drawing.verdicts,
      ratio,
    });
    gutters.set(era.specId, gutter);
  }
  canvas.clearRect(0, bottom, drawing.width, drawing.height - bottom);
  return gutters;
}
