import { expect, it } from 'vitest';
import { buildEntries } from '../testing/entries.ts';
import { bytesColumnOf } from './bytes-column.ts';
import { longAt } from './entries.ts';
import { sharedBytes, withSharedColumns, withSharedMetrics } from './shared-columns.ts';

const INT = { kind: 'int' } as const;

it('shares what is equal, and nothing else', () => {
  const rows = [10n, 20n, 30n].map((records) => {
    const values = Number(records);
    return {
      records,
      metrics: { 1: { values, nulls: 0, lower: 1 }, 2: { values, nulls: values } },
    };
  });
  const sequence = (row: number) => BigInt(row < 2 ? 7 : 8);
  const entries = buildEntries(
    rows.map((row, i) => ({ ...row, sequence: sequence(i) })),
    { 1: INT, 2: INT },
  );
  const shared = withSharedColumns(entries);
  // All were added by one snapshot.
  expect(shared).toEqual({ ...entries, snapshotIds: 1n });
  const [one, two] = [shared.metrics.get(1), shared.metrics.get(2)];
  expect(one?.valueCounts).toBe(shared.recordCounts);
  expect(two?.valueCounts).toBe(shared.recordCounts);
  expect(two?.nullValueCounts).toBe(shared.recordCounts);
  expect(one?.nanValueCounts.buffer).toBe(shared.firstRowIds.buffer);
  expect(shared.fileSequenceNumbers).toBe(shared.dataSequenceNumbers);
  expect([0, 1, 2].map((row) => longAt(shared.fileSequenceNumbers, row))).toEqual([7n, 7n, 8n]);
  expect(one?.nullValueCounts).not.toBe(two?.nullValueCounts);
});

it('shares among metrics alone, but not between kinds of arrays', () => {
  const counts = () => BigInt64Array.of(0n, 1n);
  const bounds = () => bytesColumnOf([Uint8Array.of(1), Uint8Array.of(2)]);
  const column = {
    fieldId: 1,
    valueCounts: counts(),
    nullValueCounts: counts(),
    nanValueCounts: BigInt64Array.of(0n, 2n),
    lowerBounds: { ...bounds(), length: Int32Array.of(0, 1) },
    upperBounds: bounds(),
    mapsPresent: Uint8Array.of(7, 7),
  };
  const recordCounts = counts();
  const shared = withSharedMetrics(new Map([[1, column]]), { recordCounts }).get(1);
  expect(shared).toEqual(column);
  expect(shared?.nullValueCounts).toBe(recordCounts);
  expect(shared?.valueCounts).toBe(recordCounts);
  expect(shared?.nanValueCounts).not.toBe(shared?.valueCounts);
  // 0 and 1 as offsets and as lengths.
  expect(shared?.upperBounds.start.buffer).not.toBe(shared?.lowerBounds.length.buffer);
});

it('shares what holds one value with other manifests, unless that is much longer', () => {
  const sharedOf = (count: number) =>
    withSharedColumns(
      buildEntries(
        Array.from({ length: count }, () => ({ records: 5n })),
        {},
      ),
    );
  const [long, less, few] = [sharedOf(1000), sharedOf(600), sharedOf(3)];
  expect(less.recordCounts).toEqual(new BigInt64Array(600).fill(5n));
  expect(less.recordCounts.buffer).toBe(long.recordCounts.buffer);
  expect(less.filePaths.tail).toEqual(new Uint16Array(600));
  expect(less.filePaths.tail.buffer).toBe(long.filePaths.tail.buffer);
  expect(few.recordCounts).toEqual(BigInt64Array.of(5n, 5n, 5n));
  expect(few.recordCounts.buffer.byteLength).toBe(24);
  expect(long.firstRowIds.buffer).not.toBe(long.recordCounts.buffer);
});

it('shares the places of values of one length, and bytes that are all the same', () => {
  const columnOf = (count: number) => {
    const counts = BigInt64Array.from({ length: count }, (_, i) => BigInt(i % 7));
    const parts = Array.from({ length: count }, () => Uint8Array.of(1, 2, 3));
    const odd = parts.map((part, i) => (i === 5 ? undefined : part));
    return withSharedMetrics(
      new Map([
        [
          1,
          {
            fieldId: 1,
            valueCounts: counts,
            nullValueCounts: counts,
            nanValueCounts: counts,
            lowerBounds: bytesColumnOf(parts),
            upperBounds: bytesColumnOf(odd),
            mapsPresent: new Uint8Array(count).fill(7),
          },
        ],
      ]),
      { recordCounts: counts },
    ).get(1);
  };
  const [long, less] = [columnOf(1000), columnOf(600)];
  // 3 bytes each: 0, 3, 6 and so on.
  expect([...(less?.lowerBounds.start ?? [])]).toEqual(
    Array.from({ length: 600 }, (_, i) => 3 * i),
  );
  expect(less?.lowerBounds.start.buffer).toBe(long?.lowerBounds.start.buffer);
  expect(less?.lowerBounds.length.buffer).toBe(long?.lowerBounds.length.buffer);
  expect(less?.upperBounds.start.buffer).not.toBe(long?.upperBounds.start.buffer);
  expect([...(less?.upperBounds.length ?? [])].slice(4, 7)).toEqual([3, -1, 3]);
  expect(less?.mapsPresent).toEqual(new Uint8Array(600).fill(7));
  expect(less?.mapsPresent.buffer).toBe(long?.mapsPresent.buffer);
  const mixed = Uint8Array.of(1, 1, 2);
  expect(sharedBytes(mixed)).toBe(mixed);
  expect(sharedBytes(new Uint8Array(0))).toEqual(new Uint8Array(0));
});
