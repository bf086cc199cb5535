import { describe, expect, it } from 'vitest';
import type { ManifestFile, PartitionSpec } from '../../src/metadata/records.ts';
import type { Transform } from '../../src/transforms/transform-type.ts';
import { indexSchema } from '../../src/types/schema.ts';
import { manifestRange } from './manifest-range.ts';

const schema = indexSchema({
  schemaId: 0,
  identifierFieldIds: [],
  fields: [
    { id: 1, name: 'ts', required: false, type: { kind: 'timestamptz' } },
    { id: 2, name: 'n', required: false, type: { kind: 'int' } },
  ],
});

function int(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value, true);
  return bytes;
}

function spec(sourceId: number, transform: Transform): PartitionSpec {
  return { specId: 0, fields: [{ sourceIds: [sourceId], fieldId: 1000, name: 'p', transform }] };
}

function manifest(lower: number | undefined, upper: number | undefined): ManifestFile {
  return {
    manifestPath: 'm',
    partitionSpecId: 0,
    content: 'data',
    sequenceNumber: 1n,
    minSequenceNumber: 1n,
    partitions: [
      {
        containsNull: false,
        lowerBound: lower === undefined ? undefined : int(lower),
        upperBound: upper === undefined ? undefined : int(upper),
      },
    ],
  };
}

const MICROS = 1e6;
describe('manifestRange', () => {
  it.each([
    ['hours', { kind: 'hour' }, 1, 1, 10, 11, { lower: 36_000 * MICROS, upper: 43_200 * MICROS }],
    ['days', { kind: 'day' }, 1, 1, 0, 0, { lower: 0, upper: 86_400 * MICROS }],
    // February 1970 begins after 31 days and ends after 59.
    [
      'months',
      { kind: 'month' },
      1,
      1,
      1,
      1,
      { lower: 31 * 86_400 * MICROS, upper: 59 * 86_400 * MICROS },
    ],
    ['values', { kind: 'identity' }, 2, 2, 5, 9, { lower: 5, upper: 9 }],
    ['nothing of buckets', { kind: 'bucket', numBuckets: 4 }, 2, 2, 0, 3, undefined],
    ['nothing of another column', { kind: 'identity' }, 1, 2, 5, 9, undefined],
    ['nothing without a bound', { kind: 'identity' }, 2, 2, undefined, 9, undefined],
  ] as const)('tells %s', (_, transform, sourceId, askedId, lower, upper, range) => {
    const of = spec(sourceId, transform);
    expect(manifestRange(manifest(lower, upper), of, schema, askedId)).toEqual(range);
  });
});
