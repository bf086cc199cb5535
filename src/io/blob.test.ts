import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type BlobReader, blobReader } from './blob.ts';

const bytesOf = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, i) => (i * 7 + seed) & 0xff);

/** A file that is removed after it was given. */
async function goneBlob(size: number): Promise<Blob> {
  const folder = await mkdtemp(join(tmpdir(), 'icecore-'));
  const path = join(folder, 'gone');
  await writeFile(path, bytesOf(size, 0));
  const blob = await openAsBlob(path);
  await rm(folder, { recursive: true });
  return blob;
}

/** A copy, since what is lent is used again. */
async function taken(reader: BlobReader, blob: Blob, signal?: AbortSignal): Promise<Uint8Array> {
  const { bytes, release } = await reader.lend(blob, 'f', signal);
  const copy = bytes.slice();
  // Decoding takes a while.
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect(Buffer.compare(bytes, copy)).toBe(0);
  release();
  release();
  return copy;
}

it('lends files of all sizes, each with its own bytes', async () => {
  const files = [10, 300_000, 0, 5, 1_000_000, 70_000, 1].map(bytesOf);
  const reader = blobReader();
  for (let round = 0; round < 3; round++) {
    const got = await Promise.all(files.map((file) => taken(reader, new Blob([file]))));
    got.forEach((bytes, i) => {
      expect(Buffer.compare(bytes, files[i] as Uint8Array)).toBe(0);
    });
  }
});

it('lends one at a time', async () => {
  const reader = blobReader();
  const first = await reader.lend(new Blob([bytesOf(9, 1)]), 'a', undefined);
  let isThere = false;
  const second = reader.lend(new Blob([bytesOf(9, 2)]), 'b', undefined).then((lent) => {
    isThere = true;
    return lent;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(isThere).toBe(false);
  expect(first.bytes).toEqual(bytesOf(9, 1));
  first.release();
  expect((await second).bytes).toEqual(bytesOf(9, 2));
});

it('says of one file that it has gone, and reads the others', async () => {
  const reader = blobReader();
  const gone100 = await goneBlob(100);
  const held = await reader.lend(new Blob(['x']), 'x', undefined);
  const results = Promise.allSettled([
    taken(reader, new Blob([bytesOf(100, 1)])),
    taken(reader, gone100),
    taken(reader, new Blob([bytesOf(100, 3)])),
  ]);
  held.release();
  const [one, gone, three] = await results;
  expect(one).toEqual({ status: 'fulfilled', value: bytesOf(100, 1) });
  expect(three).toEqual({ status: 'fulfilled', value: bytesOf(100, 3) });
  expect(gone).toMatchObject({ reason: { kind: 'missing-file', place: 'f' } });
});

it('leaves out what was aborted before its turn', async () => {
  const reader = blobReader();
  const held = await reader.lend(new Blob(['x']), 'x', undefined);
  const abort = new AbortController();
  const results = Promise.allSettled([
    taken(reader, new Blob([bytesOf(50, 1)])),
    taken(reader, new Blob([bytesOf(50, 2)]), abort.signal),
    taken(reader, new Blob([bytesOf(50, 3)])),
  ]);
  abort.abort(new Error('enough'));
  held.release();
  const [one, two, three] = await results;
  expect(one).toEqual({ status: 'fulfilled', value: bytesOf(50, 1) });
  expect(two).toMatchObject({ reason: { message: 'enough' } });
  expect(three).toEqual({ status: 'fulfilled', value: bytesOf(50, 3) });
});

it('reads where a browser cannot read into memory of ours', async () => {
  const stream = vi.spyOn(Blob.prototype, 'stream').mockImplementation(() => new ReadableStream());
  const reader = blobReader();
  const files = [bytesOf(40, 1), bytesOf(40, 2)];
  const got = await Promise.all(files.map((file) => taken(reader, new Blob([file]))));
  expect(got).toEqual(files);
  expect(stream).toHaveBeenCalled();
  stream.mockRestore();
});
