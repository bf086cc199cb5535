import { expect, it } from 'vitest';
import type { ManifestFile, PartitionSpec } from '../../src/metadata/records.ts';
import type { FileBounds } from '../../src/table/api.ts';
import type { Transform } from '../../src/transforms/transform-type.ts';
import { indexSchema } from '../../src/types/schema.ts';
import type { PrimitiveType } from '../../src/types/type.ts';
import { conditionHint, rowColumns, rowHint } from './hints.ts';

function schemaOf(...kinds: readonly (readonly [name: string, kind: PrimitiveType['kind']])[]) {
  const fields = kinds.map(([name, kind], i) => {
    return { id: i + 1, name, required: false, type: { kind } as PrimitiveType };
  });
  return indexSchema({ schemaId: 0, identifierFieldIds: [], fields });
}

/** A file whose lowest values are these, by field id. */
function rowOf(...lowest: readonly string[]) {
  return {
    bounds: lowest.map(
      (lower, i): FileBounds => ({
        fieldId: i + 1,
        lower,
        upper: lower,
        lowerPosition: undefined,
        upperPosition: undefined,
        nullCount: undefined,
        nanCount: undefined,
        valueCount: undefined,
      }),
    ),
  };
}

/** Partitioned by the columns of the ids. */
function tableOf(sourceIds: readonly number[] = [], transform: Transform = { kind: 'identity' }) {
  const fields = sourceIds.map((id) => {
    return { sourceIds: [id], fieldId: 999 + id, name: `p${id}`, transform };
  });
  return { partitionSpecs: [{ specId: 0, fields } as PartitionSpec] };
}

/** Of one partition field each, which begins with these bytes. */
function manifestsOf(...lowest: readonly Uint8Array[]): readonly ManifestFile[] {
  return lowest.map((lowerBound) => ({
    manifestPath: 'm',
    partitionSpecId: 0,
    content: 'data',
    sequenceNumber: 1n,
    minSequenceNumber: 1n,
    partitions: [{ containsNull: false, lowerBound, upperBound: lowerBound }],
  }));
}

function int(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value, true);
  return bytes;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

it.each([
  // Day 20,513 is 2026-03-01.
  [
    'days',
    'timestamptz',
    { kind: 'day' },
    [20_513, 20_000],
    "c >= TIMESTAMP '2026-03-01 00:00:00'",
  ],
  ['a date', 'date', { kind: 'identity' }, [20_513], "c >= DATE '2026-03-01'"],
  ['whole numbers', 'int', { kind: 'identity' }, [3, 7], 'c = 7'],
  ['numbers that are spread', 'int', { kind: 'bucket', numBuckets: 4 }, [3], 'c = …'],
] as const)('offers a condition on what manifests have: %s', (_, kind, transform, lowest, hint) => {
  const manifests = manifestsOf(...lowest.map(int));
  expect(conditionHint(schemaOf(['c', kind]), tableOf([1], transform), manifests)).toBe(hint);
});

it('offers a text that manifests have, as a literal', () => {
  const manifests = manifestsOf(utf8("O'Neil"), utf8('B'));
  const schema = schemaOf(['c', 'string']);
  expect(conditionHint(schema, tableOf([1]), manifests)).toBe("c = 'O''Neil'");
  expect(conditionHint(schema, tableOf([1]), manifestsOf(utf8('a'.repeat(25))))).toBe('c = …');
});

it.each([
  [
    'a time',
    schemaOf(['at', 'timestamptz']),
    tableOf(),
    ['2026-03-01 10:15:00'],
    "at >= TIMESTAMP '…'",
    'at = 2026-03-01 10:15',
  ],
  [
    'a date that partitions',
    schemaOf(['n', 'int'], ['d', 'date']),
    tableOf([2]),
    ['7', '2026-02-28'],
    "d >= DATE '…'",
    'd = 2026-02-28, n = 7',
  ],
  [
    'a key that partitions',
    schemaOf(['at', 'timestamp'], ['k', 'long']),
    tableOf([2]),
    ['2026-03-01 10:15:30.5'],
    'k = …',
    'k = …, at = 2026-03-01 10:15:30.5',
  ],
  [
    'a name and a value that need quotes',
    schemaOf(['my key', 'string']),
    tableOf(),
    ['this, that'],
    '"my key" = …',
    `"my key" = 'this, that'`,
  ],
  [
    'a value too long to be shown',
    schemaOf(['k', 'string']),
    tableOf(),
    ['a'.repeat(25)],
    'k = …',
    'k = …',
  ],
  ['no column', schemaOf(), tableOf(), [], undefined, undefined],
] as const)('of %s', (_, schema, table, lowest, condition, row) => {
  // Without manifests nothing is known.
  expect(conditionHint(schema, table, [])).toBe(condition);
  expect(rowHint(rowColumns(schema, table), rowOf(...lowest))).toBe(row);
});
