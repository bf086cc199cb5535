import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import {
  groupLines,
  type VectorLine,
  vectorLines,
  vectorType,
  vectorValue,
} from '../testing/vectors.ts';
import { isPrimitive } from '../types/parse-type.ts';
import type { Value } from '../types/type.ts';
import { formEncode, type PathField, partitionLabel, partitionPath } from './partition-path.ts';
import { parseTransform, transformResultType } from './transform.ts';

const lines = vectorLines('paths');

interface VectorField {
  readonly name: string;
  readonly transform: string;
  readonly type: string;
  readonly value: string | null;
}

function pathOf(line: VectorLine): string {
  const vectors = line.fields as readonly VectorField[];
  return partitionPath(vectors.map(fieldOf), vectors.map(tupleValue));
}

function fieldOf(vector: VectorField): PathField {
  return {
    name: vector.name,
    transform: parseTransform(vector.transform),
    sourceType: vectorType(vector.type),
  };
}

function tupleValue(vector: VectorField): Value | null {
  const type = transformResultType(parseTransform(vector.transform), vectorType(vector.type));
  return isPrimitive(type) ? vectorValue(type, vector.value) : null;
}

/**
 * TY-21: UTF-8 has no lone surrogates. Java prints `?` for one, ours U+FFFD; neither can come from a table, whose
 * values are bytes.
 */
function hasLoneSurrogate(line: VectorLine): boolean {
  const vectors = line.fields as readonly VectorField[];
  return vectors.some(({ value }) => value !== null && /\p{Surrogate}/u.test(value));
}

it('has only paths', () => {
  expect(lines.filter((line) => line.kind !== 'path')).toEqual([]);
  expect(lines.filter(hasLoneSurrogate).map(pathOf)).toEqual(['s=%EF%BF%BD']);
  console.info(`paths.json: ${lines.length} lines`);
});

function groupName(line: VectorLine): string {
  const [first, second] = line.fields as readonly VectorField[];
  if (first === undefined) return 'no fields';
  return second === undefined ? `${first.transform} of ${first.type}` : 'several fields';
}

describe('path', () => {
  for (const [name, group] of groupLines(
    lines.filter((line) => !hasLoneSurrogate(line)),
    groupName,
  )) {
    it(`${name}, ${group.length} lines`, () => {
      expect(
        group.filter((line) => pathOf(line) !== line.path).map((line) => [pathOf(line), line]),
      ).toEqual([]);
    });
  }
});

describe('rules.md 4.6', () => {
  const ROWS: readonly (readonly [string, string, Value | null, string])[] = [
    ['year', 'timestamp', 47, '2017'],
    ['year', 'timestamp', -1, '1969'],
    ['month', 'timestamp', 574, '2017-11'],
    ['month', 'timestamp', -1, '1969-12'],
    ['month', 'timestamp', -13, '1968-12'],
    ['day', 'timestamp', 17486, '2017-11-16'],
    ['day', 'timestamp', -1, '1969-12-31'],
    ['hour', 'timestamp', 419686, '2017-11-16-22'],
    ['hour', 'timestamp', -1, '1969-12-31-23'],
    ['identity', 'timestamp', 1510871468000000n, '2017-11-16T22%3A31%3A08'],
    ['identity', 'timestamptz', 1512151975038194n, '2017-12-01T18%3A12%3A55.038194%2B00%3A00'],
    ['identity', 'time', 36775038194n, '10%3A12%3A55.038194'],
    ['identity', 'string', utf8('a/b c'), 'a%2Fb+c'],
    ['identity', 'string', utf8(''), ''],
    ['identity', 'string', null, 'null'],
    ['identity', 'binary', Uint8Array.of(1, 2, 3), 'AQID'],
    ['identity', 'decimal(9, 2)', 1420n, '14.20'],
    ['bucket[16]', 'int', 3, '3'],
    ['truncate[10]', 'int', -10, '-10'],
    ['void', 'int', null, 'null'],
  ];
  it.each(ROWS)('%s of %s %s', (transform, type, value, expected) => {
    const field = { name: 'f', transform: parseTransform(transform), sourceType: vectorType(type) };
    expect(partitionPath([field], [value])).toBe(`f=${expected}`);
  });

  it('encodes as java.net.URLEncoder does (TR-21)', () => {
    expect(formEncode('a b/c=d*é-_.~+%:😀')).toBe('a+b%2Fc%3Dd*%C3%A9-_.%7E%2B%25%3A%F0%9F%98%80');
    expect(formEncode("!'()~*")).toBe('%21%27%28%29%7E*');
  });

  it('labels for people are not escaped', () => {
    const fields: PathField[] = [
      { name: 'ts_hour', transform: { kind: 'hour' }, sourceType: { kind: 'timestamp' } },
      { name: 'ts', transform: { kind: 'identity' }, sourceType: { kind: 'timestamptz' } },
      { name: 'gone', transform: { kind: 'identity' }, sourceType: undefined },
    ];
    const values = [419686, 1510871468000000n, utf8('a/b')];
    expect(partitionLabel(fields, values)).toBe(
      'ts_hour=2017-11-16-22 / ts=2017-11-16 22:31:08 / gone=a/b',
    );
  });
});
