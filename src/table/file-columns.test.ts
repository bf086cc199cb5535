/**
 * Data files of corpus tables: what their footers say of each column is what is known without them, as far as the
 * snapshot that wrote a file tells its schema.
 */
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { filesFromFolder } from '../io/node-files.ts';
import { parseNameMapping } from '../metadata/name-mapping.ts';
import {
  columnsAsWritten,
  type FileColumn,
  type Resolution,
  resolveColumns,
  withoutIds,
} from '../metadata/resolve-columns.ts';
import { HERE, localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { SAFE } from '../types/profile.ts';
import { indexSchema } from '../types/schema.ts';
import type { FileRow, ManifestFileIds, ManifestPicture, PartitionTuple } from './api.ts';
import { type OpenedTable, openTable, type SnapshotView, snapshotView } from './session.ts';

vi.setConfig({ testTimeout: 60_000 });

const tables = join(corpusFolder(), 'tables');
const api = localApi();

interface LiveFile {
  readonly row: FileRow;
  readonly tuple: PartitionTuple;
  readonly snapshotId: bigint;
  readonly outside: boolean;
  readonly lacksPartitionColumns: boolean;
}

/** Bit 31 of `counted` and no other: counts, but of none of the asked columns. */
const HAS_COUNTS = 0x80000000;

function identityColumns(table: OpenedTable, specId: number): readonly number[] {
  const spec = table.metadata.partitionSpecs.find((candidate) => candidate.specId === specId);
  return (spec?.fields ?? [])
    .filter(({ transform }) => transform.kind === 'identity')
    .flatMap(({ sourceIds }) => sourceIds);
}

async function liveFiles(table: OpenedTable, view: SnapshotView): Promise<readonly LiveFile[]> {
  const { context, manifests } = view;
  const files: LiveFile[] = [];
  for (const manifest of manifests) {
    let picture: ManifestPicture | undefined;
    let ids: ManifestFileIds | undefined;
    const request = { context, manifests: [manifest] };
    const own = identityColumns(table, manifest.manifest.partitionSpecId);
    await api.drawManifests(request, {
      onPicture: (one) => {
        picture = one;
      },
    });
    await api.identifyFiles(
      { ...request, location: table.metadata.location, fieldIds: own },
      {
        onFiles: (one) => {
          ids = one;
        },
      },
    );
    const entries = [...(picture?.entries ?? [])];
    const rows = await api.fileRows({ context, manifest, entries, fieldIds: [] });
    for (const [i, row] of rows.entries()) {
      files.push({
        row,
        tuple: picture?.partitions[picture.partitionOf[i] ?? 0] as PartitionTuple,
        snapshotId: ids?.snapshotIds[i] ?? -1n,
        outside: ids?.outside[i] === 1,
        lacksPartitionColumns: own.length > 0 && (ids?.counted[i] ?? 0) >>> 0 === HAS_COUNTS,
      });
    }
  }
  return files;
}

function resolve(
  table: OpenedTable,
  view: SnapshotView,
  file: LiveFile,
  columns: readonly FileColumn[],
) {
  const { metadata } = table;
  const mapping = metadata.properties['schema.name-mapping.default'];
  const spec = metadata.partitionSpecs.find(({ specId }) => specId === file.row.specId);
  return resolveColumns({
    schema: indexSchema(view.schema),
    file: columns,
    spec: spec ?? { specId: -1, fields: [] },
    tuple: file.tuple.values,
    mapping: mapping === undefined ? undefined : parseNameMapping(mapping, 'the property'),
    tableIds: new Set(metadata.schemas.flatMap((s) => [...indexSchema(s).byId.keys()])),
    profile: SAFE,
  });
}

const rules = ({ columns }: Resolution) =>
  columns.map(({ name, source }) => `${name} ${source.rule}`);

function asWritten(table: OpenedTable, file: LiveFile): readonly FileColumn[] {
  const { metadata } = table;
  const snapshot = metadata.snapshots.find(({ snapshotId }) => snapshotId === file.snapshotId);
  const schema = metadata.schemas.find(({ schemaId }) => schemaId === snapshot?.schemaId);
  if (schema === undefined) throw new Error(`no schema of ${file.row.filePath}`);
  const columns = columnsAsWritten(schema);
  if (!file.lacksPartitionColumns) return columns;
  const own = new Set(identityColumns(table, file.row.specId));
  return withoutIds(columns.filter(({ fieldId }) => !own.has(fieldId ?? -1)));
}

async function footerColumns(table: OpenedTable, row: FileRow): Promise<readonly FileColumn[]> {
  const input = table.locate(row.filePath);
  if (input === undefined) throw new Error(`${row.filePath} is not at hand`);
  const { columns } = await api.readFooter({ input, fileSizeInBytes: row.fileSizeInBytes });
  return columns;
}

describe('columns by the footer are those by the writer’s schema', () => {
  it.each(['events', 'promoted', 'names', 'dropped_source', 'v3_types', 'clicks'])(
    '%s',
    async (name) => {
      const table = await openFolder(join(tables, name), api);
      const view = await snapshotView(table, api);
      const files = await liveFiles(table, view);
      for (const file of files) {
        expect([file.outside, file.lacksPartitionColumns]).toEqual([false, false]);
        const known = resolve(table, view, file, asWritten(table, file));
        const sure = resolve(table, view, file, await footerColumns(table, file.row));
        expect(rules(known), file.row.filePath).toEqual(rules(sure));
        expect(known.unread.map(({ why }) => why)).toEqual(sure.unread.map(({ why }) => why));
      }
    },
  );
});

describe('dropped_source', () => {
  it('reads null where the file’s column of the name is the dropped one', async () => {
    const table = await openFolder(join(tables, 'dropped_source'), api);
    const view = await snapshotView(table, api);
    const found = new Map<string, number>();
    for (const file of await liveFiles(table, view)) {
      const { columns } = resolve(table, view, file, await footerColumns(table, file.row));
      const region = columns.find(({ name }) => name === 'region');
      const key = `${region?.source.rule}, ${region?.namesake === undefined ? 'no' : 'a'} namesake`;
      found.set(key, (found.get(key) ?? 0) + Number(file.row.recordCount));
    }
    // The story: 30 rows with the old region, 12 without any, 21 with the new one.
    expect([...found].sort()).toEqual([
      ['id, no namesake', 21],
      ['null, a namesake', 30],
      ['null, no namesake', 12],
    ]);
  });
});

describe('migrated', () => {
  it('finds columns of files without ids by mapping and partition', async () => {
    const files = await filesFromFolder(tables);
    const outcome = await openTable({ kind: 'files', files }, api, { ...HERE, root: 'migrated' });
    if (outcome.kind !== 'table') throw new Error('several tables');
    const { table } = outcome;
    const view = await snapshotView(table, api);
    const live = await liveFiles(table, view);
    const groups = new Map<string, number>();
    for (const file of live) {
      // Those taken over lie beside the table, and their statistics lack the path's columns.
      expect(file.lacksPartitionColumns).toBe(file.outside);
      const sure = resolve(table, view, file, await footerColumns(table, file.row));
      expect(sure.hasIds).toBe(!file.outside);
      expect(rules(resolve(table, view, file, asWritten(table, file)))).toEqual(rules(sure));
      const key = rules(sure).join(', ');
      groups.set(key, (groups.get(key) ?? 0) + Number(file.row.recordCount));
    }
    // The story: 25 rows taken over, 24 written; amount is total now.
    expect([...groups].sort()).toEqual([
      ['id id, total id, ts id, region id, dt id', 24],
      ['id mapping, total mapping, ts mapping, region partition, dt partition', 25],
    ]);
  });
});
