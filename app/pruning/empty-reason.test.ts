import { expect, it } from 'vitest';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import type { ManifestSource } from '../../src/table/api.ts';
import { parseSchema } from '../../src/types/parse-type.ts';
import { indexSchema } from '../../src/types/schema.ts';
import { emptyReason, neverTrue } from './empty-reason.ts';
import { makeLanguage } from './language.ts';

const schema = indexSchema({
  schemaId: 0,
  identifierFieldIds: [],
  fields: [{ id: 1, name: 'ts', required: false, type: { kind: 'timestamptz' } }],
});
const specs: readonly PartitionSpec[] = [
  {
    specId: 0,
    fields: [{ sourceIds: [1], fieldId: 1000, name: 'ts_day', transform: { kind: 'day' } }],
  },
];

function days(lower: number, upper: number): ManifestSource {
  const bound = (value: number) => {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setInt32(0, value, true);
    return bytes;
  };
  return {
    index: 0,
    input: undefined,
    manifest: {
      manifestPath: 'm',
      partitionSpecId: 0,
      content: 'data',
      sequenceNumber: 1n,
      minSequenceNumber: 1n,
      partitions: [{ containsNull: false, lowerBound: bound(lower), upperBound: bound(upper) }],
    },
  };
}

const DAY = 86_400e6;
const asked = (lower: number | undefined, upper: number | undefined) => [
  {
    fieldId: 1,
    name: 'ts',
    type: 'timestamptz',
    ranges: [
      {
        lower,
        upper,
        lowerInclusive: true,
        upperInclusive: false,
        lowerText: undefined,
        upperText: undefined,
      },
    ],
    words: '',
    short: '',
  },
];

// Day 20395 is 2025-11-03; the last of the partitions, 20400, ends where day 20401 (2025-11-09) begins.
it.each([
  [undefined, 20394 * DAY, 'The range of ts ends before its first partition, 2025-11-03.'],
  [
    20401 * DAY,
    undefined,
    'The range of ts begins after its last partition, which ends at 2025-11-09.',
  ],
  [20396 * DAY, 20397 * DAY, undefined],
])('%s to %s: %s', (lower, upper, reason) => {
  const manifests = [days(20395, 20396), days(20399, 20400)];
  expect(emptyReason(manifests, { specs }, schema, asked(lower, upper))).toBe(reason);
});

it('says what is never true, and why a comparison with NULL is not', () => {
  expect(neverTrue('user_id = NULL')).toMatch(/IS NULL asks for rows without a value/);
  expect(neverTrue('user_id IN ()')).toMatch(/never true/);
});

it.each([
  ['id = 99999999999999999999', true],
  ['id IN ()', true],
  ['id = NULL', true],
  ['id = 9223372036854775807', false],
  ['id < 0', false],
])('%s can match no row: %o', (where, expected) => {
  const long = parseSchema(
    { type: 'struct', fields: [{ id: 1, name: 'id', type: 'long', required: false }] },
    'test',
  );
  const language = makeLanguage(long, false);
  expect(language.isNeverTrue(language.parse(where).expression)).toBe(expected);
});

it.each([
  [
    'id BETWEEN 73 AND 70',
    ['id BETWEEN 73 AND 70 matches no row: BETWEEN takes the lower end first.'],
  ],
  ['id BETWEEN 70 AND 73', []],
  ['id BETWEEN 70 AND 70', []],
  ['id NOT BETWEEN 73 AND 70', []],
  // What holds the empty part is not told besides.
  [
    'id < 90 AND (id > 73 AND id < 70)',
    ['id > 73 AND id < 70 matches no row: its conditions exclude each other.'],
  ],
  [
    'id = 1 OR id BETWEEN 73 AND 70',
    ['id BETWEEN 73 AND 70 matches no row: BETWEEN takes the lower end first.'],
  ],
  ['id = NULL', []],
])('tells the empty ranges of %s', (where, expected) => {
  const long = parseSchema(
    { type: 'struct', fields: [{ id: 1, name: 'id', type: 'long', required: false }] },
    'test',
  );
  const language = makeLanguage(long, false);
  expect(language.emptyRanges(where, language.parse(where))).toEqual(expected);
});
