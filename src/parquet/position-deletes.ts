/** Position delete files: which rows of one data file they name (DL-1). */
import { compareBytes, utf8 } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import type { Input } from '../io/input.ts';
import { type FlatValue, MOST_VALUES, readFlatColumn } from './flat-column.ts';
import { type ParquetColumn, type ParquetFooter, readFooter } from './footer.ts';

const FILE_PATH = 2147483546;
const POSITION = 2147483545;

/**
 * Adds to `into` the positions that the file names of `dataFilePath`.
 * @param size bytes of the delete file, as its manifest records it
 * @throws IcecoreError those of {@link readFooter} and {@link readFlatColumn}; `invalid-data` without the two columns
 */
export async function addPositions(
  input: Input,
  size: number,
  dataFilePath: string,
  into: Set<bigint>,
  signal?: AbortSignal,
): Promise<void> {
  const footer = await readFooter(input, size, signal);
  const path = columnOf(footer, FILE_PATH, 'file_path', input.name);
  const position = columnOf(footer, POSITION, 'pos', input.name);
  const rows = footer.rowGroups.reduce((sum, { rowCount }) => sum + rowCount, 0n);
  if (rows > BigInt(MOST_VALUES)) {
    throw new IcecoreError('unsupported', `${input.name} has ${rows} rows`, {
      place: input.name,
      advice: `Position delete files are read up to ${MOST_VALUES} rows.`,
    });
  }
  const wanted = utf8(dataFilePath);
  for (const { chunks, rowCount } of footer.rowGroups) {
    const chunkOf = (column: ParquetColumn) =>
      chunks.find((chunk) => chunk.path.join('.') === column.path.join('.'));
    const [paths, positions] = [chunkOf(path), chunkOf(position)];
    if (paths?.valueCount !== rowCount || positions?.valueCount !== rowCount) {
      throw lacking(input.name);
    }
    const isWanted: boolean[] = [];
    const optionalParts = (column: ParquetColumn) => (column.required ? 0 : 1);
    // Its values of a dictionary are the same object each time.
    let [last, lastIsWanted]: [FlatValue | undefined, boolean] = [undefined, false];
    await readFlatColumn(
      input,
      paths,
      { type: 'byte_array', optionalParts: optionalParts(path) },
      (value) => {
        if (value !== last) lastIsWanted = compareBytes(value as Uint8Array, wanted) === 0;
        last = value;
        isWanted.push(lastIsWanted);
      },
      signal,
    );
    let row = 0;
    await readFlatColumn(
      input,
      positions,
      { type: 'int64', optionalParts: optionalParts(position) },
      (value) => {
        if (isWanted[row++] === true) into.add(value as bigint);
      },
      signal,
    );
  }
}

function columnOf(
  { columns }: ParquetFooter,
  fieldId: number,
  name: string,
  place: string,
): ParquetColumn {
  const found =
    columns.find((column) => column.fieldId === fieldId) ??
    columns.find((column) => column.fieldId === undefined && column.name === name);
  if (found === undefined) throw lacking(place);
  return found;
}

function lacking(place: string): IcecoreError {
  return new IcecoreError(
    'invalid-data',
    `${place} is no position delete file: it lacks a column or values`,
    {
      place,
    },
  );
}
