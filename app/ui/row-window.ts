/**
 * Which of many rows of one height are in view, in constant time. Browsers cap an element's height, so a very long list
 * scrolls faster than its rows: the scroll bar then stands for a share, and rows are placed against it.
 */

/** Below what browsers lay out; Chromium ends at 33.5 million px. */
const MOST_PX = 16_000_000;
const OVERSCAN = 12;

export interface RowSpace {
  readonly count: number;
  /** Of a row, px. */
  readonly height: number;
  /** Of the part of the scroller that shows rows, px. */
  readonly view: number;
}

/** Height of the element that holds all rows. */
export function spaceHeight({ count, height }: RowSpace): number {
  return Math.min(MOST_PX, count * height);
}

/** Rows' px for one px of scrolling: 1 as long as all rows fit. */
function ratio(space: RowSpace): number {
  const real = space.count * space.height;
  const shown = spaceHeight(space);
  const room = shown - space.view;
  return real <= shown || room <= 0 ? 1 : (real - space.view) / room;
}

/** Rows to draw, half-open, with some beyond the edges. */
export function rowsInView(
  space: RowSpace,
  scrollTop: number,
): { readonly from: number; readonly to: number } {
  const { from, to } = rowsSeen(space, scrollTop);
  return { from: Math.max(0, from - OVERSCAN), to: Math.min(space.count, to + OVERSCAN) };
}

/** Rows of which a part is seen, half-open. */
export function rowsSeen(
  space: RowSpace,
  scrollTop: number,
): { readonly from: number; readonly to: number } {
  const top = scrollTop * ratio(space);
  const at = (row: number) => Math.max(0, Math.min(space.count, row));
  return {
    from: at(Math.floor(top / space.height)),
    to: at(Math.ceil((top + space.view) / space.height)),
  };
}

/** Where a row is drawn within the element, at this scroll position. */
export function rowTop(space: RowSpace, scrollTop: number, index: number): number {
  return index * space.height - scrollTop * (ratio(space) - 1);
}

/** The nearest scroll position at which the row is wholly in view. */
export function scrollToShow(space: RowSpace, scrollTop: number, index: number): number {
  const factor = ratio(space);
  const top = scrollTop * factor;
  const least = (index + 1) * space.height - space.view;
  const most = index * space.height;
  return Math.max(0, Math.min(most, Math.max(least, top))) / factor;
}
