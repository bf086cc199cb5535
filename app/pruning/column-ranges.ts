/** What the files hold of each column, for the list of completions: lowest to highest, and in how many it is recorded. */
import type { FileBounds, FileRow } from '../../src/table/api.ts';
import { byteOrder } from './axis.ts';

export interface ColumnSpan {
  /** `'AR' to 'ZA'`; undefined where no file has bounds. */
  readonly range: string | undefined;
  /** `all files`; `55 % of files`; `no bounds recorded`. */
  readonly recorded: string;
}

/** By field id. `of`: files of the table; where `rows` are fewer, the ranges are at least so wide. */
export function columnSpans(
  fieldIds: readonly number[],
  rows: readonly FileRow[],
  of: number,
): ReadonlyMap<number, ColumnSpan> {
  const spans = new Map<number, ColumnSpan>();
  for (const fieldId of fieldIds) {
    let lowest: FileBounds | undefined;
    let highest: FileBounds | undefined;
    let recorded = 0;
    for (const row of rows) {
      const own = row.bounds.find((one) => one.fieldId === fieldId);
      if (own?.lower === undefined || own.upper === undefined) continue;
      recorded++;
      if (lowest === undefined || before(own, lowest, 'lower')) lowest = own;
      if (highest === undefined || before(highest, own, 'upper')) highest = own;
    }
    const least = rows.length < of ? 'at least ' : '';
    const range =
      lowest === undefined || highest === undefined
        ? undefined
        : `${least}${short(lowest.lower)} to ${short(highest.upper)}`;
    spans.set(fieldId, { range, recorded: recordedWords(recorded, rows.length) });
  }
  return spans;
}

function before(a: FileBounds, b: FileBounds, side: 'lower' | 'upper'): boolean {
  const at = side === 'lower' ? 'lowerPosition' : 'upperPosition';
  const [left, right] = [a[at], b[at]];
  if (left !== undefined && right !== undefined) return left < right;
  return byteOrder(a[side] ?? '', b[side] ?? '') < 0;
}

const LONGEST = 19;

function short(text: string | undefined): string {
  const whole = text ?? '';
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1)}…` : whole;
}

function recordedWords(recorded: number, rows: number): string {
  if (recorded === 0) return 'no bounds';
  if (recorded === rows) return 'all files';
  return `${Math.max(1, Math.min(99, Math.round((recorded / rows) * 100)))} % of files`;
}
