/** Traps of metadata, manifests, paths and names. */
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { utf8 } from '../../base/bytes.ts';
import { parseJson, printJson } from '../../base/json.ts';
import { escapePath } from '../../io/file-set.ts';
import { spellings } from '../../io/metadata-names.ts';
import { bindSpec } from '../../metadata/bound-spec.ts';
import { ADDED, DELETED, EXISTING, longAt } from '../../metadata/entries.ts';
import { findMapped, parseNameMapping } from '../../metadata/name-mapping.ts';
import type { PartitionSpec } from '../../metadata/records.ts';
import { type FileColumn, resolveColumns } from '../../metadata/resolve-columns.ts';
import { snapshotIdAsOf } from '../../metadata/snapshots.ts';
import { parseTableMetadata, tableMetadataFromJson } from '../../metadata/table-metadata.ts';
import { partitionPath } from '../../transforms/partition-path.ts';
import { parsePrimitiveType, parseSchema } from '../../types/parse-type.ts';
import { SAFE } from '../../types/profile.ts';
import { indexSchema } from '../../types/schema.ts';
import { avroField, avroOptional, entry, entrySchema, manifestFile } from '../manifest-writer.ts';
import { listed, readManifest, tupleValue } from '../manifests.ts';
import type { TrapRow } from './rows.ts';

const COLUMN = { id: 1, name: 'id', required: false, type: 'long' };
const V1 = {
  'format-version': 1,
  location: 's3://b/t',
  'last-updated-ms': 1,
  'last-column-id': 2,
  schema: {
    type: 'struct',
    fields: [COLUMN, { id: 2, name: 'p', required: false, type: 'string' }],
  },
  'partition-spec': [],
};
const V2 = {
  'format-version': 2,
  'table-uuid': '00000000-0000-4000-8000-000000000000',
  location: 's3://b/t',
  'last-sequence-number': 3,
  'last-updated-ms': 1,
  'last-column-id': 2,
  'current-schema-id': 0,
  schemas: [{ ...V1.schema, 'schema-id': 0 }],
  'partition-specs': [{ 'spec-id': 0, fields: [] }],
  'default-spec-id': 0,
  'last-partition-id': 999,
  'sort-orders': [{ 'order-id': 0, fields: [] }],
  'default-sort-order-id': 0,
};
const metadataOf = (json: object) =>
  tableMetadataFromJson(parseJson(printJson(json), 'm'), 'm').metadata;
const snapshot = (id: bigint, ms: number) => ({
  'snapshot-id': id,
  'timestamp-ms': ms,
  'sequence-number': 1,
  summary: { operation: 'append' },
  'manifest-list': 'x.avro',
  'schema-id': 0,
});

const SPEC: PartitionSpec = {
  specId: 0,
  fields: [{ sourceIds: [2], fieldId: 1000, name: 'p', transform: { kind: 'identity' } }],
};
const P = avroField(1000, 'p', avroOptional('string'));
const fileColumn = (fieldId: number | undefined, name: string): FileColumn => ({
  fieldId,
  name,
  typeText: 'int32',
  type: undefined,
  children: [],
});
const schemaOf = (...fields: readonly (readonly [number, string])[]) =>
  indexSchema(
    parseSchema(
      {
        type: 'struct',
        'schema-id': 0,
        fields: fields.map(([id, name]) => ({ id, name, required: false, type: 'int' })),
      },
      'trap',
    ),
  );
function resolved(
  schema: ReturnType<typeof schemaOf>,
  file: readonly FileColumn[],
  mapping?: ReturnType<typeof parseNameMapping>,
) {
  const { columns } = resolveColumns({
    schema,
    file,
    spec: { specId: 0, fields: [] },
    tuple: [],
    mapping,
    tableIds: new Set(schema.byId.keys()),
    profile: SAFE,
  });
  return columns.map(({ source }) => ('column' in source ? source.column.name : source.rule));
}

export const READING_TRAPS: readonly TrapRow[] = [
  {
    id: 'B106',
    what: 'a partition field keeps its source by id when the column is renamed and its name reused',
    check: () => {
      const schema = schemaOf([2, 'name1'], [3, 'p']);
      expect(bindSpec(SPEC, schema).fields[0]?.source?.name).toBe('name1');
    },
  },
  {
    id: 'B108',
    what: 'a void field may carry its source’s name',
    check: () => {
      const fields = [{ 'source-id': 2, 'field-id': 1000, name: 'p', transform: 'void' }];
      const { problems } = tableMetadataFromJson(
        { ...V2, 'partition-specs': [{ 'spec-id': 0, fields }], 'last-partition-id': 1000 },
        'm',
      );
      expect(problems).toEqual([]);
    },
  },
  {
    id: 'B126',
    what: 'one field id with two types: each manifest reads by its own header',
    check: async () => {
      const read = async (type: string, value: unknown) => {
        const tuple = [avroField(1000, 'x', avroOptional(type))];
        const bytes = manifestFile([entry({}, { partition: { x: value } })], { tuple });
        const { entries } = await readManifest(bytes, { manifest: listed(), specs: [{ ...SPEC }] });
        return tupleValue(entries.partition[0] as never, 0);
      };
      expect(await read('string', 'a')).toEqual(utf8('a'));
      expect(await read('int', 5)).toBe(5);
    },
  },
  {
    id: 'B128',
    what: 'tuple fields are found by id, not by position',
    check: async () => {
      const fields = [
        avroField(1001, 'p2', avroOptional('string')),
        avroField(1000, 'p1', avroOptional('string')),
      ];
      const bytes = manifestFile([entry({}, { partition: { p2: 'foo', p1: 'bar' } })], {
        tuple: fields,
      });
      const spec: PartitionSpec = {
        specId: 0,
        fields: [
          { sourceIds: [1], fieldId: 1000, name: 'p1', transform: { kind: 'identity' } },
          { sourceIds: [2], fieldId: 1001, name: 'p2', transform: { kind: 'identity' } },
        ],
      };
      const { entries } = await readManifest(bytes, { specs: [spec] });
      expect(entries.partition.map((column) => tupleValue(column, 0))).toEqual([
        utf8('bar'),
        utf8('foo'),
      ]);
    },
  },
  {
    id: 'B150',
    what: 'version 1 has sequence number 0, without a problem',
    check: async () => {
      const bytes = manifestFile([entry({ status: EXISTING, snapshot_id: 5 })], { version: 1 });
      const manifest = listed({ sequenceNumber: 0n, minSequenceNumber: 0n });
      const { entries, problems } = await readManifest(bytes, { manifest, formatVersion: 1 });
      expect([longAt(entries.dataSequenceNumbers, 0), problems]).toEqual([0n, []]);
    },
  },
  {
    id: 'B151',
    what: 'only added entries inherit the sequence number',
    check: async () => {
      const bytes = manifestFile([
        entry({ status: ADDED }),
        entry({ status: EXISTING }),
        entry({ status: ADDED, sequence_number: 3 }),
      ]);
      const { entries, problems } = await readManifest(bytes);
      expect([0, 1, 2].map((row) => longAt(entries.dataSequenceNumbers, row))).toEqual([
        8n,
        -1n,
        3n,
      ]);
      expect(longAt(entries.fileSequenceNumbers, 2)).toBe(8n);
      expect(problems.map(({ code }) => code)).toEqual(['sequence-number-missing']);
    },
  },
  {
    id: 'B154',
    what: 'row ids are a running sum over added files, deleted ones left out',
    check: async () => {
      const bytes = manifestFile(
        [
          entry({ status: ADDED }, { record_count: 10 }),
          entry({ status: DELETED }, { record_count: 5 }),
          entry(
            { status: EXISTING, sequence_number: 1, file_sequence_number: 1 },
            { record_count: 3, first_row_id: 7 },
          ),
          entry({ status: ADDED }, { record_count: 4 }),
        ],
        { version: 3 },
      );
      const { entries } = await readManifest(bytes, {
        manifest: listed({ firstRowId: 100n }),
        formatVersion: 3,
      });
      expect([...entries.firstRowIds]).toEqual([100n, -1n, 7n, 110n]);
    },
  },
  {
    id: 'B156',
    what: 'deletes have no row ids',
    check: async () => {
      const bytes = manifestFile([entry({ status: ADDED }, { content: 1 })], { version: 3 });
      const manifest = listed({ firstRowId: 0n, content: 'deletes' });
      const { entries } = await readManifest(bytes, { manifest, formatVersion: 3 });
      expect([...entries.firstRowIds]).toEqual([-1n]);
    },
  },
  {
    id: 'B158',
    what: 'no snapshot, in each of its spellings',
    check: () => {
      for (const spelled of [{ 'current-snapshot-id': -1 }, { 'current-snapshot-id': null }, {}]) {
        expect(metadataOf({ ...V2, ...spelled, snapshots: [] }).currentSnapshotId).toBeUndefined();
      }
    },
  },
  {
    id: 'B160',
    what: 'a 64-bit id keeps its digits',
    check: () => {
      const id = 3_051_729_675_574_597_004n;
      const metadata = metadataOf({
        ...V2,
        'current-snapshot-id': id,
        snapshots: [snapshot(id, 1)],
      });
      expect(metadata.snapshots[0]?.snapshotId).toBe(id);
    },
  },
  {
    id: 'B161',
    what: 'an id prints exactly',
    check: () =>
      expect(printJson(parseJson('5184430069070270604', 'id'))).toBe('5184430069070270604'),
  },
  {
    id: 'B162',
    what: 'an id beyond 2^53 is written as JSON without a fault',
    check: () => expect(printJson({ id: 2n ** 60n })).toBe('{"id":1152921504606846976}'),
  },
  {
    id: 'B166',
    what: 'version 1 without specs: the fields of partition-spec, from 1000 on',
    check: () => {
      const field = { name: 'p', transform: 'identity', 'source-id': 2 };
      const { partitionSpecs } = metadataOf({ ...V1, 'partition-spec': [field] });
      expect(partitionSpecs.map((spec) => [spec.specId, spec.fields[0]?.fieldId])).toEqual([
        [0, 1000],
      ]);
    },
  },
  {
    id: 'B168',
    what: 'gzip is known by its first bytes',
    check: async () => {
      const bytes = gzipSync(printJson(V2));
      for (const name of ['x.gz.metadata.json', 'x.metadata.json.gz', 'x.metadata.json']) {
        expect((await parseTableMetadata(bytes, name)).metadata.formatVersion).toBe(2);
      }
    },
  },
  {
    id: 'B169',
    what: 'the spellings of a numbered metadata file',
    check: () =>
      expect(spellings(3)).toEqual(
        expect.arrayContaining([
          'v3.metadata.json',
          'v3.gz.metadata.json',
          'v3.metadata.json.gz',
          'v3.gzip.metadata.json',
        ]),
      ),
  },
  {
    id: 'B172',
    what: 'blanks in type texts',
    check: () => {
      const types = ['decimal(9,2)', 'decimal(9, 2)', 'decimal( 9 , 2 )'].map(parsePrimitiveType);
      expect(new Set(types.map((type) => printJson(type))).size).toBe(1);
      expect(parsePrimitiveType('fixed[ 16 ]')).toEqual({ kind: 'fixed', length: 16 });
    },
  },
  {
    id: 'B173',
    what: 'malformed types are refused',
    check: () => {
      for (const text of ['decimal(5,2)))', 'decimal(5,2,3)', 'fixed[16', 'decimal(50,2)']) {
        expect(parsePrimitiveType(text), text).toBeUndefined();
      }
    },
  },
  {
    id: 'B176',
    what: 'as of a time, the log counts',
    check: () => {
      const log = [
        [1n, 100],
        [2n, 200],
        [1n, 250],
        [3n, 300],
      ] as const;
      const metadata = metadataOf({
        ...V2,
        'current-snapshot-id': 3,
        snapshots: [snapshot(1n, 100), snapshot(2n, 200), snapshot(3n, 300)],
        'snapshot-log': log.map(([id, ms]) => ({ 'snapshot-id': id, 'timestamp-ms': ms })),
      });
      expect(snapshotIdAsOf(metadata, 260n)).toBe(1n);
    },
  },
  {
    id: 'B178',
    what: 'the header may have the whole spec instead of its fields',
    check: async () => {
      const fields = [{ name: 'p', transform: 'identity', 'source-id': 2, 'field-id': 1000 }];
      for (const json of [fields, { 'spec-id': 0, fields }]) {
        const bytes = manifestFile([entry({}, { partition: { p: 'a' } })], {
          tuple: [P],
          header: { 'partition-spec': JSON.stringify(json), 'partition-spec-id': '0' },
        });
        const { problems } = await readManifest(bytes, { specs: [SPEC] });
        expect(problems).toEqual([]);
      }
    },
  },
  {
    id: 'B180',
    what: 'summaries are of their own manifest’s spec',
    check: async () => {
      const { planTrap, summary } = await import('./plan.ts');
      const kept = (column: string, layout: string, bound: string, where: string) =>
        planTrap({
          columns: [column],
          layout: [layout],
          manifest: { partitions: [summary(bound, bound)] },
          where,
        }).manifest;
      expect([
        kept('s string', 'identity(s)', '61', "s = 'a'"),
        kept('n int', 'identity(n)', '05000000', 'n = 5'),
        kept('n int', 'identity(n)', '05000000', 'n = 6'),
      ]).toEqual(['keep', 'keep', 'skip']);
    },
  },
  {
    id: 'B182',
    what: 'unions are read in the order that they were written in',
    check: async () => {
      const swap = (json: unknown): unknown => {
        if (Array.isArray(json) && json.length === 2 && json[0] === 'null')
          return [swap(json[1]), 'null'];
        if (Array.isArray(json)) return json.map(swap);
        if (typeof json !== 'object' || json === null) return json;
        return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, swap(value)]));
      };
      const schema = swap(entrySchema([])) as ReturnType<typeof entrySchema>;
      const bytes = manifestFile([entry({ sequence_number: 3 })], { schema });
      expect(longAt((await readManifest(bytes)).entries.dataSequenceNumbers, 0)).toBe(3n);
    },
  },
  {
    id: 'B184',
    what: 'an absent codec is none, an unknown one is named',
    check: async () => {
      const bytes = manifestFile([entry()], { codec: 'null' });
      expect((await readManifest(bytes)).entries.count).toBe(1);
      const named = manifestFile([entry()], { header: { 'avro.codec': 'lzma9' } });
      await expect(readManifest(named)).rejects.toThrow(/lzma9/);
    },
  },
  {
    id: 'B186',
    what: 'a sanitised name is found by its field id',
    check: async () => {
      const tuple = [avroField(1000, '_x20a_x20key', avroOptional('string'))];
      const bytes = manifestFile([entry({}, { partition: { _x20a_x20key: 'v' } })], { tuple });
      const { entries } = await readManifest(bytes, { specs: [SPEC] });
      expect(tupleValue(entries.partition[0] as never, 0)).toEqual(utf8('v'));
    },
  },
  {
    id: 'B188',
    what: 'partition paths are form encoded',
    check: () => {
      const identity = { kind: 'identity' } as const;
      const text = { kind: 'string' } as const;
      const fields = [
        { name: 'my#str%bucket', transform: identity, sourceType: text },
        { name: 'other str+bucket', transform: identity, sourceType: text },
        {
          name: 'my!int:bucket',
          transform: { kind: 'bucket', numBuckets: 16 } as const,
          sourceType: text,
        },
      ];
      expect(partitionPath(fields, [utf8('my+str'), utf8('( )'), 10])).toBe(
        'my%23str%25bucket=my%2Bstr/other+str%2Bbucket=%28+%29/my%21int%3Abucket=10',
      );
    },
  },
  {
    id: 'B190',
    what: 'a path that holds %2F is encoded again',
    check: () => expect(escapePath('/t/%2F%23_v9.parquet')).toBe('/t/%252F%2523_v9.parquet'),
  },
  {
    id: 'B192',
    what: 'a null and the text null are two partitions',
    check: async () => {
      const bytes = manifestFile(
        [entry({}, { partition: { p: null } }), entry({}, { partition: { p: 'null' } })],
        { tuple: [P] },
      );
      const { entries } = await readManifest(bytes, { specs: [SPEC] });
      const [column] = entries.partition;
      expect([tupleValue(column as never, 0), tupleValue(column as never, 1)]).toEqual([
        null,
        utf8('null'),
      ]);
    },
  },
  {
    id: 'B195',
    what: 'swapped names follow their ids',
    check: () => {
      const file = [fileColumn(1, 'a'), fileColumn(2, 'b'), fileColumn(3, 'c')];
      const schema = schemaOf([3, 'measurement'], [2, 'name'], [4, 'a']);
      expect(resolved(schema, file)).toEqual(['c', 'b', 'null']);
    },
  },
  {
    id: 'B198',
    what: 'corner cases of name mappings',
    check: () => {
      const text =
        '[{"names":[],"field-id":1},{"names":["x"]},{"field-id":3,"names":["l"],"fields":[{"field-id":4,"names":["element"]}]}]';
      const mapping = parseNameMapping(text, 'trap');
      expect(findMapped(mapping, ['x'])?.fieldId).toBeUndefined();
      expect(findMapped(mapping, ['l', 'element'])?.fieldId).toBe(4);
      expect(mapping[0]?.names).toEqual([]);
    },
  },
  {
    id: 'B200',
    what: 'ids in a file win over the mapping',
    check: () => {
      const mapping = parseNameMapping(
        '[{"names":["b"],"field-id":1},{"names":["a"],"field-id":2}]',
        'trap',
      );
      const file = [fileColumn(1, 'a'), fileColumn(2, 'b')];
      expect(resolved(schemaOf([1, 'a'], [2, 'b']), file, mapping)).toEqual(['a', 'b']);
    },
  },
];
