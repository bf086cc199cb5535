import { describe, expect, it } from 'vitest';
import { parseNameMapping } from '../../src/metadata/name-mapping.ts';
import type { PartitionSpec, TableMetadata } from '../../src/metadata/records.ts';
import type { FileColumn, Resolution } from '../../src/metadata/resolve-columns.ts';
import { type SchemaHistory, schemaHistory } from '../../src/metadata/schema-history.ts';
import type { ManifestFileIds } from '../../src/table/api.ts';
import { parseSchema } from '../../src/types/parse-type.ts';
import { SAFE } from '../../src/types/profile.ts';
import {
  askedColumns,
  type FileGroup,
  fileGroups,
  type ResolvingTable,
  resolveFile,
  withReadFile,
} from './file-groups.ts';
import { consequences, groupLabel, restWords } from './resolution-words.ts';
import { type Part, schemaLead, schemaSentence } from './schema-sentence.ts';

type Field = readonly [id: number, name: string, type?: unknown];

function historyOf(...schemas: readonly (readonly Field[])[]): SchemaHistory {
  const metadata = {
    schemas: schemas.map((fields, i) =>
      parseSchema(
        {
          type: 'struct',
          'schema-id': i,
          fields: fields.map(([id, name, type = 'string']) => ({
            id,
            name,
            type,
            required: false,
          })),
        },
        'test',
      ),
    ),
    currentSchemaId: schemas.length - 1,
    lastUpdatedMs: 0n,
    metadataLog: [],
    snapshots: [],
  } as unknown as TableMetadata;
  return schemaHistory(metadata, []);
}

/** Spec 1 is identity on column 1. */
const SPECS: readonly PartitionSpec[] = [
  { specId: 0, fields: [] },
  {
    specId: 1,
    fields: [{ sourceIds: [1], fieldId: 1000, name: 'p', transform: { kind: 'identity' } }],
  },
];

const REUSED = historyOf(
  [
    [1, 'id'],
    [2, 'session'],
  ],
  [[1, 'id']],
  [
    [1, 'id'],
    [3, 'session'],
  ],
);

/** Snapshot n wrote with schema n. */
function tableOf(history: SchemaHistory, more: Partial<ResolvingTable> = {}): ResolvingTable {
  return {
    schema: (history.versions.at(-1) as SchemaHistory['versions'][number]).schema,
    versions: history.versions,
    specs: SPECS,
    mapping: undefined,
    schemaIds: new Map(history.versions.map(({ schemaId }) => [String(schemaId), schemaId])),
    asked: [],
    hasOtherDataPath: false,
    profile: SAFE,
    ...more,
  };
}

interface File {
  readonly snapshot: bigint;
  readonly counted?: number;
  readonly outside?: boolean;
}

const idsOf = (files: readonly File[]): ManifestFileIds => ({
  index: 0,
  entries: Uint32Array.from(files, (_, i) => i),
  snapshotIds: BigInt64Array.from(files, ({ snapshot }) => snapshot),
  pathHashes: new Float64Array(files.length),
  outside: Uint8Array.from(files, ({ outside }) => Number(outside === true)),
  counted: Uint32Array.from(files, ({ counted }) => counted ?? 0),
  problems: [],
});

const HAS_COUNTS = 0x80000000;
const MAPPING = parseNameMapping(
  '[{"field-id":1,"names":["id"]},{"field-id":3,"names":["session"]}]',
  'test',
);

describe('fileGroups', () => {
  it('groups by how files resolve, the newest schema first', () => {
    const ids = idsOf([{ snapshot: 0n }, { snapshot: 1n }, { snapshot: 2n }, { snapshot: 0n }]);
    const groups = fileGroups([{ specId: 0, ids }], tableOf(REUSED));
    expect(groups.map((group) => [groupLabel(group), group.files])).toEqual([
      ['schema 2', 1],
      ['schema 1', 1],
      ['schema 0', 2],
    ]);
    expect(groups.map((g) => consequences(g)[0]?.text)).toEqual([
      undefined,
      'session is null',
      'session is null; old values unread',
    ]);
  });
  it('has no consequence where each column comes as it was written', () => {
    const groups = fileGroups(
      [{ specId: 0, ids: idsOf([{ snapshot: 0n }]) }],
      tableOf(historyOf([[1, 'a']])),
    );
    expect(groups.flatMap(consequences)).toEqual([]);
  });
  it('joins schemas that make no difference to files', () => {
    const renamed = historyOf([[1, 'a']], [[1, 'b']]);
    const ids = idsOf([{ snapshot: 0n }, { snapshot: 1n }]);
    const groups = fileGroups([{ specId: 0, ids }], tableOf(renamed));
    expect(groups.map(groupLabel)).toEqual(['schema 0, 1']);
    // The oldest one's.
    expect(groups[0]?.first.entry).toBe(0);
  });
  it('tells the schema by statistics where the snapshot has expired', () => {
    const asked = [3];
    const ids = idsOf([
      { snapshot: 99n, counted: HAS_COUNTS },
      { snapshot: 99n, counted: HAS_COUNTS | 1 },
      { snapshot: 99n },
    ]);
    const groups = fileGroups([{ specId: 0, ids }], tableOf(REUSED, { asked }));
    expect(groups.map((g) => [groupLabel(g), g.isGuess, g.files])).toEqual([
      ['schema 2', true, 1],
      ['schema 0', true, 1],
      ['unknown schema', true, 1],
    ]);
  });
  it('one schema is no guess', () => {
    const ids = idsOf([{ snapshot: 99n }]);
    const [group] = fileGroups([{ specId: 0, ids }], tableOf(historyOf([[1, 'a']])));
    expect([group?.isGuess, group?.schemaIds]).toEqual([false, [0]]);
  });
  it('takes a file beside the table, or without its partition columns, as taken over', () => {
    const table = tableOf(REUSED, { mapping: MAPPING, asked: [1] });
    const ids = idsOf([
      { snapshot: 0n, outside: true, counted: HAS_COUNTS },
      { snapshot: 0n, counted: HAS_COUNTS },
      { snapshot: 0n, counted: HAS_COUNTS | 1 },
    ]);
    const groups = fileGroups([{ specId: 1, ids }], table);
    expect(groups.map((g) => [groupLabel(g), g.files])).toEqual([
      ['schema 0', 1],
      ['taken over, no ids', 2],
    ]);
    // When it was written, session was column 2.
    const [, taken] = groups;
    expect(taken === undefined ? undefined : consequences(taken)[0]).toEqual({
      text: 'session gives values of another column',
      alert: true,
    });
  });
  it('without a mapping nothing is taken over', () => {
    const ids = idsOf([{ snapshot: 0n, outside: true }]);
    const [group] = fileGroups([{ specId: 0, ids }], tableOf(REUSED));
    expect(group?.isTakenOver).toBe(false);
  });
  it('groups a hundred thousand files', () => {
    const files = Array.from({ length: 100_000 }, (_, i) => ({ snapshot: BigInt(i % 3) }));
    const groups = fileGroups([{ specId: 0, ids: idsOf(files) }], tableOf(REUSED));
    expect(groups.reduce((sum, { files }) => sum + files, 0)).toBe(100_000);
  });
  it('has no group without files', () => {
    expect(fileGroups([], tableOf(REUSED))).toEqual([]);
  });
});

describe('a file whose footer is read', () => {
  const history = historyOf([
    [1, 'a'],
    [2, 'b'],
  ]);
  const mapping = parseNameMapping(
    '[{"field-id":1,"names":["a"]},{"field-id":2,"names":["b"]}]',
    'test',
  );
  const table = tableOf(history, { mapping });
  const groupsOf = (files: number) =>
    fileGroups([{ specId: 0, ids: idsOf(Array(files).fill({ snapshot: 0n })) }], table);
  const read = (files: number, columns: readonly FileColumn[]) => {
    const groups = groupsOf(files);
    const [group] = groups;
    if (group === undefined) throw new Error('no group');
    const resolution = resolveFile(columns, 0, undefined, table);
    return withReadFile(groups, { group, columns, resolution, specId: 0, at: group.first });
  };
  const column = (name: string, fieldId?: number): FileColumn => {
    return { name, fieldId, typeText: 'string', type: { kind: 'string' }, children: [] };
  };
  const rules = ({ resolution }: FileGroup) => resolution?.columns.map(({ source }) => source.rule);

  it('stays in its group where the footer says what metadata told', () => {
    const { groups, group } = read(3, [column('a', 1), column('b', 2)]);
    expect(groups.map(({ files }) => files)).toEqual([3]);
    expect(group).toBe(groups[0]);
  });
  it('is a group of its own where the footer has no ids', () => {
    const { groups, group } = read(3, [column('a'), column('b')]);
    expect(groups.map((g) => [groupLabel(g), g.files, rules(g)])).toEqual([
      ['taken over, no ids', 1, ['mapping', 'mapping']],
      ['schema 0', 2, ['id', 'id']],
    ]);
    expect(group).toBe(groups[0]);
  });
  it('leaves no empty group', () => {
    const { groups } = read(1, [column('a', 1)]);
    expect(groups.map((g) => [g.files, rules(g)])).toEqual([[1, ['id', 'null']]]);
  });
});

describe('askedColumns', () => {
  const { versions } = REUSED;
  it.each([
    ['nothing', { mapping: undefined, hasExpired: false }, []],
    ['partition columns with a mapping', { mapping: MAPPING, hasExpired: false }, [1]],
    ['later columns with expired snapshots', { mapping: undefined, hasExpired: true }, [3]],
  ])('%s', (_, given, expected) => {
    expect(askedColumns({ versions, specs: SPECS, ...given })).toEqual(expected);
  });
});

describe('schemaSentence', () => {
  const text = (parts: readonly Part[]) =>
    parts.map((part) => (typeof part === 'string' ? part : part.code)).join('');
  const sentence = (history: SchemaHistory, files: readonly File[], more = {}) => {
    const table = tableOf(history, more);
    const groups = fileGroups([{ specId: 1, ids: idsOf(files) }], table);
    return text(schemaSentence(history, { groups, complete: true, footers: 0 }));
  };
  it.each([
    [
      'session was dropped and added again: in 2 files it reads as null, though 1 of them holds a column of that name.',
      REUSED,
      [{ snapshot: 0n }, { snapshot: 1n }, { snapshot: 2n }],
    ],
    [
      'Two schemas: one column renamed; as recorded, all 2 files still feed every column by id.',
      historyOf([[1, 'a']], [[1, 'b']]),
      [{ snapshot: 0n }, { snapshot: 1n }],
    ],
    [
      'Two schemas: one column added; as recorded, 1 of 2 files holds no b, which reads as null.',
      historyOf(
        [[1, 'a']],
        [
          [1, 'a'],
          [2, 'b'],
        ],
      ),
      [{ snapshot: 0n }, { snapshot: 1n }],
    ],
    [
      'One column, never changed; as recorded, its one file feeds them all by id.',
      historyOf([[1, 'a']]),
      [{ snapshot: 0n }],
    ],
    ['One column, never changed; no file is live.', historyOf([[1, 'a']]), []],
  ] as const)('%s', (expected, history, files) => {
    expect(sentence(history, files)).toBe(expected);
  });
  it('counts a list that was added as one column', () => {
    const list = { type: 'list', 'element-id': 3, element: 'int', 'element-required': false };
    const history = historyOf(
      [[1, 'a']],
      [
        [1, 'a'],
        [2, 'b', list],
      ],
    );
    expect(sentence(history, [{ snapshot: 0n }])).toMatch(/^Two schemas: one column added; /);
  });
  it('says of which files nothing is told', () => {
    const history = historyOf(
      [[1, 'a']],
      [[1, 'b']],
      [
        [1, 'b'],
        [3, 'c'],
      ],
    );
    const head = 'Three schemas: one column renamed and one added; ';
    const expired = { snapshot: 99n };
    expect(sentence(history, [expired])).toBe(`${head}nothing tells what its one file holds.`);
    expect(sentence(history, [expired, expired])).toBe(
      `${head}nothing tells what its 2 files hold.`,
    );
    expect(sentence(history, [expired, { snapshot: 2n }])).toBe(
      `${head}nothing tells what 1 of 2 files holds.`,
    );
    expect(sentence(history, [expired, { snapshot: 0n }])).toBe(
      `${head}as recorded, 1 of 2 files holds no c, which reads as null, and nothing tells what 1 of 2 files holds.`,
    );
  });
  it('rests on footers where all were read, and else says that it does not', () => {
    const history = historyOf([[1, 'a']]);
    const table = tableOf(history, {});
    const groups = fileGroups([{ specId: 1, ids: idsOf([{ snapshot: 0n }]) }], table);
    const read = { groups, complete: true, footers: 1 };
    expect(text(schemaSentence(history, read))).toBe(
      'One column, never changed; its one file feeds them all by id.',
    );
    expect(schemaLead(read)).toMatch(/an id is never given twice\.$/);
    expect(schemaLead({ ...read, footers: 0 })).toMatch(
      /told by the metadata; no footer was read\.$/,
    );
    const two = fileGroups(
      [{ specId: 1, ids: idsOf([{ snapshot: 0n }, { snapshot: 0n }]) }],
      table,
    );
    expect(schemaLead({ ...read, groups: two })).toMatch(/; 1 footer of 2 was read\.$/);
    expect(schemaLead({ ...read, groups: groups.map((g) => ({ ...g, isTakenOver: true })) })).toBe(
      'Columns are found by field id; in files that carry none, by the table’s name mapping.',
    );
  });
  it('names what files without ids give', () => {
    const history = historyOf([
      [1, 'p'],
      [2, 'id'],
    ]);
    const mapping = parseNameMapping('[{"field-id":2,"names":["id"]}]', 'test');
    expect(sentence(history, [{ snapshot: 0n, outside: true }], { mapping })).toBe(
      'Its one file carries no field ids: it gives id by name, p by partition value.',
    );
  });
});

it('tells of columns without a place of their own how each comes', () => {
  const from = (fieldId: number, rule: string) => ({ fieldId, source: { rule } });
  const columns = [from(1, 'id'), from(2, 'null'), from(3, 'null'), from(4, 'id'), from(5, 'null')];
  const resolution = { columns } as unknown as Resolution;
  expect(restWords(resolution, [1, 2, 3, 5])).toBe('3 null, 1 id');
  expect(restWords(resolution, [1, 4])).toBe('id');
  expect(restWords(resolution, [2, 3])).toBe('null');
});
