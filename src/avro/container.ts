/** Avro object container files (MF-0): header, blocks, sync markers. Nothing is inflated here. */

import { toHex, utf8Text } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import type { AvroSchema } from './schema.ts';
import { parseAvroSchema } from './schema.ts';

export interface Block {
  readonly count: number;
  /** Half-open range of the data in the file, as compressed. */
  readonly from: number;
  readonly to: number;
}

export interface Container {
  readonly bytes: Uint8Array;
  readonly place: string;
  /** Header values as text, `avro.*` ones too. */
  readonly header: ReadonlyMap<string, string>;
  readonly codec: string;
  readonly schema: AvroSchema;
  readonly blocks: readonly Block[];
  /** Sum of what the blocks claim. */
  readonly claimedRows: number;
}

const SYNC_BYTES = 16;

/**
 * Parses the header and walks all blocks, checking every sync marker, so that a cut or damaged file is refused before
 * any of it is decoded. No block at all is legal. Throws IcecoreError `invalid-data` with the offset, `unsupported` for
 * an encrypted or Parquet file.
 */
export function readContainer(bytes: Uint8Array, place: string): Container {
  checkMagic(bytes, place);
  const cursor: Cursor = { bytes, place, pos: 4 };
  const header = readHeader(cursor);
  const syncAt = cursor.pos;
  if (bytes.length - syncAt < SYNC_BYTES) fail(cursor, 'the file ends inside its header');
  cursor.pos += SYNC_BYTES;
  const schemaText = header.get('avro.schema');
  if (schemaText === undefined) fail(cursor, 'the header has no avro.schema');
  const blocks = readBlocks(cursor, syncAt);
  return {
    bytes,
    place,
    header,
    codec: header.get('avro.codec') || 'null',
    schema: parseAvroSchema(schemaText, place),
    blocks,
    claimedRows: blocks.reduce((sum, { count }) => sum + count, 0),
  };
}

interface Cursor {
  readonly bytes: Uint8Array;
  readonly place: string;
  pos: number;
}

function fail(cursor: Cursor, message: string, offset = cursor.pos): never {
  throw new IcecoreError('invalid-data', `Damaged Avro file: ${message}`, {
    place: cursor.place,
    offset,
  });
}

function checkMagic(bytes: Uint8Array, place: string): void {
  const magic = utf8Text(bytes.subarray(0, 4));
  if (magic === 'Obj\x01') return;
  if (magic === 'AGS1') {
    throw new IcecoreError('unsupported', 'The file is encrypted (AES GCM stream)', {
      place,
      offset: 0,
      advice: 'Icecore has no key service; open an unencrypted copy of the table.',
    });
  }
  if (magic === 'PAR1') {
    throw new IcecoreError('unsupported', 'The file is Parquet, which the draft of v4 allows', {
      place,
      offset: 0,
      advice:
        'Manifests are read as Avro. A snapshot of format version 3 or before may still open.',
    });
  }
  const seen = bytes.length === 0 ? 'it is empty' : `it begins with ${toHex(bytes.subarray(0, 4))}`;
  throw new IcecoreError('invalid-data', `Not an Avro file: ${seen}`, { place, offset: 0 });
}

function readHeader(cursor: Cursor): ReadonlyMap<string, string> {
  const header = new Map<string, string>();
  for (;;) {
    let count = readNumber(cursor);
    if (count === 0) return header;
    if (count < 0) {
      count = -count;
      readLength(cursor, 'a header block');
    }
    // Key and value take a byte each at least, which bounds the loop by the file.
    if (count * 2 > cursor.bytes.length - cursor.pos) {
      fail(cursor, `the header claims ${count} entries`);
    }
    for (let i = 0; i < count; i++) {
      const key = utf8Text(readBytes(cursor));
      header.set(key, utf8Text(readBytes(cursor)));
    }
  }
}

function readBytes(cursor: Cursor): Uint8Array {
  const length = readLength(cursor, 'a header entry');
  const from = cursor.pos;
  cursor.pos += length;
  return cursor.bytes.subarray(from, cursor.pos);
}

function readBlocks(cursor: Cursor, syncAt: number): readonly Block[] {
  const blocks: Block[] = [];
  while (cursor.pos < cursor.bytes.length) blocks.push(readBlock(cursor, syncAt, blocks.length));
  return blocks;
}

function readBlock(cursor: Cursor, syncAt: number, index: number): Block {
  const start = cursor.pos;
  const count = readNumber(cursor);
  if (count < 0) fail(cursor, `block ${index} claims ${count} rows`, start);
  const size = readLength(cursor, `block ${index}`);
  const from = cursor.pos;
  const to = from + size;
  const bytes = cursor.bytes;
  if (bytes.length - to < SYNC_BYTES) fail(cursor, `the file ends inside block ${index}`, start);
  for (let i = 0; i < SYNC_BYTES; i++) {
    if (bytes[to + i] !== bytes[syncAt + i]) {
      fail(cursor, `the sync marker after block ${index} is wrong`, to);
    }
  }
  cursor.pos = to + SYNC_BYTES;
  return { count, from, to };
}

function readLength(cursor: Cursor, what: string): number {
  const at = cursor.pos;
  const length = readNumber(cursor);
  const left = cursor.bytes.length - cursor.pos;
  if (length < 0 || length > left) {
    fail(cursor, `${what} claims ${length} bytes, ${left} are left`, at);
  }
  return length;
}

/** A zig-zag varint as a number, rounded beyond 2^53. */
function readNumber(cursor: Cursor): number {
  const start = cursor.pos;
  let value = 0;
  let scale = 1;
  for (let i = 0; i < 10; i++) {
    const byte = cursor.bytes[cursor.pos++];
    if (byte === undefined) fail(cursor, 'the file ends inside a number', start);
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
  fail(cursor, 'a number of more than ten bytes', start);
}
