/**
 * Values of a column without lists, of whole numbers or of bytes, as position delete files have two (DL-1). Nothing that a header
 * claims is believed: counts and sizes are checked against the bytes at hand and against limits.
 */
import { inflateBytes } from '../avro/codecs.ts';
import { inflateRawSnappy } from '../avro/snappy.ts';
import { IcecoreError } from '../base/errors.ts';
import type { Input } from '../io/input.ts';
import type { ColumnChunk } from './footer.ts';
import { readThrift, type ThriftReader } from './thrift.ts';
import { numberAt, type Thrift } from './types.ts';

const LARGEST_CHUNK = 64 << 20;
const LARGEST_PAGE = 64 << 20;
export const MOST_VALUES = 1 << 24;

const DATA_PAGE = 0;
const DICTIONARY_PAGE = 2;
const DATA_PAGE_V2 = 3;
const PLAIN = 0;
const DICTIONARY_ENCODINGS: ReadonlySet<number> = new Set([2, 8]);

interface Page {
  readonly type: number;
  readonly header: Thrift;
  readonly bytes: Uint8Array;
  /** Of the second version of data pages. */
  readonly definitionLevels: Uint8Array | undefined;
  readonly count: number;
}

export type FlatValue = bigint | number | Uint8Array;

export interface FlatColumn {
  readonly type: 'int32' | 'int64' | 'byte_array';
  /** How many of its path's parts are optional: the definition level of a value that is there. */
  readonly optionalParts: number;
  /** Is told of each null in its place; without it a null is an error. */
  readonly onNull?: (() => void) | undefined;
}

/**
 * Calls `visit` with each value in order.
 * @throws IcecoreError `invalid-data` where it is damaged, `unsupported` for another codec, encoding or size
 */
export async function readFlatColumn(
  input: Input,
  chunk: ColumnChunk,
  column: FlatColumn,
  visit: (value: FlatValue) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { offset } = chunk;
  const size = Number(chunk.compressedSize);
  if (size > LARGEST_CHUNK || chunk.valueCount > BigInt(MOST_VALUES)) {
    throw unsupported(input, offset, `a column of ${size} bytes and ${chunk.valueCount} values`);
  }
  const bytes = await input.read(offset, offset + size, signal);
  try {
    await readPages(bytes, input.name, chunk, column, visit);
  } catch (cause) {
    if (cause instanceof IcecoreError) throw cause;
    if (cause instanceof Unsupported) throw unsupported(input, offset, cause.message);
    // Views and the Thrift decoder throw plain errors of their own.
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new IcecoreError('invalid-data', `A column of ${input.name} can’t be read: ${why}`, {
      place: input.name,
      offset,
      cause,
    });
  }
}

class Unsupported extends Error {}

function unsupported(input: Input, offset: number, what: string): IcecoreError {
  return new IcecoreError('unsupported', `${input.name} has ${what}, which is not read here`, {
    place: input.name,
    offset,
  });
}

async function readPages(
  bytes: Uint8Array,
  place: string,
  chunk: ColumnChunk,
  column: FlatColumn,
  visit: (value: FlatValue) => void,
): Promise<void> {
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length), offset: 0 };
  let left = Number(chunk.valueCount);
  let dictionary: readonly FlatValue[] = [];
  while (left > 0) {
    const page = await readPage(bytes, reader, chunk.codec, place);
    if (page.type === DICTIONARY_PAGE) {
      const values: FlatValue[] = [];
      plainValues(page.bytes, page.count, column.type, (value) => values.push(value));
      dictionary = values;
    } else {
      if (page.count > left) throw new Error(`a page claims ${page.count} of ${left} values`);
      left -= page.count;
      dataValues(page, column, dictionary, visit);
    }
  }
}

async function readPage(
  bytes: Uint8Array,
  reader: ThriftReader,
  codec: number,
  place: string,
): Promise<Page> {
  const header = readThrift(reader);
  const type = numberAt(header, 1) ?? -1;
  const stored = numberAt(header, 3) ?? -1;
  const size = numberAt(header, 2) ?? -1;
  const field = { [DATA_PAGE]: 'field_5', [DICTIONARY_PAGE]: 'field_7', [DATA_PAGE_V2]: 'field_8' };
  const own = header[field[type as 0 | 2 | 3] ?? ''] as Thrift | undefined;
  const count = own === undefined ? -1 : (numberAt(own, 1) ?? -1);
  if (own === undefined) throw new Unsupported(`pages of type ${type}`);
  if (size > LARGEST_PAGE) throw new Unsupported(`a page of ${size} bytes`);
  if (stored < 0 || size < 0 || stored > bytes.length - reader.offset) {
    throw new Error(`a page claims ${stored} bytes`);
  }
  if (count < 0 || count > MOST_VALUES) throw new Error(`a page claims ${count} values`);
  const body = bytes.subarray(reader.offset, reader.offset + stored);
  reader.offset += stored;
  // Of the second version of data pages the levels stand in front, and are not compressed.
  const repetition = type === DATA_PAGE_V2 ? (numberAt(own, 6) ?? 0) : 0;
  const levels = type === DATA_PAGE_V2 ? (numberAt(own, 5) ?? 0) + repetition : 0;
  if (repetition < 0 || repetition > levels) throw new Error('its levels are longer');
  if (levels < 0 || levels > Math.min(stored, size)) throw new Error('its levels are longer');
  const isPlain = type === DATA_PAGE_V2 && own['field_7'] === false;
  const values = await inflated(body.subarray(levels), size - levels, isPlain ? 0 : codec, place);
  const definitionLevels = type === DATA_PAGE_V2 ? body.subarray(repetition, levels) : undefined;
  return { type, header: own, count, definitionLevels, bytes: values };
}

async function inflated(
  body: Uint8Array,
  size: number,
  codec: number,
  place: string,
): Promise<Uint8Array> {
  const out = await inflate(body, codec, place);
  if (typeof out === 'string') throw new Error(out);
  if (out.length !== size) throw new Error(`a page of ${size} bytes holds ${out.length}`);
  return out;
}

/** By the numbers that the format gives to codecs. */
function inflate(
  body: Uint8Array,
  codec: number,
  place: string,
): Uint8Array | string | Promise<Uint8Array> {
  switch (codec) {
    case 0:
      return body;
    case 1:
      return inflateRawSnappy(body, LARGEST_PAGE);
    case 2:
      return inflateBytes(body, 'gzip', LARGEST_PAGE, place);
    case 6:
      return inflateBytes(body, 'zstd', LARGEST_PAGE, place);
    default:
      throw new Unsupported(`pages of codec ${codec}`);
  }
}

function dataValues(
  page: Page,
  column: FlatColumn,
  dictionary: readonly FlatValue[],
  visit: (value: FlatValue) => void,
): void {
  const isV2 = page.type === DATA_PAGE_V2;
  const encoding = numberAt(page.header, isV2 ? 4 : 2) ?? -1;
  const { bytes, levels } = withLevels(page, column);
  const { count, next } = amongNulls(levels, page.count, column, visit);
  if (encoding === PLAIN) plainValues(bytes, count, column.type, next);
  else if (DICTIONARY_ENCODINGS.has(encoding)) {
    const width = bytes[0] ?? -1;
    hybridValues(bytes.subarray(1), width, count, (index) => {
      const value = dictionary[index];
      if (value === undefined) throw new Error(`there is no value ${index} in its dictionary`);
      next(value);
    });
  } else throw new Unsupported(`encoding ${encoding}`);
}

/** A page's values, and in front of them its definition levels, of which each says whether a value is there. */
function withLevels(
  { bytes, definitionLevels }: Page,
  { optionalParts }: FlatColumn,
): { readonly bytes: Uint8Array; readonly levels: Uint8Array | undefined } {
  if (optionalParts === 0) return { bytes, levels: undefined };
  if (definitionLevels !== undefined) return { bytes, levels: definitionLevels };
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(0, true);
  if (length > bytes.length - 4) throw new Error('its levels are longer than a page');
  return { bytes: bytes.subarray(4 + length), levels: bytes.subarray(4, 4 + length) };
}

/** How many values are stored, and what passes them on with the nulls between them. */
function amongNulls(
  levels: Uint8Array | undefined,
  count: number,
  { optionalParts, onNull }: FlatColumn,
  visit: (value: FlatValue) => void,
): { readonly count: number; readonly next: (value: FlatValue) => void } {
  if (levels === undefined) return { count, next: visit };
  const isThere = new Uint8Array(count);
  let [at, stored] = [0, 0];
  hybridValues(levels, Math.ceil(Math.log2(optionalParts + 1)), count, (level) => {
    if (level > optionalParts) throw new Error(`a level is ${level} of ${optionalParts}`);
    if (level !== optionalParts && onNull === undefined) throw new Unsupported('nulls');
    isThere[at++] = level === optionalParts ? 1 : 0;
    stored += level === optionalParts ? 1 : 0;
  });
  at = 0;
  const skipNulls = () => {
    for (; at < count && isThere[at] === 0; at++) onNull?.();
  };
  skipNulls();
  const next = (value: FlatValue) => {
    visit(value);
    at++;
    skipNulls();
  };
  return { count: stored, next };
}

function plainValues(
  bytes: Uint8Array,
  count: number,
  type: FlatColumn['type'],
  visit: (value: FlatValue) => void,
): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (type === 'int64') {
      visit(view.getBigInt64(at, true));
      at += 8;
    } else if (type === 'int32') {
      visit(view.getInt32(at, true));
      at += 4;
    } else {
      const length = view.getUint32(at, true);
      if (length > bytes.length - at - 4) throw new Error('a value ends behind its page');
      visit(bytes.subarray(at + 4, at + 4 + length));
      at += 4 + length;
    }
  }
}

/** Runs and bit-packed groups of `width` bits a value (Parquet format, RLE). */
function hybridValues(
  bytes: Uint8Array,
  width: number,
  count: number,
  visit: (value: number) => void,
): void {
  if (width < 0 || width > 24) throw new Error(`values are of ${width} bits`);
  let at = 0;
  const byte = () => {
    const value = bytes[at++];
    if (value === undefined) throw new Error('a page ends early');
    return value;
  };
  for (let left = count; left > 0; ) {
    let header = 0;
    for (let shift = 0, more = true; more; shift += 7) {
      const next = byte();
      if (shift > 28) throw new Error('the length of a run is damaged');
      header += (next & 0x7f) * 2 ** shift;
      more = next >= 0x80;
    }
    const size = Math.floor(header / 2);
    if (header % 2 === 0) {
      let value = 0;
      for (let i = 0; 8 * i < width; i++) value += byte() * 2 ** (8 * i);
      const run = Math.min(size, left);
      for (let i = 0; i < run; i++) visit(value);
      left -= run;
    } else {
      let [bits, held] = [0, 0];
      const packed = Math.min(8 * size, left);
      const end = at + size * width;
      for (let i = 0; i < packed; i++) {
        while (held < width) {
          bits += byte() * 2 ** held;
          held += 8;
        }
        visit(bits % 2 ** width);
        bits = Math.floor(bits / 2 ** width);
        held -= width;
      }
      at = Math.max(at, end);
      left -= packed;
    }
  }
}
