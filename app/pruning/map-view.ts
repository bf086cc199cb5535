/** Strips as they stand on the page, and what lies under a point of them. */

import { readBox } from './map-draw.ts';
import {
  fileUnder,
  type Rect,
  rectOf,
  type StripLayout,
  type StripPlace,
  type Zoom,
} from './map-layout.ts';
import { isRead } from './map-pixels.ts';

/** Width of the chip of a strip, and of the gap beside it. */
export const CHIP = 14;
export const LEFT = 18;
/** Room over the first strip, for its gutter marks. */
export const TOP = 8;
/** Under each strip: its labels, and the next one's gutter. */
export const GAP = 20;

export interface StripInView extends StripPlace {
  readonly layout: StripLayout;
  readonly zoom: Zoom;
}

/** The strip that holds a position. */
export function stripOf(strips: readonly StripInView[], position: number): StripInView | undefined {
  return strips.find(({ era }) => position >= era.from && position < era.to);
}

/** What a file covers, in the px of its strip. */
export function boxOf(strip: StripInView, position: number, verdicts: Uint8Array): Rect {
  const rect = rectOf(strip.layout, position - strip.era.from);
  const read = isRead(verdicts[position] as number);
  return read || rect.width < 4 || rect.height < 4 ? readBox(strip.layout, rect) : rect;
}

/** Position of the file under a point of the strip. */
export function fileIn(strip: StripInView, x: number, y: number): number | undefined {
  const file = fileUnder(strip.layout, x, y);
  return file === undefined ? undefined : strip.era.from + file;
}

/** The strip at a height, with the gutter over it. */
export function stripAt(strips: readonly StripInView[], y: number): StripInView | undefined {
  return strips.find((strip) => y >= strip.y - 6 && y < strip.y + strip.height + 1);
}

/** A read's mark is larger than its cell, so what lies under the pointer's neighbours counts too. */
export function readNear(
  strip: StripInView,
  verdicts: Uint8Array,
  x: number,
  y: number,
): number | undefined {
  for (const dx of [0, -3, -6, 3]) {
    for (const dy of [0, -3, -6, 3]) {
      const position = fileIn(strip, x + dx, y + dy);
      if (position === undefined || !isRead(verdicts[position] as number)) continue;
      const box = readBox(strip.layout, rectOf(strip.layout, position - strip.era.from));
      const inside =
        x >= box.x - 1 &&
        x <= box.x + box.width + 1 &&
        y >= box.y - 1 &&
        y <= box.y + box.height + 1;
      if (inside) return position;
    }
  }
  return undefined;
}
