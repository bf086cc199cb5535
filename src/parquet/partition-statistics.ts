/** Partition statistics files: which values the fields of all layouts have (MD-27). */
import { toHex } from '../base/bytes.ts';
import type { Input } from '../io/input.ts';
import type { Value } from '../types/type.ts';
import { type FlatColumn, type FlatValue, readFlatColumn } from './flat-column.ts';
import { type ParquetColumn, readFooter } from './footer.ts';

const PARTITION = 1;
/** A field of more values is not told value by value. */
const MOST_VALUES = 10_000;

export interface FieldValues {
  /** undefined = not recorded; the name tells then. */
  readonly fieldId: number | undefined;
  readonly name: string;
  readonly values: readonly Value[];
}

/**
 * Values of each partition field; null stands for a layout without the field, too, and is left out. Fields
 * of a stored type that is none of those read here are left out.
 * @param size bytes of the file, as the metadata records it
 * @throws IcecoreError those of {@link readFooter} and {@link readFlatColumn}
 */
export async function readPartitionValues(
  input: Input,
  size: number,
  signal?: AbortSignal,
): Promise<readonly FieldValues[]> {
  const { columns, rowGroups } = await readFooter(input, size, signal);
  const partition = columns.find(({ fieldId, name }) =>
    fieldId === undefined ? name === 'partition' : fieldId === PARTITION,
  );
  const found: FieldValues[] = [];
  for (const field of partition?.children ?? []) {
    const type = storedType(field);
    if (partition === undefined || type === undefined) continue;
    const optionalParts = [partition, field].filter(({ required }) => !required).length;
    const column: FlatColumn = { type, optionalParts, onNull: () => undefined };
    const values = new Map<string, FlatValue>();
    for (const { chunks } of rowGroups) {
      const chunk = chunks.find(({ path }) => path.join('.') === field.path.join('.'));
      if (chunk === undefined) continue;
      await readFlatColumn(input, chunk, column, (value) => keep(values, value), signal);
    }
    const { fieldId, name } = field;
    if (values.size <= MOST_VALUES) found.push({ fieldId, name, values: [...values.values()] });
  }
  return found;
}

function keep(values: Map<string, FlatValue>, value: FlatValue): void {
  if (values.size > MOST_VALUES) return;
  values.set(value instanceof Uint8Array ? toHex(value) : String(value), value);
}

function storedType({ physicalType, type }: ParquetColumn): FlatColumn['type'] | undefined {
  switch (type?.kind) {
    case 'int':
    case 'date':
      return physicalType === 'int32' ? 'int32' : undefined;
    case 'long':
    case 'timestamp':
    case 'timestamptz':
      return physicalType === 'int64' ? 'int64' : undefined;
    case 'string':
    case 'binary':
      return physicalType === 'byte_array' ? 'byte_array' : undefined;
    default:
      return undefined;
  }
}
