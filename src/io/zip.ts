/**
 * A zip as a {@link FileSet}: only its central directory is read. An entry is sliced out of the zip and inflated where and
 * when it is read, so a zip of any size opens at once and holds no memory.
 */

import { utf8Text } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import { readBlob } from './blob.ts';
import { type FileSet, fileSet } from './file-set.ts';
import type { InputRef } from './input.ts';

type ZippedRef = Extract<InputRef, { kind: 'zipped' }>;

const END_SIGNATURE = 0x06054b50;
const END_LENGTH = 22;
const ZIP64_END_SIGNATURE = 0x06064b50;
const ZIP64_LOCATOR_LENGTH = 20;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_LENGTH = 30;
const ZIP64_EXTRA = 1;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED_FLAG = 1;

/** A table's metadata and manifests are far smaller; a directory that claims more is not read. */
const LARGEST_DIRECTORY = 256 << 20;
/** Of one entry, inflated. A manifest is about 8 MB. */
const LARGEST_ENTRY = 1 << 30;
/** Deflate can't do better than 1032:1, so a larger ratio is a lie. */
const LARGEST_RATIO = 1040;

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly encrypted: boolean;
  readonly packedSize: number;
  readonly size: number;
  readonly headerAt: number;
}

/**
 * Errors: `invalid-data` for a damaged directory and for names that lead out of the zip or stand in it twice,
 * `unsupported` for encrypted entries and methods but deflate.
 */
export async function filesFromZip(name: string, zip: Blob): Promise<FileSet> {
  const entries = await readDirectory(name, zip);
  const refs: [string, InputRef][] = [];
  const seen = new Set<string>();
  for (const entry of entries) {
    if (entry.path.endsWith('/')) continue;
    checkPath(name, entry, seen);
    refs.push([entry.path, entryRef(name, zip, entry)]);
  }
  return fileSet(name.replace(/\.zip$/i, ''), refs, name);
}

/** A name that another unpacker would write elsewhere, or of which two say different things, is nobody's mistake. */
function checkPath(name: string, { path, headerAt }: Entry, seen: Set<string>): void {
  const clean = path.replaceAll('\\', '/');
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  if (/^\/|^[a-z]:|(^|\/)\.\.(\/|$)|\0/i.test(clean)) {
    throw damaged(name, `the name ${JSON.stringify(shown)} leads out of it`, headerAt);
  }
  if (seen.has(clean)) throw damaged(name, `it holds ${JSON.stringify(shown)} twice`, headerAt);
  seen.add(clean);
}

async function viewOf(zip: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await zip.slice(from, to).arrayBuffer());
}

function damaged(name: string, what: string, offset?: number): IcecoreError {
  return new IcecoreError('invalid-data', `${name} is no zip that can be read: ${what}`, {
    place: name,
    offset,
    advice: PACK_AGAIN,
  });
}

const PACK_AGAIN = 'Pack the table’s folder again as an ordinary zip, or give the folder itself.';

async function readDirectory(name: string, zip: Blob): Promise<Entry[]> {
  const { at, length, count } = await findDirectory(name, zip);
  if (length > LARGEST_DIRECTORY || at + length > zip.size) {
    throw damaged(name, `its directory claims ${length} bytes at ${at}`, at);
  }
  const view = await viewOf(zip, at, at + length);
  const entries: Entry[] = [];
  let offset = 0;
  for (let i = 0; i < count; i++) {
    if (offset + ENTRY_LENGTH > length || view.getUint32(offset, true) !== ENTRY_SIGNATURE) {
      throw damaged(name, `entry ${i} of its directory is cut`, at + offset);
    }
    const next = offset + entryLength(view, offset);
    if (next > length) throw damaged(name, `entry ${i} of its directory is cut`, at + offset);
    entries.push(readEntry(view, offset));
    offset = next;
  }
  return entries;
}

/** The end record stands in the last 64 KiB, behind it only a comment. */
async function findDirectory(
  name: string,
  zip: Blob,
): Promise<{ at: number; length: number; count: number }> {
  const tailAt = Math.max(0, zip.size - END_LENGTH - 0xffff - ZIP64_LOCATOR_LENGTH);
  const view = await viewOf(zip, tailAt, zip.size);
  for (let i = view.byteLength - END_LENGTH; i >= 0; i--) {
    if (view.getUint32(i, true) !== END_SIGNATURE) continue;
    const count = view.getUint16(i + 10, true);
    const length = view.getUint32(i + 12, true);
    const at = view.getUint32(i + 16, true);
    if (count !== 0xffff && length !== 0xffffffff && at !== 0xffffffff)
      return { at, length, count };
    return findZip64Directory(name, zip, view, i - ZIP64_LOCATOR_LENGTH);
  }
  throw damaged(name, 'it has no end record');
}

async function findZip64Directory(
  name: string,
  zip: Blob,
  tail: DataView,
  locator: number,
): Promise<{ at: number; length: number; count: number }> {
  if (locator < 0) throw damaged(name, 'it has no zip64 locator');
  const endAt = safeNumber(tail.getBigUint64(locator + 8, true));
  const end = await viewOf(zip, endAt, endAt + 56);
  if (end.byteLength < 56 || end.getUint32(0, true) !== ZIP64_END_SIGNATURE) {
    throw damaged(name, 'its zip64 end record is missing', endAt);
  }
  return {
    count: safeNumber(end.getBigUint64(32, true)),
    length: safeNumber(end.getBigUint64(40, true)),
    at: safeNumber(end.getBigUint64(48, true)),
  };
}

function safeNumber(value: bigint): number {
  return Number(value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : value);
}

function entryLength(view: DataView, at: number): number {
  return (
    ENTRY_LENGTH +
    view.getUint16(at + 28, true) +
    view.getUint16(at + 30, true) +
    view.getUint16(at + 32, true)
  );
}

function readEntry(view: DataView, at: number): Entry {
  const nameLength = view.getUint16(at + 28, true);
  const wide = zip64Fields(view, at);
  const field = (offset: number): number => {
    const value = view.getUint32(at + offset, true);
    return value === 0xffffffff ? (wide.shift() ?? value) : value;
  };
  // The zip64 extra holds only the fields that overflow, in this order.
  const size = field(24);
  const packedSize = field(20);
  const headerAt = field(42);
  return {
    path: utf8Text(new Uint8Array(view.buffer, view.byteOffset + at + ENTRY_LENGTH, nameLength)),
    encrypted: (view.getUint16(at + 8, true) & ENCRYPTED_FLAG) !== 0,
    method: view.getUint16(at + 10, true),
    size,
    packedSize,
    headerAt,
  };
}

function zip64Fields(view: DataView, entryAt: number): number[] {
  let at = entryAt + ENTRY_LENGTH + view.getUint16(entryAt + 28, true);
  const end = at + view.getUint16(entryAt + 30, true);
  while (at + 4 <= end) {
    const id = view.getUint16(at, true);
    const next = at + 4 + view.getUint16(at + 2, true);
    if (id === ZIP64_EXTRA && next <= end) {
      const fields: number[] = [];
      for (let i = at + 4; i + 8 <= next; i += 8)
        fields.push(safeNumber(view.getBigUint64(i, true)));
      return fields;
    }
    at = next;
  }
  return [];
}

function entryRef(name: string, zip: Blob, entry: Entry): ZippedRef {
  if (entry.encrypted || (entry.method !== STORED && entry.method !== DEFLATED)) {
    const how = entry.encrypted ? 'is encrypted' : `is packed by method ${entry.method}`;
    throw new IcecoreError('unsupported', `${entry.path} in ${name} ${how}`, {
      place: name,
      offset: entry.headerAt,
      advice:
        'Pack the folder as an ordinary zip (deflate, no password), or drop the folder itself.',
    });
  }
  return {
    kind: 'zipped',
    name: entry.path,
    zip,
    at: entry.headerAt,
    deflated: entry.method === DEFLATED,
    packedSize: entry.packedSize,
    size: entry.size,
  };
}

/** What is in an entry. Errors: `invalid-data` where it is damaged or unfolds to more than it claims. */
export async function readEntryContent(ref: ZippedRef): Promise<Uint8Array> {
  if (ref.size > LARGEST_ENTRY || ref.size > Math.max(ref.packedSize, 1) * LARGEST_RATIO) {
    throw damagedEntry(ref.name, `it claims to unfold ${ref.packedSize} bytes to ${ref.size}`);
  }
  const header = await viewOf(ref.zip, ref.at, ref.at + LOCAL_LENGTH);
  if (header.byteLength < LOCAL_LENGTH || header.getUint32(0, true) !== LOCAL_SIGNATURE) {
    throw damagedEntry(ref.name, 'it is not where the directory says');
  }
  const from = ref.at + LOCAL_LENGTH + header.getUint16(26, true) + header.getUint16(28, true);
  const packed = await readBlob(ref.zip.slice(from, from + ref.packedSize), ref.name);
  if (packed.length < ref.packedSize) throw damagedEntry(ref.name, 'the zip ends before it');
  return ref.deflated ? inflateExactly(packed, ref) : packed;
}

/** Never holds more than the claimed size and one chunk, whatever the data unfolds to. */
async function inflateExactly(packed: Uint8Array, { name, size }: ZippedRef): Promise<Uint8Array> {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  // A failure of the writing side also fails the reader, where it is caught.
  writer.write(packed as Uint8Array<ArrayBuffer>).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = stream.readable.getReader();
  const out = new Uint8Array(size);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw damagedEntry(name, String(cause), cause);
    });
    if (done) break;
    if (length + value.length > size) {
      await reader.cancel();
      throw damagedEntry(name, `it unfolds to more than the ${size} bytes that the zip states`);
    }
    out.set(value, length);
    length += value.length;
  }
  if (length < size) throw damagedEntry(name, `it holds ${length} of ${size} bytes`);
  return out;
}

function damagedEntry(name: string, what: string, cause?: unknown): IcecoreError {
  return new IcecoreError('invalid-data', `The entry ${name} of the zip is damaged: ${what}`, {
    place: name,
    advice: PACK_AGAIN,
    cause,
  });
}
