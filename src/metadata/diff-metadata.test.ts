import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { metadataHistory } from '../table/session.ts';
import { localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { diffMetadata, type MetadataChange } from './diff-metadata.ts';
import type { TableMetadata } from './records.ts';

vi.setConfig({ testTimeout: 60_000 });

async function versionsOf(table: string): Promise<readonly TableMetadata[]> {
  const api = localApi();
  const opened = await openFolder(join(corpusFolder(), 'tables', table), api);
  return (await metadataHistory(opened, api)).versions.map(({ metadata }) => metadata);
}

/** What is new in every metadata file. */
const ALWAYS = new Set(['last-updated-ms', 'metadata-log']);
const words = (changes: readonly MetadataChange[]) =>
  changes
    .filter(({ path }) => !ALWAYS.has(path[0] ?? ''))
    .map(({ kind, path, before, after }) => [kind, path.join('/'), before, after].join(' | '));

describe('diffMetadata', () => {
  it('nothing differs from itself', async () => {
    for (const metadata of await versionsOf('pyiceberg_v1')) {
      expect(diffMetadata(metadata, metadata)).toEqual([]);
    }
  });
  it('tells a change of layout, which writes no snapshot', async () => {
    // stories/events.sql: create, two inserts, then ADD PARTITION FIELD months(ts) AS event_month.
    const versions = await versionsOf('events');
    const [, , before, after] = versions;
    expect(words(diffMetadata(before as TableMetadata, after as TableMetadata))).toEqual([
      'added | partition-specs/1 |  | event_month = month(2)',
      'changed | default-spec-id | 0 | 1',
      'changed | last-partition-id | 999 | 1000',
    ]);
  });
  it('tells a new schema by what changed, and a commit by its time', async () => {
    // stories/events.sql: ts becomes event_ts before the third insert.
    const versions = await versionsOf('events');
    const changes = versions.slice(1).flatMap((after, i) => {
      const before = versions[i] as TableMetadata;
      return words(diffMetadata(before, after));
    });
    expect(changes).toContain('added | schemas/1 |  | 2: ts timestamp → event_ts timestamp');
    expect(changes.filter((line) => line.startsWith('added | snapshots/'))[0]).toMatch(
      /\| append at \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/,
    );
  });
  it('tells a commit', async () => {
    const [before, after] = await versionsOf('events');
    const changes = diffMetadata(before as TableMetadata, after as TableMetadata);
    expect(changes.map(({ kind, path }) => `${kind} ${path[0]}`)).toEqual([
      'changed last-sequence-number',
      'changed last-updated-ms',
      'added current-snapshot-id',
      'added snapshots',
      'added snapshot-log',
      'added metadata-log',
      'added refs',
    ]);
  });
  it('tells a renamed column within two schemas of one id', () => {
    const metadataOf = (name: string): TableMetadata =>
      ({
        formatVersion: 1,
        schemas: [
          {
            schemaId: 0,
            identifierFieldIds: [],
            fields: [{ id: 1, name, required: false, type: { kind: 'int' } }],
          },
        ],
        partitionSpecs: [],
        properties: {},
        snapshots: [],
        snapshotLog: [],
        metadataLog: [],
        sortOrders: [],
        refs: [],
        statistics: [],
        partitionStatistics: [],
      }) as unknown as TableMetadata;
    expect(words(diffMetadata(metadataOf('a'), metadataOf('b')))).toEqual([
      'changed | schemas/0/1 | a int | b int',
    ]);
  });
});
