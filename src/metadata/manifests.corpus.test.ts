import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { type DeleteRow, type FileRow, type ManifestRow, readView } from '../testing/manifests.ts';
import { corpusFolder, fixturesFolder } from '../testing/shared.ts';
import type { Schema } from '../types/type.ts';
import type { TableMetadata } from './records.ts';
import { snapshotById } from './snapshots.ts';
import { parseTableMetadata } from './table-metadata.ts';

interface Answers {
  readonly location: string;
  readonly metadata: string;
  readonly snapshots: readonly {
    readonly id: string;
    readonly schemaId: number;
    readonly selected: string;
    readonly error?: string;
    readonly manifests: readonly ManifestRow[];
    readonly files: readonly FileRow[];
    readonly deletes: readonly DeleteRow[];
  }[];
}

interface Counts {
  views: number;
  manifests: number;
  files: number;
  deletes: number;
  problems: Map<string, number>;
}

/** Compares every view of a table with the reference's, file by file. */
async function checkTable(folder: string, answers: Answers, counts: Counts): Promise<void> {
  const bytes = readFileSync(join(folder, answers.metadata));
  const { metadata } = await parseTableMetadata(bytes, answers.metadata);
  for (const view of answers.snapshots) {
    if (view.error !== undefined) continue;
    const snapshot = snapshotById(metadata, BigInt(view.id));
    if (snapshot === undefined) throw new Error(`no snapshot ${view.id}`);
    const table = { folder, location: answers.location, metadata };
    const rows = await readView(table, snapshot, schemaById(metadata, view.schemaId));
    expect(rows.manifests).toEqual(
      view.manifests.map(({ path, content, specId }) => ({ path, content, specId })),
    );
    expect(rows.files).toEqual(view.files);
    expect(rows.deletes).toEqual(view.deletes);
    counts.views += 1;
    counts.manifests += rows.manifests.length;
    counts.files += rows.files.length;
    counts.deletes += rows.deletes.length;
    for (const { code } of rows.problems) {
      counts.problems.set(code, (counts.problems.get(code) ?? 0) + 1);
    }
  }
}

function schemaById(metadata: TableMetadata, id: number): Schema {
  const schema = metadata.schemas.find((s) => s.schemaId === id);
  if (schema === undefined) throw new Error(`no schema ${id}`);
  return schema;
}

function newCounts(): Counts {
  return { views: 0, manifests: 0, files: 0, deletes: 0, problems: new Map() };
}

function readAnswers(path: string): Answers {
  const bytes = readFileSync(path);
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return JSON.parse((isGzip ? gunzipSync(bytes) : bytes).toString()) as Answers;
}

describe('live files of the corpus’s tables', () => {
  const counts = newCounts();
  const names = readdirSync(join(corpusFolder(), 'answers')).filter((n) => n.endsWith('.json'));
  it.each(names)('%s', async (name) => {
    const answers = readAnswers(join(corpusFolder(), 'answers', name));
    const folder = join(corpusFolder(), 'tables', name.replace('.json', ''));
    await checkTable(folder, answers, counts);
  });

  it('are all compared', () => {
    console.log(counts);
    expect(counts.views).toBeGreaterThan(300);
  });
});

interface PublicTable {
  readonly table: string;
  readonly file: string;
  readonly status: string;
}

describe.skipIf(fixturesFolder() === undefined)('live files of others’ tables', () => {
  const counts = newCounts();
  const folder = join(corpusFolder(), 'public');
  const index = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as PublicTable[];
  const tables = index.filter((t) => t.status === 'ok');
  it.each(tables)('$table', async ({ table, file }) => {
    const answers = readAnswers(join(folder, 'answers', file));
    await checkTable(join(fixturesFolder() ?? '', table), answers, counts);
  });

  it('are all compared', () => {
    console.log(counts);
  });
});
