/** What a file takes up besides its rows (header, footer, page headers), as the files at hand show. */
import type { SourceFile } from './source-file.ts';

/** Of the smallest file; with less of it the line through the sizes is drawn too far to tell anything. */
const LEAST_SHARE = 0.5;

/**
 * Bytes of a file without rows: where the line of least squares through rows and bytes begins. undefined: the files tell
 * none, since all are alike, or even the smallest is mostly rows.
 */
export function fileOverhead(files: readonly SourceFile[]): number | undefined {
  const mean = (of: (file: SourceFile) => number) =>
    files.reduce((sum, file) => sum + of(file), 0) / files.length;
  const [rows, bytes] = [mean((file) => file.rows), mean((file) => file.bytes)];
  const spread = mean((file) => (file.rows - rows) ** 2);
  if (!(spread > 0)) return undefined;
  const slope = mean((file) => (file.rows - rows) * (file.bytes - bytes)) / spread;
  const smallest = files.reduce((least, file) => Math.min(least, file.bytes), bytes);
  const overhead = Math.floor(Math.min(bytes - slope * rows, smallest));
  return slope > 0 && overhead >= smallest * LEAST_SHARE ? overhead : undefined;
}
