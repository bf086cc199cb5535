/** What counting the rows of a data file after its deletes needs of its explanation. */
import type { InputRef } from '../io/input.ts';
import type { FileExplanation } from '../planning/explanation.ts';
import type { DeleteSource, LiveRowsRequest } from './api.ts';

/**
 * undefined where there is nothing to count: without deletes, with equality deletes, which compare rows, or where a file
 * is not at hand or of a format that is not read.
 */
export function liveRowsRequest(
  { filePath, recordCount, deletes }: FileExplanation,
  locate: (recorded: string) => InputRef | undefined,
): LiveRowsRequest | undefined {
  const sources: DeleteSource[] = [];
  for (const { kind, filePath: path, fileFormat, because: _, ...rest } of deletes) {
    const input = locate(path);
    const isRead = kind === 'deletion vector' || (kind === 'position' && fileFormat === 'parquet');
    if (input === undefined || !isRead) return undefined;
    sources.push({ kind, input, ...rest });
  }
  if (sources.length === 0 || recordCount < 0n) return undefined;
  return { dataFilePath: filePath, recordCount, deletes: sources };
}
