import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { IcecoreError } from '../base/errors.ts';
import { openInput } from '../io/open.ts';
import { corpusFolder } from '../testing/shared.ts';
import { type ParquetColumn, type ParquetFooter, readFooter } from './footer.ts';

const tables = join(corpusFolder(), 'tables');

/** Parquet files of a corpus table, in order of path. */
function filesOf(table: string): readonly string[] {
  return readdirSync(join(tables, table), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.parquet'))
    .sort()
    .map((path) => join(tables, table, path));
}

async function footerOf(bytes: Uint8Array, size = bytes.length): Promise<ParquetFooter> {
  return readFooter(openInput({ kind: 'bytes', name: 'a.parquet', bytes }), size);
}

const read = (path: string | undefined) => new Uint8Array(readFileSync(path ?? ''));

/** `1 i int32`, nested ones below. */
function outline(columns: readonly ParquetColumn[], indent = ''): readonly string[] {
  return columns.flatMap((column) => [
    `${indent}${column.fieldId ?? '–'} ${column.name} ${column.typeText}`,
    ...outline(column.children, `${indent}  `),
  ]);
}

describe('readFooter', () => {
  it('tells columns with field ids and the types before a promotion', async () => {
    // stories/promoted.sql: i INT, j INT, f FLOAT, d DECIMAL(5,2), note STRING; later BIGINT, DOUBLE, DECIMAL(18,2).
    const outlines = new Set<string>();
    for (const file of filesOf('promoted')) {
      outlines.add(outline((await footerOf(read(file))).columns).join(', '));
    }
    expect([...outlines].sort()).toEqual([
      '1 i int32, 2 j int32, 3 f float, 4 d decimal(5, 2), 5 note string',
      '1 i int64, 2 j int64, 3 f double, 4 d decimal(18, 2), 5 note string',
    ]);
  });

  it('tells a file without field ids', async () => {
    // stories/migrated.sql: region and dt are in the path alone.
    const [file] = filesOf('migrated_src');
    const { columns } = await footerOf(read(file));
    expect(outline(columns)).toEqual(['– id int64', '– amount double', '– ts timestamp µs UTC']);
    expect(columns.map(({ type }) => type?.kind)).toEqual(['long', 'double', 'timestamptz']);
  });

  it('tells structs', async () => {
    const [file] = filesOf('events');
    expect(outline((await footerOf(read(file))).columns).slice(4)).toEqual([
      '5 payload struct',
      '  6 kind string',
      '  7 size int32',
    ]);
  });

  it('counts rows as the whole and as its groups', async () => {
    for (const file of filesOf('promoted')) {
      const footer = await footerOf(read(file));
      const sum = footer.rowGroups.reduce((rows, group) => rows + group.rowCount, 0n);
      expect(sum).toBe(footer.rowCount);
    }
  });

  it('keeps statistics as stored', async () => {
    const footers = await Promise.all(filesOf('promoted').map((file) => footerOf(read(file))));
    const chunks = footers.flatMap(({ rowGroups }) => rowGroups.flatMap((group) => group.chunks));
    const first = chunks.filter(({ path }) => path.join('.') === 'i');
    const lowers = first.flatMap(({ statistics }) => {
      const lower = statistics?.lower;
      if (lower === undefined) return [];
      const view = new DataView(lower.buffer, lower.byteOffset, lower.length);
      return lower.length === 4 ? [BigInt(view.getInt32(0, true))] : [view.getBigInt64(0, true)];
    });
    // The story's values of i: -1, 0, 1, the ends of int, 3000000000.
    expect([...new Set(lowers)].sort((a, b) => Number(a - b))).toEqual([
      -2147483648n,
      -1n,
      0n,
      1n,
      2147483647n,
      3000000000n,
    ]);
    const nulls = first.find(({ statistics }) => statistics?.lower === undefined);
    expect(nulls?.statistics?.nullCount).toBe(1n);
  });

  it('reads files of all tables of the corpus', async () => {
    const files = filesOf('.').filter((_, i) => i % 25 === 0);
    expect(files.length).toBeGreaterThan(50);
    for (const file of files) {
      const bytes = read(file);
      const footer = await footerOf(bytes);
      expect(footer.columns.length, file).toBeGreaterThan(0);
      expect(footer.bytesRead).toBeLessThan(bytes.length);
    }
  });
});

describe('a damaged file', () => {
  const good = read(filesOf('promoted')[0]);
  const failure = async (bytes: Uint8Array, size?: number): Promise<IcecoreError> => {
    try {
      await footerOf(bytes, size);
    } catch (error) {
      if (error instanceof IcecoreError) return error;
      throw error;
    }
    throw new Error('it was read');
  };
  const ending = (text: string) => {
    const bytes = good.slice();
    bytes.set(new TextEncoder().encode(text), bytes.length - 4);
    return bytes;
  };
  const withLength = (length: number) => {
    const bytes = good.slice();
    new DataView(bytes.buffer).setUint32(bytes.length - 8, length, true);
    return bytes;
  };

  it.each([
    ['too small', new Uint8Array(11), 'invalid-data'],
    ['of another magic', ending('ORC!'), 'invalid-data'],
    ['of an encrypted footer', ending('PARE'), 'unsupported'],
    ['of a footer longer than the file', withLength(0xffffffff), 'invalid-data'],
    ['of no footer', withLength(0), 'invalid-data'],
  ])('%s is refused', async (_, bytes, kind) => {
    expect((await failure(bytes)).kind).toBe(kind);
  });

  it('shorter than recorded is refused with the place', async () => {
    const error = await failure(good, good.length + 1000);
    expect([error.kind, error.place, error.offset]).toEqual([
      'invalid-data',
      'a.parquet',
      good.length + 992,
    ]);
  });

  it('is refused or read at a single changed byte of its footer, wherever it is', async () => {
    const length = new DataView(good.buffer).getUint32(good.length - 8, true);
    for (let at = good.length - 8 - length; at < good.length - 8; at += 3) {
      const bytes = good.slice();
      bytes[at] = (bytes[at] as number) ^ 0xff;
      try {
        await footerOf(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(IcecoreError);
      }
    }
  }, 30_000);
});
