/** Any legal sequence of changes leaves every snapshot's plan as it was: written, opened again and planned. */
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parseWhere } from '../expressions/where.ts';
import { fileSet } from '../io/file-set.ts';
import type { InputRef } from '../io/input.ts';
import { filesFromFolder } from '../io/node-files.ts';
import { corpusTables } from '../testing/answers/tables.ts';
import { plansOf, sampledWheres } from '../testing/bundles.ts';
import { HERE, localApi, openFolder } from '../testing/local-tables.ts';
import { type DrawnUpdate, drawnUpdates, takeUpdates } from '../testing/spec-changes.ts';
import { indexSchema } from '../types/schema.ts';
import type { TableApi } from './api.ts';
import type { BundleQuestion } from './bundle.ts';
import { changedMetadataText } from './changed-metadata.ts';
import { type OpenedTable, openTable, snapshotView } from './session.ts';

/** Of both format versions with layouts, dropped sources, voids, deletes, names that came back, and random ones. */
const TABLES = [
  'clicks',
  'dropped_source',
  'events',
  'logs_dv',
  'logs_mor',
  'names',
  'orders_v1',
  'pyiceberg_v1',
  'recycle',
  'users_bucket',
  'r7_02',
  'r7_14',
  'r7_36',
];
const RUNS = 8;
/** Snapshots of a table that are planned, evenly spread. */
const MOST_SNAPSHOTS = 5;

const counted = { tables: 0, changes: 0, plans: 0 };
afterAll(() =>
  console.log(
    `${counted.changes} changes of layout of ${counted.tables} tables leave ${counted.plans} plans of their snapshots as they were.`,
  ),
);

/** The table with the metadata file that the changes write in place of its own. */
async function reopened(
  table: OpenedTable,
  folder: string,
  updates: readonly DrawnUpdate[],
  api: TableApi,
): Promise<OpenedTable> {
  const { changes, metadata } = takeUpdates(table.metadata, updates);
  counted.changes += changes.filter(({ outcome }) => outcome !== 'unchanged').length;
  const options = { location: table.metadataFile, nowMs: table.metadata.lastUpdatedMs + 1n };
  const text = await changedMetadataText(table.metadataInput, changes, options, HERE);
  const files = await filesFromFolder(folder);
  const changed = 'metadata/99999-changed.metadata.json';
  const ref: InputRef = { kind: 'blob', name: changed, blob: new Blob([text]) };
  const refs = files.paths().map((path) => [path, files.get(path) as InputRef] as const);
  const source = { kind: 'files', files: fileSet(files.name, [...refs, [changed, ref]]) } as const;
  const outcome = await openTable(source, api, { ...HERE, metadataFile: changed });
  if (outcome.kind !== 'table') throw new Error(`${folder} holds several tables`);
  expect(outcome.table.metadata.partitionSpecs).toEqual(metadata.partitionSpecs);
  expect(outcome.table.metadata.defaultSpecId).toBe(metadata.defaultSpecId);
  return outcome.table;
}

async function plansOfAll(table: OpenedTable, wheres: readonly string[], api: TableApi) {
  const { snapshots } = table.metadata;
  const step = Math.ceil(snapshots.length / MOST_SNAPSHOTS);
  const all: unknown[] = [];
  for (const { snapshotId } of snapshots.filter((_, i) => i % step === 0)) {
    const view = await snapshotView(table, api, { id: snapshotId });
    for (const where of wheres) {
      const { expression: filter, errors } = parseWhere(where, indexSchema(view.schema), {
        caseSensitive: true,
      });
      // Of another snapshot's schema.
      if (errors.length > 0) continue;
      const question: BundleQuestion = { where, filter, caseSensitive: true, profile: 'safe' };
      const plans = await plansOf(view, api, question);
      all.push([snapshotId, where, plans]);
    }
  }
  return all;
}

const asked = corpusTables().filter(({ name }) => TABLES.includes(name));

describe('any legal sequence of changes', () => {
  it('is tried on every table of the list', () => {
    expect(asked.map(({ name }) => name)).toEqual(TABLES.toSorted());
  });

  it.each(asked.map((one) => [one.name, one] as const))('%s', async (_name, { folder, ...one }) => {
    const api = localApi();
    const table = await openFolder(folder, api);
    const wheres = sampledWheres({ folder, ...one });
    const before = await plansOfAll(table, wheres, api);
    expect(before.length).toBeGreaterThan(0);
    counted.tables++;
    const changed = counted.changes;
    await fc.assert(
      fc.asyncProperty(drawnUpdates, async (updates) => {
        const copy = await reopened(table, folder, updates, api);
        const after = await plansOfAll(copy, wheres, api);
        counted.plans += after.length;
        expect(after).toEqual(before);
      }),
      { numRuns: RUNS },
    );
    expect(counted.changes - changed).toBeGreaterThan(RUNS / 2);
  });
});
