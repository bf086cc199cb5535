import { describe, expect, it } from 'vitest';
import type { ManifestPlan, ManifestSource, ManifestTotals } from '../../src/table/api.ts';
import { manifestGroups, shortName, unfolded } from './manifest-groups.ts';

function source(
  index: number,
  specId: number,
  content: 'data' | 'deletes' = 'data',
): ManifestSource {
  return {
    index,
    input: undefined,
    manifest: {
      manifestPath: `m${index}`,
      partitionSpecId: specId,
      content,
      sequenceNumber: 1n,
      minSequenceNumber: 1n,
      addedFilesCount: 3,
      existingFilesCount: 4,
    },
  };
}

const plan = (index: number, verdict: ManifestPlan['verdict']) =>
  [index, { index, verdict, reason: 'why' } as ManifestPlan] as const;
const none = { files: 0n, records: 0n, bytes: 0n };
const totals = (files: bigint, code?: string): ManifestTotals => ({
  manifestPath: '',
  specId: 0,
  content: 'data',
  live: { files, records: 0n, bytes: files * 10n },
  added: none,
  problems:
    code === undefined ? [] : [{ severity: 'can-change-answer', code, message: '', place: '' }],
});

const ranks = new Map([
  [0, 0],
  [1, 1],
]);
const sources = [source(0, 0), source(1, 1), source(2, 1), source(3, 1), source(4, 1, 'deletes')];
const groups = manifestGroups(
  sources,
  new Map([
    [0, totals(6n)],
    [2, totals(0n, 'manifest-damaged')],
  ]),
  new Map([plan(1, 'skipped'), plan(2, 'unknown'), plan(3, 'kept')]),
  ranks,
);

describe('manifestGroups', () => {
  it('goes from the newest era to the oldest, those that may match first, without deletes', () => {
    expect(
      groups.map(({ specId, mayMatch, manifests }) => [
        specId,
        mayMatch,
        manifests.map((m) => m.index),
      ]),
    ).toEqual([
      [1, 2, [2, 3, 1]],
      [0, 0, [0]],
    ]);
  });
  it('counts by the manifest list where entries are not there', () => {
    const [newest, oldest] = groups;
    expect(newest?.manifests.map(({ files, bytes, damaged }) => [files, bytes, damaged])).toEqual([
      [7, undefined, true],
      [7, undefined, false],
      [7, undefined, false],
    ]);
    expect(oldest?.manifests[0]).toMatchObject({ files: 6, bytes: 60n });
  });
});

describe('unfolded', () => {
  const group = (length: number, mayMatch: number) => ({
    specId: 0,
    rank: 0,
    files: 0,
    mayMatch,
    manifests: Array.from({ length }, () => groups[0]!.manifests[0]!),
  });
  it.each([
    [24, 1, true, 6],
    [7, 1, true, 7],
    [24, 0, false, 24],
    [1000, 900, true, 205],
    [1000, 0, false, 200],
  ])('%i manifests, %i may match, asked %s: %i', (length, may, asked, shown) => {
    expect(unfolded(group(length, may), asked)).toBe(shown);
  });
});

describe('shortName', () => {
  it.each([
    ['s3://b/metadata/437e1a2b-0c3d-4e5f-8a9b-0c1d2e3f4a5b-m0.avro', '437e…-m0.avro'],
    ['m-stale.avro', 'm-stale.avro'],
    ['stage-55-task-106-manifest-01cb8ba5', 'stag…-01cb8ba5'],
  ])('%s', (path, short) => {
    expect(shortName(path)).toBe(short);
  });
});
