import { describe, expect, it } from 'vitest';
import { type AvroJson, avroFile } from '../testing/avro-writer.ts';
import {
  avroField,
  avroOptional,
  entry,
  entrySchema,
  manifestFile,
} from '../testing/manifest-writer.ts';
import { listed, readManifest, textAt, tupleValue, UNPARTITIONED } from '../testing/manifests.ts';
import { ADDED, DELETED, EXISTING, longAt } from './entries.ts';
import { pathText } from './paths.ts';
import type { PartitionSpec } from './records.ts';

describe('sequence numbers (MF-20, B150, B151)', () => {
  const rows = [
    { name: 'ADDED null', version: 2, entry: { status: ADDED }, manifest: 8n, data: 8n, file: 8n },
    {
      name: 'EXISTING null: must be explicit',
      version: 2,
      entry: { status: EXISTING },
      manifest: 8n,
      data: -1n,
      file: -1n,
      problem: 'sequence-number-missing',
    },
    {
      name: 'DELETED null: nobody asks',
      version: 2,
      entry: { status: DELETED },
      manifest: 8n,
      data: -1n,
      file: -1n,
    },
    {
      name: 'ADDED with 3',
      version: 2,
      entry: { status: ADDED, sequence_number: 3 },
      manifest: 8n,
      data: 3n,
      file: 8n,
    },
    {
      name: 'EXISTING with 3 and 5',
      version: 2,
      entry: { status: EXISTING, sequence_number: 3, file_sequence_number: 5 },
      manifest: 8n,
      data: 3n,
      file: 5n,
    },
    {
      name: 'v1 EXISTING, manifest 0',
      version: 1,
      entry: { status: EXISTING, snapshot_id: 5 },
      manifest: 0n,
      data: 0n,
      file: 0n,
    },
    {
      name: 'v1 EXISTING in a later list',
      version: 1,
      entry: { status: EXISTING, snapshot_id: 5 },
      manifest: 8n,
      data: 0n,
      file: 0n,
    },
  ] as const;
  it.each(rows)('$name', async (row) => {
    const bytes = manifestFile([entry(row.entry)], { version: row.version });
    const { entries, problems } = await readManifest(bytes, {
      manifest: listed({ sequenceNumber: row.manifest }),
    });
    expect(longAt(entries.dataSequenceNumbers, 0)).toBe(row.data);
    expect(longAt(entries.fileSequenceNumbers, 0)).toBe(row.file);
    expect(problems.map((p) => p.code)).toEqual('problem' in row ? [row.problem] : []);
  });
});

describe('row ids (MF-24, B154, B156)', () => {
  const entries = [
    entry({ status: ADDED }, { record_count: 10 }),
    entry({ status: DELETED }, { record_count: 5 }),
    entry(
      { status: EXISTING, sequence_number: 1, file_sequence_number: 1 },
      { record_count: 3, first_row_id: 7 },
    ),
    entry({ status: ADDED }, { record_count: 4 }),
  ];
  const rows = [
    {
      name: 'from the manifest’s first',
      manifest: { firstRowId: 100n },
      content: 0,
      ids: [100n, -1n, 7n, 110n],
    },
    { name: 'explicit ones stay without it', manifest: {}, content: 0, ids: [-1n, -1n, 7n, -1n] },
    {
      name: 'never in a delete manifest',
      manifest: { firstRowId: 0n, content: 'deletes' },
      content: 1,
      ids: [-1n, -1n, -1n, -1n],
    },
  ] as const;
  it.each(rows)('$name', async ({ manifest, content, ids }) => {
    const written = entries.map((e) => ({
      ...e,
      data_file: { ...(e['data_file'] as object), content },
    }));
    const bytes = manifestFile(written, { version: 3 });
    const decoded = await readManifest(bytes, { manifest: listed(manifest), formatVersion: 3 });
    expect([...decoded.entries.firstRowIds]).toEqual(ids);
  });
});

describe('entries', () => {
  it('inherit the snapshot id (MF-22) and keep exact 64-bit ids', async () => {
    const bytes = manifestFile([entry({}), entry({ snapshot_id: 3051729675574597004n })]);
    const { entries } = await readManifest(bytes);
    expect([0, 1].map((row) => longAt(entries.snapshotIds, row))).toEqual([
      77n,
      3051729675574597004n,
    ]);
  });

  it('have their formats in lower case', async () => {
    const formats = ['PARQUET', 'parquet', 'ORC', 'parquet'];
    const { entries } = await readManifest(
      manifestFile(formats.map((file_format) => entry({}, { file_format }))),
    );
    expect([...entries.fileFormats].map((i) => entries.fileFormatNames[i])).toEqual([
      'parquet',
      'parquet',
      'orc',
      'parquet',
    ]);
  });

  it('of a delete manifest have what deletes have', async () => {
    const bytes = manifestFile(
      [
        entry({}, { content: 2, equality_ids: [3, 1] }),
        entry(
          {},
          {
            content: 1,
            file_format: 'PUFFIN',
            referenced_data_file: 'a',
            content_offset: 4,
            content_size_in_bytes: 40,
          },
        ),
      ],
      { version: 3 },
    );
    const { entries } = await readManifest(bytes, {
      manifest: listed({ content: 'deletes' }),
      formatVersion: 3,
    });
    expect(entries.equalityIds).toEqual([[3, 1], []]);
    expect([0, 1].map((i) => textAt(entries.referencedDataFiles as never, i))).toEqual([
      undefined,
      'a',
    ]);
    expect([...entries.contentOffsets]).toEqual([-1n, 4n]);
    expect([...entries.contentSizesInBytes]).toEqual([-1n, 40n]);
  });

  it('may have equality ids as longs (rules.md 16, MF writers’ schemas)', async () => {
    const schema = JSON.parse(
      JSON.stringify(entrySchema([])).replace('"items":"int"', '"items":["null","long"]'),
    ) as AvroJson;
    const bytes = manifestFile([entry({}, { content: 2, equality_ids: [5, null, 6] })], { schema });
    const { entries } = await readManifest(bytes, { manifest: listed({ content: 'deletes' }) });
    expect(entries.equalityIds).toEqual([[5, 6]]);
  });

  const refused = [
    {
      name: 'a status of v4',
      entry: entry({ status: 3 }),
      kind: 'unsupported',
      says: 'the status 3',
    },
    {
      name: 'a negative status',
      entry: entry({ status: -1 }),
      kind: 'invalid-data',
      says: 'the status -1',
    },
    {
      name: 'a content of v4',
      entry: entry({}, { content: 3 }),
      kind: 'unsupported',
      says: 'the content 3',
    },
  ] as const;
  it.each(refused)('are refused for $name', async (row) => {
    await expect(readManifest(manifestFile([row.entry]))).rejects.toMatchObject({
      kind: row.kind,
      place: 's3://lake/t/metadata/m0.avro',
      message: expect.stringContaining(row.says),
    });
  });

  it('are refused without a path', async () => {
    const schema = JSON.parse(
      JSON.stringify(entrySchema([])).replace(
        '"file_path","type":"string"',
        '"file_path","type":["null","string"]',
      ),
    ) as AvroJson;
    const bytes = manifestFile([entry({}), entry({}, { file_path: null })], { schema });
    await expect(readManifest(bytes)).rejects.toThrow('Entry 1 has no file path');
  });
});

describe('the spec', () => {
  const tuple = [avroField(1000, '_1x', avroOptional('int'))];
  const bucket = { 'source-id': 1, 'field-id': 1000, name: '1x', transform: 'bucket[4]' };
  const known: PartitionSpec = {
    specId: 3,
    fields: [
      { sourceIds: [1], fieldId: 1000, name: '1x', transform: { kind: 'bucket', numBuckets: 4 } },
    ],
  };
  const entries = [entry({}, { partition: { _1x: 2 } })];
  const rows = [
    {
      name: 'is the table’s; sanitised names do not matter (B186)',
      header: {},
      specs: [known],
      listedId: 3,
      transform: 'bucket',
      problems: [],
    },
    {
      name: 'agrees with the header',
      header: { 'partition-spec': JSON.stringify([bucket]) },
      specs: [known],
      listedId: 3,
      transform: 'bucket',
      problems: [],
    },
    {
      name: 'agrees with a header that has it whole (B178)',
      header: { 'partition-spec': JSON.stringify({ 'spec-id': 3, fields: [bucket] }) },
      specs: [known],
      listedId: 3,
      transform: 'bucket',
      problems: [],
    },
    {
      name: 'is unknown where the header’s transform differs (MF-15)',
      header: { 'partition-spec': JSON.stringify([{ ...bucket, transform: 'bucket[8]' }]) },
      specs: [known],
      listedId: 3,
      transform: 'unknown',
      problems: ['spec-mismatch'],
    },
    {
      name: 'is unknown where the header’s source differs (MF-15)',
      header: { 'partition-spec': JSON.stringify([{ ...bucket, 'source-id': 2 }]) },
      specs: [known],
      listedId: 3,
      transform: 'unknown',
      problems: ['spec-mismatch'],
    },
    {
      name: 'comes from the header where the table has none (MF-14)',
      header: { 'partition-spec': JSON.stringify([bucket]), 'partition-spec-id': '3' },
      specs: [],
      listedId: 3,
      transform: 'bucket',
      problems: ['spec-from-manifest'],
    },
    {
      name: 'is the tuple’s shape where nobody knows it',
      header: {},
      specs: [],
      listedId: 3,
      transform: 'unknown',
      problems: ['spec-unknown'],
    },
  ] as const;
  it.each(rows)('$name', async (row) => {
    const bytes = manifestFile(entries, { tuple, header: row.header });
    const manifest = listed({ partitionSpecId: row.listedId, manifestLength: bytes.length });
    const { entries: read3, problems } = await readManifest(bytes, {
      manifest,
      specs: [...row.specs],
    });
    expect(read3.spec.specId).toBe(3);
    expect(read3.spec.fields.map((f) => f.transform.kind)).toEqual([row.transform]);
    expect(read3.partition.map((c) => tupleValue(c, 0))).toEqual([2]);
    expect(problems.map((p) => p.code)).toEqual(row.problems);
  });

  it('of a manifest that stands in another’s place has unknown fields: nothing says that they are null', async () => {
    const other = { 'source-id': 2, 'field-id': 1001, name: 'b', transform: 'identity' };
    const bytes = manifestFile([entry({}, { partition: { b: 2 } })], {
      tuple: [avroField(1001, 'b', avroOptional('int'))],
      header: { 'partition-spec': JSON.stringify([other]), 'partition-spec-id': '4' },
    });
    const manifest = listed({ partitionSpecId: 3, manifestLength: bytes.length });
    const { entries: got, problems } = await readManifest(bytes, { manifest, specs: [known] });
    expect(got.spec.fields.map((f) => f.transform.kind)).toEqual(['unknown']);
    expect(problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('of spec 4 by its header, has no such field'),
    ]);
  });

  it('id of a v1 snapshot’s own list gives way to the header’s (MD-22)', async () => {
    const bytes = manifestFile(entries, {
      tuple,
      header: { 'partition-spec-id': '3', 'partition-spec': JSON.stringify([bucket]) },
    });
    const { entries: got } = await readManifest(bytes, { specs: [UNPARTITIONED, known] });
    expect(got.spec).toEqual(known);
  });
});

describe('the manifest list’s word', () => {
  const bytes = manifestFile([entry({}), entry({})]);
  const rows = [
    {
      name: 'is right',
      manifest: {
        manifestLength: bytes.length,
        addedFilesCount: 2,
        existingFilesCount: 0,
        deletedFilesCount: 0,
      },
      problems: [],
    },
    {
      name: 'has another length',
      manifest: { manifestLength: bytes.length + 5, addedFilesCount: 2 },
      problems: ['manifest-length-differs'],
    },
    {
      name: 'has other counts',
      manifest: { manifestLength: bytes.length, addedFilesCount: 3 },
      problems: ['manifest-counts-differ'],
    },
  ] as const;
  it.each(rows)('$name', async ({ manifest, problems }) => {
    const decoded = await readManifest(bytes, { manifest: listed(manifest) });
    expect(decoded.problems.map((p) => p.code)).toEqual(problems);
  });

  it('shows a cut between two blocks, which the file itself does not', async () => {
    const manifest = listed({ manifestLength: bytes.length + 500, addedFilesCount: 3 });
    await expect(readManifest(bytes, { manifest })).rejects.toMatchObject({
      kind: 'invalid-data',
      offset: bytes.length,
      message: expect.stringContaining('cut short'),
    });
  });

  it('on content is believed, and the header’s other word told', async () => {
    const file = manifestFile([entry({}, { content: 1 })], { header: { content: 'deletes' } });
    const { problems } = await readManifest(file);
    expect(problems.map((p) => p.code)).toEqual([
      'entry-content-differs',
      'manifest-content-differs',
    ]);
  });
});

describe('version 4 (MD-42)', () => {
  it('is refused, by the table’s word and by the file’s', async () => {
    const error = { kind: 'unsupported', message: expect.stringContaining('version 4') };
    await expect(readManifest(manifestFile([entry()]), { formatVersion: 4 })).rejects.toMatchObject(
      error,
    );
    const file = manifestFile([entry()], { header: { 'format-version': '4' } });
    await expect(readManifest(file)).rejects.toMatchObject(error);
  });
});

describe('files of other kinds', () => {
  it('are no manifests', async () => {
    const schema = { type: 'record', name: 'row', fields: [{ name: 'a', type: 'long' }] } as const;
    await expect(readManifest(avroFile({ schema, blocks: [] }))).rejects.toThrow(
      'is not a manifest',
    );
  });

  it('without any field id are read by name, and said so (MF-4)', async () => {
    const schema = JSON.parse(
      JSON.stringify(entrySchema([])).replaceAll(/,"(field|element)-id":\d+/g, ''),
    ) as AvroJson;
    const bytes = manifestFile(
      [
        entry(
          { status: 0, sequence_number: 4, file_sequence_number: 5 },
          { value_counts: [{ key: 2, value: 9 }] },
        ),
      ],
      { schema },
    );
    const { entries, problems } = await readManifest(bytes, { metricsFieldIds: [2] });
    expect(pathText(entries.filePaths, 0)).toBe('s3://lake/t/data/a.parquet');
    expect([entries.dataSequenceNumbers, entries.fileSequenceNumbers]).toEqual([4n, 5n]);
    expect(entries.metrics.get(2)?.valueCounts[0]).toBe(9n);
    expect(problems.map((p) => p.code)).toEqual(['field-ids-missing']);
  });
});
