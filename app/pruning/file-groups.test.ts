import { describe, expect, it } from 'vitest';
import { ALL_MATCH, READ, SKIPPED_BY_BOUNDS, UNKNOWN } from '../../src/planning/verdict.ts';
import {
  type FileGroups,
  filesAbove,
  groupFiles,
  type Heading,
  headingAt,
  lineAt,
  lineOf,
} from './file-groups.ts';
import { buildFileIndex, type FileIndex, type IndexSource } from './file-index.ts';
import { readsFirst } from './file-order.ts';
import { NOT_JUDGED } from './map-pixels.ts';
import { atOnce } from './slices.ts';

const KIB = 1024;

/** A manifest whose files are of 1 KiB each, one a given partition. */
function source(index: number, specId: number, partitions: readonly string[]): IndexSource {
  const labels = [...new Set(partitions)];
  return {
    index,
    specId,
    entries: Uint32Array.from(partitions.keys()),
    bytes: new Float64Array(partitions.length).fill(KIB),
    records: new Float64Array(partitions.length).fill(1),
    partitions: labels.map((label, i) => ({ values: [i], label })),
    partitionOf: Uint32Array.from(partitions, (label) => labels.indexOf(label)),
    listed: partitions.length,
  };
}

/** A manifest that could not be read; so many files by the manifest list. */
function lostSource(index: number, specId: number, listed: number): IndexSource {
  return { ...source(index, specId, []), entries: undefined, listed };
}

interface Listed {
  readonly index: FileIndex;
  readonly verdicts: Uint8Array;
  readonly order: Uint32Array;
  readonly groups: FileGroups;
}

function listed(sources: readonly IndexSource[], verdictOf: (at: number) => number): Listed {
  const ranks = new Map([0, 1].map((id) => [id, id]));
  const index = atOnce(buildFileIndex(sources, ranks));
  const verdicts = Uint8Array.from({ length: index.count }, (_, at) => verdictOf(at));
  const order = atOnce(readsFirst(verdicts, Uint32Array.from(verdicts.keys())));
  return { index, verdicts, order, groups: atOnce(groupFiles(index, verdicts, order)) };
}

function said(list: Listed, { specId, isEra, tuple, words }: Heading): string {
  return isEra ? `spec ${specId}: ${words}` : `${list.index.tuples[tuple]?.label}: ${words}`;
}

/** Each line: a heading's words, or the position of a file. */
function linesOf(list: Listed): readonly (string | number | undefined)[] {
  return Array.from({ length: list.groups.lines }, (_, line) => {
    const found = lineAt(list.groups, line);
    return found.kind === 'file'
      ? list.order[found.at]
      : said(list, headingAt(list, found.heading));
  });
}

describe('a list in groups', () => {
  it('is empty without files', () => {
    expect(linesOf(listed([], () => READ))).toEqual([]);
  });

  it('has one heading over one file', () => {
    const one = listed([source(0, 0, ['a'])], () => NOT_JUDGED);
    expect(linesOf(one)).toEqual(['spec 0: 1 file, 1.00 KiB', 0]);
  });

  it('heads eras, and partitions of more than one file, reads before the rest', () => {
    // Positions: spec 1: a 0, 1, 2; b 3. Spec 0: a 4; c 5, 6.
    const list = listed(
      [source(0, 1, ['a', 'a', 'a', 'b']), source(1, 0, ['a', 'c', 'c'])],
      (at) => [READ, SKIPPED_BY_BOUNDS, ALL_MATCH, READ, READ, UNKNOWN, SKIPPED_BY_BOUNDS][at] ?? 0,
    );
    expect(linesOf(list)).toEqual([
      'spec 1: Read: 3 files, 3.00 KiB',
      'a: 2 files, 2.00 KiB',
      0,
      2,
      3,
      'spec 0: Read: 1 file, 1.00 KiB · Unknown: 1 file, 1.00 KiB',
      4,
      5,
      'spec 1: Skipped: 1 file, 1.00 KiB',
      1,
      'spec 0: Skipped: 1 file, 1.00 KiB',
      6,
    ]);
  });

  it('begins a partition anew in another era, though it has the same name', () => {
    const list = listed([source(0, 1, ['a']), source(1, 0, ['a'])], () => READ);
    expect(linesOf(list)).toEqual([
      'spec 1: Read: 1 file, 1.00 KiB',
      0,
      'spec 0: Read: 1 file, 1.00 KiB',
      1,
    ]);
  });

  it('counts files of a manifest that could not be read, and says no bytes of them', () => {
    const sources = [source(0, 0, ['a']), lostSource(1, 0, 3)];
    expect(linesOf(listed(sources, () => UNKNOWN))).toEqual([
      'spec 0: Unknown: 4 files, at least 1.00 KiB',
      0,
      1,
      2,
      3,
    ]);
    expect(linesOf(listed([lostSource(0, 0, 2)], () => UNKNOWN))[0]).toBe(
      'spec 0: Unknown: 2 files',
    );
  });

  it('has no heading for what has no partition', () => {
    const list = listed([source(0, 0, ['', ''])], () => READ);
    expect(linesOf(list)).toEqual(['spec 0: Read: 2 files, 2.00 KiB', 0, 1]);
  });
});

describe('a list of 100,000 files in 50,000 partitions', () => {
  // Partitions of one and of three files in turn; their names sort as numbers do.
  const names = Array.from({ length: 50_000 }, (_, i) => String(100_000 + i));
  const partitions = names.flatMap((name, i) =>
    Array.from({ length: i % 2 === 0 ? 1 : 3 }, () => name),
  );
  const list = listed([source(0, 0, partitions)], () => SKIPPED_BY_BOUNDS);

  it('has a heading for the era and one for each partition of three', () => {
    expect(list.groups.lines).toBe(100_000 + 1 + 25_000);
    expect(said(list, headingAt(list, 0))).toBe('spec 0: Skipped: 100,000 files, 97.7 MiB');
    expect(said(list, headingAt(list, 25_000))).toBe('149999: 3 files, 3.00 KiB');
  });

  it('finds each file’s line, and each line’s file', () => {
    let line = 0;
    let files = 0;
    for (; line < list.groups.lines; line++) {
      const found = lineAt(list.groups, line);
      if (filesAbove(list.groups, line) !== files) break;
      if (found.kind === 'heading') continue;
      if (found.at !== files || lineOf(list.groups, found.at) !== line) break;
      files++;
    }
    expect([line, files]).toEqual([125_001, 100_000]);
  });
});
