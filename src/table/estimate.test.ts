import { describe, expect, it } from 'vitest';
import type { ManifestFile } from '../metadata/records.ts';
import type { ManifestSource } from './api.ts';
import { estimateReading } from './estimate.ts';

const AT_HAND = { kind: 'path', name: 'm.avro', path: '/m.avro' } as const;

function row(
  fields: Partial<ManifestFile>,
  input: ManifestSource['input'] | null = AT_HAND,
): ManifestSource {
  const manifest: ManifestFile = {
    manifestPath: 'm.avro',
    manifestLength: 3_034_000,
    partitionSpecId: 0,
    content: 'data',
    sequenceNumber: 1n,
    minSequenceNumber: 1n,
    addedFilesCount: 6_000,
    existingFilesCount: 3_000,
    deletedFilesCount: 1_000,
    ...fields,
  };
  return { index: 0, manifest, input: input ?? undefined };
}

const NO_COUNTS = {
  addedFilesCount: undefined,
  existingFilesCount: undefined,
  deletedFilesCount: undefined,
};

describe('an estimate of reading manifests', () => {
  it('counts what the rows list: live files, and all entries', () => {
    const { dataManifests, deleteManifests, files, entries, isCounted, bytes } = estimateReading(
      [row({}), row({}), row({ content: 'deletes', addedFilesCount: 500, existingFilesCount: 0 })],
      2,
    );
    expect({ dataManifests, deleteManifests, files, entries, isCounted, bytes }).toEqual({
      dataManifests: 2,
      deleteManifests: 1,
      files: 2 * 9_000,
      entries: 2 * 10_000 + 1_500,
      isCounted: true,
      bytes: 3 * 3_034_000,
    });
  });

  it('takes what was measured: a million entries, 355 bytes each, in 6.94 s by two workers', () => {
    const hundred = Array.from({ length: 100 }, () => row({}));
    const estimate = estimateReading(hundred, 2);
    expect(estimate.memoryInBytes).toBe(355_000_000);
    expect(estimate.seconds).toBeCloseTo(6.94, 5);
    expect(estimateReading(hundred, 6).seconds).toBeCloseTo(6.94 / 3, 5);
  });

  it('has no more workers than manifests', () => {
    expect(estimateReading([row({ manifestLength: 303_400_000 })], 6).seconds).toBeCloseTo(
      2 * 6.94,
      5,
    );
  });

  it('takes unknown counts from the length, by the other rows’ bytes an entry', () => {
    // 3,034,000 bytes for 10,000 entries; half the length has half of them.
    const estimate = estimateReading(
      [row({}), row({ ...NO_COUNTS, manifestLength: 1_517_000 })],
      2,
    );
    expect(estimate.entries).toBe(10_000 + 5_000);
    expect(estimate.files).toBe(9_000 + 5_000);
    expect(estimate.isCounted).toBe(false);
  });

  it('takes them by what was measured where no row tells, and the usual length where none is stated', () => {
    const named = { ...NO_COUNTS, manifestLength: undefined };
    const estimate = estimateReading([row(named), row(named)], 2);
    expect(estimate.bytes).toBe(2 * 8 * 1024 * 1024);
    expect(estimate.entries).toBe(Math.round((2 * 8 * 1024 * 1024) / 303.4));
  });

  it('adds the bytes that are kept of what came over a network', () => {
    const url = { kind: 'url', name: 'm', url: 'https://a.example/m.avro' } as const;
    expect(estimateReading([row({}, url)], 2).memoryInBytes).toBe(10_000 * 355 + 3_034_000);
  });

  it('reads nothing of what is not at hand, and still counts its files', () => {
    const { files, entries, bytes } = estimateReading([row({}), row({}, null)], 2);
    expect({ files, entries, bytes }).toEqual({ files: 18_000, entries: 10_000, bytes: 3_034_000 });
  });

  it('is nothing for no manifest', () => {
    expect(estimateReading([], 2)).toMatchObject({ files: 0, entries: 0, bytes: 0, seconds: 0 });
  });
});
