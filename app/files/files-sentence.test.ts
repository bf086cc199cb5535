import { expect, it } from 'vitest';
import { filesSentence } from './files-sentence.ts';

const all = {
  manifest: undefined,
  files: 6256,
  of: 6256,
  manifests: 66,
  bytes: 2.08 * 1024 ** 4,
  read: undefined,
  unknown: 0,
  complete: true,
};

it.each([
  [all, '6,256 files in 66 manifests, 2.08 TiB.'],
  [{ ...all, read: 9 }, '6,256 files in 66 manifests, 2.08 TiB; your predicate reads 9 of them.'],
  [
    { ...all, manifest: 'm-stale.avro', files: 96, bytes: 20.4 * 1024 ** 3, read: 3 },
    'm-stale.avro: 96 of 6,256 files, 20.4 GiB; your predicate reads 3 of them.',
  ],
  [
    { ...all, files: 720, bytes: 1024, read: 0 },
    '720 of 6,256 files, 1.00 KiB; your predicate reads none of them.',
  ],
  [
    { ...all, read: 7, unknown: 84 },
    '6,256 files in 66 manifests, 2.08 TiB; your predicate reads at least 7 of them, and 84 are unknown.',
  ],
  [{ ...all, complete: false }, 'at least 6,256 files in 66 manifests, 2.08 TiB.'],
  [{ ...all, files: 0, of: 0 }, 'No file is live in this snapshot.'],
])('%#: %s', (of, sentence) => {
  expect(filesSentence(of)).toBe(sentence);
});
