/** Files as a table of text, exact. */
import { FILE_VERDICTS, type FileVerdict } from '../../src/planning/verdict.ts';
import type { FileRow } from '../../src/table/api.ts';
import type { Cell, TextTable } from '../export/text-table.ts';
import type { AskedColumn } from '../pruning/language.ts';
import { VERDICT_WORDS } from '../ui/Verdict.tsx';

/** `verdicts` are of the same files; `columns` those whose bounds the rows have. */
export function filesText(
  rows: readonly FileRow[],
  verdicts: readonly number[],
  columns: readonly AskedColumn[],
): TextTable {
  return {
    head: [
      'verdict',
      'spec_id',
      'partition',
      ...columns.flatMap(({ name }) => [`${name} lower`, `${name} upper`, `${name} nulls`]),
      'file_size_in_bytes',
      'record_count',
      'data_sequence_number',
      'added_snapshot_id',
      'file_format',
      'file_path',
    ],
    rows: rows.map((row, i) => cellsOf(row, verdicts[i] as number, columns)),
  };
}

function cellsOf(row: FileRow, verdict: number, columns: readonly AskedColumn[]): readonly Cell[] {
  const name = FILE_VERDICTS[verdict] as FileVerdict | undefined;
  return [
    name === undefined ? undefined : VERDICT_WORDS[name],
    row.specId,
    row.partition,
    ...columns.flatMap(({ fieldId }) => {
      const bounds = row.bounds.find((one) => one.fieldId === fieldId);
      return [bounds?.lower, bounds?.upper, bounds?.nullCount];
    }),
    row.fileSizeInBytes,
    row.recordCount < 0n ? undefined : row.recordCount,
    row.dataSequenceNumber,
    row.snapshotId,
    row.fileFormat,
    row.filePath,
  ];
}
