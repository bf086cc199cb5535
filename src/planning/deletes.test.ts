/** Which delete files apply: the list of rules.md 8.7, and known traps. */
import { describe, expect, test } from 'vitest';
import { fromHex, utf8 } from '../base/bytes.ts';
import type { Problem } from '../base/errors.ts';
import { bind } from '../expressions/bind.ts';
import { parseWhere } from '../expressions/where.ts';
import { bindSpec } from '../metadata/bound-spec.ts';
import type { ManifestFile, PartitionSpec } from '../metadata/records.ts';
import { buildEntries, type Metrics, type Row } from '../testing/entries.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { JAVA, type Profile, SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import type { NestedField, PrimitiveType, Schema } from '../types/type.ts';
import {
  buildDeleteIndex,
  DELETE_FILE_PATH_ID,
  deleteFieldIds,
  deleteSize,
} from './delete-index.ts';
import { deletesOf } from './delete-match.ts';
import { explainFile } from './explain.ts';
import type { DeleteExplanation } from './explanation.ts';

const TYPES: Readonly<Record<string, PrimitiveType>> = {
  id: { kind: 'long' },
  p: { kind: 'string' },
  f: { kind: 'double' },
  u: { kind: 'uuid' },
  category: { kind: 'string' },
};
const schema: Schema = {
  schemaId: 0,
  identifierFieldIds: [],
  fields: Object.entries(TYPES).map(
    ([name, type], i): NestedField => ({ id: i + 1, name, required: false, type }),
  ),
};
const index = indexSchema(schema);
const idOf = (name: string) => index.find(name, true)?.fieldId ?? 0;
const METRICS = {
  ...Object.fromEntries(Object.entries(TYPES).map(([name, type]) => [idOf(name), type])),
  [DELETE_FILE_PATH_ID]: { kind: 'string' } as PrimitiveType,
};

const identity = (
  specId: number,
  column: string,
  kind: Transform = { kind: 'identity' },
): PartitionSpec => ({
  specId,
  fields: [
    { sourceIds: [idOf(column)], fieldId: 1000 + idOf(column), name: column, transform: kind },
  ],
});
const SPECS: Readonly<Record<string, PartitionSpec>> = {
  none: { specId: 0, fields: [] },
  p: identity(1, 'p'),
  again: identity(2, 'p'),
  f: identity(3, 'f'),
  void: identity(4, 'p', { kind: 'void' }),
  zero: identity(5, 'p', { kind: 'unknown', text: 'zero' }),
};

interface File extends Omit<Row, 'metrics'> {
  readonly in?: string;
  readonly stats?: Readonly<Record<string, Metrics>>;
}

function entriesOf(files: readonly File[], spec: PartitionSpec) {
  const rows = files.map(({ stats, ...row }) => ({
    ...row,
    metrics: Object.fromEntries(
      Object.entries(stats ?? {}).map(([name, m]) => [
        name === 'path' ? DELETE_FILE_PATH_ID : idOf(name),
        m,
      ]),
    ),
  }));
  const types = spec.fields.map(
    (field) => index.byId.get(field.sourceIds[0] ?? 0)?.type as PrimitiveType,
  );
  return buildEntries(rows, METRICS, spec, types);
}

const manifest = (specId: number, content: 'data' | 'deletes'): ManifestFile => ({
  manifestPath: `m${specId}.avro`,
  partitionSpecId: specId,
  content,
  sequenceNumber: 1n,
  minSequenceNumber: 1n,
  addedFilesCount: 1,
});

interface Outcome {
  readonly applied: readonly string[];
  readonly told: readonly DeleteExplanation[];
  readonly problems: readonly Problem[];
}

function apply(data: File, deletes: readonly File[], profile: Profile = SAFE, where = ''): Outcome {
  const filter = bind(parseWhere(where, index, { caseSensitive: true }).expression, index, {
    caseSensitive: true,
    profile,
  });
  const manifests = [...new Set(deletes.map((file) => file.in ?? 'none'))].map((name, position) => {
    const spec = SPECS[name] as PartitionSpec;
    const own = deletes.filter((file) => (file.in ?? 'none') === name);
    return {
      index: position,
      manifest: manifest(spec.specId, 'deletes'),
      spec: bindSpec(spec, index),
      entries: entriesOf(own, spec),
    };
  });
  const built = buildDeleteIndex({ manifests, filter, profile, schemas: [schema] });
  const problems = [...built.problems];
  const entries = entriesOf([data], SPECS[data.in ?? 'none'] as PartitionSpec);
  const found = deletesOf(built, entries, 0, (problem) => problems.push(problem));
  const { deletes: told } = explainFile({
    manifestIndex: 0,
    manifest: manifest(0, 'data'),
    entries,
    entry: 0,
    spec: bindSpec(SPECS[data.in ?? 'none'] as PartitionSpec, index),
    profile,
    bindAs: () => filter,
    others: [],
    deleteIndex: built,
  });
  return { applied: found.map((file) => file.filePath), told, problems };
}

const eq = (more: Partial<File>): File => ({
  content: 2,
  path: 'eq',
  equalityIds: [idOf('id')],
  ...more,
});
const pos = (more: Partial<File>): File => ({ content: 1, path: 'pos', ...more });
const dv = (more: Partial<File>): File => ({
  content: 1,
  path: 'dv',
  format: 'puffin',
  referenced: 'd',
  ...more,
});
const d = (more: Partial<File>): File => ({ path: 'd', ...more });
const a = utf8('a');
const b = utf8('b');

describe('the list of 8.7', () => {
  const cases: readonly (readonly [string, File, readonly File[], readonly string[]])[] = [
    ['1 equality, same sequence', d({ sequence: 5n }), [eq({ sequence: 5n })], []],
    ['1 equality, older data', d({ sequence: 4n }), [eq({ sequence: 5n })], ['eq']],
    ['2 position, same sequence', d({ sequence: 5n }), [pos({ sequence: 5n })], ['pos']],
    ['2 position, newer data', d({ sequence: 6n }), [pos({ sequence: 5n })], []],
    [
      '3 equality of an unpartitioned spec',
      d({ in: 'p', partition: [a] }),
      [eq({ sequence: 2n })],
      ['eq'],
    ],
    [
      '4 the same value in another spec',
      d({ in: 'again', partition: [a] }),
      [eq({ in: 'p', partition: [a], sequence: 2n })],
      [],
    ],
    [
      '5 equality of a spec of void fields (B122)',
      d({ in: 'p', partition: [a] }),
      [eq({ in: 'void', partition: [null], sequence: 2n })],
      ['eq'],
    ],
    [
      '6 a vector and a position file',
      d({}),
      [dv({ sequence: 2n }), pos({ sequence: 2n })],
      ['dv'],
    ],
    [
      '7 a position file for another',
      d({}),
      [
        pos({ sequence: 2n, stats: { path: { lower: utf8('other'), upper: utf8('other') } } }),
        pos({ path: 'mine', sequence: 2n, referenced: 'd' }),
      ],
      ['mine'],
    ],
    [
      '8 ranges apart',
      d({ stats: { id: { nulls: 0, lower: 5n, upper: 9n } } }),
      [eq({ sequence: 2n, stats: { id: { nulls: 0, lower: 1n, upper: 4n } } })],
      [],
    ],
    [
      '9 null counts unknown',
      d({ stats: { id: { lower: 5n, upper: 9n } } }),
      [eq({ sequence: 2n, stats: { id: { lower: 1n, upper: 4n } } })],
      ['eq'],
    ],
    [
      '10 only nulls against none',
      d({ stats: { id: { values: 50, nulls: 50 } } }),
      [eq({ sequence: 2n, stats: { id: { values: 3, nulls: 0 } } })],
      [],
    ],
    [
      '11 NaN partitions',
      d({ in: 'f', partition: [Number.NaN] }),
      [eq({ in: 'f', partition: [Number.NaN], sequence: 2n })],
      ['eq'],
    ],
    [
      '12 zeros of either sign',
      d({ in: 'f', partition: [0] }),
      [eq({ in: 'f', partition: [-0], sequence: 2n })],
      [],
    ],
    [
      'B124 unknown transforms, other value',
      d({ in: 'zero', partition: [a] }),
      [eq({ in: 'zero', partition: [b], sequence: 2n })],
      [],
    ],
    [
      'B124 unknown transforms, same value',
      d({ in: 'zero', partition: [a] }),
      [eq({ in: 'zero', partition: [a], sequence: 2n })],
      ['eq'],
    ],
    [
      'B134 unpartitioned position files are not global',
      d({ in: 'p', partition: [a] }),
      [pos({ sequence: 9n })],
      [],
    ],
    [
      'B140 inverted path bounds',
      d({}),
      [pos({ sequence: 2n, stats: { path: { lower: utf8('z'), upper: utf8('a') } } })],
      ['pos'],
    ],
    [
      'B146 nulls on both sides',
      d({ stats: { id: { nulls: 1, lower: 5n, upper: 9n } } }),
      [eq({ sequence: 2n, stats: { id: { nulls: 1, lower: 1n, upper: 4n } } })],
      ['eq'],
    ],
    ['DL-3 sequence number 0', d({ sequence: 0n }), [pos({ sequence: 0n })], []],
    [
      'DL-11 the order',
      d({ in: 'p', partition: [a] }),
      [
        pos({ path: 'p1', in: 'p', partition: [a], sequence: 3n, referenced: 'd' }),
        pos({ path: 'p0', in: 'p', partition: [a], sequence: 2n }),
        eq({ path: 'e1', in: 'p', partition: [a], sequence: 3n }),
        eq({ path: 'e0', sequence: 4n }),
      ],
      ['e0', 'e1', 'p0', 'p1'],
    ],
  ];
  for (const [name, data, deletes, expected] of cases) {
    test(`${name}: ${expected.length === 0 ? 'none' : expected}`, () => {
      expect(apply(data, deletes).applied).toEqual(expected);
    });
  }
});

test('of an equality delete the columns that it compares are told', () => {
  const both = [idOf('id'), idOf('category')];
  const { told } = apply(d({}), [
    eq({ sequence: 2n, equalityIds: both }),
    pos({ sequence: 2n, referenced: 'd' }),
  ]);
  expect(told.map(({ kind, equalityIds }) => [kind, equalityIds])).toEqual([
    ['equality', both],
    ['position', []],
  ]);
});

describe('between the profiles', () => {
  test('DL-4: a column that the delete does not compare', () => {
    const data = d({
      stats: { category: { values: 50, nulls: 0, lower: utf8('x'), upper: utf8('x') } },
    });
    const deletes = [eq({ sequence: 2n, stats: { category: { values: 50, nulls: 50 } } })];
    expect(apply(data, deletes, SAFE, "category = 'x'").applied).toEqual(['eq']);
    expect(apply(data, deletes, JAVA, "category = 'x'").applied).toEqual([]);
  });

  test('B148: a column that it does compare', () => {
    const deletes = [
      eq({ sequence: 2n, stats: { id: { values: 4, nulls: 0, lower: 1n, upper: 4n } } }),
    ];
    expect(apply(d({}), deletes, SAFE, 'id = 9').applied).toEqual([]);
  });

  test('DL-16: NaN lies outside of ranges', () => {
    const side = (lower: number, nans: number) => ({ f: { nulls: 0, nans, lower, upper: lower } });
    const deletes = (nans: number) => [
      eq({ sequence: 2n, equalityIds: [idOf('f')], stats: side(5, nans) }),
    ];
    expect(apply(d({ stats: side(1, 1) }), deletes(1), SAFE).applied).toEqual(['eq']);
    expect(apply(d({ stats: side(1, 1) }), deletes(0), SAFE).applied).toEqual([]);
    expect(apply(d({ stats: side(1, 1) }), deletes(1), JAVA).applied).toEqual([]);
  });

  test('TY-23: UUIDs apart in one order only', () => {
    const uuid = (first: string) => fromHex(first.padEnd(32, '0')) as Uint8Array;
    const side = (lower: string, upper: string) => ({
      u: { nulls: 0, lower: uuid(lower), upper: uuid(upper) },
    });
    const deletes = [eq({ sequence: 2n, equalityIds: [idOf('u')], stats: side('20', '30') })];
    // Unsigned 10…90 holds 20…30; signed it is a contradiction, which proves nothing.
    expect(apply(d({ stats: side('10', '90') }), deletes, SAFE).applied).toEqual(['eq']);
  });
});

describe('odd tables', () => {
  test('DL-9: two vectors for one file', () => {
    const { applied, problems } = apply(d({}), [
      dv({ sequence: 2n }),
      dv({ path: 'dv2', sequence: 3n }),
    ]);
    expect(applied).toEqual([]);
    expect(problems.map((p) => p.code)).toEqual(['deletion-vectors-conflict']);
  });

  test('DL-10, B136: a vector older than its file', () => {
    const { applied, problems } = apply(d({ sequence: 7n }), [dv({ sequence: 6n })]);
    expect(applied).toEqual([]);
    expect(problems.map((p) => p.code)).toEqual(['delete-misplaced']);
  });

  test('DL-10: a position file of another partition', () => {
    const other = pos({ in: 'p', partition: [b], sequence: 2n, referenced: 'd' });
    const { applied, problems } = apply(d({ in: 'p', partition: [a] }), [other]);
    expect(applied).toEqual([]);
    expect(problems.map((p) => p.code)).toEqual(['delete-misplaced']);
  });

  test('B132: a delete without a readable partition value', () => {
    const spec = SPECS['p'] as PartitionSpec;
    const entries = entriesOf([eq({ sequence: 2n, partition: [a] })], spec);
    const unread = {
      ...entries,
      partition: entries.partition.map((c) => ({ ...c, type: undefined })),
    };
    const built = buildDeleteIndex({
      manifests: [
        {
          index: 0,
          manifest: manifest(1, 'deletes'),
          spec: bindSpec(spec, index),
          entries: unread,
        },
      ],
      filter: { kind: 'true' },
      profile: SAFE,
      schemas: [schema],
    });
    expect(built.problems.map((p) => p.code)).toEqual(['delete-never-applies']);
    expect(deletesOf(built, entriesOf([d({ in: 'p', partition: [a] })], spec), 0)).toEqual([]);
  });

  test('tells by their places which manifests the filter lets through', () => {
    const spec = SPECS['none'] as PartitionSpec;
    const manifests = [3, 7].map((position) => ({
      index: position,
      manifest: manifest(0, 'deletes'),
      spec: bindSpec(spec, index),
      entries: entriesOf([dv({ sequence: 2n })], spec),
    }));
    const scanned = (kind: 'true' | 'false') =>
      buildDeleteIndex({ manifests, filter: { kind }, profile: SAFE, schemas: [schema] });
    expect(scanned('true').scannedManifests).toEqual([3, 7]);
    expect(scanned('false').scannedManifests).toEqual([]);
  });

  test('B138: a vector counts its part of the file, and asks for the paths’ metrics', () => {
    const entries = entriesOf([dv({ sequence: 2n })], SPECS['none'] as PartitionSpec);
    const built = buildDeleteIndex({
      manifests: [
        {
          index: 0,
          manifest: manifest(0, 'deletes'),
          spec: bindSpec(entries.spec, index),
          entries,
        },
      ],
      filter: { kind: 'true' },
      profile: SAFE,
      schemas: [schema],
    });
    expect(built.files.map(deleteSize)).toEqual([10n]);
    expect(deleteFieldIds(entries)).toEqual([DELETE_FILE_PATH_ID]);
  });
});
