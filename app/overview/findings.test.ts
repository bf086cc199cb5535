import { describe, expect, it } from 'vitest';
import type { TableMetadata } from '../../src/metadata/records.ts';
import type { ManifestPicture } from '../../src/table/api.ts';
import type { ErasModel } from '../eras/eras-model.ts';
import { findings } from './findings.ts';

const MIB = 2 ** 20;
const metadata = (parts: Partial<TableMetadata>) =>
  ({
    properties: {},
    snapshots: [],
    snapshotLog: [],
    partitionSpecs: [],
    ...parts,
  }) as unknown as TableMetadata;
const model = { eras: [], from: 0, to: 0 } as unknown as ErasModel;
const picture = (specId: number, sizes: number[]) =>
  ({ specId, bytes: Float64Array.from(sizes) }) as unknown as ManifestPicture;
const codes = (parts: Partial<TableMetadata>, pictures: ManifestPicture[] = []) =>
  findings({ metadata: metadata(parts), model, totals: [], pictures }).map((f) => f.code);

describe('findings', () => {
  it('is silent about a plain table', () => {
    expect(codes({})).toEqual([]);
  });
  it('counts small files over manifests of one spec', () => {
    const large = Array.from({ length: 8 }, () => 200 * MIB);
    const [finding] = findings({
      metadata: metadata({}),
      model,
      totals: [],
      // 4 of 12 files, 4 × 10 MiB of 1,640 MiB = 2.4 %.
      pictures: [
        picture(1, large),
        picture(
          1,
          [10, 10, 10, 10].map((n) => n * MIB),
        ),
      ],
    });
    expect(finding?.message).toBe('4 of 12 files are under 16.0 MiB.');
    expect(finding?.consequence).toMatch(
      /^They are 33 % of the files and hold 2 % of the bytes\. Each/,
    );
  });
  it('says of which specs where not of all', () => {
    const [finding] = findings({
      metadata: metadata({}),
      model,
      totals: [],
      pictures: [
        picture(0, [64 * MIB]),
        picture(
          1,
          Array.from({ length: 12 }, () => MIB),
        ),
      ],
    });
    expect(finding?.message).toBe('12 of 12 files of spec 1 are under 16.0 MiB.');
  });
  it('counts all files where those of no spec are large', () => {
    const [finding] = findings({
      metadata: metadata({}),
      model,
      totals: [],
      pictures: [
        picture(0, [MIB, MIB]),
        picture(
          1,
          Array.from({ length: 12 }, () => MIB),
        ),
      ],
    });
    expect([finding?.message, finding?.place]).toEqual([
      '14 of 14 files are under 16.0 MiB.',
      'specs 0, 1',
    ]);
  });
  it('needs a quarter and ten files', () => {
    expect(codes({}, [picture(0, [1, 2, 3])])).toEqual([]);
    expect(codes({}, [picture(0, [1, ...Array.from({ length: 20 }, () => 64 * MIB)])])).toEqual([]);
  });
  it.each([
    [{ 'write.metadata.metrics.column.url': 'none' }, ['no-bounds']],
    [{ 'write.metadata.metrics.column.url': 'truncate(16)' }, []],
  ] as const)('reads %j', (properties, expected) => {
    expect(codes({ properties })).toEqual(expected);
  });
});
