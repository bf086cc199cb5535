/** How many rows of a data file its deletes leave, as far as metadata tells (DL-22). */
import type { DeleteFile } from './delete-index.ts';
import type { RowsLeft } from './explanation.ts';

/**
 * A deletion vector names each row once, and alone it leaves an exact number. A row of a position delete file takes away
 * one row of the data file, or none where it repeats another or names another file. An equality delete may take any.
 */
export function rowsLeft(
  recordCount: bigint,
  deletes: readonly DeleteFile[],
): RowsLeft | undefined {
  if (recordCount < 0n) return undefined;
  let least = recordCount;
  let isExact = true;
  for (const { kind, entries, entry } of deletes) {
    const deleted = kind === 'equality' ? -1n : (entries.recordCounts[entry] as bigint);
    isExact &&= kind === 'deletion vector' && deleted >= 0n && deleted <= recordCount;
    least = deleted < 0n || deleted > least ? 0n : least - deleted;
  }
  return { least, most: isExact ? least : recordCount };
}
