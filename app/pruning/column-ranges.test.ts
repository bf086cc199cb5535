import { expect, it } from 'vitest';
import type { FileBounds, FileRow } from '../../src/table/api.ts';
import { columnSpans } from './column-ranges.ts';

function row(lower?: number | string, upper = lower): FileRow {
  const at = (value: number | string | undefined) =>
    typeof value === 'number' ? value : undefined;
  const text = (value: number | string | undefined) =>
    value === undefined ? undefined : String(value);
  const bounds = {
    fieldId: 1,
    lower: text(lower),
    upper: text(upper),
    lowerPosition: at(lower),
    upperPosition: at(upper),
  } as FileBounds;
  return { bounds: [bounds] } as unknown as FileRow;
}

it.each([
  ['no file', [], undefined, 'no bounds'],
  ['one file', [row(3, 5)], '3 to 5', 'all files'],
  // As numbers, not as text: 9 comes before 10.
  ['numbers', [row(10, 20), row(9, 11)], '9 to 20', 'all files'],
  // In the order of UTF-8 bytes: capitals before small letters.
  ['strings', [row('a', 'b'), row('Z', 'a')], 'Z to b', 'all files'],
  ['some without', [row(1, 2), row(), row()], '1 to 2', '33 % of files'],
  ['none with bounds', [row()], undefined, 'no bounds'],
  [
    'long values',
    [row('https://shop.example/x')],
    'https://shop.examp… to https://shop.examp…',
    'all files',
  ],
] as const)('%s', (_name, rows, range, recorded) => {
  expect(columnSpans([1], rows, rows.length).get(1)).toEqual({ range, recorded });
});

it('says that it has not looked at all of 10⁵ files', () => {
  const rows = Array.from({ length: 1000 }, (_, i) => row(i));
  expect(columnSpans([1], rows, 100_000).get(1)?.range).toBe('at least 0 to 999');
});
