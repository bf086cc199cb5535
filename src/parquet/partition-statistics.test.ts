/** Values with nulls between them, and the statistics of a real file. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { utf8Text } from '../base/bytes.ts';
import { openInput } from '../io/open.ts';
import { fixturesFolder } from '../testing/shared.ts';
import { type FlatColumn, readFlatColumn } from './flat-column.ts';
import { readPartitionValues } from './partition-statistics.ts';

/** A field of Thrift's compact protocol: the step in ids and the type, then a zig-zag number. */
const i32 = (step: number, value: number) => [(step << 4) | 5, value * 2];
const END = 0;
/** 7, null, null, -1, each of four bytes: one bit-packed group of levels of one bit, 0b1001. */
const VALUES = [7, 0, 0, 0, 255, 255, 255, 255];
const LEVELS = [3, 0b1001];

function pageV1(levels: readonly number[]): readonly number[] {
  const body = [levels.length, 0, 0, 0, ...levels, ...VALUES];
  const own = [...i32(1, 4), ...i32(1, 0), ...i32(1, 3), ...i32(1, 3), END];
  return [
    ...i32(1, 0),
    ...i32(1, body.length),
    ...i32(1, body.length),
    (2 << 4) | 12,
    ...own,
    END,
    ...body,
  ];
}

function pageV2(levels: readonly number[]): readonly number[] {
  const body = [...levels, ...VALUES];
  const own = [
    ...i32(1, 4),
    ...i32(1, 2),
    ...i32(1, 4),
    ...i32(1, 0),
    ...i32(1, levels.length),
    ...i32(1, 0),
    END,
  ];
  return [
    ...i32(1, 3),
    ...i32(1, body.length),
    ...i32(1, body.length),
    (5 << 4) | 12,
    ...own,
    END,
    ...body,
  ];
}

async function valuesOf(page: readonly number[], optionalParts: number, told = true) {
  const bytes = new Uint8Array(page);
  const input = openInput({ kind: 'bytes', name: 'c', bytes });
  const found: unknown[] = [];
  const column: FlatColumn = {
    type: 'int32',
    optionalParts,
    onNull: told ? () => found.push(null) : undefined,
  };
  const chunk = {
    path: ['c'],
    valueCount: 4n,
    compressedSize: BigInt(bytes.length),
    codec: 0,
    offset: 0,
    statistics: undefined,
  };
  await readFlatColumn(input, chunk, column, (value) => found.push(value));
  return found;
}

describe('a column with nulls', () => {
  it.each([
    ['version 1', pageV1(LEVELS), 1],
    ['version 2', pageV2(LEVELS), 1],
    // Two optional parts: a level of two bits each, 2 = there, 1 and 0 = a null in it or around it.
    ['of a struct that may be null', pageV1([3, 0b10_00_01_10, 0]), 2],
  ])('%s', async (_, page, optionalParts) => {
    expect(await valuesOf(page, optionalParts)).toEqual([7, null, null, -1]);
  });

  it('is refused where none may be', async () => {
    await expect(valuesOf(pageV1(LEVELS), 1, false)).rejects.toMatchObject({ kind: 'unsupported' });
    await expect(valuesOf(pageV2(LEVELS), 1, false)).rejects.toMatchObject({ kind: 'unsupported' });
  });

  it('is damaged where a level says more than there is', async () => {
    await expect(valuesOf(pageV1([3, 0b11_00_01_10, 0]), 2)).rejects.toMatchObject({
      kind: 'invalid-data',
    });
  });
});

const folder = fixturesFolder();
const metadata = 'duckdb__duckdb-iceberg/data/persistent/table_partition_statistics/metadata';

describe.skipIf(folder === undefined)('partition statistics that DuckDB wrote', () => {
  it.each([
    ['partition-stats-1001.parquet', ['eu', 'us']],
    ['partition-stats-1002.parquet', ['apac', 'latam']],
  ])('%s', async (name, expected) => {
    const bytes = new Uint8Array(readFileSync(join(folder ?? '', metadata, name)));
    const input = openInput({ kind: 'bytes', name, bytes });
    const [region, ...others] = await readPartitionValues(input, bytes.length);
    expect(others).toEqual([]);
    expect(region?.name).toBe('region');
    expect(region?.values.map((value) => utf8Text(value as Uint8Array))).toEqual(expected);
  });
});
