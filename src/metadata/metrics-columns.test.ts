import { describe, expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import type { AvroJson } from '../testing/avro-writer.ts';
import { entry, entrySchema, manifestFile } from '../testing/manifest-writer.ts';
import { listed, readManifest, textAt } from '../testing/manifests.ts';
import { decodeMetrics } from './manifest.ts';

describe('metrics', () => {
  const metrics = {
    value_counts: [
      { key: 1, value: 10 },
      { key: 300, value: 2n ** 40n },
      { key: 2147483546, value: 5 },
    ],
    null_value_counts: [{ key: 1, value: -1 }],
    lower_bounds: [
      { key: 1, value: utf8('a') },
      { key: 2, value: new Uint8Array(100) },
    ],
  };
  const bytes = manifestFile([entry({}, metrics), entry({}, { upper_bounds: [] })]);

  it('are kept for the asked columns only; absent, negative and null are unknown (MF-16, B061)', async () => {
    const { entries } = await readManifest(bytes, { metricsFieldIds: [1, 300, 2147483546, 9] });
    expect([...entries.metrics.keys()]).toEqual([1, 300, 2147483546, 9]);
    const counts = [...entries.metrics.values()].map((m) => [...m.valueCounts]);
    expect(counts).toEqual([
      [10n, -1n],
      [2n ** 40n, -1n],
      [5n, -1n],
      [-1n, -1n],
    ]);
    const one = entries.metrics.get(1);
    expect([...(one?.nullValueCounts ?? [])]).toEqual([-1n, -1n]);
    expect(one && [0, 1].map((i) => textAt(one.lowerBounds, i))).toEqual(['a', undefined]);
  });

  it('tell an absent map from an empty one and from an absent key', async () => {
    const { entries } = await readManifest(bytes, { metricsFieldIds: [9] });
    expect([...(entries.metrics.get(9)?.mapsPresent ?? [])]).toEqual([1 | 2, 4]);
  });

  it('can be decoded later, without the rest', async () => {
    const { entries } = await readManifest(bytes, { metricsFieldIds: [1, 300] });
    const request = { manifest: listed(), metricsFieldIds: [1, 300] };
    const later = await decodeMetrics(bytes, request);
    expect(later).toEqual(entries.metrics);
  });

  const pair = (items: AvroJson): AvroJson => ['null', { type: 'array', items }];
  const kv = (fields: readonly object[]): AvroJson => ({ type: 'record', name: 'kv', fields });
  const key = { name: 'key', type: 'int', 'field-id': 119 };
  const value = { name: 'value', type: 'long', 'field-id': 120 };
  const forms = [
    {
      name: 'nullable records without ids, as BigQuery',
      items: [
        'null',
        kv([
          { name: 'key', type: 'int' },
          { name: 'value', type: 'long' },
        ]),
      ],
    },
    { name: 'the value first', items: kv([value, key]) },
    {
      name: 'a further field',
      items: kv([key, { name: 'more', type: 'string', 'field-id': 7 }, value]),
    },
    { name: 'a nullable value', items: kv([key, { ...value, type: ['null', 'long'] }]) },
    { name: 'a key of type long', items: kv([{ ...key, type: 'long' }, value]) },
    { name: 'a value of type int', items: kv([key, { ...value, type: 'int' }]) },
  ];
  it.each(forms)('are read from maps of $name', async ({ items }) => {
    const schema = withField('value_counts', pair(items as AvroJson));
    const counts = [
      { key: 5, value: 50, more: 'm' },
      { key: 6, value: 60, more: '' },
    ];
    const file = manifestFile([entry({}, { value_counts: counts }), entry({})], { schema });
    const { entries, problems } = await readManifest(file, { metricsFieldIds: [6] });
    expect([...(entries.metrics.get(6)?.valueCounts ?? [])]).toEqual([60n, -1n]);
    expect(problems).toEqual([]);
  });

  it('are unknown, and said so, where the map is of another kind', async () => {
    const schema = withField('value_counts', { type: 'map', values: 'long' });
    const file = manifestFile([entry({}, { value_counts: { '6': 60 } })], { schema });
    const { entries, problems } = await readManifest(file, { metricsFieldIds: [6] });
    expect([...(entries.metrics.get(6)?.valueCounts ?? [])]).toEqual([-1n]);
    expect(problems.map((p) => p.code)).toEqual(['column-unreadable']);
  });
});

/** The entry's schema with another type for one field of the data file. */
function withField(name: string, type: AvroJson): AvroJson {
  return JSON.parse(JSON.stringify(entrySchema([])), (_, json) =>
    json !== null && typeof json === 'object' && json.name === name ? { ...json, type } : json,
  ) as AvroJson;
}
