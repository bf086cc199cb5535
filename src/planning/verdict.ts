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
const ROWS_MASK = 3;
const REASON_SHIFT = 2;

export type Rows = 'cannot' | 'might' | 'must';

/** A byte of proven bits and the code of the reason (reasons.ts). */
export function verdictByte(bits: number, reason: number): number {
  return (reason << REASON_SHIFT) | bits;
}

export function reasonOf(byte: number): number {
  return byte >> REASON_SHIFT;
}

/** What a byte says to people: a file without rows can't match, though all of its rows do. */
export function rowsOf(byte: number): Rows {
  if ((byte & MIGHT) === 0) return 'cannot';
  return (byte & MUST) !== 0 ? 'must' : 'might';
}

/** AND of two columns of bytes into the first. The reason is that of the first side which has the result's bits. */
export function andInto(into: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < into.length; i++) {
    const a = into[i] as number;
    const b = other[i] as number;
    into[i] = deciding(a, b, a & b & ROWS_MASK);
  }
}

/** OR of two columns of bytes into the first. */
export function orInto(into: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < into.length; i++) {
    const a = into[i] as number;
    const b = other[i] as number;
    into[i] = deciding(a, b, (a | b) & ROWS_MASK);
  }
}

function deciding(a: number, b: number, bits: number): number {
  if ((a & ROWS_MASK) === bits) return a;
  if ((b & ROWS_MASK) === bits) return b;
  return (a & ~ROWS_MASK) | bits;
}

/**
 * "Some row might" from one column and "every row must" from another, into the first: where two readings differ, or
 * where one predicate answers each question (projections; EX-19).
 */
export function takeMust(into: Uint8Array, strict: Uint8Array): void {
  for (let i = 0; i < into.length; i++) {
    const might = into[i] as number;
    const must = strict[i] as number;
    const bits = (might & MIGHT) | (must & MUST);
    const reason = (bits & MIGHT) !== 0 && (bits & MUST) !== 0 ? must : might;
    into[i] = (reason & ~ROWS_MASK) | bits;
  }
}

/** Keeps only what both columns prove: rows cannot match if neither might, and must if both must. */
export function weakestInto(into: Uint8Array, other: Uint8Array): void {
  for (let i = 0; i < into.length; i++) {
    const a = into[i] as number;
    const b = other[i] as number;
    into[i] = deciding(a, b, ((a | b) & MIGHT) | (a & b & MUST));
  }
}

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

export const SKIPPED_BY_MANIFEST = 0;
export const SKIPPED_BY_PARTITION = 1;
export const SKIPPED_BY_BOUNDS = 2;
export const READ = 3;
export const ALL_MATCH = 4;
export const UNKNOWN = 5;
