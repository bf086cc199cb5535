import { expect, it } from 'vitest';
import type { FileBounds, FileRow } from '../../src/table/api.ts';
import { type ExampleColumn, examplesOf } from './examples.ts';

function bounds(fieldId: number, lower: string | undefined, upper = lower): FileBounds {
  return {
    fieldId,
    lower,
    upper,
    lowerPosition: undefined,
    upperPosition: undefined,
    nullCount: undefined,
    nanCount: undefined,
    valueCount: undefined,
  };
}
function row(...of: readonly FileBounds[]): FileRow {
  return {
    index: 0,
    entry: 0,
    filePath: '',
    fileFormat: 'parquet',
    specId: 0,
    partition: '',
    recordCount: 1n,
    fileSizeInBytes: 1n,
    dataSequenceNumber: undefined,
    snapshotId: undefined,
    bounds: of,
  };
}
const column = (
  fieldId: number,
  name: string,
  kind: string,
  partitions = false,
): ExampleColumn => ({
  fieldId,
  name,
  kind,
  partitions,
});

it.each([
  [
    'an hour of a time column, over midnight',
    [column(1, 'ts', 'timestamptz', true)],
    row(bounds(1, '2026-08-31 23:12:05', '2026-09-01 01:00:00')),
    ["ts >= TIMESTAMP '2026-08-31 23:00:00' AND ts < TIMESTAMP '2026-09-01 00:00:00'"],
  ],
  [
    'columns that partition first',
    [column(1, 'id', 'long'), column(2, '"user name"', 'string', true)],
    row(bounds(1, '5', '9'), bounds(2, "O'Hara")),
    ["\"user name\" = 'O''Hara'", 'id BETWEEN 5 AND 9'],
  ],
  [
    'the text null, which is shown in quotes, and not of no text',
    [column(1, 'name', 'string', true), column(2, 'none', 'string', true)],
    row(bounds(1, "'null'"), bounds(2, "''")),
    ["name = 'null'"],
  ],
  [
    'one of a kind, and only with bounds',
    [column(1, 'a', 'int'), column(2, 'b', 'int'), column(3, 'c', 'date'), column(4, 'd', 'uuid')],
    row(bounds(1, undefined), bounds(2, '7'), bounds(3, '2026-03-01'), bounds(4, 'x')),
    ['b = 7', "c = DATE '2026-03-01'"],
  ],
])('%s', (_, columns, from, wheres) => {
  expect(examplesOf(columns, from).map(({ where }) => where)).toEqual(wheres);
});
