/** Every table of the corpus, every view of it: the files that the reference found, in its order. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import type { SnapshotRequest } from '../metadata/snapshots.ts';
import { localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import type { FileRow, ManifestPicture } from './api.ts';
import { snapshotView } from './session.ts';

interface AnswerFile {
  readonly path: string;
  readonly manifest: number;
  readonly specId: number;
  readonly records: number;
}

interface Answers {
  readonly location: string;
  readonly metadata: string;
  readonly formatVersion: number;
  readonly snapshots: readonly AnswerView[];
}

interface AnswerView {
  readonly id: string;
  readonly schemaId: number;
  readonly selected: 'current' | 'branch' | 'tag' | 'snapshot';
  readonly ref?: string;
  readonly manifests: readonly {
    readonly path: string;
    readonly content: string;
    readonly specId: number;
  }[];
  readonly files: readonly AnswerFile[];
}

// Whole tables, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 60_000 });

const corpus = corpusFolder();
const names = [
  ...readdirSync(join(corpus, 'answers')).filter((name) => name.endsWith('.json')),
  ...readdirSync(join(corpus, 'answers/twins')).map((name) => `twins/${name}`),
].map((name) => name.replace(/\.json$/, ''));

const counts = { tables: 0, views: 0, files: 0 };
afterAll(() => {
  const { tables, views, files } = counts;
  console.log(
    `Corpus: ${tables} tables opened, ${views} views, ${files} live files as the reference has them.`,
  );
});

function requestOf({ id, selected, ref }: AnswerView): SnapshotRequest {
  if (selected === 'current') return {};
  return selected === 'snapshot' || ref === undefined ? { id: BigInt(id) } : { ref };
}

const api = localApi();

it.each(names)('%s', async (name) => {
  const answers = JSON.parse(
    readFileSync(join(corpus, 'answers', `${name}.json`), 'utf8'),
  ) as Answers;
  const table = await openFolder(join(corpus, 'tables', name), api);
  const short = (path: string) =>
    path.startsWith(`${answers.location}/`) ? path.slice(answers.location.length + 1) : path;
  expect(table.metadataFile).toBe(answers.metadata);
  expect(table.metadata.formatVersion).toBe(answers.formatVersion);
  counts.tables++;
  for (const answer of answers.snapshots) {
    if (answer.manifests === undefined) continue;
    const view = await snapshotView(table, api, requestOf(answer));
    expect(String(view.snapshot?.snapshotId)).toBe(answer.id);
    expect(view.schema.schemaId).toBe(answer.schemaId);
    const manifests = view.manifests.map(({ manifest }) => manifest);
    expect(manifests.map((m) => [short(m.manifestPath), m.content, m.partitionSpecId])).toEqual(
      answer.manifests.map((m) => [short(m.path), m.content, m.specId]),
    );
    const files = (await filesOf(view)).map((row) => ({
      path: short(row.filePath),
      manifest: row.index,
      specId: row.specId,
      records: Number(row.recordCount),
    }));
    expect(files).toEqual(
      answer.files.map(({ path, manifest, specId, records }) => ({
        path,
        manifest,
        specId,
        records,
      })),
    );
    counts.views++;
    counts.files += files.length;
  }
});

it('are 93 tables', () => {
  expect(counts.tables).toBe(93);
});

async function filesOf(
  view: Awaited<ReturnType<typeof snapshotView>>,
): Promise<readonly FileRow[]> {
  const { context } = view;
  const data = view.manifests.filter(({ manifest }) => manifest.content === 'data');
  const pictures: ManifestPicture[] = [];
  await api.drawManifests(
    { context, manifests: data },
    { onPicture: (picture) => pictures.push(picture) },
  );
  pictures.sort((a, b) => a.index - b.index);
  const rows: FileRow[] = [];
  for (const { index, entries } of pictures) {
    const manifest = view.manifests[index];
    if (manifest === undefined) throw new Error(`no manifest ${index}`);
    const request = { context, manifest, entries: [...entries], fieldIds: [1] };
    rows.push(...(await api.fileRows(request)));
  }
  return rows;
}
