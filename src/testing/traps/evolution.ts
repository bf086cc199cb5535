/** Traps of changing a spec: what a statement leads to, and that nothing else moves. */
import { expect } from 'vitest';
import { evolve } from '../../evolution/evolve.ts';
import type { SpecStep } from '../../evolution/update-spec.ts';
import type { PartitionField, TableMetadata } from '../../metadata/records.ts';
import { tableMetadataFromJson } from '../../metadata/table-metadata.ts';
import { parseTransform, printTransform } from '../../transforms/transform.ts';
import type { TrapRow } from './rows.ts';

const COLUMNS = { id: 'long', ts: 'timestamp', s: 'string', d: 'date', i: 'int' };

/** Fields as `day(ts) ts_day`, numbered from 1000. */
function table(formatVersion: number, fields: readonly string[]): TableMetadata {
  const names = Object.keys(COLUMNS);
  return tableMetadataFromJson(
    {
      'format-version': formatVersion,
      'table-uuid': '00000000-0000-4000-8000-000000000001',
      location: 's3://lake/t',
      'last-sequence-number': 0,
      'last-updated-ms': 1,
      'last-column-id': 5,
      'current-schema-id': 0,
      schemas: [
        {
          type: 'struct',
          'schema-id': 0,
          fields: Object.entries(COLUMNS).map(([name, type], i) => ({
            id: i + 1,
            name,
            required: false,
            type,
          })),
        },
      ],
      'default-spec-id': 0,
      'partition-specs': [
        {
          'spec-id': 0,
          fields: fields.map((text, i) => {
            const [, transform, column = '', name] = /^(.*)\((.*)\) (.*)$/.exec(text) ?? [];
            const source = names.indexOf(column) + 1;
            return { 'field-id': 1000 + i, name, transform, 'source-id': source };
          }),
        },
      ],
      'last-partition-id': 999 + fields.length,
      properties: {},
      'sort-orders': [{ 'order-id': 0, fields: [] }],
      'default-sort-order-id': 0,
    },
    't',
  ).metadata;
}

/** `+ day(ts)`, `+ day(ts) AS x`, `- ts_day`. */
function stepOf(text: string): SpecStep {
  if (text.startsWith('- ')) return { kind: 'remove', name: text.slice(2) };
  const [term = '', name] = text.slice(2).split(' AS ');
  const [, transform = 'identity', column = term] = /^(.*)\((.*)\)$/.exec(term) ?? [];
  return { kind: 'add', term: { transform: parseTransform(transform), column }, name };
}

function textOf({ fieldId, name, transform }: PartitionField): string {
  return `${fieldId} ${name} ${printTransform(transform)}`;
}

/** What the last of the statements makes, each a list of steps, all in one commit. */
function row(
  id: string,
  what: string,
  version: number,
  fields: readonly string[],
  statements: readonly (readonly string[])[],
  expected: string,
): TrapRow {
  return {
    id,
    what,
    check: () => {
      let metadata = table(version, fields);
      const start = metadata;
      let last = '';
      for (const steps of statements) {
        const result = evolve(metadata, { steps: steps.map(stepOf) });
        if ('code' in result) throw new Error(result.message);
        ({ metadata } = result);
        last = `${result.outcome} ${result.spec.specId}: ${result.spec.fields.map(textOf).join(', ')}`;
      }
      expect(last).toBe(expected);
      expect(metadata.snapshots).toBe(start.snapshots);
      expect(metadata.partitionSpecs[0]).toEqual(start.partitionSpecs[0]);
    },
  };
}

export const EVOLUTION_TRAPS: readonly TrapRow[] = [
  row(
    'B102',
    'version 1 renames the void field when its transform comes back',
    1,
    ['identity(s) s'],
    [['- s'], ['+ s']],
    'new 2: 1000 s_1000 void, 1001 s identity',
  ),
  row(
    'B104',
    'a field dropped and added again in one change keeps its id under the new name',
    2,
    ['bucket[16](id) shard'],
    [['- shard', '+ bucket[16](id) AS new_shard']],
    'new 1: 1000 new_shard bucket[16]',
  ),
  row(
    'B110',
    'a replacement is one spec in one commit',
    2,
    ['day(ts) ts_day'],
    [['- ts_day', '+ hour(ts)']],
    'new 1: 1001 ts_hour hour',
  ),
  row(
    'B112',
    'a list of the whole layout drops what it leaves out',
    2,
    ['day(ts) ts_day', 'bucket[8](id) id_bucket'],
    [['- ts_day', '- id_bucket', '+ day(ts)']],
    'new 1: 1000 ts_day day',
  ),
  row(
    'B114',
    'another bucket count is another field',
    2,
    ['bucket[16](id) id_bucket_16'],
    [['- id_bucket_16', '+ bucket[8](id)']],
    'new 1: 1001 id_bucket_8 bucket[8]',
  ),
  row(
    'B116',
    'going back takes the earlier spec up again',
    2,
    ['identity(s) s'],
    [['+ bucket[4](id)'], ['- id_bucket_4']],
    'reused 0: 1000 s identity',
  ),
  row(
    'B222',
    'void may stand beside identity on one column',
    2,
    [],
    [['+ void(i)', '+ void(d)', '+ truncate[3](s)', '+ hour(ts)', '+ i']],
    'new 1: 1000 i_null void, 1001 d_null void, 1002 s_trunc_3 truncate[3], 1003 ts_hour hour, 1004 i identity',
  ),
];
