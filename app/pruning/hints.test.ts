import { expect, it } from 'vitest';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import { indexSchema } from '../../src/types/schema.ts';
import type { PrimitiveType } from '../../src/types/type.ts';
import { conditionHint, rowHint } from './hints.ts';

function schemaOf(...kinds: readonly (readonly [name: string, kind: PrimitiveType['kind']])[]) {
  const fields = kinds.map(([name, kind], i) => {
    return { id: i + 1, name, required: false, type: { kind } as PrimitiveType };
  });
  return indexSchema({ schemaId: 0, identifierFieldIds: [], fields });
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
    "at >= TIMESTAMP '2026-09-03 00:00:00'",
    'at = 2026-09-03 10:15',
  ],
  [
    'a date that partitions',
    schemaOf(['n', 'int'], ['d', 'date']),
    tableOf(2),
    "d >= DATE '2026-09-03'",
    'd = 2026-09-03, n = …',
  ],
  [
    'a key that partitions',
    schemaOf(['at', 'timestamp'], ['k', 'long']),
    tableOf(2),
    'k = …',
    'k = …, at = 2026-09-03 10:15',
  ],
  [
    'a name that needs quotes',
    schemaOf(['my key', 'string']),
    tableOf(),
    '"my key" = …',
    '"my key" = …',
  ],
  ['no column', schemaOf(), tableOf(), undefined, undefined],
] as const)('of %s', (_, schema, table, condition, row) => {
  expect(conditionHint(schema, table)).toBe(condition);
  expect(rowHint(schema, table)).toBe(row);
});
