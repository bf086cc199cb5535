/** Grid tracks of tables: a least width each, and what is left in shares. */

/** A track of at least so many rem that takes a share of what is left over. */
export function track(least: number, share = least): string {
  return `minmax(${least}rem, ${share}fr)`;
}

/**
 * What all tracks need at least, in rem. A grid told to be as wide as its content would be wider: each share then is as
 * many times one rem, or more, so that a column that may grow cuts those after it.
 */
export function leastWidth(tracks: readonly string[]): number {
  return tracks.reduce((sum, one) => sum + Number(/^(?:minmax\()?([\d.]+)/.exec(one)?.[1] ?? 0), 0);
}

/** A cell’s padding, left and right, px. */
const PADDING = 20;

export interface TextLook {
  /** Of the widest characters that such texts are full of, px. */
  readonly perChar: number;
  /** What stands beside the text, px. */
  readonly beside?: number | undefined;
  /** In rem. */
  readonly least: number;
  readonly most: number;
}

/** Width in rem, in quarters, at which the longest of the texts is seen whole, within the look’s limits. */
export function widthOf(lengths: Iterable<number>, look: TextLook): number {
  let longest = 0;
  for (const length of lengths) longest = Math.max(longest, length);
  const px = longest * look.perChar + (look.beside ?? 0) + PADDING;
  return Math.max(look.least, Math.min(look.most, Math.ceil((px / 16) * 4) / 4));
}
