/** Zooming and moving over the map: wheel, drag and keys. */
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { panBy, rectOf, WHOLE, type Zoom, zoomAbout, zoomTo } from './map-layout.ts';
import { isRead } from './map-pixels.ts';
import { fileIn, LEFT, readNear, type StripInView, stripAt, stripOf, TOP } from './map-view.ts';

export interface Zooms {
  readonly of: ReadonlyMap<number, Zoom>;
  readonly change: (specId: number, next: (zoom: Zoom) => Zoom) => void;
  readonly reset: () => void;
}

export function useZooms(): Zooms {
  const [of, setOf] = useState<ReadonlyMap<number, Zoom>>(new Map());
  return useMemo(
    () => ({
      of,
      change: (specId, next) =>
        setOf((old) => new Map(old).set(specId, next(old.get(specId) ?? WHOLE))),
      reset: () => setOf(new Map()),
    }),
    [of],
  );
}

export interface MapPoint {
  readonly position: number;
  readonly x: number;
  readonly y: number;
}

function offsetIn(event: PointerEvent<HTMLDivElement>): { readonly x: number; readonly y: number } {
  const box = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - box.left - LEFT, y: event.clientY - box.top - TOP };
}

export function pointAt(
  event: PointerEvent<HTMLDivElement>,
  strips: readonly StripInView[],
  verdicts: Uint8Array,
): MapPoint | undefined {
  const { x, y } = offsetIn(event);
  const strip = stripAt(strips, y);
  if (strip === undefined) return undefined;
  const within = Math.max(0, Math.min(strip.height - 0.01, y - strip.y));
  const position = readNear(strip, verdicts, x, within) ?? fileIn(strip, x, within);
  return position === undefined ? undefined : { position, x: x + LEFT, y: y + TOP };
}

/** The wheel zooms about the pointer, sideways it moves; React's own listener could not prevent scrolling. */
export function useWheelZoom(
  canvas: { readonly current: HTMLCanvasElement | null },
  strips: readonly StripInView[],
  zooms: Zooms,
): void {
  useEffect(() => {
    const target = canvas.current?.parentElement;
    if (target === null || target === undefined) return;
    const onWheel = (event: WheelEvent) => {
      const box = target.getBoundingClientRect();
      const strip = stripAt(strips, event.clientY - box.top - TOP);
      if (strip === undefined) return;
      const at = (event.clientX - box.left - LEFT) / strip.layout.width;
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
      // At the whole, turning away goes on to scroll the page.
      if (!sideways && event.deltaY > 0 && strip.zoom.scale <= 1) return;
      event.preventDefault();
      const delta = event.deltaY || event.deltaX;
      zooms.change(strip.era.specId, (zoom) =>
        sideways
          ? panBy(zoom, delta / strip.layout.width)
          : zoomAbout(zoom, Math.exp(-delta / 300), at, strip.layout.count),
      );
    };
    target.addEventListener('wheel', onWheel, { passive: false });
    return () => target.removeEventListener('wheel', onWheel);
  }, [canvas, strips, zooms]);
}

interface Drag {
  readonly start: (event: PointerEvent<HTMLDivElement>) => void;
  /** True while dragging. */
  readonly move: (event: PointerEvent<HTMLDivElement>) => boolean;
  /** True if it was a drag and no click. */
  readonly end: (event: PointerEvent<HTMLDivElement>) => boolean;
}

const DRAG_PX = 4;

export function useDrag(strips: readonly StripInView[], zooms: Zooms): Drag {
  const drag = useRef<{ specId: number; from: number; last: number; moved: boolean }>(undefined);
  return {
    start: (event) => {
      const { x, y } = offsetIn(event);
      const strip = stripAt(strips, y);
      if (strip === undefined || event.button !== 0) return;
      drag.current = { specId: strip.era.specId, from: x, last: x, moved: false };
    },
    move: (event) => {
      const held = drag.current;
      if (held === undefined) return false;
      const { x } = offsetIn(event);
      if (!held.moved && Math.abs(x - held.from) < DRAG_PX) return false;
      if (!held.moved) event.currentTarget.setPointerCapture(event.pointerId);
      held.moved = true;
      const width = strips.find(({ era }) => era.specId === held.specId)?.layout.width ?? 1;
      const by = (held.last - x) / width;
      held.last = x;
      zooms.change(held.specId, (zoom) => panBy(zoom, by));
      return true;
    },
    end: () => {
      const moved = drag.current?.moved === true;
      drag.current = undefined;
      return moved;
    },
  };
}

export function useMapKeys(
  props: { readonly verdicts: Uint8Array; readonly onSelect: (position: number) => void },
  strips: readonly StripInView[],
  zooms: Zooms,
  mark: number | undefined,
  setActive: (position: number | undefined) => void,
): (event: KeyboardEvent) => void {
  const start = mark ?? firstRead(props.verdicts) ?? 0;
  const strip = stripOf(strips, start);
  const goTo = (position: number) => {
    setActive(position);
    const there = stripOf(strips, position);
    if (there === undefined) return;
    zooms.change(there.era.specId, (zoom) => zoomTo(there.layout, zoom, position - there.era.from));
  };
  return (event) => {
    if (strip === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = keyMove(event.key, strips, strip, start);
    if (next !== undefined)
      goTo(mark === undefined && event.key.startsWith('Arrow') ? start : next);
    else if (event.key === 'Enter' || event.key === ' ') {
      setActive(undefined);
      props.onSelect(start);
    } else if (event.key === '+' || event.key === '=' || event.key === '-') {
      const { x } = rectOf(strip.layout, start - strip.era.from);
      const at = Math.max(0, Math.min(1, x / strip.layout.width));
      const factor = event.key === '-' ? 1 / 1.6 : 1.6;
      zooms.change(strip.era.specId, (zoom) => zoomAbout(zoom, factor, at, strip.layout.count));
    } else if (event.key === '0') zooms.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

const firstReads = new WeakMap<Uint8Array, number>();

function firstRead(verdicts: Uint8Array): number | undefined {
  const at = firstReads.get(verdicts) ?? verdicts.findIndex(isRead);
  firstReads.set(verdicts, at);
  return at < 0 ? undefined : at;
}

function keyMove(
  key: string,
  strips: readonly StripInView[],
  strip: StripInView,
  from: number,
): number | undefined {
  const at = strips.indexOf(strip);
  switch (key) {
    case 'ArrowRight':
      return Math.min(strip.era.to - 1, from + 1);
    case 'ArrowLeft':
      return Math.max(strip.era.from, from - 1);
    case 'Home':
      return strip.era.from;
    case 'End':
      return strip.era.to - 1;
    case 'ArrowDown':
    case 'ArrowUp': {
      const other = strips[at + (key === 'ArrowDown' ? 1 : -1)];
      if (other === undefined) return from;
      const { x, width } = rectOf(strip.layout, from - strip.era.from);
      return fileIn(other, Math.max(0, Math.min(x + width / 2, other.layout.width - 1)), 0) ?? from;
    }
    default:
      return undefined;
  }
}
