import { describe, expect, it } from 'vitest';
import { applyDdl, type DdlChange } from '../../src/evolution/ddl/apply.ts';
import { whole } from '../../src/evolution/forecast/forecast-words.ts';
import type { Snapshot } from '../../src/metadata/records.ts';
import type { Foreseen, Reading } from '../../src/table/evolve.ts';
import { tableOf } from '../../src/testing/metadata.ts';
import {
  daysCondition,
  daysOfCondition,
  headline,
  logWords,
  oldSnapshotWords,
  outcomeWords,
  readWords,
  savingWords,
} from './evolve-words.ts';

const GiB = 1024 ** 3;

const reading = (gib: number): Reading => ({
  bySpec: new Map(),
  total: { files: gib, bytes: gib * GiB },
  manifestsRead: 1,
  manifests: 1,
  layouts: 1,
  atLeast: false,
  atMost: false,
});

const change = (from: number, to: number) =>
  ({
    statements: [] as DdlChange['statements'],
    before: { defaultSpecId: from },
    after: { defaultSpecId: to },
  }) as DdlChange;

function foreseen(
  parts: Partial<Foreseen>,
  kept = 1,
  changed: number | undefined = undefined,
): Foreseen {
  const estimate = (likely: number | undefined) => ({ low: 1, likely, high: 9 });
  return {
    forecast: {
      perCommit: { kept: estimate(kept), changed: estimate(changed) },
      why: [{ field: 'url', doubt: 'nothing-recorded', files: 1, of: 1 }],
      window: { days: 7 },
    },
    ...parts,
  } as Foreseen;
}

describe('the snapshot that one looks at', () => {
  const metadata = {
    ...tableOf({
      columns: [{ id: 2, name: 'ts', required: false, type: 'timestamptz' }],
      lastColumnId: 2,
      partitionFields: [{ 'field-id': 1000, name: 'h', transform: 'hour', 'source-id': 2 }],
    }),
    currentSnapshotId: 7n,
  };
  const words = (snapshotId: bigint | undefined, ref?: string) =>
    oldSnapshotWords(
      { metadata, name: 'clicks' },
      { ref, snapshot: snapshotId === undefined ? undefined : ({ snapshotId } as Snapshot) },
    );

  it('is told where it is not the newest: a change is of the table as it is now (SE-1)', () => {
    expect(words(5n, 'before')).toBe(
      'A change applies to clicks as it is now, hour(ts), not to the snapshot before; what is counted are the files of before.',
    );
    expect(words(5n)).toMatch(/not to the snapshot 5; what is counted are the files of that/);
    expect([words(7n, 'main'), words(undefined)]).toEqual([undefined, undefined]);
  });
});

it('each commit is an entry of the metadata log', () => {
  expect([logWords(1), logWords(3)]).toEqual([
    'one more metadata-log entry',
    '3 more metadata-log entries, one a commit',
  ]);
});

describe('the outcome', () => {
  const outcome = (formatVersion: number, ddl: string) => {
    const metadata = tableOf({
      formatVersion,
      columns: [
        { id: 1, name: 'id', required: true, type: 'long' },
        { id: 2, name: 'ts', required: false, type: 'timestamptz' },
      ],
      lastColumnId: 2,
      partitionFields: [
        { 'field-id': 1000, name: 'ts_day', transform: 'void', 'source-id': 2 },
        { 'field-id': 1001, name: 'id', transform: 'identity', 'source-id': 1 },
      ],
    });
    const made = applyDdl(ddl, 'spark', metadata);
    if ('message' in made) throw new Error(made.message);
    return outcomeWords(made);
  };

  it('of a field of version 1 that is void already', () => {
    expect(outcome(1, 'ALTER TABLE t DROP PARTITION FIELD ts_day')).toBe(
      'ts_day is void already: dropped before, and format version 1 keeps it in place. The layout stays as it is. No metadata is written.',
    );
    expect(outcome(1, 'ALTER TABLE t DROP PARTITION FIELD id')).toMatch(
      /Format version 1 keeps id as void/,
    );
    // From version 2 on it goes.
    expect(outcome(2, 'ALTER TABLE t DROP PARTITION FIELD ts_day')).toMatch(/^Spec 1 is new/);
  });

  it('of a field that is added and dropped again', () => {
    const [add, drop] = ['ADD', 'DROP'].map((verb) => `ALTER TABLE t ${verb} PARTITION FIELD ts`);
    expect(outcome(2, `${add}; ${drop}`)).toMatch(
      /^At the end the layout is what it was\. .* its spec stays in the metadata\.$/,
    );
  });

  it('of an order of rows', () => {
    const ordered = 'ALTER TABLE t WRITE ORDERED BY id';
    expect(outcome(2, ordered)).toBe(
      'The layout stays; writers distribute and sort rows another way.',
    );
  });
});

describe('the heading', () => {
  it.each<[string, string, DdlChange | undefined, Foreseen | undefined, boolean]>([
    [
      'nothing typed',
      'Try a change of layout here. The table is never changed.',
      undefined,
      undefined,
      false,
    ],
    ['half typed', 'The statement can’t be applied yet.', undefined, undefined, true],
    ['the same layout', 'The layout stays as it is.', change(1, 1), undefined, true],
    [
      'more files',
      'A commit would write about 3 files instead of 1. Nothing is rewritten.',
      change(0, 1),
      foreseen({}, 1, 2.9),
      true,
    ],
    [
      'as many files',
      'A commit would write 1 file, as it does now.',
      change(0, 1),
      foreseen({}, 1, 1.1),
      true,
    ],
    [
      'values that nothing counts',
      'How many files a commit would write is not known: nothing tells how many values url has.',
      change(0, 1),
      foreseen({}, 1, undefined),
      true,
    ],
    [
      'a question about values that nothing counts',
      'The statement alone changes nothing for this query. After 7 days it reads no more than without it; how much less is not known.',
      change(0, 1),
      foreseen({ now: reading(24), kept: reading(24), changed: { ...reading(24), atMost: true } }),
      true,
    ],
    [
      'a question',
      'The statement alone changes nothing for this query. After 7 days it reads 2.00 GiB instead of 24.0 GiB. Rewriting what it reads takes it from 24.0 GiB to 2.00 GiB.',
      change(0, 1),
      foreseen({ now: reading(24), kept: reading(24), changed: reading(2), rewritten: reading(2) }),
      true,
    ],
    [
      'a question that the change does not help',
      'The statement alone changes nothing for this query. After 7 days it reads as much as without it.',
      change(0, 1),
      foreseen({
        now: reading(24),
        kept: reading(24),
        changed: reading(24),
        rewritten: reading(24),
      }),
      true,
    ],
  ])('%s', (_, expected, made, seen, hasStatement) => {
    expect(headline(made, seen, hasStatement)).toBe(expected);
  });
});

describe('figures', () => {
  it('a file that may be is one, not none', () => {
    expect([0, 0.2, 1.4, 2.5].map(whole)).toEqual([0, 1, 1, 3]);
    expect(readWords({ files: 0, bytes: 0 })).toBe('none');
  });

  it('a ceiling is said as one', () => {
    expect(readWords({ files: 2, bytes: GiB }, true)).toBe('at most 2 files, 1.00 GiB');
    expect(readWords({ files: undefined, bytes: GiB }, true)).toBe(
      'at most 1.00 GiB in an unknown number of files',
    );
  });

  it('days are a condition up to the day after, and are found in it again', () => {
    const where = daysCondition('ts', '2024-02-28', '2024-02-29');
    expect(where).toBe("ts >= '2024-02-28' AND ts < '2024-03-01'");
    expect(daysOfCondition('ts', where)).toEqual({ from: '2024-02-28', to: '2024-02-29' });
    for (const other of ["ts >= '2024-02-28'", `${where} AND id = 1`, where.replace('ts', 'at')]) {
      expect(daysOfCondition('ts', other)).toBeUndefined();
    }
  });

  it('a saving is told in percent', () => {
    expect(savingWords(reading(24).total, reading(2).total)).toBe('− 92 %');
    expect(savingWords(reading(2).total, reading(2).total)).toBe('the same files');
    expect(savingWords(reading(2).total, reading(3).total)).toBe('+ 50 %');
    expect(savingWords(reading(2).total, reading(24).total)).toBe('12 times the bytes');
    expect(savingWords(reading(200).total, { files: 3, bytes: 200 * GiB })).toBe(
      'about as many bytes',
    );
  });
});
