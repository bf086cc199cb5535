import { describe, expect, it } from 'vitest';
import { utf8, utf8Text } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import {
  type AvroFileOptions,
  type AvroJson,
  avroFile,
  InBranch,
  rawBlock,
  SizedItems,
} from '../testing/avro-writer.ts';
import {
  type BytesBuilder,
  booleanColumn,
  bytesColumn,
  doubleColumn,
  intColumn,
  listColumn,
  longColumn,
  rowGroup,
  type ScalarColumn,
} from './columns.ts';
import { compile } from './compile.ts';
import { readContainer } from './container.ts';
import { decodeRows } from './decode.ts';
import type { Wanted } from './program.ts';
import { AvroSink } from './write.ts';

function record(fields: Readonly<Record<string, AvroJson>>, withIds = true): AvroJson {
  const named = Object.entries(fields).map(([name, type], i) =>
    withIds ? { name, type, 'field-id': i + 1 } : { name, type },
  );
  return { type: 'record', name: 'row', fields: named };
}

/** Reads the field of id 2 (or name `b`), which stands between two sentinels that a wrong step would spoil. */
async function readMiddle(
  type: AvroJson,
  values: readonly unknown[],
  column: ScalarColumn,
  options: Partial<AvroFileOptions> & { readonly withIds?: boolean } = {},
): Promise<void> {
  const schema = record({ a: 'long', b: type, c: 'long' }, options.withIds ?? true);
  const blocks = [values.map((b) => ({ a: 7, b, c: 9 }))];
  const a = longColumn();
  const c = longColumn();
  const rows = rowGroup([a, column, c]);
  const wanted: Wanted = {
    kind: 'record',
    fields: [
      { id: 3, names: ['c'], wanted: { kind: 'column', column: c } },
      { id: 2, names: ['b'], wanted: { kind: 'column', column } },
      { id: 1, names: ['a'], wanted: { kind: 'column', column: a } },
    ],
  };
  const container = readContainer(avroFile({ ...options, schema, blocks }), 'f.avro');
  const count = await decodeRows(container, compile(container.schema, wanted, rows, container));
  expect(count).toBe(values.length);
  expect([...a.values.subarray(0, count)]).toEqual(values.map(() => 7n));
  expect([...c.values.subarray(0, count)]).toEqual(values.map(() => 9n));
}

function texts(column: BytesBuilder, count: number): (string | null)[] {
  return Array.from({ length: count }, (_, i) => {
    const start = column.start[i] as number;
    const length = column.length[i] as number;
    return length < 0 ? null : utf8Text(column.arena.subarray(start, start + length));
  });
}

describe('numbers', () => {
  const longs = [0n, -1n, 1n, -64n, 64n, 2n ** 31n, -(2n ** 31n), 2n ** 35n - 1n, 2n ** 62n];
  const ends = [2n ** 63n - 1n, -(2n ** 63n), 3051729675574597004n];
  it.each([...longs, ...ends])('reads the long %s', async (value) => {
    const column = longColumn();
    await readMiddle('long', [value], column);
    expect(column.values[0]).toBe(value);
  });

  it('reads the varints of the specification (MF-0a)', async () => {
    const vectors = [
      ['00', 0n],
      ['01', -1n],
      ['02', 1n],
      ['7f', -64n],
      ['8001', 64n],
    ] as const;
    for (const [hex, value] of vectors) {
      const sink = new AvroSink();
      sink.raw(avroFile({ schema: record({ a: 'long' }), blocks: [] }));
      rawBlock(sink, 1, Uint8Array.from(Buffer.from(hex, 'hex')));
      const container = readContainer(sink.done(), 'f.avro');
      const column = longColumn();
      const wanted: Wanted = {
        kind: 'record',
        fields: [{ id: 1, names: [], wanted: { kind: 'column', column } }],
      };
      const program = compile(container.schema, wanted, rowGroup([column]), container);
      await decodeRows(container, program);
      expect(column.values[0]).toBe(value);
    }
  });

  it('promotes int to long and float to double, and takes a long for an int where it fits (MF-6)', async () => {
    const long = longColumn();
    await readMiddle('int', [-(2 ** 31), 2 ** 31 - 1], long);
    expect([...long.values]).toEqual([-(2n ** 31n), 2n ** 31n - 1n]);
    const double = doubleColumn();
    await readMiddle('float', [0.5, -1.5], double);
    expect([...double.values]).toEqual([0.5, -1.5]);
    const int = intColumn();
    await readMiddle('long', [-5, 2 ** 31 - 1], int);
    expect([...int.values]).toEqual([-5, 2 ** 31 - 1]);
    await expect(readMiddle('long', [2 ** 31], intColumn())).rejects.toThrow('32 bits');
  });

  it('reads doubles and booleans', async () => {
    const double = doubleColumn();
    await readMiddle('double', [Math.PI, -0, Number.NaN], double);
    expect([...double.values]).toEqual([Math.PI, -0, Number.NaN]);
    const boolean = booleanColumn();
    await readMiddle('boolean', [true, false], boolean);
    expect([...boolean.values]).toEqual([1, 0]);
  });
});

describe('unions', () => {
  const orders = [
    ['null', 'long'],
    ['long', 'null'],
  ] as const;
  it.each(orders)('follow the written order: %s, %s (B182)', async (...branches) => {
    const column = longColumn(-1n);
    await readMiddle(branches, [5n, null, -6n], column);
    expect([...column.values]).toEqual([5n, -1n, -6n]);
    expect([...column.valid]).toEqual([1, 0, 1]);
  });

  it('of several branches are read where a branch fits and skipped where not', async () => {
    const column = longColumn(-1n);
    const branches = ['string', 'int', 'null', 'long', { type: 'array', items: 'string' }] as const;
    const values = [
      new InBranch(0, 'text'),
      new InBranch(1, 5),
      new InBranch(2, null),
      new InBranch(3, 2n ** 40n),
      new InBranch(4, ['a', 'b']),
    ];
    await readMiddle(branches, values, column);
    expect([...column.values]).toEqual([-1n, 5n, -1n, 2n ** 40n, -1n]);
  });

  it('without the branch that a value names are damage', async () => {
    const bytes = avroFile({ schema: record({ a: ['null', 'long'] }), blocks: [[{ a: null }]] });
    const container = readContainer(bytes, 'f.avro');
    bytes[container.blocks[0]?.from ?? 0] = 4;
    const program = compile(
      container.schema,
      { kind: 'record', fields: [] },
      rowGroup(),
      container,
    );
    await expect(decodeRows(container, program)).rejects.toThrow('a union has no branch 2');
  });
});

describe('bytes', () => {
  const long = 'x'.repeat(300);
  const enumType = { type: 'enum', name: 'e', symbols: ['ORC', 'PARQUET'] } as const;
  const cases = [
    { name: 'string', type: 'string', values: ['', 'é', long] },
    { name: 'bytes', type: 'bytes', values: [utf8('ab')], texts: ['ab'] },
    {
      name: 'fixed',
      type: { type: 'fixed', name: 'f', size: 3 },
      values: [utf8('abc')],
      texts: ['abc'],
    },
    { name: 'enum', type: enumType, values: ['PARQUET', 'ORC'] },
    { name: 'nested type', type: { type: { type: 'string' } }, values: ['a'] },
  ] as const;
  it.each(cases)('reads $name', async (row) => {
    const column = bytesColumn();
    await readMiddle(row.type as AvroJson, row.values, column);
    const expected = 'texts' in row ? row.texts : row.values;
    expect(texts(column, row.values.length)).toEqual(expected);
  });
});

describe('what is not wanted', () => {
  const pair = (value: AvroJson): AvroJson => ({
    type: 'array',
    items: record({ key: 'int', value }, true),
  });
  const entries = [
    { key: 1, value: 1000000 },
    { key: 200, value: -5 },
  ];
  const types: readonly { name: string; type: AvroJson; value: unknown }[] = [
    { name: 'null', type: 'null', value: null },
    { name: 'a string', type: 'string', value: 'x'.repeat(100) },
    { name: 'a double', type: 'double', value: 1.5 },
    { name: 'a fixed', type: { type: 'fixed', name: 'f', size: 16 }, value: new Uint8Array(16) },
    { name: 'an enum', type: { type: 'enum', name: 'e', symbols: ['A', 'B'] }, value: 'B' },
    { name: 'a map', type: { type: 'map', values: ['null', 'long'] }, value: { a: 1, b: null } },
    { name: 'a list of longs', type: { type: 'array', items: 'long' }, value: [1, 2 ** 40] },
    {
      name: 'a list of lists',
      type: { type: 'array', items: { type: 'array', items: 'boolean' } },
      value: [[true], []],
    },
    {
      name: 'a list in a sized block',
      type: { type: 'array', items: 'string' },
      value: new SizedItems(['a', 'bc']),
    },
    { name: 'a count map', type: pair('long'), value: entries },
    { name: 'a sized count map', type: pair('long'), value: new SizedItems(entries) },
    {
      name: 'a bytes map',
      type: pair('bytes'),
      value: [
        { key: 1, value: new Uint8Array(70) },
        { key: 2, value: new Uint8Array(0) },
      ],
    },
    {
      name: 'a list of nothing',
      type: { type: 'array', items: 'null' },
      value: new Array(1000).fill(null),
    },
    {
      name: 'a record',
      type: record({ x: 'int', y: record({ z: 'string' }) }),
      value: { x: 1, y: { z: 'z' } },
    },
  ];
  it.each(types)('is stepped over: $name', async ({ type, value }) => {
    // Wanted as a kind that none of these can be read as.
    const column = booleanColumn();
    await readMiddle(type, [value, value], column);
    expect([...column.valid]).toEqual([0, 0]);
  });
});

describe('lists', () => {
  it('are child rows, with nulls apart from empty ones, nullable items, sized blocks', async () => {
    const items = ['null', 'long'] as const;
    const schema = record({ a: ['null', { type: 'array', items }] });
    const values = [[1, null, 3], null, [], new SizedItems([4])];
    const bytes = avroFile({ schema, blocks: [values.map((a) => ({ a }))] });
    const container = readContainer(bytes, 'f.avro');
    const item = intColumn();
    const list = listColumn(rowGroup([item]));
    const wanted: Wanted = {
      kind: 'record',
      fields: [
        {
          id: 1,
          names: [],
          wanted: { kind: 'list', column: list, item: { kind: 'column', column: item } },
        },
      ],
    };
    await decodeRows(container, compile(container.schema, wanted, rowGroup([list]), container));
    expect([...list.length]).toEqual([3, -1, 0, 1]);
    expect([...list.start]).toEqual([0, 0, 3, 3]);
    expect([...item.values.subarray(0, 4)]).toEqual([1, 0, 3, 4]);
    expect([...item.valid.subarray(0, 4)]).toEqual([1, 0, 1, 1]);
  });
});

describe('names', () => {
  it('are used where a record has no ids, and only there (MF-2, MF-4)', async () => {
    const byName = longColumn();
    await readMiddle('long', [1n], byName, { withIds: false });
    expect(byName.values[0]).toBe(1n);
    const schema = {
      type: 'record',
      name: 'r',
      fields: [{ name: 'b', type: 'long', 'field-id': 4 }],
    } as const;
    const container = readContainer(avroFile({ schema, blocks: [[{ b: 3 }]] }), 'f.avro');
    const column = longColumn(-1n);
    const wanted: Wanted = {
      kind: 'record',
      fields: [{ id: 2, names: ['b'], wanted: { kind: 'column', column } }],
    };
    await decodeRows(container, compile(container.schema, wanted, rowGroup([column]), container));
    expect(column.values[0]).toBe(-1n);
  });
});

describe('codecs', () => {
  it.each([undefined, 'null', 'deflate', 'snappy'] as const)('%s', async (codec) => {
    const column = bytesColumn();
    const values = Array.from({ length: 500 }, (_, i) => `value ${i}`);
    await readMiddle('string', values, column, { codec });
    expect(texts(column, 500)).toEqual(values);
  });

  it.each(['bzip2', 'xz', 'lz4'])('%s is refused by its name (B184)', async (codec) => {
    const file = {
      schema: record({ a: 'long' }),
      blocks: [[{ a: 1 }]],
      header: { 'avro.codec': codec },
    };
    const container = readContainer(avroFile(file), 'f.avro');
    const program = compile(
      container.schema,
      { kind: 'record', fields: [] },
      rowGroup(),
      container,
    );
    await expect(decodeRows(container, program)).rejects.toMatchObject({
      kind: 'unsupported',
      place: 'f.avro',
      message: expect.stringContaining(`"${codec}"`),
    });
  });
});

describe('claims', () => {
  async function decodeClaim(schema: AvroJson, count: number | bigint, data: Uint8Array) {
    const sink = new AvroSink();
    sink.raw(avroFile({ schema, blocks: [] }));
    rawBlock(sink, count, data);
    const container = readContainer(sink.done(), 'f.avro');
    const program = compile(
      container.schema,
      { kind: 'record', fields: [] },
      rowGroup(),
      container,
    );
    return await decodeRows(container, program);
  }
  function longs(...values: readonly (number | bigint)[]): Uint8Array {
    const sink = new AvroSink();
    for (const value of values) sink.long(value);
    return sink.done();
  }
  const list = record({ a: { type: 'array', items: 'string' } });
  const nothing = record({ a: { type: 'array', items: 'null' } });
  const refused = [
    {
      name: 'rows',
      schema: record({ a: 'long' }),
      count: 2n ** 62n,
      data: longs(1),
      says: 'claims',
    },
    {
      name: 'rows of nothing',
      schema: record({ a: 'null' }),
      count: 2n ** 40n,
      data: longs(),
      says: 'claims',
    },
    { name: 'items', schema: list, count: 1, data: longs(2n ** 61n), says: 'claims' },
    {
      name: 'a string',
      schema: record({ a: 'string' }),
      count: 1,
      data: longs(2n ** 61n),
      says: 'fewer are left',
    },
    {
      name: 'a negative length',
      schema: record({ a: 'string' }),
      count: 1,
      data: longs(-1),
      says: 'a length of -1',
    },
    {
      name: 'a sized block',
      schema: list,
      count: 1,
      data: longs(-1, 2 ** 30),
      says: 'fewer are left',
    },
    {
      name: 'too few rows',
      schema: record({ a: 'long' }),
      count: 1,
      data: longs(1, 2),
      says: '1 bytes of a block are left',
    },
    {
      name: 'a row too long',
      schema: record({ a: 'double' }),
      count: 1,
      data: new Uint8Array(9),
      says: 'bytes of a block are left',
    },
    {
      name: 'an endless number',
      schema: list,
      count: 1,
      data: new Uint8Array(40).fill(0xff),
      says: 'more than ten bytes',
    },
  ];
  it.each(refused)('of $name are refused', async ({ schema, count, data, says }) => {
    const error = await decodeClaim(schema, count, data).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(IcecoreError);
    expect(error).toMatchObject({ kind: 'invalid-data', place: 'f.avro' });
    expect((error as IcecoreError).message).toContain(says);
    expect((error as IcecoreError).offset).toBeGreaterThan(0);
  });

  it('of 2^60 items without bytes cost nothing', async () => {
    expect(await decodeClaim(nothing, 1, longs(2n ** 60n, 0))).toBe(1);
  });

  it('of a schema that multiplies itself are refused, or cost nothing where it holds nothing', async () => {
    const twice = (leaf: AvroJson) => {
      const levels = Array.from({ length: 40 }, (_, i) => {
        const inner = i === 0 ? leaf : `r${i - 1}`;
        const fields = [
          { name: 'x', type: inner },
          { name: 'y', type: inner },
        ];
        return { name: `f${i}`, type: { type: 'record', name: `r${i}`, fields } };
      });
      // Defined inside a union branch that no row takes, so that writing rows stays short.
      return { type: 'record', name: 'top', fields: levels } as const;
    };
    await expect(decodeClaim(twice('long'), 0, longs())).rejects.toThrow('too large');
    expect(await decodeClaim(twice('null'), 0, longs())).toBe(0);
  });
});
