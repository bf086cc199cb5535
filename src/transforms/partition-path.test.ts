import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { vectorType } from '../testing/vectors/lines.ts';
import type { Value } from '../types/type.ts';
import { formEncode, type PathField, partitionLabel, partitionPath } from './partition-path.ts';
import { parseTransform } from './transform.ts';

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

  it('labels tell text from null, paths do not (TR-21)', () => {
    const fields = [{ kind: 'string' } as const, undefined].map((sourceType, i): PathField => {
      return { name: `s${i}`, transform: { kind: 'identity' }, sourceType };
    });
    const text = [utf8('null'), utf8('')];
    expect(partitionLabel(fields, text)).toBe("s0='null' / s1=''");
    expect(partitionLabel(fields, [null, null])).toBe('s0=null / s1=null');
    expect(partitionPath(fields, text)).toBe('s0=null/s1=');
  });
});
