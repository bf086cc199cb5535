/**
 * The verdict byte, one an entry: two bits for what is proven and the rest for why.
 *
 * `MIGHT`: some row might match (unset = proven that none can). `MUST`: every row must match. Both bits are needed: a
 * file without rows can't match and must match. AND of two predicates is `&` and OR is `|` on these two bits; the reason
 * comes from the side that decides. The same bytes are counted, drawn and explained (ARCHITECTURE.md, "The computation
 * is the explanation").
 */
export const MIGHT = 1;
export const MUST = 2;
export const ROWS_MASK = 3;
export const REASON_SHIFT = 2;

export type Rows = 'cannot' | 'might' | 'must';

/** What became of a live data file, in the order of the stages that decide it. The index is the byte used in columns. */
export const FILE_VERDICTS = [
  'skippedByManifest',
  'skippedByPartition',
  'skippedByBounds',
  'read',
  'allMatch',
  'unknown',
] as const;
export type FileVerdict = (typeof FILE_VERDICTS)[number];
