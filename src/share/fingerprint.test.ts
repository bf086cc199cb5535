import { describe, expect, it } from 'vitest';
import type { TableMetadata } from '../metadata/records.ts';
import { fingerprint, likeness, likenessWords } from './fingerprint.ts';
import { parseLink, printLink } from './link.ts';

const METADATA = {
  formatVersion: 2,
  tableUuid: '9C12D441-03fe-4693-9a96-a0705ddf69c1',
  lastUpdatedMs: 1_756_893_600_000n,
  lastSequenceNumber: 3n,
  currentSchemaId: 0,
  defaultSpecId: 1,
  currentSnapshotId: 8_413_927_465_120_338_771n,
  snapshots: [{ snapshotId: 8_413_927_465_120_338_771n }],
  refs: [],
} as unknown as TableMetadata;

describe('a table’s fingerprint', () => {
  it('stands in a link', () => {
    const table = fingerprint(METADATA);
    expect(parseLink(printLink({ table }))).toMatchObject({ search: { table }, problems: [] });
  });

  it.each([
    ['same', {}],
    ['older', { lastUpdatedMs: 1_756_893_599_999n }],
    ['newer', { lastUpdatedMs: 1_756_893_600_001n }],
    ['other state', { refs: [{ name: 'x', type: 'tag', snapshotId: 1n }] }],
    ['other table', { tableUuid: '00000000-03fe-4693-9a96-a0705ddf69c1' }],
    ['other table', { tableUuid: undefined, lastUpdatedMs: 1n }],
  ])('tells %s', (expected, change) => {
    const other = { ...METADATA, ...change } as TableMetadata;
    expect(likeness(fingerprint(METADATA), other)).toBe(expected);
    expect(likenessWords(fingerprint(METADATA), other) === undefined).toBe(expected === 'same');
  });

  it('says the times', () => {
    const other = { ...METADATA, lastUpdatedMs: 0n };
    expect(likenessWords(fingerprint(METADATA), other)).toBe(
      'This is an older state of the table that the link was made of. Its last change is of 1970-01-01 00:00:00, that of the link’s table of 2025-09-03 10:00:00.',
    );
  });
});
