/**
 * Rows after deletes, of every data file of the corpus's tables whose deletes are at hand: counted by reading them, and as far as
 * metadata tells, against the rows that the reference was left with.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { parseJson } from '../base/json.ts';
import type { FileExplanation } from '../planning/explanation.ts';
import { corpusTables } from '../testing/answers/tables.ts';
import { localApi, openFolder } from '../testing/local-tables.ts';
import { fixturesFolder } from '../testing/shared.ts';
import type { TableApi } from './api.ts';
import { liveRowsRequest } from './live-rows-request.ts';
import { type OpenedTable, snapshotView } from './session.ts';

interface Answers {
  readonly snapshots: readonly {
    readonly files: readonly { readonly path: string; readonly records: number }[];
    readonly deletes: readonly { readonly content: string }[];
    readonly cases: readonly {
      readonly predicate: unknown;
      readonly matching: readonly number[];
      readonly matchingLive?: readonly number[];
    }[];
  }[];
}

/** All files of the current snapshot, explained without a condition. */
async function explained(table: OpenedTable, api: TableApi): Promise<FileExplanation[]> {
  const view = await snapshotView(table, api);
  const question = {
    context: view.context,
    filter: { kind: 'true' },
    caseSensitive: false,
    profile: 'safe',
  } as const;
  const data = view.manifests.filter(({ manifest }) => manifest.content === 'data');
  const deleteManifests = view.manifests.filter(({ manifest }) => manifest.content === 'deletes');
  const entries = new Map<number, Uint32Array>();
  await api.drawManifests(
    { context: view.context, manifests: data },
    { onPicture: (picture) => entries.set(picture.index, picture.entries) },
  );
  const files: FileExplanation[] = [];
  for (const manifest of data) {
    for (const entry of entries.get(manifest.index) ?? []) {
      files.push(await api.explain({ ...question, manifest, entry, deleteManifests }));
    }
  }
  return files;
}

const tables = corpusTables().flatMap((table) => {
  const [view] = (parseJson(readFileSync(table.answers, 'utf8'), '') as Answers).snapshots;
  const all = view?.cases.find(({ predicate }) => JSON.stringify(predicate) === '["true"]');
  if (view === undefined || all === undefined || view.deletes.length === 0) return [];
  return [{ ...table, view, live: all.matchingLive ?? all.matching }];
});
const seen = { vector: 0, position: 0 };

describe('rows after deletes', () => {
  test.each(tables)('$name', async ({ folder, view, live }) => {
    const api = localApi();
    const table = await openFolder(folder, api);
    const files = await explained(table, api);
    expect(files.length).toBe(view.files.length);
    for (const [i, file] of files.entries()) {
      const expected = live[i] as number;
      if (expected < 0 || file.deletes.length === 0) continue;
      const { least, most } = file.rowsLeft as { least: bigint; most: bigint };
      expect(least <= expected && expected <= most, file.filePath).toBe(true);
      const isVector = file.deletes.every(({ kind }) => kind === 'deletion vector');
      if (isVector) expect([least, most]).toEqual([BigInt(expected), BigInt(expected)]);
      const request = liveRowsRequest(file, table.locate);
      if (request === undefined) continue;
      seen[isVector ? 'vector' : 'position']++;
      const counted = await api.countLiveRows(request);
      expect([file.filePath, counted]).toEqual([
        file.filePath,
        { rows: BigInt(expected), problems: [] },
      ]);
    }
  });

  test('are of both kinds', () => {
    console.log(`rows after deletes: ${seen.vector} by vectors, ${seen.position} by positions`);
    expect(Math.min(seen.vector, seen.position)).toBeGreaterThan(20);
  });
});

const fixtures = fixturesFolder();

describe.skipIf(fixtures === undefined)('of others’ tables', () => {
  it('a vector in a file without a footer is counted, and the lack is told', async () => {
    const folder = join(
      fixtures as string,
      'duckdb__duckdb-iceberg/data/persistent/legacy_bare_deletion_vector/warehouse/default/legacy_bare_deletion_vector',
    );
    const api = localApi();
    const table = await openFolder(folder, api);
    const [file] = (await explained(table, api)).filter(({ deletes }) => deletes.length > 0);
    const request = liveRowsRequest(file as FileExplanation, table.locate);
    const { rows, problems } = await api.countLiveRows(request as NonNullable<typeof request>);
    expect(rows).toBe((file as FileExplanation).rowsLeft?.least);
    expect(problems.map(({ code }) => code)).toEqual(['puffin-footer']);
  });
});
