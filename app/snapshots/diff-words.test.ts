import { describe, expect, it } from 'vitest';
import { IcecoreError } from '../../src/base/errors.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';
import type { RewriteFigures, SnapshotComparison, SnapshotPath } from '../../src/table/compare.ts';
import { NO_DELETES_READ } from '../../src/table/deletes-read.ts';
import { NONE } from '../../src/table/diff-snapshots.ts';
import {
  apartWords,
  changeLines,
  diffSentence,
  effectWords,
  rewriteWords,
  unaskedWords,
} from './diff-words.ts';
import { choiceOf } from './pick-snapshot.ts';
import type { SnapshotRow } from './snapshot-rows.ts';

const files = (n: number) => ({ files: n, rows: n, bytes: n });
const era = (specId: number, removed: number, rewritten: number, added: number) => ({
  specId,
  atA: NONE,
  atB: NONE,
  inBoth: NONE,
  removed: files(removed),
  rewritten: files(rewritten),
  added: files(added),
});
const diffOf = (
  eras: SnapshotComparison['eras'],
  more: Partial<SnapshotComparison> = {},
): SnapshotComparison => ({
  eras,
  partitions: [],
  files: [],
  incomplete: false,
  deletesAtA: NONE,
  deletesAtB: NONE,
  ...more,
});
const pathOf = (operations: readonly string[], aside = 0): SnapshotPath =>
  ({
    commits: operations.map((operation) => ({ operation })),
    aside: Array.from({ length: aside }, () => ({})),
    rewrites: [],
  }) as unknown as SnapshotPath;
const row = (operation: string, refs: readonly string[] = []): SnapshotRow =>
  ({
    ms: Date.UTC(2026, 2, 1, 11, 44),
    kind: operation === 'replace' ? 'rewrite' : 'append',
    operation,
    refs: refs.map((name) => ({ name, type: 'tag' })),
  }) as unknown as SnapshotRow;

describe('diffSentence', () => {
  const b = row('append');
  it.each([
    [
      'Since audit: 1,570 files of spec 3 added, and 231 files of spec 1 rewritten as 476 of spec 3.',
      {
        a: row('append', ['audit']),
        path: pathOf(['append', 'replace']),
        diff: diffOf([era(1, 231, 0, 0), era(3, 0, 476, 1570)]),
      },
    ],
    [
      'This append: 11 files added.',
      { a: row('append'), path: pathOf(['append']), diff: diffOf([era(0, 0, 0, 11)]) },
    ],
    [
      'Since 2026-03-01 11:44: 4 files of spec 1 added, and 2 files of spec 0 removed.',
      {
        a: row('append'),
        path: pathOf(['overwrite', 'append']),
        diff: diffOf([era(0, 2, 0, 0), era(1, 0, 0, 4)]),
      },
    ],
    [
      'The first commit: 3 files added.',
      { a: undefined, path: pathOf(['append']), diff: diffOf([era(0, 0, 0, 3)]) },
    ],
    [
      'Against nothing, as the snapshot before is not at hand: 3 files added.',
      {
        a: undefined,
        path: { commits: [{ parentSnapshotId: 7n }], aside: [], rewrites: [] } as never,
        diff: diffOf([era(0, 0, 0, 3)]),
      },
    ],
    [
      'This append: no data file differs.',
      { a: row('append'), path: pathOf(['append']), diff: diffOf([]) },
    ],
    [
      'This append: 2 delete files more.',
      { a: row('append'), path: pathOf(['append']), diff: diffOf([], { deletesAtB: files(2) }) },
    ],
    [
      'This append: at least 1 file added.',
      {
        a: row('append'),
        path: pathOf(['append']),
        diff: diffOf([era(0, 0, 0, 1)], { incomplete: true }),
      },
    ],
    ['A and B are the same snapshot.', { a: row('append'), path: pathOf([]), diff: diffOf([]) }],
    [
      'From audit, which stands aside, to B: 1 file added.',
      { a: row('append', ['audit']), path: pathOf(['append'], 1), diff: diffOf([era(0, 0, 0, 1)]) },
    ],
  ] as const)('%s', (expected, given) => {
    expect(diffSentence({ b, ...given })).toBe(expected);
  });
});

it.each([
  [pathOf([]), 'the same'],
  [pathOf(['append']), '1 commit apart'],
  [pathOf([], 2), '2 commits back'],
  [pathOf(['append'], 2), '2 commits back and 1 forth'],
])('%#: apart', (path, words) => {
  expect(apartWords(path)).toBe(words);
});

describe('rewriteWords', () => {
  const words = (...rewrites: readonly Partial<RewriteFigures>[]) => {
    const found = rewriteWords({ commits: [], aside: [], rewrites: rewrites as RewriteFigures[] });
    return found === undefined ? undefined : `${found.finding} ${found.figures}`;
  };
  it.each([
    [
      [{ filesBefore: 231, filesAfter: 476, rowsBefore: 583, rowsAfter: 583 }],
      'The rewrite kept every row. 583 in 231 files before, in 476 after.',
    ],
    [
      [{ filesBefore: 8, filesAfter: 28, rowsBefore: 42, rowsAfter: 40 }],
      'The rewrite wrote 2 rows fewer. 42 in 8 files before, 40 in 28 after; deleted rows are left out.',
    ],
    [
      [{ filesBefore: 8, filesAfter: 1 }],
      'The rewrite does not record rows. 8 files before, 1 after.',
    ],
    [
      [
        { filesBefore: 1, filesAfter: 1, rowsBefore: 5, rowsAfter: 5 },
        { filesBefore: 2, filesAfter: 1, rowsBefore: 6, rowsAfter: 6 },
      ],
      'The 2 rewrites kept every row. 11 in 3 files before, in 2 after.',
    ],
    [[], undefined],
  ])('%#', (rewrites, expected) => {
    expect(words(...rewrites)).toBe(expected);
  });
});

it.each([
  [5, 9, 'reads 5 data files at A and 9 at B.'],
  [5, 5, 'reads 5 data files on either side.'],
  [0, 0, 'reads no data file on either side.'],
  [undefined, 1, 'reads 1 data file at B.'],
])('effect of %s and %i', (a, b, words) => {
  const readAt = (files: number) => ({ files, deletes: NO_DELETES_READ });
  expect(effectWords(a === undefined ? undefined : readAt(a), readAt(b))).toBe(words);
});

it.each([
  [
    0,
    2,
    'reads 2 data files on either side; beside them no delete file at A and 2 delete files, 20 B at B.',
  ],
  [2, 2, 'reads 2 data files on either side; beside them 2 delete files, 20 B on either side.'],
  [undefined, 1, 'reads 2 data files at B; beside them 1 delete file, 10 B.'],
])('effect with %s and %i delete files', (a, b, words) => {
  const readAt = (files: number) => ({
    files: 2,
    deletes: { ...NO_DELETES_READ, files, bytes: BigInt(files * 10) },
  });
  expect(effectWords(a === undefined ? undefined : readAt(a), readAt(b))).toBe(words);
});

it('says on which side the predicate cannot be asked, and its name there', () => {
  const renamed = new IcecoreError('invalid-input', 'No column is called zone.', {
    advice: 'The schema of this snapshot calls it region.',
  });
  const why = 'No column is called zone. The schema of this snapshot calls it region.';
  expect(unaskedWords(renamed, null)).toBe(`cannot be asked at A: ${why}`);
  expect(unaskedWords(null, renamed)).toBe(`cannot be asked at B: ${why}`);
  expect(unaskedWords(renamed, renamed)).toBe(`cannot be asked on either side: ${why}`);
  expect(unaskedWords(renamed, new Error('Other.'))).toBe(
    `cannot be asked at A: ${why} At B: Other.`,
  );
});

it('tells of an era what was removed, rewritten and added, and nothing that is not', () => {
  expect(changeLines(era(1, 2, 0, 3), 'files')).toEqual(['− 2 removed', '+ 3 added']);
  expect(changeLines(era(1, 0, 2048, 0), 'bytes')).toEqual(['+ 2.00 KiB by a rewrite']);
  expect(changeLines(era(1, 0, 0, 0), 'rows')).toEqual([]);
});

describe('choiceOf', () => {
  const metadata = {
    snapshots: [{ snapshotId: 8413111128771n }, { snapshotId: 8413222228771n }],
    snapshotLog: [{ timestampMs: BigInt(Date.UTC(2026, 2, 1)), snapshotId: 8413111128771n }],
    refs: [{ name: 'main', type: 'branch', snapshotId: 8413222228771n }],
    schemas: [{ schemaId: 0, fields: [], identifierFieldIds: [] }],
    currentSchemaId: 0,
  } as unknown as TableMetadata;
  it.each([
    ['main', { ref: 'main' }],
    ['8413222228771', { snap: '8413222228771' }],
    ['84131…8771', { snap: '8413111128771' }],
    ['2026-03-02', { asof: '2026-03-02' }],
    ['8413…8771', '2 snapshots have such an id.'],
  ])('%s', (text, expected) => {
    expect(choiceOf(metadata, text)).toEqual(expected);
  });
  it('says why a time or a word finds nothing', () => {
    expect(choiceOf(metadata, '2020-01-01')).toMatch(/No snapshot was current/);
    expect(choiceOf(metadata, 'nonsense')).toMatch(/is no time/);
  });
});
