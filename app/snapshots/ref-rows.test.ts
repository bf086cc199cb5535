import { expect, it } from 'vitest';
import type { SnapshotRef, TableMetadata } from '../../src/metadata/records.ts';
import { asJson } from '../export/text-table.ts';
import { ageWords, refRows, refsSentence, refsText, sortRefs } from './ref-rows.ts';

const REFS: readonly SnapshotRef[] = [
  { name: 'v1', type: 'tag', snapshotId: 1n, maxRefAgeMs: 86_400_000n },
  { name: 'audit', type: 'branch', snapshotId: 9n, minSnapshotsToKeep: 5n },
  { name: 'main', type: 'branch', snapshotId: 8413927465120338771n },
];

function table(refs: readonly SnapshotRef[]): TableMetadata {
  const snapshots = [
    { snapshotId: 1n, timestampMs: 1000n, operation: 'append' },
    { snapshotId: 8413927465120338771n, timestampMs: 2000n, operation: 'overwrite' },
  ];
  return { refs, snapshots } as unknown as TableMetadata;
}

const rows = refRows(table(REFS));

it('lists main first, then branches, then tags', () => {
  expect(rows.map(({ name }) => name)).toEqual(['main', 'audit', 'v1']);
  expect(refRows(table([]))).toEqual([]);
});

it.each([
  ['ms', ['v1', 'main', 'audit']],
  ['-ms', ['main', 'v1', 'audit']],
  ['name', ['audit', 'main', 'v1']],
  ['-keep', ['audit', 'main', 'v1']],
  ['nothing', ['main', 'audit', 'v1']],
])('sorts by %s, what is not recorded last', (sort, names) => {
  expect(sortRefs(rows, sort).map(({ name }) => name)).toEqual(names);
});

it('says what there is, and whose snapshot is gone', () => {
  expect(refsSentence([])).toBe('No branch and no tag is recorded.');
  expect(refsSentence(rows)).toBe('2 branches, 1 tag; the snapshot of one is not in the table.');
  expect(refsSentence(rows.filter(({ ms }) => ms !== undefined))).toBe('1 branch, 1 tag.');
  expect(ageWords(86_400_000n * 3n)).toBe('3 days');
});

it('keeps all digits', () => {
  expect(asJson(refsText(rows))).toContain('"snapshot_id":"8413927465120338771"');
});
