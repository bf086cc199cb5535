/** Statements as they are typed: read, refused at their place, completed. */
import { describe, expect, it } from 'vitest';
import { defaultSpec } from '../../metadata/default-spec.ts';
import { tableOf } from '../../testing/metadata.ts';
import { printTransform } from '../../transforms/transform.ts';
import type { ReadDialect } from '../dialects.ts';
import { appliedBefore, applyDdl, commitsOf, otherTableWords } from './apply.ts';
import { ddlCompletions } from './complete.ts';
import { parseDdl } from './parse.ts';

const METADATA = tableOf({
  columns: [
    { id: 1, name: 'id', required: true, type: 'long' },
    { id: 2, name: 'ts', required: false, type: 'timestamptz' },
    { id: 3, name: 'country', required: false, type: 'string' },
    { id: 4, name: 'user id', required: false, type: 'string' },
    { id: 5, name: 'field', required: false, type: 'string' },
    {
      id: 6,
      name: 'payload',
      required: false,
      type: {
        type: 'struct',
        fields: [{ id: 7, name: 'size', required: false, type: 'int' }],
      },
    },
    { id: 8, name: "it's", required: false, type: 'string' },
  ],
  lastColumnId: 8,
  partitionFields: [{ 'field-id': 1000, name: 'ts_day', transform: 'day', 'source-id': 2 }],
});

/** The layout after the statements, or what is wrong and where. */
function outcome(text: string, dialect: ReadDialect): string {
  const change = applyDdl(text, dialect, METADATA);
  if ('message' in change) {
    const { span, message, suggestion, replacement } = change;
    const at = `[${text.slice(span.from, span.to)}]`;
    return [at, message, suggestion, replacement && `→ ${replacement}`]
      .filter((part) => part)
      .join(' ');
  }
  return defaultSpec(change.after)
    .fields.map((f) => `${f.name} ${printTransform(f.transform)}(${f.sourceIds})`)
    .join(', ');
}

describe('read', () => {
  it.each<[ReadDialect, string, string]>([
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD bucket(16, id) AS shard',
      'ts_day day(2), shard bucket[16](1)',
    ],
    [
      'spark',
      'alter table a.b.t add partition field bucket(id, 16)',
      'ts_day day(2), id_bucket_16 bucket[16](1)',
    ],
    ['spark', 'ALTER TABLE t DROP PARTITION FIELD days(ts)', ''],
    ['spark', 'ALTER TABLE t DROP PARTITION FIELD ts_day;', ''],
    ['spark', 'ALTER TABLE t REPLACE PARTITION FIELD ts_day WITH date_hour(ts)', 'ts_hour hour(2)'],
    ['spark', 'ALTER TABLE t REPLACE PARTITION FIELD ts_day WITH day(ts) AS d', 'd day(2)'],
    ['spark', 'ALTER TABLE t ADD PARTITION FIELD `user id`', 'ts_day day(2), user id identity(4)'],
    ['spark', 'ALTER TABLE t ADD PARTITION FIELD field AS with', 'ts_day day(2), with identity(5)'],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD truncate(10, payload.size)',
      'ts_day day(2), payload.size_trunc_10 truncate[10](7)',
    ],
    [
      'spark',
      '-- two commits\nALTER TABLE t ADD PARTITION FIELD country; ALTER TABLE t DROP PARTITION FIELD ts_day',
      'country identity(3)',
    ],
    [
      'spark',
      'ALTER TABLE t WRITE DISTRIBUTED BY PARTITION LOCALLY ORDERED BY country DESC NULLS LAST',
      'ts_day day(2)',
    ],
    [
      'hive',
      'ALTER TABLE t SET PARTITION SPEC (hour(ts), bucket(16, id))',
      'ts_hour hour(2), id_bucket_16 bucket[16](1)',
    ],
    [
      'hive',
      'ALTER TABLE t SET PARTITION SPEC (day(TS), truncate(4, country))',
      'ts_day day(2), country_trunc_4 truncate[4](3)',
    ],
    [
      'impala',
      'ALTER TABLE t SET PARTITION SPEC (DAYS(ts), VOID(country))',
      'ts_day day(2), country_null void(3)',
    ],
    // To Impala the field that stays is no rival of the new one (SE-33, SE-6.7); buckets by name are two (SE-9).
    [
      'impala',
      'ALTER TABLE t SET PARTITION SPEC (hour(ts), day(ts))',
      'ts_day day(2), ts_hour hour(2)',
    ],
    [
      'impala',
      'ALTER TABLE t SET PARTITION SPEC (bucket(4, id), bucket(8, id))',
      'id_bucket_4 bucket[4](1), id_bucket_8 bucket[8](1)',
    ],
    [
      'trino',
      "ALTER TABLE t SET PROPERTIES partitioning = ARRAY['day(ts)', 'bucket(id, 16)', '\"user id\"']",
      'ts_day day(2), id_bucket_16 bucket[16](1), user id identity(4)',
    ],
    ['trino', 'ALTER TABLE IF EXISTS t SET PROPERTIES partitioning = ARRAY[]', ''],
    ['trino', "ALTER TABLE t SET PROPERTIES partitioning = ARRAY['\"it''s\"']", "it's identity(8)"],
  ])('%s: %s', (dialect, text, layout) => {
    expect(outcome(text, dialect)).toBe(layout);
  });

  it.each([
    ['WRITE UNORDERED', 'none'],
    ['WRITE ORDERED BY ts, bucket(4, id)', 'range'],
    ['WRITE ORDERED BY (ts ASC, country DESC NULLS FIRST)', 'range'],
    ['WRITE LOCALLY ORDERED BY ts', 'none'],
    ['WRITE DISTRIBUTED BY PARTITION', 'hash'],
  ])('%s changes no layout, and sets the distribution to %s', (words, distribution) => {
    const change = applyDdl(`ALTER TABLE t ${words}`, 'spark', METADATA);
    expect(change).toMatchObject({ distribution, after: METADATA });
  });
});

describe('refused at its place', () => {
  it.each<[ReadDialect, string, string]>([
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD bucket(16, idd)',
      '[idd] There is no column idd. Did you mean id, a long? → id',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD userid',
      '[userid] There is no column userid. Did you mean user id, a string? → `user id`',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD days(country)',
      '[days(country)] day can’t be applied to country, a string. It takes identity, bucket, truncate.',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD days(ts)',
      '[days(ts)] The layout has day(ts) already: the field ts_day. A field of one column and one transform can stand in a layout once.',
    ],
    [
      'spark',
      'ALTER TABLE t WRITE ORDERED BY ts, nosuch DESC',
      '[nosuch] There is no column nosuch.',
    ],
    [
      'spark',
      'ALTER TABLE t WRITE LOCALLY ORDERED BY days(id)',
      '[days(id)] day can’t be applied to id, a long. It takes identity, bucket, truncate.',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD zorder(ts)',
      '[zorder] There is no transform zorder. It has years, months, days, hours, bucket, truncate.',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD void(ts)',
      '[void] Spark has no transform void. It has years, months, days, hours, bucket, truncate.',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD bucket(id)',
      '[bucket(id)] bucket takes one number beside the column. Write bucket(16, column).',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD bucket(0, id)',
      '[0] bucket takes a number from 1 to 2,147,483,647.',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION',
      '[N] The statement ends too early: FIELD must follow.',
    ],
    [
      'spark',
      'ALTER TABLE t',
      '[t] The statement ends too early: ADD, DROP, REPLACE or WRITE must follow.',
    ],
    [
      'spark',
      'ALTER TABLE t SET PARTITION SPEC (day(ts))',
      '[SET] SET can’t stand here: expected ADD, DROP, REPLACE or WRITE. This is how Hive 4 and Impala write it.',
    ],
    [
      'spark',
      'ALTER TABLE t ADD COLUMN region string',
      '[COLUMN] COLUMN can’t stand here: expected PARTITION. Only changes of the partition layout are tried here.',
    ],
    [
      'trino',
      'DROP TABLE t',
      '[DROP] DROP can’t stand here: expected ALTER TABLE. Only changes of the partition layout are tried here.',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD country, id',
      '[,] , can’t stand here: expected AS or (. A statement changes one field; part statements by ;.',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD "user id"',
      '["user id"] Spark puts names in `, not in ". Write `user id`. → `user id`',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD `user',
      '[`user] This name has no closing `. Close it with `. → `user`',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD country; ALTER TABLE t DROP PARTITION FIELD nope',
      '[nope] The layout has no partition field called nope: it has ts_day, country. Name the field, or the transform that it is made by.',
    ],
    [
      'hive',
      'ALTER TABLE t SET PARTITION SPEC (bucket(id, 16))',
      '[bucket(id, 16)] In Hive 4 the number comes first. Write bucket(16, column).',
    ],
    [
      'hive',
      'ALTER TABLE t SET PARTITION SPEC (years(ts))',
      '[years] Hive 4 has no transform years. Did you mean year? It has year, month, day, hour, bucket, truncate. → year',
    ],
    [
      'trino',
      "ALTER TABLE t SET PROPERTIES partitioning = ARRAY['bucket(16, id)']",
      '[bucket(16, id)] In Trino the column comes first. Write bucket(column, 16).',
    ],
    [
      'trino',
      "ALTER TABLE t SET PROPERTIES partitioning = ARRAY['day(contry)']",
      '[contry] There is no column contry. Did you mean country, a string? → country',
    ],
    [
      'trino',
      "ALTER TABLE t SET PROPERTIES partitioning = ARRAY['day(ts']",
      "[s] 'day(ts' is no partition field. Write a column, or a transform of one, such as 'day(ts)' or 'bucket(id, 16)'.",
    ],
    [
      'trino',
      "ALTER TABLE t SET PROPERTIES format = ARRAY['x']",
      "[format] The layout is the property partitioning, not format. Write partitioning = ARRAY['day(ts)']. → partitioning",
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD buck',
      '[buck] There is no column buck. Did you mean a transform? Write bucket(16, column).',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD hours',
      '[hours] There is no column hours. Did you mean a transform? Write hours(column).',
    ],
    [
      'trino',
      "ALTER TABLE t SET PROPERTIES partitioning = ARRAY['trunc']",
      '[trunc] There is no column trunc. Did you mean a transform? Write truncate(column, 4).',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD bukcet(16, id)',
      '[bukcet] There is no transform bukcet. Did you mean bucket? It has years, months, days, hours, bucket, truncate. → bucket',
    ],
    [
      'spark',
      ' ; ',
      '[;] There is no statement here. Write one, such as ALTER TABLE … ADD PARTITION FIELD ….',
    ],
    [
      'hive',
      '-- later',
      '[-- later] There is no statement here. Write one, such as ALTER TABLE … SET PARTITION SPEC (…).',
    ],
    // Names in conflict, each at its place.
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD bucket(4, id) AS ts_day',
      '[ts_day] The layout has a partition field called ts_day already. Give the new field another name with AS, or replace the old one.',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD bucket(4, id) AS country',
      '[country] A partition field can’t be called country: that is a column which it is not made from. Give the field another name with AS.',
    ],
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD country; ALTER TABLE t REPLACE PARTITION FIELD ts_day WITH days(ts) AS field',
      '[field] A partition field can’t be called field: that is a column which it is not made from. Give the field another name with AS.',
    ],
    [
      'hive',
      'ALTER TABLE t SET PARTITION SPEC (country, hour(ts), month(ts), id)',
      '[month(ts)] Hive 4 takes one field by time of a column, and the list has two: hour(ts), month(ts). Keep the finer one: it contains the coarser.',
    ],
    // SE-15, TR-25: also where the layout has one of them already, which the update would let pass (SE-6.7).
    [
      'hive',
      'ALTER TABLE t SET PARTITION SPEC (hour(ts), day(ts))',
      '[day(ts)] Hive 4 takes one field by time of a column, and the list has two: hour(ts), day(ts). Keep the finer one: it contains the coarser.',
    ],
    [
      'trino',
      "ALTER TABLE t SET PROPERTIES partitioning = ARRAY['day(ts)', 'country', 'HOUR(TS)']",
      '[HOUR(TS)] Trino takes one field by time of a column, and the list has two: day(ts), hour(TS). Keep the finer one: it contains the coarser.',
    ],
    [
      'impala',
      'ALTER TABLE t SET PARTITION SPEC (hour(ts), month(ts))',
      '[month(ts)] The statement divides one column by time twice: ts_hour and ts_month. Keep the finer one: it contains the coarser.',
    ],
    // SE-6.3 and SE-6.4: of a field that stays and of a new one.
    [
      'impala',
      'ALTER TABLE t SET PARTITION SPEC (day(ts), country, DAYS(ts))',
      '[DAYS(ts)] The list names day(ts) twice. Leave one of them out.',
    ],
    [
      'trino',
      "ALTER TABLE t SET PROPERTIES partitioning = ARRAY['country', '\"country\"']",
      '["country"] The list names country twice. Leave one of them out.',
    ],
    // SE-9: the name at creation has no number, so two buckets of one column meet (SE-13).
    [
      'hive',
      'ALTER TABLE t SET PARTITION SPEC (bucket(4, id), truncate(4, id), bucket(8, id))',
      '[bucket(8, id)] Hive 4 calls both bucket[4](id) and bucket[8](id) id_bucket, and a name stands in a layout once. Keep one of them; ADD PARTITION FIELD of Spark can name each.',
    ],
    // What can't be found is told before what it would meet.
    [
      'hive',
      'ALTER TABLE t SET PARTITION SPEC (hour(ts), nope, day(ts))',
      '[nope] There is no column nope.',
    ],
    [
      'hive',
      'ALTER TABLE t SET PARTITION SPEC (country, payload, id)',
      '[payload] payload is a struct, which can’t partition a table. Name a field of it: payload.…',
    ],
  ])('%s: %s', (dialect, text, expected) => {
    expect(outcome(text, dialect)).toBe(expected);
  });

  it.each<[ReadDialect, string]>([
    [
      'spark',
      'ALTER TABLE t ADD PARTITION FIELD bucket(16, id) AS shard; ALTER TABLE t DROP PARTITION FIELD nope',
    ],
    [
      'hive',
      'ALTER TABLE t SET PARTITION SPEC (bucket(16, id), country); ALTER TABLE t SET PARTITION SPEC (nope)',
    ],
    [
      'impala',
      'ALTER TABLE t SET PARTITION SPEC (VOID(ts), TRUNCATE(4, country)); ALTER TABLE t SET PARTITION SPEC (day(id))',
    ],
    [
      'trino',
      "ALTER TABLE t SET PROPERTIES partitioning = ARRAY['bucket(id, 16)']; ALTER TABLE t SET PROPERTIES partitioning = ARRAY['nope']",
    ],
  ])(
    '%s, half-typed or with a hole: all of it or nothing, and the table stays',
    (dialect, text) => {
      const before = structuredClone(METADATA);
      const semicolon = text.indexOf(';');
      const tries = Array.from({ length: text.length + 1 }, (_, i) =>
        i % 3 === 0 ? text.slice(0, i) + text.slice(i + 1) : text.slice(0, i),
      );
      for (const one of tries) {
        const change = applyDdl(one, dialect, METADATA);
        if ('message' in change) {
          expect(change.span.from).toBeGreaterThanOrEqual(0);
          expect(change.span.to).toBeLessThanOrEqual(one.length);
          expect(Object.keys(change)).not.toContain('after');
        } else
          expect(change.statements.length).toBeLessThanOrEqual(one.length > semicolon + 2 ? 2 : 1);
      }
      expect(applyDdl(text, dialect, METADATA)).toHaveProperty('message');
      expect(METADATA).toEqual(before);
    },
  );

  it('names each word that it refuses', () => {
    const result = parseDdl('ALTER TABLE t DROP PARTITION FIELD a b', 'spark');
    expect(result).toMatchObject({ span: { from: 37, to: 38 } });
  });
});

function labels(text: string, dialect: ReadDialect = 'spark'): readonly string[] {
  const at = text.indexOf('|');
  return ddlCompletions(text.replace('|', ''), at, dialect, METADATA, 't').items.map(
    (i) => i.label,
  );
}

describe('completed', () => {
  it.each<[string, ReadDialect, readonly string[]]>([
    ['|', 'spark', ['ALTER TABLE']],
    ['ALTER TABLE |', 'spark', ['t']],
    ['ALTER TABLE t D|', 'spark', ['DROP PARTITION FIELD']],
    ['ALTER TABLE t |', 'hive', ['SET PARTITION SPEC (']],
    ['ALTER TABLE t DROP PARTITION FIELD |', 'spark', ['ts_day']],
    ['ALTER TABLE t ADD PARTITION FIELD co|', 'spark', ['country']],
    ['ALTER TABLE t ADD PARTITION FIELD days(|', 'spark', ['ts']],
    [
      'ALTER TABLE t ADD PARTITION FIELD truncate(4, |',
      'spark',
      ['id', 'country', 'user id', 'field', 'payload.size', "it's"],
    ],
    ["ALTER TABLE t SET PROPERTIES partitioning = ARRAY['day(|", 'trino', ['ts']],
  ])('%s in %s', (text, dialect, expected) => {
    expect(labels(text, dialect)).toEqual(expected);
  });

  it('offers a term everywhere one may stand', () => {
    expect(labels('ALTER TABLE t ADD PARTITION FIELD |')).toEqual(
      expect.arrayContaining(['ts', 'country', 'days', 'bucket']),
    );
    expect(labels("ALTER TABLE t SET PROPERTIES partitioning = ARRAY['|", 'trino')).toContain(
      'day',
    );
  });
});

describe('several statements', () => {
  const change = (text: string) => {
    const applied = applyDdl(text, 'spark', METADATA);
    if ('message' in applied) throw new Error(applied.message);
    return applied;
  };

  it('are as many commits as change something', () => {
    const add = 'ALTER TABLE t ADD PARTITION FIELD';
    expect(commitsOf(change(`${add} country; ${add} id; ALTER TABLE t WRITE UNORDERED`))).toBe(2);
    const hive = applyDdl('ALTER TABLE t SET PARTITION SPEC (day(ts))', 'hive', METADATA);
    expect('message' in hive ? hive.message : commitsOf(hive)).toBe(0);
  });

  it.each([
    ['ALTER TABLE T ADD PARTITION FIELD country', undefined],
    ['ALTER TABLE db.t ADD PARTITION FIELD country', undefined],
    [
      'ALTER TABLE db.u ADD PARTITION FIELD country; ALTER TABLE lake.t DROP PARTITION FIELD ts_day',
      'The table here is lake.t: what is said of db.u is tried on it.',
    ],
  ])('%s: told where another table is named', (text, words) => {
    expect(otherTableWords(change(text), 'lake.t')).toBe(words);
  });

  it.each<[string, string | undefined]>([
    // The reading of the third fails, or its applying.
    ['ADD PARTITION FIELD country; A; ADD PARTITION FIELD bucket(16, ', 'ts_day, country, id'],
    ['ADD PARTITION FIELD country; A; DROP PARTITION FIELD nope', 'ts_day, country, id'],
    ['ADD PARTITION FIELD nope; A', undefined],
    // Nothing is wrong before the comment, whose semicolon parts nothing.
    ['ADD PARTITION FIELD country -- a; b\n; DROP PARTITION FIELD nope', 'ts_day, country'],
  ])('before a wrong one: %s', (short, layout) => {
    const text = short
      .replace('A;', 'ADD PARTITION FIELD id;')
      .replace(/(?<=^|; |;)(?=ADD|DROP)/g, 'ALTER TABLE t ');
    const problem = applyDdl(text, 'spark', METADATA);
    if (!('message' in problem)) throw new Error('It is taken.');
    const before = appliedBefore(text, problem, 'spark', METADATA);
    const fields = before && defaultSpec(before.change.after).fields.map(({ name }) => name);
    expect(fields?.join(', ')).toBe(layout);
    expect(before === undefined || text.startsWith(before.text)).toBe(true);
  });
});
