/** Traps of matching deletes to files. */
import { expect } from 'vitest';
import { utf8 } from '../../base/bytes.ts';
import { bind } from '../../expressions/bind.ts';
import { parseWhere } from '../../expressions/where.ts';
import { bindSpec } from '../../metadata/bound-spec.ts';
import type { ManifestFile, PartitionSpec } from '../../metadata/records.ts';
import { buildDeleteIndex, DELETE_FILE_PATH_ID } from '../../planning/delete-index.ts';
import { deletesOf } from '../../planning/delete-match.ts';
import { SAFE } from '../../types/profile.ts';
import type { PrimitiveType } from '../../types/type.ts';
import { buildEntries, type Row } from '../entries.ts';
import { trapSchema, trapSpec } from './plan.ts';
import type { TrapRow } from './rows.ts';

const COLUMNS = ['id long', 'p string', 'f double'];
const schema = trapSchema(COLUMNS);
const TYPES: Readonly<Record<number, PrimitiveType>> = {
  1: { kind: 'long' },
  2: { kind: 'string' },
  3: { kind: 'double' },
  [DELETE_FILE_PATH_ID]: { kind: 'string' },
};

const NONE: PartitionSpec = { specId: 9, fields: [] };
const BY_P = trapSpec(['identity(p)'], schema, 0);
const VOID = trapSpec(['void(p)'], schema, 1);
const UNKNOWN = trapSpec(['zero(p)'], schema, 2);

interface Side {
  readonly spec?: PartitionSpec;
  readonly row: Row;
}

function entriesOf({ spec = NONE, row }: Side, more: readonly Row[] = []) {
  const types = spec.fields.map(() => ({ kind: 'string' as const }));
  return buildEntries([row, ...more], TYPES, spec, types);
}

const manifestOf = (content: 'data' | 'deletes'): ManifestFile => ({
  manifestPath: 'd.avro',
  partitionSpecId: 0,
  content,
  sequenceNumber: 1n,
  minSequenceNumber: 1n,
  addedFilesCount: 1,
  existingFilesCount: 0,
});

/** How many of the deletes apply to the data file, and what is odd. */
function applied(data: Side, deletes: readonly Side[], where = 'TRUE') {
  const { expression } = parseWhere(where, schema, { caseSensitive: true });
  const filter = bind(expression, schema, { caseSensitive: true, profile: SAFE });
  const index = buildDeleteIndex({
    manifests: deletes.map((side, i) => ({
      index: i,
      manifest: manifestOf('deletes'),
      spec: bindSpec(side.spec ?? NONE, schema),
      entries: entriesOf(side),
    })),
    filter,
    profile: SAFE,
    schemas: [schema.schema],
  });
  const notes: string[] = index.problems.map(({ code }) => code);
  const found = deletesOf(index, entriesOf(data), 0, ({ code }) => notes.push(code));
  return { count: found.length, notes };
}

const count = (data: Side, deletes: readonly Side[], where?: string) =>
  applied(data, deletes, where).count;
const position = (sequence: bigint, more: Row = {}): Row => ({ content: 1, sequence, ...more });
const equality = (sequence: bigint, more: Row = {}): Row => ({
  content: 2,
  sequence,
  equalityIds: [1],
  ...more,
});
const vector = (sequence: bigint, referenced: string): Row =>
  position(sequence, { format: 'puffin', referenced });
const inP = (value: string | null) => ({ partition: [value === null ? null : utf8(value)] });

export const DELETE_TRAPS: readonly TrapRow[] = [
  {
    id: 'B122',
    what: 'a spec of void fields alone is unpartitioned, its equality deletes global',
    check: () =>
      expect(
        count({ spec: BY_P, row: { sequence: 1n, ...inP('a') } }, [
          { spec: VOID, row: { ...equality(2n), ...inP(null) } },
        ]),
      ).toBe(1),
  },
  {
    id: 'B124',
    what: 'values of an unknown transform still decide the partition',
    check: () => {
      const data = { spec: UNKNOWN, row: { sequence: 1n, ...inP('a') } };
      const from = (value: string) => [{ spec: UNKNOWN, row: { ...equality(2n), ...inP(value) } }];
      expect([count(data, from('b')), count(data, from('a'))]).toEqual([0, 1]);
    },
  },
  {
    id: 'B130',
    what: 'a position delete of the same sequence number applies, an older one does not',
    check: () => {
      const data = { row: { sequence: 5n } };
      expect([count(data, [{ row: position(5n) }]), count(data, [{ row: position(4n) }])]).toEqual([
        1, 0,
      ]);
    },
  },
  {
    id: 'B132',
    what: 'a delete of a partitioned spec without a tuple applies to nothing, and it is said',
    check: () => {
      const data = { spec: BY_P, row: { sequence: 1n, ...inP('a') } };
      const lost = entriesOf({ spec: BY_P, row: { ...equality(2n), ...inP('a') } });
      const index = buildDeleteIndex({
        manifests: [
          {
            index: 0,
            manifest: manifestOf('deletes'),
            spec: bindSpec(BY_P, schema),
            // The header's own struct is empty, so the field cannot be read.
            entries: {
              ...lost,
              partition: lost.partition.map((column) => ({ ...column, type: undefined })),
            },
          },
        ],
        filter: { kind: 'true' },
        profile: SAFE,
        schemas: [schema.schema],
      });
      expect(deletesOf(index, entriesOf(data), 0)).toEqual([]);
      expect(index.problems.map(({ code }) => code)).toEqual(['delete-never-applies']);
    },
  },
  {
    id: 'B134',
    what: 'unpartitioned position deletes are not global',
    check: () =>
      expect(
        count({ spec: BY_P, row: { sequence: 1n, ...inP('a') } }, [
          { spec: NONE, row: position(9n) },
        ]),
      ).toBe(0),
  },
  {
    id: 'B136',
    what: 'a vector older than its file, and two for one file, do not apply',
    check: () => {
      const data = { row: { sequence: 7n, path: 'f0' } };
      expect(applied(data, [{ row: vector(6n, 'f0') }])).toEqual({
        count: 0,
        notes: ['delete-misplaced'],
      });
      const two = [{ row: vector(8n, 'f0') }, { row: vector(8n, 'f0') }];
      expect(applied(data, two)).toEqual({ count: 0, notes: ['deletion-vectors-conflict'] });
    },
  },
  {
    id: 'B138',
    what: 'two vectors in one Puffin file are two deletes',
    check: () => {
      const deletes = ['f1', 'f2'].map((path) => ({
        row: { ...vector(8n, path), path: 'p.puffin' },
      }));
      const found = ['f1', 'f2'].map((path) => count({ row: { sequence: 7n, path } }, deletes));
      expect(found).toEqual([1, 1]);
    },
  },
  {
    id: 'B140',
    what: 'path bounds that contradict each other name no file, so the delete may apply',
    check: () => {
      const metrics = {
        [DELETE_FILE_PATH_ID]: { lower: utf8('s3://b/z'), upper: utf8('s3://b/a') },
      };
      expect(
        count({ row: { sequence: 1n, path: 's3://b/m' } }, [{ row: position(2n, { metrics }) }]),
      ).toBe(1);
    },
  },
  {
    id: 'B146',
    what: 'ranges apart exclude an equality delete, but not where both have nulls or a NaN may be',
    check: () => {
      const data = (nulls: number): Side => ({
        row: { sequence: 1n, metrics: { 1: { values: 10, nulls, lower: 5n, upper: 9n } } },
      });
      const deletes = (nulls: number): Side[] => [
        { row: equality(2n, { metrics: { 1: { values: 4, nulls, lower: 1n, upper: 4n } } }) },
      ];
      expect([count(data(0), deletes(0)), count(data(1), deletes(1))]).toEqual([0, 1]);
      const floats = (nans: number | undefined) =>
        count(
          {
            row: {
              sequence: 1n,
              metrics: {
                3: {
                  values: 5,
                  nulls: 0,
                  ...(nans === undefined ? {} : { nans }),
                  lower: 5,
                  upper: 9,
                },
              },
            },
          },
          [
            {
              row: {
                ...equality(2n),
                equalityIds: [3],
                metrics: { 3: { values: 5, nulls: 0, lower: 1, upper: 4 } },
              },
            },
          ],
        );
      expect([floats(undefined), floats(0)]).toEqual([1, 0]);
    },
  },
  {
    id: 'B148',
    what: 'the row filter may rule out a delete file',
    check: () => {
      const data: Side = {
        row: { sequence: 1n, metrics: { 1: { values: 10, nulls: 0, lower: 1n, upper: 10n } } },
      };
      const deletes = [
        { row: equality(2n, { metrics: { 1: { values: 4, nulls: 0, lower: 1n, upper: 4n } } }) },
      ];
      expect([count(data, deletes), count(data, deletes, 'id = 9')]).toEqual([1, 0]);
    },
  },
];
