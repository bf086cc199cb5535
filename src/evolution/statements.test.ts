/** Statements that lead from layout to layout: those of the corpus's stories, and any, by way of each dialect. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultSpec } from '../metadata/default-spec.ts';
import { type DefaultSpecAt, eras, specChanges } from '../metadata/eras.ts';
import type { TableMetadata } from '../metadata/records.ts';
import { currentSchema } from '../metadata/snapshots.ts';
import { parseTableMetadata } from '../metadata/table-metadata.ts';
import { corpusFolder } from '../testing/shared.ts';
import { parseTransform, printTransform } from '../transforms/transform.ts';
import { indexSchema } from '../types/schema.ts';
import { applyDdl } from './ddl/apply.ts';
import { DIALECTS, READ_DIALECTS } from './dialects.ts';
import { areCompatible, evolve } from './evolve.ts';
import { statementsFor } from './statements.ts';
import { translations, translationsOf } from './translate.ts';
import type { SpecStep } from './update-spec.ts';

const corpus = corpusFolder();

/** All metadata files of a corpus table, oldest first. */
async function versions(table: string): Promise<readonly TableMetadata[]> {
  const folder = join(corpus, 'tables', table, 'metadata');
  const names = readdirSync(folder).filter((name) => name.includes('metadata.json'));
  const read = names.map(async (name) => {
    return (await parseTableMetadata(readFileSync(join(folder, name)), name)).metadata;
  });
  return (await Promise.all(read)).sort((a, b) => Number(a.lastUpdatedMs - b.lastUpdatedMs));
}

function historyOf(all: readonly TableMetadata[]): readonly DefaultSpecAt[] {
  return all.map((one) => ({
    timestampMs: one.lastUpdatedMs,
    defaultSpecId: one.defaultSpecId,
  }));
}

/** Spark's statements for a table, each in the schema of its time. */
async function statements(table: string): Promise<readonly string[]> {
  const all = await versions(table);
  const newest = all.at(-1) as TableMetadata;
  return specChanges(eras(newest, historyOf(all))).map(({ at, from, to }) => {
    const then = all.findLast((one) => one.lastUpdatedMs <= at) ?? newest;
    const columns = indexSchema(currentSchema(then));
    const said = statementsFor('spark', {
      from,
      to,
      columns,
      table,
      formatVersion: then.formatVersion,
    });
    return 'reason' in said ? said.reason : said.full.join('; ');
  });
}

/** Names of fields to drop differ from the transforms that the stories give, so only verbs and new terms compare. */
function verbAndTerm(statement: string): string {
  const [, verb, rest] = /(ADD|DROP|REPLACE) PARTITION FIELD (.*?);?$/.exec(statement) ?? [];
  const added = verb === 'ADD' ? rest : rest?.split(' WITH ')[1];
  return `${verb} ${added ?? ''}`.replaceAll('`', '').trim();
}

const stories = readdirSync(join(corpus, 'stories'))
  .filter((name) => name.endsWith('.sql'))
  .map((name) => {
    const table = name.replace('.sql', '');
    const text = readFileSync(join(corpus, 'stories', name), 'utf8');
    const changes = text
      .split('\n')
      .filter(
        (line) => line.startsWith(`ALTER TABLE ${table} `) && line.includes('PARTITION FIELD'),
      );
    return { table, changes };
  })
  .filter(({ changes }) => changes.length > 0);

describe('the statements of the stories', () => {
  it.each(stories)('$table', async ({ table, changes }) => {
    const [created, ...altered] = await statements(table);
    expect(created).toMatch(new RegExp(`^CREATE TABLE ${table} \\(…\\)`));
    expect(altered.map(verbAndTerm)).toEqual(changes.map(verbAndTerm));
  });

  it('are those of clicks', async () => {
    expect(await statements('clicks')).toEqual([
      'CREATE TABLE clicks (…) PARTITIONED BY (days(ts))',
      'ALTER TABLE clicks REPLACE PARTITION FIELD ts_day WITH hours(ts)',
      'ALTER TABLE clicks ADD PARTITION FIELD country',
      'ALTER TABLE clicks ADD PARTITION FIELD bucket(4, user_id)',
    ]);
  });

  /** What Spark did is what our reading of the same statements does: specs and ids as in the table's own metadata. */
  it.each(stories)('$table, applied', async ({ table, changes }) => {
    const all = await versions(table);
    const changed = all.filter(
      (one, i) => i > 0 && one.defaultSpecId !== all[i - 1]?.defaultSpecId,
    );
    expect(changed.length).toBe(changes.length);
    for (const after of changed) {
      const before = all[all.indexOf(after) - 1] as TableMetadata;
      const statement = changes[changed.indexOf(after)] as string;
      const change = applyDdl(statement, 'spark', before);
      if ('message' in change) throw new Error(change.message);
      expect(change.after.defaultSpecId).toBe(after.defaultSpecId);
      expect(change.after.partitionSpecs).toEqual(after.partitionSpecs);
      expect(change.after.lastPartitionId).toBe(after.lastPartitionId);
    }
  });
});

const TERMS = [
  'id',
  'region',
  'bucket[4](id)',
  'bucket[8](id)',
  'truncate[3](region)',
  'truncate[3](event_date)',
  'day(event_ts)',
  'hour(event_ts)',
  'month(event_ts)',
  'void(event_id)',
  'void(event_ts)',
  'payload.kind',
  'event_id',
];

const anyStep = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...TERMS), fc.constantFrom(undefined, undefined, 'shard', 'table'))
      .map(([text, name]) => stepOf(text, name)),
  },
  { weight: 2, arbitrary: fc.nat(4) },
);

function stepOf(text: string, name: string | undefined): SpecStep {
  const [, transform = 'identity', column = text] = /^(.*)\((.*)\)$/.exec(text) ?? [];
  return { kind: 'add', term: { transform: parseTransform(transform), column }, name };
}

/** A number drops the field at that place. */
function run(metadata: TableMetadata, steps: readonly (SpecStep | number)[]): TableMetadata {
  const { fields } = defaultSpec(metadata);
  const update = steps.flatMap((step): SpecStep[] => {
    if (typeof step !== 'number') return [step];
    const field = fields[step];
    return field === undefined ? [] : [{ kind: 'remove', name: field.name }];
  });
  const result = evolve(metadata, { steps: update, caseSensitive: false });
  return 'code' in result ? metadata : result.metadata;
}

describe('any change by way of each dialect', () => {
  it.each([1, 2])('version %i', async (formatVersion) => {
    const start = (await versions('events')).at(-1) as TableMetadata;
    const said = new Map<string, number>();
    fc.assert(
      fc.property(
        fc.array(fc.array(anyStep, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
        (updates) => {
          const specs =
            formatVersion === 1 ? start.partitionSpecs.slice(0, 1) : start.partitionSpecs;
          const lastPartitionId = formatVersion === 1 ? 999 : start.lastPartitionId;
          let metadata: TableMetadata = {
            ...start,
            formatVersion,
            partitionSpecs: specs,
            defaultSpecId: specs.at(-1)?.specId ?? 0,
            lastPartitionId,
          };
          for (const steps of updates) {
            const after = run(metadata, steps);
            for (const one of translations(metadata, after, 'db.events')) {
              const dialect = READ_DIALECTS.find((name) => name === one.dialect);
              if (one.text === undefined) expect(one.notes).not.toEqual([]);
              if (one.text === undefined || dialect === undefined) continue;
              const change = applyDdl(one.text, dialect, metadata);
              if ('message' in change) throw new Error(`${one.text}: ${change.message}`);
              const [made, wanted] = [defaultSpec(change.after), defaultSpec(after)];
              // A note says where names or order differ; the fields are the same.
              const exact = one.notes.every((note) => /statements|ends at spec/.test(note));
              expect(areCompatible(made.fields, wanted.fields)).toBe(exact);
              expect(meanings(made)).toEqual(meanings(wanted));
              said.set(dialect, (said.get(dialect) ?? 0) + 1);
            }
            metadata = after;
          }
        },
      ),
      { numRuns: 150 },
    );
    for (const dialect of READ_DIALECTS) expect(said.get(dialect)).toBeGreaterThan(50);
  });
});

function meanings({ fields }: ReturnType<typeof defaultSpec>): readonly string[] {
  return fields
    .map((f) => `${f.sourceIds} ${printTransform(f.transform)}`)
    .filter((text) => !text.endsWith('void'))
    .sort();
}

describe('how rows are sorted', () => {
  const said = async (ddl: string) => {
    const before = (await versions('events')).at(-1) as TableMetadata;
    const change = applyDdl(ddl, 'spark', before);
    if ('message' in change) throw new Error(change.message);
    const all = translationsOf(change, 'events');
    return new Map(all.map((one) => [one.dialect, one]));
  };

  it('is Spark’s to say, and no layout: the others tell where it is said', async () => {
    const all = await said('ALTER TABLE events WRITE ORDERED BY zone, bucket(4, event_id) DESC');
    expect(all.get('spark')).toMatchObject({
      text: 'ALTER TABLE events WRITE ORDERED BY zone, bucket(4, event_id) DESC;',
      notes: [],
    });
    for (const dialect of ['hive', 'impala', 'trino', 'java', 'pyiceberg'] as const) {
      expect(all.get(dialect)?.text).toBe(undefined);
      expect(all.get(dialect)?.notes).toHaveLength(1);
    }
    expect(all.get('trino')?.notes[0]).toContain('sorted_by');
    expect(all.get('hive')?.notes[0]).toMatch(/can’t say how rows are sorted or distributed/);
    expect(all.get('java')?.notes[0]).toContain('table.replaceSortOrder()');
  });

  it('stands beside a change of layout', async () => {
    const add = 'ALTER TABLE events ADD PARTITION FIELD bucket(4, event_id);';
    const all = await said(`${add} ALTER TABLE events WRITE UNORDERED`);
    expect(all.get('spark')?.text).toBe(`${add}\nALTER TABLE events WRITE UNORDERED;`);
    expect(all.get('hive')?.text).toMatch(
      /^ALTER TABLE events SET PARTITION SPEC \(.*bucket\(4, event_id\)\);$/,
    );
    expect(all.get('hive')?.notes).toContainEqual(expect.stringContaining('can’t say how rows'));
  });
});

it('a list with more than two fields by time of a column names them all', async () => {
  const before = (await versions('clicks')).at(-1) as TableMetadata;
  const added = (...fields: readonly string[]) =>
    fields.map((field) => `ALTER TABLE clicks ADD PARTITION FIELD ${field}`).join('; ');
  const notesOf = (ddl: string) => {
    const change = applyDdl(ddl, 'spark', before);
    if ('message' in change) throw new Error(change.message);
    const said = translations(before, change.after, 'clicks');
    return said.find(({ dialect }) => dialect === 'hive')?.notes;
  };
  // Beside the hour that the layout has.
  expect(notesOf(added('years(ts)', 'days(ts)'))).toEqual([
    'Hive 4 takes one field by time of a column, and the list has three: hour(ts), year(ts), day(ts).',
  ]);
  expect(notesOf(added('years(ts)', 'days(ts)', 'months(ts)'))).toEqual([
    'Hive 4 takes one field by time of a column, and the list has four: hour(ts), year(ts), day(ts), month(ts).',
  ]);
  const list = 'ALTER TABLE clicks SET PARTITION SPEC (hour(ts), day(ts), country, year(ts))';
  expect(applyDdl(list, 'hive', before)).toMatchObject({
    message:
      'Hive 4 takes one field by time of a column, and the list has three: hour(ts), day(ts), year(ts).',
    suggestion: 'Keep the finest one: it contains the others.',
  });
});

it('an engine that would refuse the list says why, and prints none', async () => {
  const before = (await versions('clicks')).at(-1) as TableMetadata;
  const change = applyDdl('ALTER TABLE clicks ADD PARTITION FIELD days(ts)', 'spark', before);
  if ('message' in change) throw new Error(change.message);
  const said = new Map(
    translations(before, change.after, 'clicks').map(({ dialect, ...one }) => [dialect, one]),
  );
  expect(said.get('trino')).toEqual({
    text: undefined,
    notes: ['Trino takes one field by time of a column, and the list has two: hour(ts), day(ts).'],
  });
  expect(said.get('hive')).toEqual({
    text: undefined,
    notes: ['Hive 4 takes one field by time of a column, and the list has two: hour(ts), day(ts).'],
  });
  // SE-33: it removes and adds in one update, in which the hour that stays is no rival.
  expect(said.get('impala')?.text).toBe(
    'ALTER TABLE clicks SET PARTITION SPEC (hour(ts), country, bucket(4, user_id), day(ts));',
  );
  const made = (dialect: 'trino' | 'hive') =>
    statementsFor(dialect, {
      from: undefined,
      to: defaultSpec(change.after),
      columns: indexSchema(currentSchema(before)),
      table: 'clicks',
      formatVersion: 2,
    });
  expect([made('trino'), made('hive')]).toEqual([
    { reason: said.get('trino')?.notes[0] },
    { reason: said.get('hive')?.notes[0] },
  ]);
});

it('says where the same layout is reached by other commits', async () => {
  const before = (await versions('clicks')).at(-1) as TableMetadata;
  // Specs 0 to 3 are there: each of the three statements makes one more, the whole list one alone.
  const change = applyDdl(
    'ALTER TABLE clicks ADD PARTITION FIELD url; ALTER TABLE clicks DROP PARTITION FIELD country; ALTER TABLE clicks DROP PARTITION FIELD user_id_bucket_4',
    'spark',
    before,
  );
  if ('message' in change) throw new Error(change.message);
  expect(defaultSpec(change.after).specId).toBe(6);
  const notes = new Map(
    translationsOf(change, 'clicks').map((one) => [one.dialect, one.notes] as const),
  );
  const single = ['One commit instead of 3: it ends at spec 4, not 6; the layout is the same.'];
  for (const dialect of ['hive', 'impala', 'trino', 'java', 'pyiceberg'] as const) {
    expect([dialect, notes.get(dialect)]).toEqual([dialect, single]);
  }
  // Dropping both first makes spec 4, then takes spec 1 up again, hour(ts) alone; with url that is spec 5.
  expect(notes.get('spark')).toEqual([
    '3 statements, each a commit: what lies between is a layout of its own.',
    'It ends at spec 5, not 6; the layout is the same.',
  ]);
  const one = applyDdl('ALTER TABLE clicks ADD PARTITION FIELD url', 'spark', before);
  if ('message' in one) throw new Error(one.message);
  expect(translationsOf(one, 'clicks').flatMap(({ notes: said }) => said)).toEqual([]);
});

it('a layout of version 1 is said without the void fields that it keeps, in every dialect', async () => {
  const before = (await versions('orders_v1')).at(-1) as TableMetadata;
  const ddl = 'ALTER TABLE orders_v1 ADD PARTITION FIELD bucket(8, customer)';
  const change = applyDdl(ddl, 'spark', before);
  if ('message' in change) throw new Error(change.message);
  const said = translations(before, change.after, 'orders_v1');
  expect(said.map(({ dialect, text }) => [dialect, text !== undefined])).toEqual(
    DIALECTS.map((dialect) => [dialect, true]),
  );
  expect(said.find(({ dialect }) => dialect === 'hive')?.text).toBe(
    'ALTER TABLE orders_v1 SET PARTITION SPEC (bucket(32, order_id), customer, bucket(8, customer));',
  );
});
