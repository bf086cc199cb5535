import { describe, expect, it } from 'vitest';
import type { TableMetadata } from '../../src/metadata/records.ts';
import { refsWords, snapshotRows, snapshotsSentence, sortRows } from './snapshot-rows.ts';

const snapshot = (
  id: bigint,
  ms: bigint,
  operation: string,
  summary: Record<string, string> = {},
) => ({
  snapshotId: id,
  timestampMs: ms,
  sequenceNumber: id,
  operation,
  summary,
  parentSnapshotId: id === 1n ? undefined : id - 1n,
});

const METADATA = {
  snapshots: [
    snapshot(1n, 1000n, 'append', { 'added-data-files': '3' }),
    snapshot(2n, 3000n, 'replace', { 'added-data-files': '1', 'deleted-data-files': '3' }),
    snapshot(3n, 9000n, 'overwrite'),
    snapshot(4n, 5000n, 'append', { 'added-data-files': 'many' }),
  ],
  refs: [
    { name: 'main', type: 'branch', snapshotId: 3n },
    { name: 'v1', type: 'tag', snapshotId: 1n },
  ],
} as unknown as TableMetadata;
const ROWS = snapshotRows(METADATA, new Set(['1', '2', '3']));

describe('snapshotRows', () => {
  it('takes figures from the summary and leaves out what is no number', () => {
    expect(ROWS.map((row) => row.addedFiles)).toEqual([3, 1, undefined, undefined]);
  });
  it('tells what stands on the line', () => {
    expect(ROWS.map((row) => row.onLine)).toEqual([true, true, true, false]);
  });
});

describe('sortRows', () => {
  it.each([
    ['-ms', ['3', '4', '2', '1']],
    ['ms', ['1', '2', '4', '3']],
    ['addedFiles', ['2', '1', '3', '4']],
    ['-addedFiles', ['1', '2', '3', '4']],
    ['nonsense', ['3', '4', '2', '1']],
  ] as const)('by %s', (sort, ids) => {
    expect(sortRows(ROWS, sort).map((row) => row.id)).toEqual(ids);
  });
});

describe('words', () => {
  it('counts operations', () => {
    // An overwrite that adds no rows only deletes.
    expect(snapshotsSentence(ROWS)).toBe(
      'Four snapshots in 8 seconds: 2 appends, 1 rewrite, 1 delete.',
    );
    expect(snapshotsSentence([])).toBe('No snapshot yet.');
  });
  it('counts refs', () => {
    expect(refsWords(METADATA, ROWS)).toBe(
      '1 branch, 1 tag. 1 snapshot lies beside the history shown.',
    );
  });
});
