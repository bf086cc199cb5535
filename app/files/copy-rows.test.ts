import { expect, it } from 'vitest';
import type { FileRow } from '../../src/table/api.ts';
import { rowsText } from './copy-rows.ts';

it('writes a line a file under a head, exact, without what separates cells', () => {
  const row: FileRow = {
    index: 0,
    entry: 0,
    filePath: 's3://b/a\tb.parquet',
    fileFormat: 'parquet',
    specId: 1,
    partition: 'ts_day=2026-03-01',
    recordCount: 9007199254740993n,
    fileSizeInBytes: 5n,
    dataSequenceNumber: undefined,
    snapshotId: undefined,
    bounds: [
      {
        fieldId: 2,
        lower: 'AR',
        upper: undefined,
        lowerPosition: undefined,
        upperPosition: undefined,
        nullCount: undefined,
        nanCount: undefined,
        valueCount: undefined,
      },
    ],
  };
  const column = { fieldId: 2, name: 'country', type: 'string', ranges: [], words: '', short: '' };
  expect(
    rowsText([row], [4], [column])
      .split('\n')
      .map((line) => line.split('\t')),
  ).toEqual([
    [
      'verdict',
      'spec_id',
      'partition',
      'country lower',
      'country upper',
      'file_size_in_bytes',
      'record_count',
      'file_path',
    ],
    [
      'read, every row matches',
      '1',
      'ts_day=2026-03-01',
      'AR',
      '',
      '5',
      '9007199254740993',
      's3://b/a b.parquet',
    ],
  ]);
});
