import { expect, it } from 'vitest';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import type { FileBounds } from '../../src/table/api.ts';
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

/** Partitioned by the columns of the ids, on 2026-09-03. */
function tableOf(...sourceIds: readonly number[]) {
  const spec = {
    specId: 0,
    fields: sourceIds.map((id) => {
      return {
        sourceIds: [id],
        fieldId: 999 + id,
        name: `p${id}`,
        transform: { kind: 'identity' },
      };
    }),
  };
  return {
    partitionSpecs: [spec as unknown as PartitionSpec],
    lastUpdatedMs: BigInt(Date.UTC(2026, 8, 3, 7)),
  };
}

it.each([
  [
    'a time',
    schemaOf(['at', 'timestamptz']),
    tableOf(),
    ['2026-03-01 10:15:00'],
    "at >= TIMESTAMP '2026-09-03 00:00:00'",
    'at = 2026-03-01 10:15',
  ],
  [
    'a date that partitions',
    schemaOf(['n', 'int'], ['d', 'date']),
    tableOf(2),
    ['7', '2026-02-28'],
    "d >= DATE '2026-09-03'",
    'd = 2026-02-28, n = 7',
  ],
  [
    'a key that partitions',
    schemaOf(['at', 'timestamp'], ['k', 'long']),
    tableOf(2),
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
  expect(conditionHint(schema, table)).toBe(condition);
  expect(rowHint(rowColumns(schema, table), rowOf(...lowest))).toBe(row);
});
