/**
 * Where rows may match, and where every row does: as a bar a file, one above the other in the row of what is asked for,
 * or, where that has no room for them, as the areas themselves. Always so large that the form of the verdict is seen.
 */
import { ALL_MATCH } from '../../src/planning/verdict.ts';
import { atLeast } from '../pruning/evidence-layout.ts';
import type { PlaneArea, PlaneLayout } from './plane.ts';

/** From shares of the axes to px. */
export interface Place {
  readonly x: (share: number) => number;
  readonly y: (share: number) => number;
}

export interface AreaMark {
  readonly key: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isAll: boolean;
  /** Of a bar: the era of its file. */
  readonly rank: number | undefined;
}

/** The pattern of what may match repeats so often, px. */
const CELL = { width: 8, height: 7 };
/** Between two bars, px. */
const GAP = 3;
/** More bars than this are not told apart. */
const MOST_BARS = 24;

/** Whether the pattern of what may match has room for a whole cell; else its colour alone tells. */
export function showsCells({ width, height }: AreaMark): boolean {
  return width >= CELL.width - 1 && height >= CELL.height - 1;
}

export function areaMarks(layout: PlaneLayout, place: Place): readonly AreaMark[] {
  return bars(layout, place) ?? areas(layout.areas, place);
}

/** undefined where the predicate has no row of its own, or too many files are read for it. */
function bars({ x, y, areas: met }: PlaneLayout, place: Place): readonly AreaMark[] | undefined {
  const [row] = y?.bands ?? [];
  if (row === undefined || y === undefined || y.linear) return undefined;
  if (y.bands.length > 1 || x.bands.length > 1 || met.length > MOST_BARS) return undefined;
  const step = CELL.height + GAP;
  const [top, bottom] = [place.y(row.to), place.y(row.from)];
  if (met.length * step > bottom - top) return undefined;
  const first = (top + bottom - met.length * step + GAP) / 2;
  return met.map((area, i) => {
    const [from, to] = atLeast(place.x(area.x[0]), place.x(area.x[1]), 2 * CELL.width);
    return {
      key: `bar ${area.id}`,
      x: from,
      y: first + i * step,
      width: to - from,
      height: CELL.height,
      isAll: area.verdict === ALL_MATCH,
      rank: area.rank,
    };
  });
}

interface Rect {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly isAll: boolean;
}

/** Lines and points have at least so much, px. */
const LEAST = 3;
/** So near, two areas are one. */
const NEAR = 2;
/** More areas than this are drawn as they are, however small. */
const MOST_AREAS = 400;

/** Areas that continue each other as one; an area that stands alone is large enough for the form of its verdict. */
function areas(met: readonly PlaneArea[], place: Place): readonly AreaMark[] {
  const rects = met.map(({ x, y, verdict }): Rect => {
    const [left, right] = atLeast(place.x(x[0]), place.x(x[1]), LEAST);
    const [top, bottom] = atLeast(place.y(y[1]), place.y(y[0]), LEAST);
    // On whole px, so that files of one hour have one extent.
    return {
      left: Math.round(left),
      right: Math.round(right),
      top: Math.round(top),
      bottom: Math.round(bottom),
      isAll: verdict === ALL_MATCH,
    };
  });
  const forms = [true, false].flatMap((isAll) =>
    joined(
      joined(
        rects.filter((rect) => rect.isAll === isAll),
        'y',
      ),
      'x',
    ),
  );
  const marks = forms.length > MOST_AREAS ? forms : forms.map((rect) => enlarged(rect, forms));
  return marks.map(({ left, right, top, bottom, isAll }) => ({
    key: `${left} ${top} ${right} ${bottom} ${isAll}`,
    x: left,
    y: top,
    width: right - left,
    height: bottom - top,
    isAll,
    rank: undefined,
  }));
}

/** Rectangles of the same extent across the given direction that meet in it, as one. */
function joined(rects: readonly Rect[], along: 'x' | 'y'): readonly Rect[] {
  const [from, to] = along === 'x' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
  const [low, high] = along === 'x' ? (['top', 'bottom'] as const) : (['left', 'right'] as const);
  const found: Rect[] = [];
  for (const rect of rects.toSorted(
    (a, b) => a[low] - b[low] || a[high] - b[high] || a[from] - b[from],
  )) {
    const last = found.at(-1);
    const isSame = last?.[low] === rect[low] && last[high] === rect[high];
    if (last === undefined || !isSame || rect[from] > last[to] + NEAR) found.push(rect);
    else found[found.length - 1] = { ...last, [to]: Math.max(last[to], rect[to]) };
  }
  return found;
}

/** Two cells of the pattern in each direction, unless others are in the way. */
function enlarged(rect: Rect, all: readonly Rect[]): Rect {
  const [left, right] = atLeast(rect.left, rect.right, 2 * CELL.width);
  const [top, bottom] = atLeast(rect.top, rect.bottom, 2 * CELL.height);
  const isFree = all.every(
    (other) =>
      other === rect ||
      other.left >= right ||
      other.right <= left ||
      other.top >= bottom ||
      other.bottom <= top,
  );
  return isFree ? { ...rect, left, right, top, bottom } : rect;
}
