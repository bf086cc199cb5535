import { describe, expect, it } from 'vitest';
import { IcecoreError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import { indexSchema } from '../types/schema.ts';
import { bindSpec } from './bound-spec.ts';
import { chooseSnapshot, currentSchema } from './snapshots.ts';
import { javaRefuses, type ParsedMetadata, tableMetadataFromJson } from './table-metadata.ts';

const ID = { id: 1, name: 'id', required: true, type: 'long' };
const TS = { id: 2, name: 'ts', required: false, type: 'timestamp' };
const TAGS = {
  id: 3,
  name: 'tags',
  required: false,
  type: { type: 'list', 'element-id': 4, element: 'string', 'element-required': false },
};
const FIELDS = [ID, TS, TAGS];

type Json = Readonly<Record<string, unknown>>;

/** Snapshots are 1, 2, … at 100, 200, … ms. */
function v2(change: Json = {}, snapshotIds: readonly number[] = [1]): Json {
  return {
    'format-version': 2,
    'table-uuid': '9c12d441-03fe-4693-9a96-a0705ddf69c1',
    location: 's3://lake/t',
    'last-sequence-number': 9,
    'last-updated-ms': 900,
    'last-column-id': 4,
    'current-schema-id': 0,
    schemas: [{ type: 'struct', 'schema-id': 0, fields: FIELDS }],
    'default-spec-id': 0,
    'partition-specs': [{ 'spec-id': 0, fields: [] }],
    'last-partition-id': 1009,
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    'current-snapshot-id': snapshotIds.at(-1) ?? -1,
    snapshots: snapshotIds.map((id) => ({
      'snapshot-id': id,
      'sequence-number': id,
      'timestamp-ms': 100 * id,
      summary: { operation: 'append' },
      'manifest-list': `s3://lake/t/metadata/snap-${id}.avro`,
    })),
    ...change,
  };
}

function open(json: unknown): ParsedMetadata {
  return tableMetadataFromJson(json, 't.metadata.json');
}

function codes({ problems }: ParsedMetadata): readonly string[] {
  return problems.map((problem) => problem.code);
}

function spec(fields: readonly Json[], id = 0): Json {
  return { 'partition-specs': [{ 'spec-id': id, fields }], 'default-spec-id': id };
}

describe('no current snapshot (B158)', () => {
  it.each([
    { name: '-1', change: { 'current-snapshot-id': -1 } },
    { name: 'null', change: { 'current-snapshot-id': null } },
    { name: 'absent', change: { 'current-snapshot-id': undefined } },
  ])('spelt $name', ({ change }) => {
    const json = Object.fromEntries(
      Object.entries(v2(change, [])).filter(([, v]) => v !== undefined),
    );
    const opened = open(json);
    expect(opened.metadata.currentSnapshotId).toBeUndefined();
    expect(opened.problems).toEqual([]);
    expect(chooseSnapshot(opened.metadata, {}).snapshot).toBeUndefined();
  });
});

describe('numbers', () => {
  it('keeps ids exact (B160, B161)', () => {
    const id = '3051729675574597004';
    const text = JSON.stringify(v2()).replaceAll('"snapshot-id":1,', `"snapshot-id":${id},`);
    const json = parseJson(
      text.replace('"current-snapshot-id":1', `"current-snapshot-id":${id}`),
      't',
    );
    const { metadata } = open(json);
    expect(metadata.currentSnapshotId).toBe(3051729675574597004n);
    expect(chooseSnapshot(metadata, { id: 3051729675574597004n }).snapshot?.snapshotId).toBe(
      3051729675574597004n,
    );
  });

  it('opens a table whose ids are above 2^63 - 1 (MD-9)', () => {
    const id = 2n ** 63n + 5n;
    const snapshot = { ...(v2()['snapshots'] as readonly Json[])[0], 'snapshot-id': id };
    const opened = open(v2({ 'current-snapshot-id': id, snapshots: [snapshot] }));
    expect(new Set(codes(opened))).toEqual(new Set(['number-too-large']));
    expect(chooseSnapshot(opened.metadata, {}).snapshot?.snapshotId).toBe(id);
  });
});

describe('specs', () => {
  it('numbers the fields of an old v1 spec by position (B166)', () => {
    const { metadata } = open({
      'format-version': 1,
      location: 's3://lake/t',
      'last-updated-ms': 1,
      'last-column-id': 4,
      schema: { type: 'struct', fields: FIELDS },
      'partition-spec': [{ name: 'p', transform: 'identity', 'source-id': 1 }],
    });
    expect(metadata.partitionSpecs).toEqual([
      {
        specId: 0,
        fields: [{ sourceIds: [1], fieldId: 1000, name: 'p', transform: { kind: 'identity' } }],
      },
    ]);
    expect(metadata.lastPartitionId).toBe(1000);
  });

  const day = { 'source-id': 2, 'field-id': 1000, name: 'ts_day', transform: 'day' };

  it.each([
    {
      name: 'several sources (MD-38)',
      field: { 'source-ids': [1, 2], 'field-id': 1001, name: 'z', transform: 'bucket[4]' },
      code: 'source-ids',
      kind: 'unknown',
      type: undefined,
    },
    {
      name: 'one source in a list',
      field: { 'source-ids': [1], 'field-id': 1001, name: 'z', transform: 'bucket[4]' },
      code: 'source-ids',
      kind: 'bucket',
      type: 'int',
    },
    {
      name: 'an unknown transform',
      field: { 'source-id': 1, 'field-id': 1001, name: 'z', transform: 'zorder[2]' },
      code: 'transform-unknown',
      kind: 'unknown',
      type: undefined,
    },
    {
      name: 'a bucket of none',
      field: { 'source-id': 1, 'field-id': 1001, name: 'z', transform: 'bucket[0]' },
      code: 'transform-invalid',
      kind: 'unknown',
      type: undefined,
    },
    {
      name: 'a column inside a list',
      field: { 'source-id': 4, 'field-id': 1001, name: 'z', transform: 'identity' },
      code: 'default-spec-field-unusable',
      kind: 'identity',
      type: undefined,
    },
    {
      name: 'a column that is gone',
      field: { 'source-id': 9, 'field-id': 1001, name: 'z', transform: 'bucket[4]' },
      code: 'default-spec-field-unusable',
      kind: 'bucket',
      type: undefined,
    },
    {
      name: 'the id of another field',
      field: { 'source-id': 1, 'field-id': 1000, name: 'z', transform: 'identity' },
      code: 'partition-field-id-twice',
      kind: 'identity',
      type: undefined,
    },
    {
      name: 'a second unit of time',
      field: { 'source-id': 2, 'field-id': 1001, name: 'z', transform: 'hour' },
      code: 'partition-field-redundant',
      kind: 'hour',
      type: 'int',
    },
  ])('with $name', ({ field, code, kind, type }) => {
    const opened = open(v2(spec([day, field])));
    expect(codes(opened)).toEqual([code]);
    const { metadata } = opened;
    const bound = bindSpec(metadata.partitionSpecs[0]!, indexSchema(currentSchema(metadata)));
    expect(bound.fields.map((f) => f.resultType?.kind)).toEqual(['date', type]);
    expect(bound.fields[1]?.transform.kind).toBe(kind);
    expect(bound.isUnpartitioned).toBe(false);
  });

  it('never prunes by a spec some of whose fields have no id (MD-37)', () => {
    const opened = open(v2(spec([day, { 'source-id': 1, name: 'z', transform: 'identity' }])));
    expect(codes(opened)).toEqual(['partition-field-ids-missing']);
    const kinds = opened.metadata.partitionSpecs[0]?.fields.map((field) => field.transform.kind);
    expect(kinds).toEqual(['unknown', 'unknown']);
  });

  it.each([
    { name: 'no fields', fields: [] },
    { name: 'void fields only', fields: [{ ...day, transform: 'void' }] },
  ])('is unpartitioned with $name (MD-40)', ({ fields }) => {
    const { metadata, problems } = open(v2(spec(fields)));
    const bound = bindSpec(metadata.partitionSpecs[0]!, indexSchema(currentSchema(metadata)));
    expect(bound.isUnpartitioned).toBe(true);
    expect(problems).toEqual([]);
  });

  it('refuses two specs of one id that differ', () => {
    const specs = [
      { 'spec-id': 0, fields: [] },
      { 'spec-id': 0, fields: [day] },
    ];
    expect(() => open(v2({ 'partition-specs': specs }))).toThrow(
      /Two different specs have the id 0/,
    );
  });
});

describe('schemas', () => {
  const other = { type: 'struct', 'schema-id': 1, fields: [ID] };

  it('refuses to guess the current one of several', () => {
    const schemas = [...(v2()['schemas'] as readonly Json[]), other];
    expect(() => open(v2({ schemas, 'current-schema-id': 7 }))).toThrow(IcecoreError);
  });

  it('refuses two of one id that differ', () => {
    const schemas = [...(v2()['schemas'] as readonly Json[]), { ...other, 'schema-id': 0 }];
    expect(() => open(v2({ schemas }))).toThrow(/Two different schemas have the id 0/);
  });

  it('opens without an old one that can’t be read', () => {
    const odd = { ...other, fields: [{ ...ID, type: 'int128' }] };
    const opened = open(v2({ schemas: [odd, ...(v2()['schemas'] as readonly Json[])] }));
    expect(codes(opened)).toEqual(['schema-unreadable']);
    expect(opened.metadata.schemas.map((schema) => schema.schemaId)).toEqual([0]);
  });

  // B172, B173
  it.each(['decimal(9,2)', 'decimal(9, 2)', 'decimal( 9 , 2 )', 'fixed[ 16 ]'])(
    'reads %s',
    (type) => {
      expect(
        open(v2({ schemas: [{ ...other, 'schema-id': 0, fields: [{ ...ID, type }] }] })),
      ).toBeTruthy();
    },
  );
  it.each(['decimal(5,2)))', 'decimal(5,2,3)', 'fixed[16', 'decimal(50,2)'])(
    'refuses %s',
    (type) => {
      const schemas = [{ ...other, 'schema-id': 0, fields: [{ ...ID, type }] }];
      expect(() => open(v2({ schemas }))).toThrow(IcecoreError);
    },
  );
});

describe('time travel', () => {
  it('follows the log, not the parents (B176)', () => {
    const log = [
      [100, 1],
      [200, 2],
      [250, 1],
      [300, 3],
    ].map(([at, id]) => ({ 'timestamp-ms': at, 'snapshot-id': id }));
    const { metadata } = open(v2({ 'snapshot-log': log }, [1, 2, 3]));
    expect(chooseSnapshot(metadata, { asOfMs: 260n }).snapshot?.snapshotId).toBe(1n);
  });

  it('says that a snapshot of the log has expired', () => {
    const log = [{ 'timestamp-ms': 50, 'snapshot-id': 7 }];
    const { metadata } = open(v2({ 'snapshot-log': log }));
    expect(() => chooseSnapshot(metadata, { asOfMs: 60n })).toThrow(
      expect.objectContaining({ advice: expect.stringMatching(/has expired/) }),
    );
  });

  it('suggests the ref in its own case', () => {
    const { metadata } = open(v2({ refs: { main: { 'snapshot-id': 1, type: 'branch' } } }));
    expect(() => chooseSnapshot(metadata, { ref: 'Main' })).toThrow(
      expect.objectContaining({ advice: 'Did you mean main?' }),
    );
  });
});

describe('what is worth a word though the reference loads it', () => {
  it.each([
    {
      name: 'a gap in the log (MD-23)',
      change: {
        'snapshot-log': [1, 8, 2].map((id, i) => ({
          'timestamp-ms': 100 * (i + 1),
          'snapshot-id': id,
        })),
      },
      code: 'snapshot-log-gap',
    },
    {
      name: 'statistics of a snapshot that is gone',
      change: {
        statistics: [{ 'snapshot-id': 8, 'statistics-path': 's', 'file-size-in-bytes': 1 }],
      },
      code: 'statistics-stale',
    },
    {
      name: 'many specs',
      change: {
        'partition-specs': [0, 1, 2, 3, 4].map((id) => ({ 'spec-id': id, fields: [] })),
      },
      code: 'many-specs',
    },
    {
      name: 'an old spec whose column is gone',
      change: {
        'partition-specs': [
          { 'spec-id': 0, fields: [] },
          {
            'spec-id': 1,
            fields: [{ 'source-id': 9, 'field-id': 1000, name: 'z', transform: 'identity' }],
          },
        ],
      },
      code: 'old-spec-field-unusable',
    },
    {
      name: 'format version 4',
      change: { 'format-version': 4, 'next-row-id': 0 },
      code: 'format-version-4',
    },
  ])('$name', ({ change, code }) => {
    const opened = open(v2(change, [1, 2]));
    expect(codes(opened)).toEqual([code]);
    expect(javaRefuses(opened.problems)).toBe(false);
    expect(opened.problems[0]?.consequence).toBeTruthy();
    expect(opened.problems[0]?.place).toMatch(/^t\.metadata\.json: /);
  });

  it('is counted where there is very much of it', () => {
    const ids = Array.from({ length: 50 }, (_, i) => i + 1);
    const json = v2({}, ids);
    const snapshots = (json['snapshots'] as readonly Json[]).map((s) => ({ ...s, 'schema-id': 7 }));
    const { problems } = open({ ...json, 'last-sequence-number': 50, snapshots });
    // Ten one by one, then the eleventh with a count of the rest.
    expect(problems.length).toBe(11);
    expect(problems.at(-1)?.message).toBe(
      'Snapshot 11 names schema 7, which is not there. 39 more like this.',
    );
  });

  it('expired snapshots before the oldest kept are no gap', () => {
    const log = [7, 8, 1].map((id, i) => ({ 'timestamp-ms': 10 * (i + 1), 'snapshot-id': id }));
    expect(open(v2({ 'snapshot-log': log })).problems).toEqual([]);
  });
});

describe('names as keys', () => {
  it('keeps properties and refs under any name', () => {
    const json = parseJson(
      JSON.stringify(v2()).replace('{', '{"properties":{"__proto__":"a","constructor":"b"},'),
      't',
    );
    expect(Object.entries(open(json).metadata.properties)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
  });
});
