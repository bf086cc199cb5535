/** A file's bounds of one column as text. Pure. */
import type { FileBounds } from '../../src/table/api.ts';

/** Both bounds whole. */
export function boundsText({ lower, upper }: FileBounds): string {
  if (lower === upper) return lower ?? '–';
  return `${lower ?? '…'} – ${upper ?? '…'}`;
}

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d/;

/** Times to the minute: of one day it is said once, and so is the year; over a new year the days alone. */
export function shortBounds(bounds: FileBounds, year: string | undefined): string {
  const { lower, upper } = bounds;
  if (lower === undefined || upper === undefined || !TIME.test(lower) || !TIME.test(upper)) {
    return boundsText(bounds);
  }
  if (lower.slice(0, 4) !== upper.slice(0, 4))
    return `${lower.slice(0, 10)} – ${upper.slice(0, 10)}`;
  const from = withinYear(lower.slice(0, 16), year);
  if (lower.slice(0, 10) === upper.slice(0, 10)) return `${from}–${upper.slice(11, 16)}`;
  return `${from} – ${upper.slice(5, 16)}`;
}

/** Dates without the year where all have the one that is said elsewhere. */
export function withinYear(text: string, year: string | undefined): string {
  const dated = /\b(\d{4})-(?=\d\d-\d\d)/g;
  const isAll = [...text.matchAll(dated)].every(([, own]) => own === year);
  return isAll ? text.replaceAll(dated, '') : text;
}

/** The year that a column's head says for its rows: that of most times; undefined where there are none. */
export function commonYear(all: readonly FileBounds[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { lower, upper } of all) {
    if (lower === undefined || upper === undefined || !TIME.test(lower)) continue;
    const year = lower.slice(0, 4);
    if (upper.startsWith(year)) counts.set(year, (counts.get(year) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
