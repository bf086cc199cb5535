/** Puffin files and deletion vectors, made byte by byte as DL-20 and DL-21 say; and those of the corpus. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fromHex, utf8 } from '../base/bytes.ts';
import { crc32 } from '../base/crc32.ts';
import type { Input } from '../io/input.ts';
import { openInput } from '../io/open.ts';
import { corpusFolder, fixturesFolder } from '../testing/shared.ts';
import { readDeletionVector } from './deletion-vector.ts';
import { readPuffinFooter } from './puffin.ts';
import { countBelow, eachRun, type Positions, readRoaring64 } from './roaring.ts';

function hex(text: string): Uint8Array {
  const bytes = fromHex(text.replaceAll(' ', ''));
  if (bytes === undefined) throw new Error(text);
  return bytes;
}

function le(value: number, size: number): string {
  return Array.from({ length: size }, (_, i) =>
    (Math.floor(value / 2 ** (8 * i)) % 256).toString(16).padStart(2, '0'),
  ).join('');
}

function positionsOf({ containers }: Positions): bigint[] {
  const out: bigint[] = [];
  for (const container of containers) {
    eachRun(container, (first, last) => {
      for (let p = first; p <= last; p++) out.push(container.base + BigInt(p));
    });
  }
  return out;
}

/** A bitmap of one 32-bit part under key 0 without run containers: cookie, size, header, offsets, containers. */
function plain(containers: readonly (readonly [key: number, count: number, body: string])[]) {
  const header = containers.map(([key, count]) => le(key, 2) + le(count - 1, 2)).join('');
  const offsets = containers.map(() => '00000000').join('');
  const bodies = containers.map(([, , body]) => body).join('');
  return `${le(1, 8)} ${le(0, 4)} ${le(12346, 4)} ${le(containers.length, 4)} ${header} ${offsets} ${bodies}`;
}

describe('bitmaps', () => {
  it.each([
    ['none', le(0, 8), []],
    ['an array', plain([[0, 3, le(0, 2) + le(5, 2) + le(65535, 2)]]), [0n, 5n, 65535n]],
    ['a second container', plain([[2, 1, le(1, 2)]]), [2n * 65536n + 1n]],
    [
      'a key above 32 bits',
      `${le(1, 8)} ${le(3, 4)} ${le(12346, 4)} ${le(1, 4)} ${le(0, 2)}${le(0, 2)} ${le(0, 4)} ${le(7, 2)}`,
      [3n * 2n ** 32n + 7n],
    ],
    [
      // cookie with the size, flags of run containers, key and count, no offsets below four containers
      'runs',
      `${le(1, 8)} ${le(0, 4)} ${le(12347, 4)} 01 ${le(0, 2)}${le(4, 2)} ${le(2, 2)} ${le(3, 2)}${le(1, 2)} ${le(10, 2)}${le(2, 2)}`,
      [3n, 4n, 10n, 11n, 12n],
    ],
  ])('%s', (_, text, expected) => {
    const positions = readRoaring64(hex(text), 'b', 0);
    expect(positionsOf(positions)).toEqual(expected);
    expect(positions.count).toBe(BigInt(expected.length));
  });

  it('a bit a position, above 4096 of them', () => {
    // Every bit of the first 1000 bytes: 8000 positions.
    const body = 'ff'.repeat(1000) + '00'.repeat(7192);
    const positions = readRoaring64(hex(plain([[0, 8000, body]])), 'b', 0);
    expect(positions.count).toBe(8000n);
    expect(positionsOf(positions).at(-1)).toBe(7999n);
    expect(
      [0n, 1n, 7999n, 8000n, 9000n, 2n ** 40n].map((end) => countBelow(positions, end)),
    ).toEqual([0n, 1n, 7999n, 8000n, 8000n, 8000n]);
  });

  it.each([
    ['it ends where 8 bytes should be', ''],
    ['it ends where 4 bytes should be', le(2 ** 32, 8)],
    ['1 bytes follow its end', `${le(0, 8)}00`],
    ['cookie 1 is of no known form', `${le(1, 8)} ${le(0, 4)} ${le(1, 4)}`],
    ['key 2147483648 has its top bit set', `${le(1, 8)} ${le(2 ** 31, 4)}`],
    ['it claims 65537 containers', `${le(1, 8)} ${le(0, 4)} ${le(12346, 4)} ${le(65537, 4)}`],
    ['position 5 stands after 5', plain([[0, 2, le(5, 2) + le(5, 2)]])],
    [
      'container 1 stands after container 1',
      plain([
        [1, 1, le(1, 2)],
        [1, 1, le(1, 2)],
      ]),
    ],
    ['0 positions stand where 5000 are claimed', plain([[0, 5000, '00'.repeat(8192)]])],
    [
      'position 65535 stands after -1',
      `${le(1, 8)} ${le(0, 4)} ${le(12347, 4)} 01 ${le(0, 2)}${le(1, 2)} ${le(1, 2)} ${le(65535, 2)}${le(1, 2)}`,
    ],
  ])('refused: %s', (finding, text) => {
    expect(() => readRoaring64(hex(text), 'b', 0)).toThrow(finding);
  });
});

/** Length, magic, bitmap, CRC-32. */
function vectorOf(bitmap: string): Uint8Array {
  const body = hex(`d1d33964 ${bitmap}`);
  const blob = new Uint8Array(body.length + 8);
  const view = new DataView(blob.buffer);
  view.setUint32(0, body.length);
  blob.set(body, 4);
  view.setUint32(4 + body.length, crc32(body));
  return blob;
}

describe('deletion vectors', () => {
  const good = vectorOf(plain([[0, 1, le(9, 2)]]));

  it('are read', () => expect(positionsOf(readDeletionVector(good, 'f', 4))).toEqual([9n]));

  it.each([
    ['it has 3 bytes', good.subarray(0, 3)],
    ['it claims', good.subarray(0, good.length - 1)],
    ['its magic bytes are wrong', changed(good, 4)],
    ['its CRC-32 is wrong', changed(good, 20)],
    ['its CRC-32 is wrong', changed(good, good.length - 1)],
  ])('refused: %s', (finding, blob) => {
    expect(() => readDeletionVector(blob, 'f', 4)).toThrow(finding);
  });
});

function changed(bytes: Uint8Array, at: number): Uint8Array {
  const out = bytes.slice();
  out[at] = (out[at] as number) ^ 1;
  return out;
}

function inputOf(bytes: Uint8Array): Input {
  return openInput({ kind: 'bytes', name: 'f.puffin', bytes });
}

/** Magic, blobs, magic, payload, its size, flags, magic. */
function puffin(blobs: string, payload: string, flags = '00000000'): Uint8Array {
  const text = utf8(payload);
  const magic = '50464131';
  const head = hex(magic + blobs + magic);
  const tail = hex(le(text.length, 4) + flags + magic);
  const out = new Uint8Array(head.length + text.length + tail.length);
  out.set(head);
  out.set(text, head.length);
  out.set(tail, head.length + text.length);
  return out;
}

const BLOB =
  '{"type":"t","fields":[1],"snapshot-id":3051729675574597004,"sequence-number":2,"offset":4,"length":2';

describe('footers', () => {
  it('list the blobs', async () => {
    const file = puffin(
      'abcd',
      `{"blobs":[${BLOB},"properties":{"ndv":"7"}}],"properties":{"a":"b"}}`,
    );
    expect(await readPuffinFooter(inputOf(file), file.length)).toEqual({
      blobs: [
        {
          type: 't',
          fields: [1],
          snapshotId: 3051729675574597004n,
          sequenceNumber: 2n,
          offset: 4,
          length: 2,
          compressionCodec: undefined,
          properties: { ndv: '7' },
        },
      ],
      properties: { a: 'b' },
    });
  });

  it('longer than the last bytes that are read at once', async () => {
    const file = puffin('abcd', `{"blobs":[${BLOB}}],"properties":{"a":"${'b'.repeat(20_000)}"}}`);
    expect((await readPuffinFooter(inputOf(file), file.length)).blobs.length).toBe(1);
  });

  const good = puffin('abcd', `{"blobs":[${BLOB}}]}`);
  it.each([
    ['it has 4 bytes', good.subarray(0, 4)],
    ['it does not begin with PFA1', changed(good, 0)],
    ['it does not end with PFA1', changed(good, good.length - 1)],
    ['it does not end with PFA1', good.subarray(0, good.length - 2)],
    ['its footer does not begin with PFA1', changed(good, 6)],
    ['its footer claims', changed(good, good.length - 11)],
    ['is compressed by LZ4', puffin('', '{"blobs":[]}', '01000000')],
    ['has flags 2', puffin('', '{"blobs":[]}', '02000000')],
    ['Not JSON', puffin('', '{"blobs":[')],
    ['the payload is no object', puffin('', '[]')],
    ['blobs is no list', puffin('', '{}')],
    ['blobs[0] is said to be 2 bytes at 4', puffin('', `{"blobs":[${BLOB}}]}`)],
    [
      'blobs[0].snapshot-id is no whole number',
      puffin('abcd', `{"blobs":[${BLOB.replace('3051729675574597004', '1.5')}}]}`),
    ],
  ])('refused: %s', async (finding, file) => {
    await expect(readPuffinFooter(inputOf(file), file.length)).rejects.toThrow(finding);
  });
});

describe('of the corpus', () => {
  const folder = join(corpusFolder(), 'tables');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.puffin'),
  );

  it('every vector has the rows that its footer counts', async () => {
    let vectors = 0;
    for (const file of files) {
      const bytes = new Uint8Array(readFileSync(join(folder, file)));
      const { blobs } = await readPuffinFooter(inputOf(bytes), bytes.length);
      for (const { offset, length, properties } of blobs) {
        const vector = readDeletionVector(bytes.subarray(offset, offset + length), file, offset);
        expect(vector.count).toBe(BigInt(properties['cardinality'] as string));
        vectors++;
      }
    }
    expect(vectors).toBeGreaterThan(files.length);
  });
});

const fixtures = fixturesFolder();

describe.skipIf(fixtures === undefined)('of others', () => {
  it('the vector of Iceberg’s Go library', async () => {
    const file = join(
      fixtures as string,
      'apache__iceberg-go/puffin/testdata/deletion-vector-v1.puffin',
    );
    const bytes = new Uint8Array(readFileSync(file));
    const { blobs } = await readPuffinFooter(inputOf(bytes), bytes.length);
    const [{ offset, length, properties }] = blobs as [(typeof blobs)[0] & object];
    const vector = readDeletionVector(bytes.subarray(offset, offset + length), file, offset);
    expect(String(vector.count)).toBe(properties['cardinality']);
  });
});
