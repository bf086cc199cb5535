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

/** Each area once; where both forms would cover each other, one above the other. */
function areas(met: readonly PlaneArea[], place: Place): readonly AreaMark[] {
  const places = new Map<string, { readonly area: PlaneArea; readonly forms: Set<boolean> }>();
  for (const area of met) {
    const key = [...area.x, ...area.y].join(' ');
    const one = places.get(key) ?? { area, forms: new Set<boolean>() };
    one.forms.add(area.verdict === ALL_MATCH);
    places.set(key, one);
  }
  const marks = [...places].flatMap(([key, { area, forms }]) => {
    const [left, right] = atLeast(place.x(area.x[0]), place.x(area.x[1]), 2 * CELL.width);
    const [top, bottom] = atLeast(place.y(area.y[1]), place.y(area.y[0]), 2 * CELL.height);
    const height = (bottom - top) / forms.size;
    return [...forms].sort().map((isAll, i) => ({
      key: `${key} ${isAll}`,
      x: left,
      y: top + i * height,
      width: right - left,
      height,
      isAll,
      rank: undefined,
    }));
  });
  // What may match is never covered.
  return marks.sort((a, b) => Number(b.isAll) - Number(a.isAll));
}
