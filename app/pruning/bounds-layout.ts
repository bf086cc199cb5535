/** How a column of bounds stands in a list of files: its bar beside its text, or under it. Pure. */
import { type TextLook, widthOf } from '../ui/tracks.ts';

export interface BoundsLayout {
  readonly isStacked: boolean;
  /** Of the bar, px. */
  readonly barWidth: number;
  readonly barHeight: number;
  /** Of the column, rem. */
  readonly width: number;
}

/** Of the widest characters that bounds are full of, px. */
const PER_CHAR = 7.2;
const BAR = 100;
const GAP = 8;
const LEAST_STACKED_BAR = 72;
const MOST_STACKED_BAR = 180;

const BESIDE: TextLook = { perChar: PER_CHAR, beside: BAR + GAP, least: 11, most: 18 };
const STACKED: TextLook = { perChar: PER_CHAR, least: 7, most: 12.5 };

/** Rows in which a bar stands under its text, rem. */
export const STACKED_ROW = 1.875;

/** Beside each other they would leave the names of files no room where a list has more than one, or tells verdicts in words. */
export function stacksBounds(list: { readonly axes: number; readonly wordy: boolean }): boolean {
  return list.axes > 1 || (list.axes > 0 && list.wordy);
}

/** `longest`: characters of the longest bounds as they are written. */
export function boundsLayout(longest: number, isStacked: boolean): BoundsLayout {
  if (!isStacked) {
    return { isStacked, barWidth: BAR, barHeight: 15, width: widthOf([longest], BESIDE) };
  }
  const text = Math.ceil(longest * PER_CHAR);
  return {
    isStacked,
    barWidth: Math.max(LEAST_STACKED_BAR, Math.min(MOST_STACKED_BAR, text)),
    barHeight: 9,
    width: widthOf([longest], STACKED),
  };
}
