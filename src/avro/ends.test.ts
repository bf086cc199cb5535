import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { type Ends, headOf, newEnds, tailOf } from './ends.ts';

it('ends a head with the last slash, and keeps each once', () => {
  const ends = newEnds();
  const numberOf = (value: string) => {
    const bytes = utf8(`x/${value}/y`);
    return headOf(ends, bytes, 2, bytes.length - 2);
  };
  const { lengths } = ends.heads;
  expect(numberOf('a/b/c')).toBe(0);
  expect(lengths[0]).toBe(4);
  expect(numberOf('a/b/')).toBe(0);
  expect(numberOf('c')).toBe(1);
  expect(numberOf('')).toBe(1);
  expect(numberOf('/')).toBe(2);
  expect(numberOf('a/b')).toBe(3);
  expect(numberOf('a/b/d')).toBe(0);
  expect(lengths).toEqual([4, 0, 1, 2]);
});

describe('a tail', () => {
  const UUID = '4c711b2f-be25-174f-b433-69687b1821dc';
  const other = (i: number) => UUID.replace('4c711b2f', String(i).padStart(8, '0'));

  function tailAt(ends: Ends, name: string, row = 0): string {
    const bytes = utf8(`x-${name}-y`);
    const { tails } = ends;
    const tail = tailOf(ends, bytes, 2, bytes.length - 2, row);
    const start = tails.starts[tail] ?? 0;
    return new TextDecoder().decode(
      tails.arena.subarray(start, start + (tails.lengths[tail] ?? 0)),
    );
  }

  it.each([
    ['Spark', '00012-345678-', `-${UUID}-00001.parquet`],
    ['Spark, of deletes', '00012-345678-', `-${UUID}-00001-deletes.parquet`],
    ['Hive', 'part-00000-', `-${UUID}-c000.snappy.parquet`],
    ['PyIceberg', '00000-7-', `-${UUID}.parquet`],
    ['Trino', '20240101_123456_00012_abcde-', `-${UUID}.parquet`],
    ['two of them', `a-${UUID}-`, `-${UUID}.parquet`],
    ['nothing before', '-', `-${UUID}`],
    ['only a UUID', UUID, ''],
    ['a UUID, then a count', `${UUID}-00001.parquet`, ''],
    ['a cut UUID', `a-${UUID.slice(0, -1)}`, ''],
    ['no dash', '0_1.parquet', ''],
    ['nothing', '', ''],
  ])('begins with the dash before the last UUID: %s', (_who, front, tail) => {
    const name = tail === '' ? front : `${front.slice(0, -1)}${tail}`;
    expect(tailAt(newEnds(), name)).toBe(tail);
  });

  it('is kept once, wherever it comes again', () => {
    const ends = newEnds();
    for (const i of [1, 2, 1, 3, 2, 1]) expect(tailAt(ends, `a-${other(i)}`)).toBe(`-${other(i)}`);
    expect(ends.tails.lengths).toEqual([37, 37, 37]);
  });

  it('is empty for good once tails have changed too often', () => {
    const ends = newEnds();
    // 16 free changes and one more each 8 rows: 18 < 16 + 18 / 8 at row 18, 19 > 16 + 19 / 8 at row 19.
    for (let row = 0; row <= 18; row++) expect(tailAt(ends, `a-${other(row)}`, row)).not.toBe('');
    expect(tailAt(ends, `a-${other(19)}`, 19)).toBe('');
    expect(ends.hasTails).toBe(false);
    expect(tailAt(ends, `a-${other(0)}`, 1000)).toBe('');
    // With the one that was in vain, and the empty one.
    expect(ends.tails.lengths.length).toBe(19 + 2);
  });

  it('is looked for no more where there is none', () => {
    const ends = newEnds();
    for (let row = 0; row <= 18; row++) expect(tailAt(ends, `${row}.parquet`, row)).toBe('');
    expect(tailAt(ends, `a-${UUID}`, 19)).toBe('');
    expect(ends.tails.lengths).toEqual([0]);
  });

  it('has a number of 16 bits', () => {
    const ends = newEnds();
    for (let i = 0; i < 65_534; i++) tailAt(ends, `a-${other(i)}`, 1e6);
    expect(ends.hasTails).toBe(true);
    expect(tailAt(ends, `a-${other(65_534)}`, 1e6)).toBe('');
    // Of 65,534, of the one that was in vain, and of the empty one.
    expect(ends.tails.lengths.length).toBe(2 ** 16);
  });
});
