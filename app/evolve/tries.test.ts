import { describe, expect, it } from 'vitest';
import { applyDdl } from '../../src/evolution/ddl/apply.ts';
import { READ_DIALECTS } from '../../src/evolution/dialects.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';
import { tableOf } from '../../src/testing/metadata.ts';
import { triesOf } from './tries.ts';

const metadata = tableOf({
  columns: [
    { id: 1, name: 'url', required: false, type: 'string' },
    { id: 2, name: 'ts', required: false, type: 'timestamptz' },
  ],
  lastColumnId: 2,
  partitionFields: [{ 'source-id': 2, 'field-id': 1000, name: 'ts_day', transform: 'day' }],
});

const counted = (values: number): TableMetadata => ({
  ...metadata,
  statistics: [
    {
      snapshotId: 1n,
      statisticsPath: 's',
      fileSizeInBytes: 1n,
      distinctValues: [[1, values]],
    },
  ] as unknown as TableMetadata['statistics'],
});

describe('statements to begin with', () => {
  it('divide by the values of a column only where few are known', () => {
    const by = 'ALTER TABLE t ADD PARTITION FIELD url';
    const bucketed = 'ALTER TABLE t ADD PARTITION FIELD bucket(16, url)';
    expect(triesOf(metadata, 't')).not.toContain(by);
    expect(triesOf(metadata, 't')).toContain(bucketed);
    expect(triesOf(counted(5000), 't')).not.toContain(by);
    expect(triesOf(counted(5), 't')).toContain(by);
    const listed = {
      specId: 1,
      fields: [
        { sourceIds: [1], fieldId: 1001, name: 'url', transform: { kind: 'identity' } as const },
      ],
    };
    const was = { ...metadata, partitionSpecs: [...metadata.partitionSpecs, listed] };
    expect(triesOf(was, 't')).toContain(by);
  });

  it('can all be applied, in every dialect, whatever the table is called', () => {
    for (const dialect of READ_DIALECTS) {
      for (const name of ['t', 'db.t', 'my table']) {
        const texts = triesOf(metadata, name, dialect);
        expect(texts.length).toBeGreaterThan(0);
        for (const text of texts) {
          expect(applyDdl(text, dialect, metadata)).not.toHaveProperty('message');
        }
      }
    }
  });
});
