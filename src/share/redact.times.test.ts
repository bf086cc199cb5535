/** How far times move: what the calendar allows, and what is said of it. */
import { expect, it } from 'vitest';
import { utf8 } from '../base/bytes.ts';
import { printJson } from '../base/json.ts';
import { parseTableMetadata } from '../metadata/table-metadata.ts';
import { redactor } from './redact.ts';

const TIMES = { names: false, paths: false, text: false, numbers: false, times: true };
const TS = 1;

async function movedBy(
  transform: 'month' | 'year' | 'day',
  time: string,
  days: number,
  asked: 'month' | undefined = undefined,
) {
  const { metadata } = await parseTableMetadata(utf8(tableOf(transform)), 'v1.metadata.json');
  const [schema] = metadata.schemas;
  if (schema === undefined) throw new Error('no schema');
  const micros = BigInt(Date.parse(time)) * 1000n;
  const made = redactor({
    metadata,
    schema,
    snapshot: undefined,
    manifests: [],
    entries: [],
    literals: [
      { fieldId: TS, transform: undefined, value: micros },
      ...(asked === undefined ? [] : [{ fieldId: TS, transform: { kind: asked }, value: 674 }]),
    ],
    choice: TIMES,
    days,
  });
  const to = made.value(TS, undefined, micros) as bigint;
  return {
    to: new Date(Number(to / 1000n)).toISOString(),
    partition: made.value(TS, { kind: transform }, 0),
    literal: asked && made.value(TS, { kind: asked }, 674),
    notes: [...made.notes],
  };
}

function tableOf(transform: string): string {
  return printJson({
    'format-version': 2,
    'table-uuid': '9c12d441-03fe-4693-9a96-a0705ddf69c1',
    location: 's3://lake/t',
    'last-sequence-number': 0,
    'last-updated-ms': 1_700_000_000_000,
    'last-column-id': 1,
    'current-schema-id': 0,
    schemas: [
      {
        type: 'struct',
        'schema-id': 0,
        fields: [{ id: TS, name: 'ts', required: false, type: 'timestamp' }],
      },
    ],
    'default-spec-id': 0,
    'partition-specs': [
      { 'spec-id': 0, fields: [{ 'source-id': TS, 'field-id': 1000, name: 'p', transform }] },
    ],
    'last-partition-id': 1000,
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
  });
}

const known = (years: string) =>
  `Times move by ${years} years, as of every table divided or asked by month or year, and can be moved back by whoever knows that.`;

// The given days choose: even ones the first of two distances, odd ones the second.
it.each([
  ['month', '2026-03-01T10:00:00.000Z', 1000, '2054-03-01T10:00:00.000Z', 28, '28 or 56'],
  ['month', '2026-03-01T10:00:00.000Z', 1001, '2082-03-01T10:00:00.000Z', 56, '28 or 56'],
  ['year', '2043-12-31T23:59:59.000Z', 1001, '2099-12-31T23:59:59.000Z', 56, '28 or 56'],
  ['year', '2044-01-01T00:00:00.000Z', 1001, '2072-01-01T00:00:00.000Z', 28, '28'],
  ['month', '2071-12-31T00:00:00.000Z', 1001, '2099-12-31T00:00:00.000Z', 28, '28'],
  ['month', '2072-01-01T00:00:00.000Z', 1001, '2472-01-01T00:00:00.000Z', 400, '400'],
  ['month', '2015-02-28T00:00:00.000Z', 1001, '2099-02-28T00:00:00.000Z', 84, '28, 56 or 84'],
] as const)(
  'by %s, %s moves with %i to %s, and by whole years',
  async (transform, time, days, to, years, said) => {
    const moved = await movedBy(transform, time, days);
    expect(moved.to).toBe(to);
    expect(moved.partition).toBe(transform === 'month' ? years * 12 : years);
    expect(moved.notes).toContain(known(said));
  },
);

it('by day, moves as many days as are given, and claims no known distance', async () => {
  const moved = await movedBy('day', '2026-03-01T10:00:00.000Z', 1001);
  expect(Date.parse(moved.to) - Date.parse('2026-03-01T10:00:00Z')).toBe(1001 * 86_400_000);
  expect(moved.partition).toBe(1001);
  expect(moved.notes.join(' ')).not.toMatch(/moved back/);
});

it('by day, but asked for a month, moves by whole years too', async () => {
  // 674 months after 1970-01 is 2026-03; 28 years are 336 months and 10,227 days.
  const moved = await movedBy('day', '2026-03-01T10:00:00.000Z', 1000, 'month');
  expect(moved.literal).toBe(674 + 336);
  expect(moved.partition).toBe(10_227);
  expect(moved.notes).toContain(known('28 or 56'));
});
