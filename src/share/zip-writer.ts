/** A zip of a few thousand files, in memory: what {@link filesFromZip} of src/io reads. */
import { utf8 } from '../base/bytes.ts';
import { crc32 } from '../base/crc32.ts';
import { IcecoreError } from '../base/errors.ts';

const LOCAL_SIGNATURE = 0x04034b50;
const ENTRY_SIGNATURE = 0x02014b50;
const END_SIGNATURE = 0x06054b50;
const STORED = 0;
const DEFLATED = 8;
const UTF8_NAMES = 0x800;
/** 1980-01-01, the first day that a zip knows: two bundles of the same files have the same bytes. */
const FIRST_DAY = 0x21;
const MOST_ENTRIES = 0xffff;
const LARGEST_ZIP = 0xffffffff;

export interface ZipWriter {
  add(path: string, content: Uint8Array): Promise<void>;
  /** Bytes so far. */
  size(): number;
  done(): Blob;
}

/** `add` throws `unsupported` past what a zip without extensions holds: 65,535 files, 4 GiB. */
export function zipWriter(): ZipWriter {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  return {
    async add(path, content) {
      const name = utf8(path);
      const packed = await deflated(content);
      const isStored = packed.length >= content.length;
      const body = isStored ? content : packed;
      const header = headerOf(name, isStored ? STORED : DEFLATED, body, content);
      if (directory.length === MOST_ENTRIES || at + header.length + body.length > LARGEST_ZIP) {
        throw new IcecoreError('unsupported', 'The bundle would be larger than a zip can be', {
          place: path,
          advice: 'Take one snapshot, or only what a predicate keeps.',
        });
      }
      directory.push(entryOf(header, name, at));
      parts.push(header, body);
      at += header.length + body.length;
    },
    size: () => at,
    done: () => new Blob([...parts, ...directory, endOf(directory, at)] as BlobPart[]),
  };
}

/** Raw deflate, as zips and links hold it. */
export async function deflated(content: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([content as Uint8Array<ArrayBuffer>])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function headerOf(
  name: Uint8Array,
  method: number,
  body: Uint8Array,
  content: Uint8Array,
): Uint8Array {
  const header = new Uint8Array(30 + name.length);
  const view = new DataView(header.buffer);
  view.setUint32(0, LOCAL_SIGNATURE, true);
  view.setUint16(4, 20, true);
  view.setUint16(6, UTF8_NAMES, true);
  view.setUint16(8, method, true);
  view.setUint16(12, FIRST_DAY, true);
  view.setUint32(14, crc32(content), true);
  view.setUint32(18, body.length, true);
  view.setUint32(22, content.length, true);
  view.setUint16(26, name.length, true);
  header.set(name, 30);
  return header;
}

/** Of the directory: the local header's fields behind a version, and where that header is. */
function entryOf(header: Uint8Array, name: Uint8Array, at: number): Uint8Array {
  const entry = new Uint8Array(46 + name.length);
  const view = new DataView(entry.buffer);
  view.setUint32(0, ENTRY_SIGNATURE, true);
  view.setUint16(4, 20, true);
  entry.set(header.subarray(4, 30), 6);
  view.setUint32(42, at, true);
  entry.set(name, 46);
  return entry;
}

function endOf(directory: readonly Uint8Array[], at: number): Uint8Array {
  const end = new Uint8Array(22);
  const view = new DataView(end.buffer);
  view.setUint32(0, END_SIGNATURE, true);
  view.setUint16(8, directory.length, true);
  view.setUint16(10, directory.length, true);
  view.setUint32(
    12,
    directory.reduce((sum, entry) => sum + entry.length, 0),
    true,
  );
  view.setUint32(16, at, true);
  return end;
}
