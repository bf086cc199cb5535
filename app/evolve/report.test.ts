import { describe, expect, it } from 'vitest';
import { applyDdl } from '../../src/evolution/ddl/apply.ts';
import { tableMetadataFromJson } from '../../src/metadata/table-metadata.ts';
import { evolveReport } from './report.ts';

const HOSTILE = '<img src=x onerror=alert(1)>';
const METADATA = tableMetadataFromJson(
  {
    'format-version': 2,
    'table-uuid': '9c12d441-03fe-4693-9a96-a0705ddf69c1',
    location: 's3://lake/t',
    'last-sequence-number': 0,
    'last-updated-ms': 0,
    'last-column-id': 1,
    'current-schema-id': 0,
    schemas: [
      {
        type: 'struct',
        'schema-id': 0,
        fields: [{ id: 1, name: HOSTILE, required: false, type: 'string' }],
      },
    ],
    'default-spec-id': 0,
    'partition-specs': [{ 'spec-id': 0, fields: [] }],
    'last-partition-id': 999,
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
  },
  'm',
).metadata;

describe('the report of a change', () => {
  const change = applyDdl(
    `ALTER TABLE t ADD PARTITION FIELD truncate(4, \`${HOSTILE}\`)`,
    'spark',
    METADATA,
  );
  if ('message' in change) throw new Error(change.message);
  const text = evolveReport(
    HOSTILE,
    { where: "a = '```'", rewrite: undefined, range: undefined },
    change,
    undefined,
    [],
  );

  it('says the change in each dialect', () => {
    expect(text).toContain('ADD PARTITION FIELD truncate(4, `<img src=x onerror=alert(1)>`)');
    expect(text.match(/^## /gm)?.length).toBeGreaterThan(2);
  });
  it('keeps text of the table from being markup, but in fences', () => {
    const outside = text.replace(/^```[\s\S]*?^```$/gm, '');
    expect(outside).toContain('# \\<img src=x onerror=alert\\(1\\)\\>: ');
    expect(outside).not.toMatch(/(?<!\\)</);
  });
});
