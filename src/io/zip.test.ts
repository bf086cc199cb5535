import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { utf8Text } from '../base/bytes.ts';
import { openInput } from './open.ts';
import { filesFromZip } from './zip.ts';

const TEXT = 'a manifest says the same thing again and again. '.repeat(500);
const PACKED = zipSync({
  't/metadata/v1.metadata.json': strToU8(TEXT),
  't/data/a.parquet': [strToU8('PAR1'), { level: 0 }],
  't/ünïcode.avro': strToU8('ü'),
  't/empty.avro': new Uint8Array(0),
  't/folder/': new Uint8Array(0),
});

const blobOf = (bytes: Uint8Array) => new Blob([bytes as Uint8Array<ArrayBuffer>]);

async function contentOf(zip: Uint8Array, path: string): Promise<Uint8Array> {
  const ref = (await filesFromZip('t.zip', blobOf(zip))).get(path);
  if (ref === undefined) throw new Error(`no ${path}`);
  return openInput(ref).whole();
}

/** Changes four bytes of the directory's entry for `path`, at `field` of the entry. */
function patched(path: string, field: number, value: number): Uint8Array {
  const zip = PACKED.slice();
  const name = strToU8(path);
  const view = new DataView(zip.buffer);
  for (let at = 0; at < zip.length - 46; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    const here = zip.subarray(at + 46, at + 46 + name.length);
    if (name.every((byte, i) => here[i] === byte)) view.setUint32(at + field, value, true);
  }
  return zip;
}

describe('a zip', () => {
  it('lists files, not folders', async () => {
    const files = await filesFromZip('t.zip', blobOf(PACKED));
    expect(files.name).toBe('t');
    expect(files.paths()).toEqual([
      't/metadata/v1.metadata.json',
      't/data/a.parquet',
      't/ünïcode.avro',
      't/empty.avro',
    ]);
  });

  const rows: [string, string][] = [
    ['t/metadata/v1.metadata.json', TEXT],
    ['t/data/a.parquet', 'PAR1'],
    ['t/ünïcode.avro', 'ü'],
    ['t/empty.avro', ''],
  ];
  it.each(rows)('reads %s', async (path, text) => {
    expect(utf8Text(await contentOf(PACKED, path))).toBe(text);
  });

  it('reads parts', async () => {
    const ref = (await filesFromZip('t.zip', blobOf(PACKED))).get('t/metadata/v1.metadata.json');
    expect(utf8Text(await openInput(ref!).read(2, 10))).toBe(TEXT.slice(2, 10));
  });

  it('may have a comment and bytes in front', async () => {
    const comment = new Uint8Array(PACKED.length + 5);
    comment.set(PACKED);
    new DataView(comment.buffer).setUint16(PACKED.length - 2, 5, true);
    expect(utf8Text(await contentOf(comment, 't/data/a.parquet'))).toBe('PAR1');
  });
});

describe('a damaged or hostile zip is refused', () => {
  const METADATA = 't/metadata/v1.metadata.json';
  const rows: [what: string, zip: Uint8Array, message: RegExp][] = [
    ['no zip', strToU8('hello, this is some text'), /no end record/],
    ['empty', new Uint8Array(0), /no end record/],
    ['cut at its directory', PACKED.slice(PACKED.length - 100), /its directory claims|is cut/],
    ['claims 4 GB of 140 bytes', patched(METADATA, 24, 0xfffffffe), /claims to unfold/],
    ['unfolds to more than it claims', patched(METADATA, 24, 20), /unfolds to more than the 20/],
    [
      'unfolds to less than it claims',
      patched(METADATA, 24, TEXT.length + 1),
      /holds 24000 of 24001/,
    ],
    ['points elsewhere', patched(METADATA, 42, 7), /not where the directory says/],
    ['is encrypted', patched(METADATA, 8, 0x0008_0001), /is encrypted/],
    ['is packed by bzip2', patched(METADATA, 8, 0x000c_0000), /packed by method 12/],
  ];
  it.each(rows)('%s', async (_what, zip, message) => {
    await expect(contentOf(zip, METADATA)).rejects.toThrow(message);
  });
});
