import { describe, expect, it } from 'vitest';
import { ALL_MATCH, READ, SKIPPED_BY_BOUNDS, UNKNOWN } from '../../src/planning/verdict.ts';
import type { FileRow, ManifestSource } from '../../src/table/api.ts';
import { indexSchema } from '../../src/types/schema.ts';
import { asTsv } from '../export/text-table.ts';
import { buildFileIndex, EMPTY_INDEX, type FileIndex } from '../pruning/file-index.ts';
import { atOnce } from '../pruning/slices.ts';
import { filesText } from './file-text.ts';
import { manifestsSentence, partitionsSentence } from './files-sentence.ts';
import { manifestRows, manifestsText, rangeLines, sortManifests } from './manifest-rows.ts';
import {
  partitionRows,
  partitionsText,
  readKind,
  skippedOf,
  sortPartitions,
} from './partition-rows.ts';

/** Two specs; in each, file i of `sizes` is in partition `i % parts`. */
function index(sizes: readonly number[], parts: number): FileIndex {
  const partitions = Array.from({ length: parts }, (_, p) => ({ values: [p], label: `p=${p}` }));
  return atOnce(
    buildFileIndex(
      [0, 1].map((spec) => ({
        index: spec,
        specId: spec,
        entries: Uint32Array.from(sizes.keys()),
        bytes: Float64Array.from(sizes),
        records: new Float64Array(sizes.length).fill(10),
        partitions,
        partitionOf: Uint32Array.from(sizes, (_, i) => i % parts),
        listed: sizes.length,
      })),
      new Map([
        [0, 0],
        [1, 1],
      ]),
    ),
  );
}

function rowsOf(files: FileIndex, verdicts: Uint8Array, positions = all(files.count)) {
  return atOnce(partitionRows(files, positions, verdicts, new Uint16Array(files.count)));
}

function all(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

describe('partitions', () => {
  it('has none of no files, and one of one', () => {
    expect(rowsOf(EMPTY_INDEX, new Uint8Array())).toEqual([]);
    const one = index([5], 1);
    expect(rowsOf(one, new Uint8Array(2), Uint32Array.of(1))).toMatchObject([
      { specId: 0, files: 1, bytes: 5, records: 10, first: 1, read: 0 },
    ]);
  });

  it('sums what is in each, and what of that is read', () => {
    const files = index([1, 2, 3, 4], 2);
    // The newest spec first; in it partition 0 has files 0 and 2, partition 1 files 1 and 3.
    const verdicts = Uint8Array.of(READ, ALL_MATCH, UNKNOWN, SKIPPED_BY_BOUNDS, 0, 0, 0, 0);
    const rows = rowsOf(files, verdicts);
    expect(
      rows.map((row) => [
        row.specId,
        row.bytes,
        row.read,
        row.allMatch,
        row.unknown,
        skippedOf(row),
        readKind(row),
      ]),
    ).toEqual([
      [1, 4, 2, 1, 0, 0, 'read'],
      [1, 6, 0, 0, 1, 1, 'read'],
      [0, 4, 0, 0, 0, 2, 'read'],
      [0, 6, 0, 0, 0, 2, 'read'],
    ]);
  });

  it('has the verdict of all that it reads', () => {
    const files = index([1, 2], 1);
    const rows = rowsOf(files, Uint8Array.of(ALL_MATCH, ALL_MATCH, ALL_MATCH, READ));
    expect(rows.map(readKind)).toEqual(['allMatch', 'read']);
  });

  it('counts the listed files only', () => {
    const files = index([1, 2, 3, 4], 2);
    const rows = rowsOf(files, new Uint8Array(8), Uint32Array.of(3, 5));
    expect(rows.map(({ specId, files: n, first }) => [specId, n, first])).toEqual([
      [1, 1, 3],
      [0, 1, 5],
    ]);
  });

  it('sums 10⁵ partitions', () => {
    const files = index(new Array(50_000).fill(1), 50_000);
    const rows = rowsOf(files, new Uint8Array(100_000));
    expect(rows).toHaveLength(100_000);
    const sorted = sortPartitions(rows, { column: 'partition', direction: 'desc' });
    expect(sorted[0]?.tuple).toBe(99_999);
  });

  it('sorts by any figure, ties in the order of partitions', () => {
    const rows = rowsOf(index([1, 2, 3, 4], 2), new Uint8Array(8));
    const order = (column: string, direction: 'asc' | 'desc') =>
      sortPartitions(rows, { column, direction }).map(({ tuple }) => tuple);
    expect(order('bytes', 'desc')).toEqual([1, 3, 0, 2]);
    expect(order('files', 'asc')).toEqual([0, 1, 2, 3]);
    expect(order('nothing', 'desc')).toEqual([0, 1, 2, 3]);
  });

  it('goes out as text', () => {
    const rows = rowsOf(index([7], 1), Uint8Array.of(READ, 0));
    expect(asTsv(partitionsText(rows, () => 'p=0', true))).toBe(
      'spec_id\tpartition\tfile_count\ttotal_data_file_size_in_bytes\trecord_count\tfiles_with_deletes\tfiles_read\tfiles_all_match\tfiles_skipped\tfiles_unknown\n1\tp=0\t1\t7\t10\t0\t1\t0\t0\t0\n0\tp=0\t1\t7\t10\t0\t0\t0\t1\t0',
    );
  });
});

function int(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value, true);
  return bytes;
}

function manifest(index: number, change: Partial<ManifestSource['manifest']>): ManifestSource {
  return {
    index,
    input: undefined,
    manifest: {
      manifestPath: `s3://x/m${index}.avro`,
      partitionSpecId: 0,
      content: 'data',
      sequenceNumber: 1n,
      minSequenceNumber: 1n,
      ...change,
    },
  };
}

describe('manifests', () => {
  const schema = indexSchema({
    schemaId: 0,
    identifierFieldIds: [],
    fields: [{ id: 1, name: 'ts', required: false, type: { kind: 'timestamptz' } }],
  });
  const specs = [
    {
      specId: 0,
      fields: [
        { sourceIds: [1], fieldId: 1000, name: 'ts_day', transform: { kind: 'day' } as const },
      ],
    },
  ];
  // 20,454 days after 1970-01-01 is 2026-01-01.
  const summary = { containsNull: true, lowerBound: int(20_454), upperBound: int(20_455) };
  const sources = [
    manifest(0, { addedFilesCount: 3, partitions: [summary] }),
    manifest(1, { content: 'deletes', addedFilesCount: undefined }),
    manifest(2, { addedFilesCount: 9, partitions: [{ containsNull: false }] }),
  ];
  const rows = manifestRows(sources, specs, new Map([[0, 0]]), schema, undefined, undefined);

  it('tells the ranges of partitions in the type of each', () => {
    expect(rows.map(({ ranges }) => ranges)).toEqual([
      [{ name: 'ts_day', values: '2026-01-01 to 2026-01-02, null' }],
      [],
      [],
    ]);
    expect(manifestsText(rows).rows.map((cells) => cells[11])).toEqual([
      'ts_day 2026-01-01 to 2026-01-02, null',
      '',
      '',
    ]);
  });
  it.each([
    ['one where none has a field', [], 1],
    ['as many as its fields', ['a', 'b'], 2],
    ['not more than three', ['a', 'b', 'c', 'd'], 3],
  ])('has lines for ranges: %s', (_, names, lines) => {
    const ranges = names.map((name) => ({ name, values: '1' }));
    expect(rangeLines(rows.slice(0, 1).map((row) => ({ ...row, ranges })))).toBe(lines);
  });
  it('sorts what is not recorded last, either way', () => {
    const order = (direction: 'asc' | 'desc') =>
      sortManifests(rows, { column: 'added', direction }).map(({ index }) => index);
    expect(order('asc')).toEqual([0, 2, 1]);
    expect(order('desc')).toEqual([2, 0, 1]);
  });
  it('has no row of none', () => {
    expect(manifestRows([], specs, new Map(), schema, undefined, undefined)).toEqual([]);
    expect(manifestsText([]).rows).toEqual([]);
  });
});

it('gives files exact, with what is not known left empty', () => {
  const row: FileRow = {
    index: 0,
    entry: 0,
    filePath: 's3://b/a.parquet',
    fileFormat: 'parquet',
    specId: 1,
    partition: 'ts_day=2026-03-01',
    recordCount: -1n,
    fileSizeInBytes: 9007199254740993n,
    dataSequenceNumber: 7n,
    snapshotId: undefined,
    bounds: [
      {
        fieldId: 2,
        lower: 'AR',
        upper: undefined,
        lowerPosition: undefined,
        upperPosition: undefined,
        nullCount: 0n,
        nanCount: undefined,
        valueCount: undefined,
      },
    ],
  };
  const column = { fieldId: 2, name: 'country', type: 'string', ranges: [], words: '', short: '' };
  expect(asTsv(filesText([row], [READ], [column]))).toBe(
    [
      'verdict\tspec_id\tpartition\tcountry lower\tcountry upper\tcountry nulls\tfile_size_in_bytes\trecord_count\tdata_sequence_number\tadded_snapshot_id\tfile_format\tfile_path',
      'read\t1\tts_day=2026-03-01\tAR\t\t0\t9007199254740993\t\t7\t\tparquet\ts3://b/a.parquet',
    ].join('\n'),
  );
});

it('says how many there are', () => {
  expect(partitionsSentence(1, undefined)).toBe('1 partition has live files here.');
  expect(partitionsSentence(54, 3)).toBe(
    '54 partitions have live files here; your predicate reads from 3 of them.',
  );
  expect(partitionsSentence(1, 1, true)).toBe(
    'The files here have no partitions: they are one group; your predicate reads some of it.',
  );
  expect(manifestsSentence(66, 0, 66, false)).toBe(
    'The snapshot lists 66 manifests of data files and none of deletes.',
  );
  expect(manifestsSentence(1, 0, 4, false)).toBe(
    '1 of the snapshot’s 4 manifests is in these eras.',
  );
  expect(manifestsSentence(2, 1, 3, true)).toBe(
    'The loaded part has 2 manifests of data files and 1 of deletes.',
  );
  expect(manifestsSentence(1, 1, 3, true)).toBe(
    '2 of the loaded part’s 3 manifests are in these eras.',
  );
});
