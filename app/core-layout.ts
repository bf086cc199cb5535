/** The Core's lengths. Heights of its strata: proportional to live bytes, but every era that is drawn can be read and pressed. */

import { count, plural } from './ui/format.ts';

export interface Stratum<T> {
  readonly item: T;
  readonly from: number;
  readonly length: number;
}

/**
 * Divides `length` among items by weight, none below `least` as long as all fit. Items keep their order; gaps are the
 * caller's. Equal parts where all weights are 0.
 */
export function divide<T>(
  items: readonly T[],
  weight: (item: T) => number,
  length: number,
  least: number,
): readonly Stratum<T>[] {
  const floor = Math.min(least, length / Math.max(1, items.length));
  const raised = new Set<T>();
  for (;;) {
    const free = items.filter((item) => !raised.has(item));
    const total = free.reduce((sum, item) => sum + weight(item), 0);
    const room = length - raised.size * floor;
    const small = free.filter(
      (item) => (total === 0 ? room / free.length : (weight(item) / total) * room) < floor - 1e-9,
    );
    if (small.length === 0) return placed(items, raised, weight, total, room, floor, free.length);
    for (const item of small) raised.add(item);
  }
}

function placed<T>(
  items: readonly T[],
  raised: ReadonlySet<T>,
  weight: (item: T) => number,
  total: number,
  room: number,
  floor: number,
  free: number,
): readonly Stratum<T>[] {
  let from = 0;
  return items.map((item) => {
    const own = total === 0 ? room / Math.max(1, free) : (weight(item) / total) * room;
    const length = raised.has(item) ? floor : own;
    const stratum = { item, from, length };
    from += length;
    return stratum;
  });
}

export interface Answer {
  /** Live files of the era. */
  readonly files: number;
  readonly read: number;
  readonly unknown: number;
}

/** Spoken with the era: `3 of 1,000 files read, 2 unknown`. */
export function answerWords({ files, read, unknown }: Answer): string {
  const of = plural(files, 'file');
  const reads = read === 0 ? `none of ${of} read` : `${count(read)} of ${of} read`;
  return unknown === 0 ? reads : `${reads}, ${count(unknown)} unknown`;
}

/** Letter of the strip, px. */
const LETTER = 6.2;

/** Within an era of the strip: its share, and where there is room how many files are read. */
export function stripWords(share: string, answer: Answer | undefined, length: number): string {
  if (answer === undefined || answer.files === 0) return share;
  const reads = `${answer.read === 0 ? 'none' : count(answer.read)} read`;
  const words = share === '' ? reads : `${share}, ${reads}`;
  // 19 px before the words, and a margin of 4 behind them.
  return words.length * LETTER <= length - 23 ? words : share;
}

/** What exists is seen, and what is left out too, px. */
const LEAST_SEEN = 2;

/** Lengths of the bar beside an era, of `width`: what of its files is read, then what is unknown. */
export function answerLengths({ files, read, unknown }: Answer, width: number) {
  const parts = [read, unknown, files - read - unknown];
  const seen = parts.filter((part) => part > 0);
  const small = seen.filter((part) => part * width < files * LEAST_SEEN);
  const large = seen.reduce((sum, part) => sum + (small.includes(part) ? 0 : part), 0);
  const room = width - small.length * LEAST_SEEN;
  const length = (part: number) => {
    if (part <= 0) return 0;
    return small.includes(part) ? LEAST_SEEN : (part / large) * room;
  };
  return { read: length(read), unknown: length(unknown) };
}
