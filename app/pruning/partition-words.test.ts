import { expect, it } from 'vitest';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import type { Transform } from '../../src/transforms/transform-type.ts';
import { shortPartition } from './partition-words.ts';

function spec(...fields: readonly (readonly [string, Transform['kind']])[]): PartitionSpec {
  return {
    specId: 0,
    fields: fields.map(([name, kind], i) => ({
      name,
      sourceIds: [i],
      fieldId: 1000 + i,
      transform: { kind } as Transform,
    })),
  };
}

it.each([
  ['ts_day=2026-09-01', spec(['ts_day', 'day']), '2026-09-01'],
  [
    'ts_hour=2026-03-01-10 / country=BR',
    spec(['ts_hour', 'hour'], ['country', 'identity']),
    '2026-03-01 10 BR',
  ],
  [
    'ts_month=null / ts_day=2026-03-01',
    spec(['ts_month', 'void'], ['ts_day', 'day']),
    '2026-03-01',
  ],
  ['path=a / b=c', spec(['path', 'identity']), 'a / b=c'],
  ['', spec(), ''],
  ['other=1', spec(['ts_day', 'day']), 'other=1'],
])('%s', (label, of, short) => {
  expect(shortPartition(label, of)).toBe(short);
});
