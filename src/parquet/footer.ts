/**
 * The footer of a Parquet file, read by two ranges at its end: which columns it holds, with their field ids, and what
 * each row group recorded of them.
 */
import { utf8Text } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import type { Input } from '../io/input.ts';
import type { PrimitiveType } from '../types/type.ts';
import { readThrift } from './thrift.ts';
import {
  describeType,
  type ElementType,
  elementType,
  icebergType,
  type LogicalType,
  numberAt,
  type PhysicalType,
  type Thrift,
} from './types.ts';

export interface ParquetColumn {
  /** Its own name; parts of lists and maps are `element`, `key` and `value`, however the writer named them. */
  readonly name: string;
  /** Names from the root as written, wrappers of lists and maps included: the path that row groups use. */
  readonly path: readonly string[];
  readonly fieldId: number | undefined;
  readonly required: boolean;
  /** undefined for a group. */
  readonly physicalType: PhysicalType | undefined;
  readonly logicalType: LogicalType | undefined;
  /** Stored type in words: `int64`, `timestamp µs UTC`, `struct`, `list`. */
  readonly typeText: string;
  /** The Iceberg type of its values; undefined for groups and foreign types. */
  readonly type: PrimitiveType | undefined;
  readonly children: readonly ParquetColumn[];
}

/** Statistics as stored: little-endian plain encoding, never interpreted here. */
export interface ChunkStatistics {
  readonly nullCount: bigint | undefined;
  readonly distinctCount: bigint | undefined;
  readonly lower: Uint8Array | undefined;
  readonly upper: Uint8Array | undefined;
  /** undefined = not stated. */
  readonly lowerIsExact: boolean | undefined;
  readonly upperIsExact: boolean | undefined;
  /** From the fields that are deprecated for their undefined order of unsigned values. */
  readonly deprecated: boolean;
}

export interface ColumnChunk {
  /** As {@link ParquetColumn.path} of a column without children. */
  readonly path: readonly string[];
  readonly valueCount: bigint;
  readonly compressedSize: bigint;
  /** As the format numbers codecs: 0 = none, 1 = Snappy, 6 = Zstandard, … */
  readonly codec: number;
  /** Of its first page, in the file. */
  readonly offset: number;
  readonly statistics: ChunkStatistics | undefined;
}

export interface RowGroup {
  readonly rowCount: bigint;
  readonly byteSize: bigint;
  readonly chunks: readonly ColumnChunk[];
}

export interface ParquetFooter {
  readonly createdBy: string | undefined;
  readonly rowCount: bigint;
  readonly columns: readonly ParquetColumn[];
  readonly rowGroups: readonly RowGroup[];
  /** Bytes that were read: the footer and its frame. */
  readonly bytesRead: number;
}

const MAGIC = 'PAR1';
/** Of a file with an encrypted footer. */
const ENCRYPTED = 'PARE';
/** Length of the footer, then the magic. */
const FRAME = 8;
/** Footers of real files are below a few MB, of very wide ones tens. */
const LARGEST_FOOTER = 64 << 20;
const DEEPEST = 100;

/**
 * @param size bytes of the file, as the manifest records it (`file_size_in_bytes`)
 * @throws IcecoreError `invalid-data` for what is no Parquet file or damaged, with the offset; `unsupported` for an
 * encrypted footer or one over 64 MiB; and the errors of reading.
 */
export async function readFooter(
  input: Input,
  size: number,
  signal?: AbortSignal,
): Promise<ParquetFooter> {
  const place = input.name;
  if (size < FRAME + MAGIC.length) throw damaged(place, 0, `it has ${size} bytes`);
  const frame = await input.read(size - FRAME, size, signal);
  const length = footerLength(frame, size, place);
  const from = size - FRAME - length;
  const bytes = await input.read(from, size - FRAME, signal);
  if (bytes.length !== length) throw damaged(place, from, 'it ends before its footer does');
  return { ...parseFooter(bytes, place, from), bytesRead: length + FRAME };
}

function footerLength(frame: Uint8Array, size: number, place: string): number {
  if (frame.length !== FRAME) {
    throw damaged(place, size - FRAME, 'it is shorter than its manifest records');
  }
  const magic = utf8Text(frame.subarray(4));
  if (magic === ENCRYPTED) {
    throw new IcecoreError('unsupported', `${place} has an encrypted footer`, { place });
  }
  if (magic !== MAGIC) throw damaged(place, size - 4, `it ends in “${magic}”, not in ${MAGIC}`);
  const length = new DataView(frame.buffer, frame.byteOffset).getUint32(0, true);
  if (length > size - FRAME - MAGIC.length) {
    throw damaged(place, size - FRAME, `its footer of ${length} bytes is longer than the file`);
  }
  if (length > LARGEST_FOOTER) {
    throw new IcecoreError('unsupported', `${place} has a footer of ${length} bytes`, {
      place,
      advice: `Footers are read up to ${LARGEST_FOOTER} bytes.`,
    });
  }
  return length;
}

function damaged(place: string, offset: number, finding: string, cause?: unknown): IcecoreError {
  return new IcecoreError('invalid-data', `${place} is no readable Parquet file: ${finding}`, {
    place,
    offset,
    cause,
  });
}

/** `bytes` is the footer's struct alone; `offset` its place in the file, for errors. */
function parseFooter(
  bytes: Uint8Array,
  place: string,
  offset: number,
): Omit<ParquetFooter, 'bytesRead'> {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
  try {
    const footer = readThrift(reader);
    return {
      createdBy: text(footer['field_6']),
      rowCount: long(footer['field_3']),
      columns: columnsOf(structs(footer['field_2'])),
      rowGroups: structs(footer['field_4']).map(rowGroupOf),
    };
  } catch (cause) {
    // The decoder throws plain errors of its own and of the views it reads by.
    const why = cause instanceof Error ? cause.message : String(cause);
    throw damaged(place, offset + reader.offset, `its footer can’t be decoded: ${why}`, cause);
  }
}

function text(value: unknown): string | undefined {
  return value instanceof Uint8Array ? utf8Text(value) : undefined;
}

function long(value: unknown): bigint {
  if (typeof value === 'bigint' || typeof value === 'number') return BigInt(value);
  throw new Error('a count is missing');
}

function maybeLong(value: unknown): bigint | undefined {
  return value === undefined ? undefined : long(value);
}

function structs(value: unknown): readonly Thrift[] {
  if (!Array.isArray(value)) throw new Error('a list is missing');
  return value as readonly Thrift[];
}

interface Element extends ElementType {
  readonly name: string;
  readonly path: readonly string[];
  readonly fieldId: number | undefined;
  readonly repetition: number;
  readonly children: readonly Element[];
}

/** The elements stand in depth-first order, each with the number of its children; the first is the root. */
function columnsOf(elements: readonly Thrift[]): readonly ParquetColumn[] {
  let next = 0;
  const read = (path: readonly string[], depth: number): Element => {
    const element = elements[next++];
    if (element === undefined) throw new Error('the schema ends too early');
    if (depth > DEEPEST) throw new Error(`the schema is nested more than ${DEEPEST} deep`);
    const name = text(element['field_4']) ?? '';
    const own = depth === 0 ? [] : [...path, name];
    const children: Element[] = [];
    const count = numberAt(element, 5) ?? 0;
    for (let i = 0; i < count; i++) children.push(read(own, depth + 1));
    return {
      ...elementType(element),
      name,
      path: own,
      fieldId: numberAt(element, 9),
      repetition: numberAt(element, 3) ?? 0,
      children,
    };
  };
  return read([], 0).children.map((child) => columnOf(child, child.name));
}

const REQUIRED = 0;
const REPEATED = 2;

function columnOf(element: Element, name: string): ParquetColumn {
  const { path, fieldId, physicalType, logicalType } = element;
  return {
    name,
    path,
    fieldId,
    required: element.repetition === REQUIRED,
    physicalType,
    logicalType,
    typeText: describeType(element),
    type: icebergType(element),
    children: childrenOf(element),
  };
}

function childrenOf(element: Element): readonly ParquetColumn[] {
  const [repeated] = element.children;
  const isWrapped = element.children.length === 1 && repeated?.repetition === REPEATED;
  if (isWrapped && element.logicalType?.kind === 'list') {
    return [columnOf(elementOfList(element, repeated), 'element')];
  }
  if (isWrapped && element.logicalType?.kind === 'map') {
    const names = ['key', 'value'];
    return repeated.children.map((child, i) => columnOf(child, names[i] ?? child.name));
  }
  return element.children.map((child) => columnOf(child, child.name));
}

/** Of three levels the middle one is only a wrapper; older writers have two (Parquet format, LogicalTypes, Lists). */
function elementOfList(list: Element, repeated: Element): Element {
  const [only, ...others] = repeated.children;
  const isTuple = repeated.name === 'array' || repeated.name === `${list.name}_tuple`;
  return only === undefined || others.length > 0 || isTuple ? repeated : only;
}

function rowGroupOf(group: Thrift): RowGroup {
  return {
    rowCount: long(group['field_3']),
    byteSize: long(group['field_2']),
    chunks: structs(group['field_1']).flatMap(({ field_3 }) =>
      // Absent where the column is encrypted.
      field_3 === undefined ? [] : [chunkOf(field_3 as Thrift)],
    ),
  };
}

function chunkOf(chunk: Thrift): ColumnChunk {
  return {
    path: (chunk['field_3'] as readonly unknown[]).map((part) => text(part) ?? ''),
    valueCount: long(chunk['field_5']),
    compressedSize: long(chunk['field_7']),
    codec: numberAt(chunk, 4) ?? 0,
    offset: Number(long(chunk['field_11'] || chunk['field_9'])),
    statistics: statisticsOf(chunk['field_12'] as Thrift | undefined),
  };
}

function statisticsOf(stats: Thrift | undefined): ChunkStatistics | undefined {
  if (stats === undefined) return undefined;
  const hasOwnOrder = stats['field_5'] !== undefined || stats['field_6'] !== undefined;
  const deprecated = !hasOwnOrder && ('field_1' in stats || 'field_2' in stats);
  return {
    nullCount: maybeLong(stats['field_3']),
    distinctCount: maybeLong(stats['field_4']),
    lower: bound(stats[deprecated ? 'field_2' : 'field_6']),
    upper: bound(stats[deprecated ? 'field_1' : 'field_5']),
    lowerIsExact: stats['field_8'] as boolean | undefined,
    upperIsExact: stats['field_7'] as boolean | undefined,
    deprecated,
  };
}

/** A copy, so that a bound does not keep the whole footer. */
function bound(value: unknown): Uint8Array | undefined {
  return value instanceof Uint8Array ? value.slice() : undefined;
}
