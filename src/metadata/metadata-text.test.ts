import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import { javaRefuses, parseTableMetadata } from './table-metadata.ts';

const TABLE = JSON.stringify({
  'format-version': 1,
  location: 's3://lake/t',
  'last-updated-ms': 1,
  'last-column-id': 1,
  schema: { type: 'struct', fields: [{ id: 1, name: 'id', required: true, type: 'long' }] },
  'partition-spec': [],
});

/** `zstd -c` of `TABLE` would do; a frame of one raw block needs no compressor: magic, 4-byte size, block, bytes. */
function zstdRaw(bytes: Uint8Array): Uint8Array {
  const header = Buffer.alloc(4 + 1 + 4 + 3);
  header.writeUInt32LE(0xfd2fb528, 0);
  // Frame header descriptor: single segment, content size in 4 bytes.
  header.writeUInt8(0b1010_0000, 4);
  header.writeUInt32LE(bytes.length, 5);
  // Block header: last block, raw, size.
  header.writeUIntLE((bytes.length << 3) | 1, 9, 3);
  return Buffer.concat([header, bytes]);
}

describe('what opens', () => {
  it.each([
    { name: 'plain', place: 'v1.metadata.json', bytes: utf8(TABLE), refused: false },
    {
      name: 'a byte order mark',
      place: 'v1.metadata.json',
      bytes: utf8(`\uFEFF${TABLE}`),
      refused: false,
    },
    { name: 'gzip, new name', place: 'x.gz.metadata.json', bytes: gzipSync(TABLE), refused: false },
    {
      name: 'gzip, legacy name',
      place: 'x.metadata.json.gz',
      bytes: gzipSync(TABLE),
      refused: false,
    },
    // B168, MD-1: the reference goes by the name.
    { name: 'gzip, plain name', place: 'x.metadata.json', bytes: gzipSync(TABLE), refused: true },
    { name: 'plain, gzip name', place: 'x.gz.metadata.json', bytes: utf8(TABLE), refused: true },
    { name: 'zstd', place: 'x.metadata.json', bytes: zstdRaw(utf8(TABLE)), refused: true },
    { name: 'any other name', place: 'what.json', bytes: gzipSync(TABLE), refused: false },
    {
      name: 'a catalog’s answer',
      place: 'load.json',
      bytes: utf8(
        `{"metadata-location":"s3://lake/t/metadata/v1.metadata.json","metadata":${TABLE},"config":{}}`,
      ),
      refused: false,
    },
  ])('$name', async ({ place, bytes, refused }) => {
    const { metadata, problems } = await parseTableMetadata(bytes, place);
    expect(metadata.location).toBe('s3://lake/t');
    expect(javaRefuses(problems)).toBe(refused);
  });
});

async function refusalOf(bytes: Uint8Array, place: string): Promise<IcecoreError> {
  try {
    await parseTableMetadata(bytes, place);
  } catch (error) {
    if (error instanceof IcecoreError) return error;
    throw error;
  }
  throw new Error('opened');
}

const LFS = `version https://git-lfs.github.com/spec/v1
oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393
size 12345
`;

describe('what is something else', () => {
  it.each([
    { name: 'nothing', text: '', says: /empty/ },
    { name: 'blanks', text: ' \n ', says: /blank/ },
    { name: 'a page after many blanks', text: `${' '.repeat(5000)}<html>`, says: /HTML page/ },
    { name: 'a Git LFS pointer', text: LFS, says: /Git LFS pointer to the file of 12345 bytes/ },
    { name: 'a page', text: '<!DOCTYPE html><html><body>Sign in</body></html>', says: /HTML page/ },
    {
      name: 'a bucket’s refusal',
      text: '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>',
      says: /XML answer that says AccessDenied/,
    },
    {
      name: 'a Delta commit',
      text: '{"commitInfo":{"timestamp":1}}\n{"add":{"path":"a.parquet"}}\n',
      says: /Delta Lake commit/,
    },
    {
      name: 'a Delta commit of one line',
      text: '{"add":{"path":"a.parquet"}}',
      says: /Delta Lake commit/,
    },
    { name: 'Delta’s last checkpoint', text: '{"version":10,"size":3}', says: /_last_checkpoint/ },
    { name: 'Hudi’s properties', text: '#Updated\nhoodie.table.name=t\n', says: /Hudi table/ },
    {
      name: 'a Hudi commit',
      text: '{"partitionToWriteStats":{},"compacted":false,"operationType":"INSERT"}',
      says: /Hudi table/,
    },
    { name: 'an Avro file', text: 'Obj\x01\x04', says: /Avro file/ },
    { name: 'a Parquet file', text: 'PAR1', says: /Parquet file/ },
    { name: 'a zip', text: 'PK\x03\x04', says: /zip archive/ },
    { name: 'a view', text: '{"format-version":1,"view-uuid":"u","versions":[]}', says: /view/ },
    {
      name: 'an error answer',
      text: '{"error":{"message":"Table does not exist","code":404}}',
      says: /Table does not exist/,
    },
    {
      name: 'other JSON',
      text: '{"a":1,"b":2}',
      says: /JSON object with a, b and without format-version/,
    },
    { name: 'a list', text: '[1]', says: /JSON list/ },
  ])('$name', async ({ text, says }) => {
    const error = await refusalOf(utf8(text), 'x.metadata.json');
    expect(error.message).toMatch(says);
    expect(error.kind).toBe('invalid-data');
    expect(error.place).toBe('x.metadata.json');
    expect(error.advice).toBeTruthy();
  });

  it('more bytes than a text may have, whatever they are', async () => {
    const error = await refusalOf(new Uint8Array(2 ** 29).fill(0x20, 0, 10), 'x.metadata.json');
    expect(error.kind).toBe('unsupported');
    expect(error.message).toMatch(/has 536,870,912 bytes, and at most 536,870,888 are read/);
  });

  it('a version hint', async () => {
    const error = await refusalOf(utf8('3\n'), 'metadata/version-hint.text');
    expect(error.message).toMatch(/version hint/);
  });

  it('broken JSON, with the place of the break', async () => {
    const error = await refusalOf(utf8(`${TABLE.slice(0, -1)},`), 'x.metadata.json');
    expect(error.message).toMatch(/Not JSON/);
    expect(error.offset).toBe(TABLE.length);
  });

  it('a gzip file that is cut off', async () => {
    const error = await refusalOf(gzipSync(TABLE).subarray(0, 60), 'x.gz.metadata.json');
    expect(error.kind).toBe('invalid-data');
  });
});
