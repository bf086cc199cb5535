import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { type AvroJson, avroFile } from '../testing/avro-writer.ts';
import { avroField, avroOptional } from '../testing/manifest-writer.ts';
import { decodeManifestList, manifestsNamedBySnapshot } from './manifest-list.ts';

const SUMMARY: AvroJson = {
  type: 'record',
  name: 'r508',
  fields: [
    avroField(509, 'contains_null', 'boolean'),
    avroField(518, 'contains_nan', avroOptional('boolean')),
    avroField(510, 'lower_bound', avroOptional('bytes')),
    avroField(511, 'upper_bound', avroOptional('bytes')),
  ],
};
const PARTITIONS = avroField(
  507,
  'partitions',
  avroOptional({ type: 'array', items: SUMMARY, 'element-id': 508 }),
);

const V1 = [
  avroField(500, 'manifest_path', 'string'),
  avroField(501, 'manifest_length', 'long'),
  avroField(502, 'partition_spec_id', 'int'),
  avroField(503, 'added_snapshot_id', 'long'),
  avroField(504, 'added_data_files_count', avroOptional('int')),
  avroField(505, 'existing_data_files_count', avroOptional('int')),
  avroField(506, 'deleted_data_files_count', avroOptional('int')),
  PARTITIONS,
];
const V2 = [
  ...V1.slice(0, 3),
  avroField(517, 'content', 'int'),
  avroField(515, 'sequence_number', 'long'),
  avroField(516, 'min_sequence_number', 'long'),
  avroField(503, 'added_snapshot_id', 'long'),
  avroField(504, 'added_files_count', 'int'),
  avroField(505, 'existing_files_count', 'int'),
  avroField(506, 'deleted_files_count', 'int'),
  avroField(512, 'added_rows_count', 'long'),
  avroField(513, 'existing_rows_count', 'long'),
  avroField(514, 'deleted_rows_count', 'long'),
  PARTITIONS,
  avroField(519, 'key_metadata', avroOptional('bytes')),
  avroField(520, 'first_row_id', avroOptional('long')),
];

function read(fields: readonly object[], rows: readonly object[]) {
  const schema = { type: 'record', name: 'manifest_file', fields } as const;
  const bytes = avroFile({ schema, codec: 'deflate', blocks: [rows] });
  return decodeManifestList(bytes, 'snap.avro', { formatVersion: 2 });
}

const ROW = {
  manifest_path: 'm0.avro',
  manifest_length: 7,
  partition_spec_id: 0,
  added_snapshot_id: 5n,
};
const ROW_V2 = {
  ...ROW,
  content: 0,
  sequence_number: 3,
  min_sequence_number: 2,
  added_files_count: 1,
  existing_files_count: 0,
  deleted_files_count: 0,
  added_rows_count: 10,
  existing_rows_count: 0,
  deleted_rows_count: 0,
};

describe('decodeManifestList', () => {
  it('reads a v1 list: old names, other order, unknown counts, sequence numbers 0', async () => {
    const rows = [
      {
        ...ROW,
        added_snapshot_id: 3051729675574597004n,
        added_data_files_count: 4,
        existing_data_files_count: -1,
      },
    ];
    const { manifests, problems } = await read(V1, rows);
    expect(problems).toEqual([]);
    expect(manifests).toEqual([
      {
        manifestPath: 'm0.avro',
        manifestLength: 7,
        partitionSpecId: 0,
        content: 'data',
        sequenceNumber: 0n,
        minSequenceNumber: 0n,
        addedSnapshotId: 3051729675574597004n,
        addedFilesCount: 4,
      },
    ]);
  });

  it('reads a v3 list with the summaries of each row’s own spec (B180)', async () => {
    const bounds = (lower: Uint8Array) => ({
      contains_null: true,
      contains_nan: false,
      lower_bound: lower,
    });
    const rows = [
      { ...ROW_V2, first_row_id: 9, partitions: [bounds(utf8('a'))] },
      {
        ...ROW_V2,
        manifest_path: 'm1.avro',
        content: 1,
        partition_spec_id: 1,
        partitions: [bounds(Uint8Array.of(5, 0, 0, 0)), { contains_null: false }],
      },
      { ...ROW_V2, manifest_path: 'm2.avro', partitions: [] },
      { ...ROW_V2, manifest_path: 'm3.avro', partitions: null },
    ];
    const { manifests } = await read(V2, rows);
    expect(manifests.map((m) => m.content)).toEqual(['data', 'deletes', 'data', 'data']);
    expect(manifests.map((m) => m.firstRowId)).toEqual([9n, undefined, undefined, undefined]);
    expect(manifests.map((m) => m.addedRowsCount)).toEqual([10n, 10n, 10n, 10n]);
    expect(manifests.map((m) => m.partitions)).toEqual([
      [{ containsNull: true, containsNan: false, lowerBound: utf8('a') }],
      [
        { containsNull: true, containsNan: false, lowerBound: Uint8Array.of(5, 0, 0, 0) },
        { containsNull: false },
      ],
      [],
      undefined,
    ]);
  });

  it('keeps a manifest once that is listed three times', async () => {
    const { manifests, problems } = await read(V2, [
      ROW_V2,
      ROW_V2,
      { ...ROW_V2, manifest_path: 'm1' },
      ROW_V2,
    ]);
    expect(manifests.map((m) => m.manifestPath)).toEqual(['m0.avro', 'm1']);
    expect(problems.map((p) => [p.code, p.message])).toEqual([
      ['manifest-listed-twice', 'm0.avro is listed 3 times.'],
    ]);
  });

  it('takes summaries for absent where one is null', async () => {
    const items = avroOptional(SUMMARY);
    const fields = [
      ...V1.slice(0, 7),
      avroField(507, 'partitions', avroOptional({ type: 'array', items })),
    ];
    const rows = [{ ...ROW, partitions: [{ contains_null: true }, null] }];
    const { manifests, problems } = await read(fields, rows);
    expect(manifests[0]?.partitions).toBeUndefined();
    expect(problems.map((p) => p.code)).toEqual(['partition-summaries-unreadable']);
  });

  it('refuses a row without a path and a content of v4', async () => {
    const nullable = [avroField(500, 'manifest_path', avroOptional('string')), ...V1.slice(1)];
    await expect(read(nullable, [{ ...ROW, manifest_path: null }])).rejects.toThrow('has no path');
    await expect(read(V2, [{ ...ROW_V2, content: 2 }])).rejects.toMatchObject({
      kind: 'unsupported',
    });
  });

  it('tells of a row without a spec id or a snapshot', async () => {
    const nullable = [...V1.slice(0, 2), avroField(502, 'partition_spec_id', avroOptional('int'))];
    const { manifests, problems } = await read(nullable, [{ ...ROW, partition_spec_id: null }]);
    expect(manifests[0]?.partitionSpecId).toBe(0);
    expect(problems.map((p) => p.code)).toEqual([
      'manifest-row-incomplete',
      'manifest-row-incomplete',
    ]);
  });

  it('refuses version 4 (MD-42)', async () => {
    const bytes = avroFile({ schema: { type: 'record', name: 'r', fields: V2 }, blocks: [] });
    await expect(decodeManifestList(bytes, 's', { formatVersion: 4 })).rejects.toMatchObject({
      kind: 'unsupported',
    });
  });
});

describe('manifestsNamedBySnapshot', () => {
  it('knows nothing but paths and the snapshot (MD-21)', () => {
    const snapshot = {
      snapshotId: 4n,
      sequenceNumber: 0n,
      timestampMs: 0n,
      summary: {},
      manifests: ['a', 'b'],
    };
    expect(manifestsNamedBySnapshot(snapshot)).toEqual(
      ['a', 'b'].map((manifestPath) => ({
        manifestPath,
        partitionSpecId: 0,
        content: 'data',
        sequenceNumber: 0n,
        minSequenceNumber: 0n,
        addedSnapshotId: 4n,
      })),
    );
  });
});
