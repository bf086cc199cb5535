import { describe, expect, it } from 'vitest';
import type { ManifestFile } from '../src/metadata/records.ts';
import type { ManifestSource } from '../src/table/api.ts';
import type { SnapshotInHand } from './data.ts';
import { ofPart, partWords } from './large/words.ts';
import { chosenManifests, toRead } from './part.ts';

function source(index: number, specId: number, files: number | undefined, content = 'data') {
  return {
    index,
    manifest: {
      manifestPath: `m${index}.avro`,
      manifestLength: 1_000,
      partitionSpecId: specId,
      content,
      sequenceNumber: 1n,
      minSequenceNumber: 1n,
      addedFilesCount: files,
      existingFilesCount: 0,
      deletedFilesCount: 0,
    } as ManifestFile,
    input: { kind: 'path', name: 'm', path: '/m' },
  } as const satisfies ManifestSource;
}

/** Five manifests of data, of specs 2, 2, 1, 1, 0, and one of deletes between them. */
const SOURCES = [
  source(0, 2, 10),
  source(1, 2, 20),
  source(2, 2, 3, 'deletes'),
  source(3, 1, 30),
  source(4, 1, 40),
  source(5, 0, 50),
];

const LISTED = { key: 'k', manifests: SOURCES } as unknown as SnapshotInHand;
/** 153 entries of 355 bytes. */
const NEEDED = 153 * 355;

const indexes = (manifests: readonly ManifestSource[] | undefined) =>
  manifests?.map(({ index }) => index);

describe('the manifests of a choice', () => {
  it.each([
    [{ kind: 'all' } as const, [0, 1, 2, 3, 4, 5]],
    [{ kind: 'era', specIds: [1] } as const, [2, 3, 4]],
    [{ kind: 'era', specIds: [0, 2] } as const, [0, 1, 2, 5]],
    [{ kind: 'sample', n: 2 } as const, [0, 2, 3, 5]],
    [{ kind: 'sample', n: 9 } as const, [0, 2]],
    [{ kind: 'where', where: 'a = 1' } as const, [1, 2, 4]],
  ])('%o, and always those of deletes', (choice, expected) => {
    expect(indexes(chosenManifests(SOURCES, choice, new Set([1, 4])))).toEqual(expected);
  });
});

describe('what is to be read', () => {
  it('is all within the budget, and nothing beyond it before somebody chooses', () => {
    expect(toRead(LISTED, undefined, NEEDED, undefined)).toBe(LISTED);
    expect(toRead(LISTED, undefined, NEEDED - 1, undefined)).toBeUndefined();
    expect(toRead(LISTED, 'all', 1, undefined)).toBe(LISTED);
  });

  it('is the chosen part, by another key, the same object each time', () => {
    const part = toRead(LISTED, 'era:1', 1, undefined);
    expect(indexes(part?.manifests)).toEqual([2, 3, 4]);
    expect(part?.key).not.toBe(LISTED.key);
    expect(part?.key).not.toBe(toRead(LISTED, 'sample:2', 1, undefined)?.key);
    expect(toRead(LISTED, 'era:1', 1, undefined)).toBe(part);
  });

  it('is no part where that is all', () => {
    expect(toRead(LISTED, 'era:0,1,2', 1, undefined)).toBe(LISTED);
  });

  it('is nothing where the part has no manifest of data, and while manifests are judged', () => {
    expect(toRead(LISTED, 'era:7', 1e9, undefined)).toBeUndefined();
    expect(toRead(LISTED, 'where:a = 1', 1e9, undefined)).toBeUndefined();
    expect(toRead(LISTED, 'where:a = 1', 1e9, new Set())).toBeUndefined();
    const kept = new Set([4]);
    expect(indexes(toRead(LISTED, 'where:a = 1', 1, kept)?.manifests)).toEqual([2, 4]);
    expect(indexes(toRead(LISTED, 'where:a = 1', 1, new Set([0]))?.manifests)).toEqual([0, 2]);
  });
});

describe('words for a part', () => {
  const words = (load: string) =>
    partWords(toRead(LISTED, load, 1, new Set([3])) as SnapshotInHand);

  it.each([
    // 30 + 40 of 10 + 20 + 30 + 40 + 50.
    ['era:1', 'Only the era of spec 1 is loaded: 2 of 5 manifests of data, 70 of 150 files.'],
    [
      'era:0,1',
      'Only the eras of specs 0, 1 are loaded: 3 of 5 manifests of data, 120 of 150 files.',
    ],
    ['sample:3', 'Only one manifest in 3 is loaded: 2 of 5 manifests of data, 50 of 150 files.'],
    [
      'where:a = 1',
      'Only what may hold rows of a = 1 is loaded: 1 of 5 manifests of data, 30 of 150 files.',
    ],
  ])('%s', (load, expected) => {
    expect(words(load)).toBe(expected);
  });

  it('say where a count is none of the list’s', () => {
    const listed = {
      key: 'k',
      manifests: [...SOURCES.slice(0, 2), source(9, 5, undefined)],
    } as unknown as SnapshotInHand;
    // 30 entries in 2,000 bytes: 15 in 1,000.
    expect(partWords(toRead(listed, 'era:2', 1, undefined) as SnapshotInHand)).toBe(
      'Only the era of spec 2 is loaded: 2 of 3 manifests of data, 30 of about 45 files.',
    );
  });

  it('limit a sentence to the part, and leave names as they are', () => {
    const part = toRead(LISTED, 'era:1', 1, undefined) as SnapshotInHand;
    expect(ofPart(LISTED, 'No file is read.')).toBe('No file is read.');
    expect(ofPart(part, 'No file is read.')).toBe('Of the loaded part: no file is read.');
    expect(ofPart(part, 'No file is live in this snapshot.')).toBe(
      'Of the loaded part: no file is live.',
    );
    expect(ofPart(part, 'M0-a: 3 files.')).toBe('Of the loaded part: M0-a: 3 files.');
  });
});
