/** The engine against the interpreter: the same columns where it answers, and never where the interpreter refuses. */
import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { type AvroJson, avroFile, InBranch, SizedItems } from '../testing/avro-writer.ts';
import { randomOf } from '../testing/random.ts';
import {
  type BytesBuilder,
  booleanColumn,
  bytesColumn,
  doubleColumn,
  intColumn,
  listColumn,
  longColumn,
  type RowGroup,
  rowGroup,
  type ScalarColumn,
} from './columns.ts';
import { compile } from './compile.ts';
import { type Container, readContainer } from './container.ts';
import { type Distinct, newEnds } from './ends.ts';
import { borrowEngine, reserve, SLACK } from './engine.ts';
import type { KeyedColumns, Program, Wanted, WantedField } from './program.ts';
import { newRun, runBlock } from './run.ts';
import { copyOut, newStaging, type Staging, stageBlock } from './staging.ts';

const random = randomOf(64);

function entries(name: string, id: number, value: AvroJson): AvroJson {
  const fields = [
    { name: 'key', type: 'int', 'field-id': id },
    { name: 'value', type: value, 'field-id': id + 1 },
  ];
  return { type: 'array', items: { type: 'record', name, fields } };
}

/** Every kind of instruction, wanted ones and others between them. */
const FIELDS: readonly [name: string, id: number, type: AvroJson][] = [
  ['int', 1, 'int'],
  ['skippedLong', 2, 'long'],
  ['long', 3, ['null', 'long']],
  ['skippedText', 4, ['null', 'string']],
  ['float', 5, ['float', 'null']],
  ['double', 6, 'double'],
  ['skippedFixed', 7, { type: 'fixed', name: 'f7', size: 7 }],
  ['boolean', 8, ['null', 'boolean']],
  ['text', 9, ['null', 'string']],
  ['fixed', 10, { type: 'fixed', name: 'f5', size: 5 }],
  ['skippedCounts', 11, ['null', entries('r11', 101, 'long')]],
  ['counts', 12, ['null', entries('r12', 103, 'long')]],
  ['skippedBounds', 13, ['null', entries('r13', 105, 'bytes')]],
  ['bounds', 14, ['null', entries('r14', 107, 'bytes')]],
  ['skippedInts', 15, ['null', { type: 'array', items: 'int' }]],
  ['skippedMap', 16, { type: 'map', values: ['null', 'double'] }],
  ['skippedUnion', 17, ['null', 'int', 'string', 'boolean']],
  ['path', 18, ['null', 'string']],
  ['last', 19, 'int'],
];

const SCHEMA: AvroJson = {
  type: 'record',
  name: 'row',
  fields: FIELDS.map(([name, id, type]) => ({ name, type, 'field-id': id })),
};

const chance = (percent: number) => random(100) < percent;
const bytes = (length: number) => Uint8Array.from({ length }, () => random(256));
const long = () => BigInt.asIntN(64, (BigInt(random(2 ** 32)) << BigInt(random(33))) * 3n);
const int = () => (random(2 ** 32) | 0) >> random(32);
const nullable = <T>(value: () => T) => (chance(20) ? null : value());

function items<T>(item: (i: number) => T): readonly T[] | SizedItems {
  const list = Array.from({ length: random(30) }, (_, i) => item(i));
  return list.length > 0 && chance(20) ? new SizedItems(list) : list;
}

/** Some in the directory of the one before, some with slashes anywhere, some with none, of all lengths. */
const DIRECTORIES = [
  's3://lake/t/day=1/',
  's3://lake/t/day=1/',
  'größe=☃/',
  '/',
  '',
  's3://lake/t/',
];
const uuid = (i: number) => `${1e7 + i}-be25-174f-b433-69687b1821dc`;
/** How often another one comes. */
let changes = 3;
let last = 0;
/** Often that of the one before, rarely what only resembles one, or two. */
function tail(): string {
  if (chance(changes)) last = random(30);
  const odd = [
    '',
    uuid(last),
    `-${uuid(last).slice(1)}`,
    `-${uuid(0)}-${uuid(last)}`,
    `-${uuid(0)}`,
  ];
  return chance(2) ? (odd[random(odd.length)] as string) : `-${uuid(last)}-00001.parquet`;
}
function path(): string {
  const name = Array.from({ length: random(40) }, () => 'abcdef0123-é'[random(12)]).join('');
  const at = random(name.length + 1);
  const odd = chance(15) ? `${name.slice(0, at)}/${name.slice(at)}` : name;
  const whole = `${chance(10) ? '' : odd}${tail()}`;
  const cut = random(whole.length);
  const cutOff = chance(1) ? `${whole.slice(0, cut)}/${whole.slice(cut)}` : whole;
  return `${DIRECTORIES[random(DIRECTORIES.length)]}${cutOff}`;
}

/** Keys of one byte and of two, in no order and some of them twice, as no writer writes them. */
const key = () => (chance(70) ? random(64) : random(300)) - (chance(2) ? 400 : 0);

function row(): Readonly<Record<string, unknown>> {
  const counts = () => items(() => ({ key: key(), value: chance(80) ? random(1e6) : long() }));
  const bounds = () => items(() => ({ key: key(), value: bytes(chance(90) ? random(16) : 100) }));
  const union = [null, int(), 'union', chance(50)] as const;
  const branch = random(union.length);
  return {
    int: int(),
    skippedLong: long(),
    long: nullable(long),
    skippedText: nullable(() => bytes(random(200))),
    float: nullable(() => random(1000) / 8),
    double: random(1000) / 8,
    skippedFixed: bytes(7),
    boolean: nullable(() => chance(50)),
    text: nullable(() => bytes(random(150))),
    fixed: bytes(5),
    skippedCounts: nullable(counts),
    counts: nullable(counts),
    skippedBounds: nullable(bounds),
    bounds: nullable(bounds),
    skippedInts: nullable(() => items(int)),
    skippedMap: { a: null, b: 1.5 },
    skippedUnion: new InBranch(branch, union[branch]),
    path: nullable(() => utf8(path())),
    last: int(),
  };
}

interface Reading {
  readonly program: Program;
  readonly rows: RowGroup;
}

function wantedKeys(
  id: number,
  columns: KeyedColumns['columns'],
  value: KeyedColumns['scratch']['value'],
  present: KeyedColumns['present'],
): WantedField {
  const key = intColumn();
  const slots = new Int32Array(300).fill(-1);
  slots.set([0], 7);
  slots.set([1], 200);
  const scratch = { rows: rowGroup([key, value]), key, value };
  const keyed = { slots, farSlots: new Map(), columns, present, bit: id === 12 ? 1 : 2, scratch };
  const keyId = id === 12 ? 103 : 107;
  const fields = [
    { id: keyId, names: [], wanted: { kind: 'column', column: key } },
    { id: keyId + 1, names: [], wanted: { kind: 'column', column: value } },
  ] as const;
  return { id, names: [], wanted: { kind: 'keyed', keyed, entry: { kind: 'record', fields } } };
}

function reading(container: Container): Reading {
  const scalars: readonly [id: number, column: ScalarColumn][] = [
    [1, intColumn(-1)],
    [3, longColumn(-1n)],
    [5, doubleColumn()],
    [6, doubleColumn()],
    [8, booleanColumn()],
    [9, bytesColumn()],
    [10, bytesColumn()],
    [18, bytesColumn(newEnds())],
    [19, longColumn()],
  ];
  const counts = [longColumn(-1n), longColumn()] as const;
  const bounds = [bytesColumn(), bytesColumn()] as const;
  const present = booleanColumn();
  const rows = rowGroup([...scalars.map(([, c]) => c), ...counts, ...bounds, present]);
  const fields: WantedField[] = [
    ...scalars.map(
      ([id, column]) => ({ id, names: [], wanted: { kind: 'column', column } }) as const,
    ),
    wantedKeys(12, counts, longColumn(), present),
    wantedKeys(14, bounds, bytesColumn(), present),
  ];
  return { rows, program: compile(container.schema, { kind: 'record', fields }, rows, container) };
}

function at({ arena, starts, lengths }: Distinct, number: number): Uint8Array {
  const start = starts[number] ?? 0;
  return arena.subarray(start, start + (lengths[number] ?? 0));
}

/** Of heads and tails where there is a value, and which there are, in which order. */
function numbers({ ends, length }: BytesBuilder, count: number): ArrayBufferView[] {
  if (ends === undefined) return [];
  const { heads, tails, head, tail } = ends;
  const parts = [heads, tails].map(({ arena, used }) => arena.subarray(0, used));
  const isThere = (_: number, i: number) => i < count && (length[i] ?? -1) >= 0;
  return [head.filter(isThere), tail.filter(isThere), ...parts];
}

/** All that a reader of the columns sees of the rows, as bytes. */
function seen({ columns, count }: RowGroup): Buffer {
  const parts = columns.flatMap((column): ArrayBufferView[] => {
    if (column.kind === 'list') throw new Error('no lists here');
    if (column.kind !== 'bytes') {
      return [column.values.subarray(0, count), column.valid.subarray(0, count)];
    }
    const values = Array.from(column.length.subarray(0, count), (length, i) => {
      const start = column.start[i] as number;
      const rest = column.arena.subarray(start, start + Math.max(0, length));
      const { ends } = column;
      if (ends === undefined || length < 0) return rest;
      return Buffer.concat([
        at(ends.heads, ends.head[i] ?? 0),
        rest,
        at(ends.tails, ends.tail[i] ?? 0),
      ]);
    });
    return [column.length.subarray(0, count), ...values, ...numbers(column, count)];
  });
  return Buffer.concat(parts.map((p) => Buffer.from(p.buffer, p.byteOffset, p.byteLength)));
}

function stagingOf(container: Container, program: Program): Staging {
  const engine = borrowEngine();
  const staging = engine && newStaging(engine, container, program);
  if (staging === undefined) throw new Error('the program is not one for the engine');
  return staging;
}

function stage(staging: Staging, data: Uint8Array, count: number): boolean {
  const { engine, next } = staging;
  reserve(engine, next + data.length + SLACK);
  // What lies behind a block must not matter.
  new Uint8Array(engine.memory.buffer, next, data.length + SLACK).fill(0xff).set(data);
  return stageBlock(staging, data.length, count);
}

const blockOf = ({ bytes: file, blocks }: Container, i: number) =>
  file.subarray(blocks[i]?.from, blocks[i]?.to);

describe('the engine', () => {
  it.each([
    ['seldom change', 3, true],
    ['often do', 60, false],
  ])('makes the same columns of many blocks where tails %s', (_what, percent, hasTails) => {
    changes = percent;
    const blocks = Array.from({ length: 60 }, () => Array.from({ length: random(80) }, row));
    const container = readContainer(avroFile({ schema: SCHEMA, blocks }), 'f');
    const [expected, actual] = [reading(container), reading(container)];
    const run = newRun(expected.program, 'f');
    const staging = stagingOf(container, actual.program);
    for (const [i, { count }] of container.blocks.entries()) {
      runBlock(run, blockOf(container, i), count, 0, false);
      expect(stage(staging, blockOf(container, i), count)).toBe(true);
    }
    copyOut(staging, staging.next);
    expect(actual.rows.count).toBe(blocks.flat().length);
    expect(seen(actual.rows).equals(seen(expected.rows))).toBe(true);
    const paths = actual.rows.columns.find((c) => c.kind === 'bytes' && c.ends !== undefined);
    expect(paths).toMatchObject({ ends: { hasTails } });
  });

  it('decodes no damaged block that the interpreter refuses, 5000 times', () => {
    const verdicts = { both: 0, interpreterOnly: 0, neither: 0 };
    for (let file = 0; file < 40; file++) {
      const blocks = [[row(), row(), row()]];
      const container = readContainer(avroFile({ schema: SCHEMA, blocks }), 'f');
      for (let i = 0; i < 125; i++) verdicts[verdictOn(container, damaged(container))] += 1;
    }
    expect(verdicts.both).toBeGreaterThan(250);
    expect(verdicts.neither).toBeGreaterThan(250);
    // What it leaves to the interpreter though it is whole is rare.
    expect(verdicts.interpreterOnly).toBeLessThan(250);
  }, 60_000);

  const irregular: readonly [what: string, type: AvroJson, wanted: Wanted][] = [
    [
      'an enum',
      { type: 'enum', name: 'e', symbols: ['a'] },
      { kind: 'column', column: bytesColumn() },
    ],
    [
      'a list',
      { type: 'array', items: 'int' },
      {
        kind: 'list',
        column: listColumn(rowGroup()),
        item: { kind: 'column', column: intColumn() },
      },
    ],
  ];
  it.each(irregular)('leaves %s to the interpreter', (_what, type, wanted) => {
    const schema = { type: 'record', name: 'row', fields: [{ name: 'a', type, 'field-id': 1 }] };
    const container = readContainer(avroFile({ schema, blocks: [] }), 'f');
    const fields = [{ id: 1, names: [], wanted }];
    const program = compile(container.schema, { kind: 'record', fields }, rowGroup(), container);
    const engine = borrowEngine();
    expect(engine && newStaging(engine, container, program)).toBeUndefined();
  });
});

/** One to four bytes changed, or cut, or more behind. */
function damaged(container: Container): Uint8Array {
  const data = blockOf(container, 0).slice();
  if (chance(10)) return data.slice(0, random(data.length));
  if (chance(5)) return Uint8Array.from([...data, ...bytes(random(20))]);
  for (let n = random(4); n >= 0; n--) data[random(data.length)] = chance(50) ? random(256) : 0xff;
  return data;
}

function verdictOn(container: Container, data: Uint8Array): 'both' | 'interpreterOnly' | 'neither' {
  const [expected, actual] = [reading(container), reading(container)];
  let refused: unknown;
  try {
    runBlock(newRun(expected.program, 'f'), data, 3, 0, false);
  } catch (error) {
    refused = error;
  }
  const staging = stagingOf(container, actual.program);
  if (!stage(staging, data, 3)) return refused === undefined ? 'interpreterOnly' : 'neither';
  copyOut(staging, staging.next);
  if (refused !== undefined) throw refused;
  if (!seen(actual.rows).equals(seen(expected.rows)))
    throw new Error(Buffer.from(data).toString('hex'));
  return 'both';
}
