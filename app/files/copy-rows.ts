/** Files as tab-separated text, for spreadsheets. */
import { FILE_VERDICTS, type FileVerdict } from '../../src/planning/verdict.ts';
import type { FileRow } from '../../src/table/api.ts';
import type { AskedColumn } from '../pruning/where.ts';
import { VERDICT_WORDS } from '../ui/Verdict.tsx';

/** One line a file under a head of column names; `verdicts` are of the same files. */
export function rowsText(
  rows: readonly FileRow[],
  verdicts: readonly number[],
  columns: readonly AskedColumn[],
): string {
  const head = [
    'verdict',
    'spec_id',
    'partition',
    ...columns.flatMap(({ name }) => [`${name} lower`, `${name} upper`]),
    'file_size_in_bytes',
    'record_count',
    'file_path',
  ];
  const lines = rows.map((row, i) => rowCells(row, verdicts[i] as number, columns));
  return [head, ...lines].map((cells) => cells.map(plainCell).join('\t')).join('\n');
}

function rowCells(
  row: FileRow,
  verdict: number,
  columns: readonly AskedColumn[],
): readonly string[] {
  const name = FILE_VERDICTS[verdict] as FileVerdict | undefined;
  return [
    name === undefined ? '' : VERDICT_WORDS[name],
    String(row.specId),
    row.partition,
    ...columns.flatMap(({ fieldId }) => {
      const bounds = row.bounds.find((one) => one.fieldId === fieldId);
      return [bounds?.lower ?? '', bounds?.upper ?? ''];
    }),
    String(row.fileSizeInBytes),
    String(row.recordCount),
    row.filePath,
  ];
}

/** A cell cannot hold what separates cells. */
function plainCell(text: string): string {
  return text.replaceAll(/[\t\r\n]+/g, ' ');
}
