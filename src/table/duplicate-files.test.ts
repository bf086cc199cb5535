import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { duplicateFiles } from './duplicate-files.ts';
import { snapshotView } from './session.ts';

async function opened(name: string) {
  const api = localApi();
  const table = await openFolder(join(corpusFolder(), 'tables', name), api);
  return { api, view: await snapshotView(table, api), location: table.metadata.location };
}

describe('data files listed twice (MF-18)', () => {
  it('are told, with where', async () => {
    const { api, view, location } = await opened('events');
    const [source] = view.manifests;
    if (source === undefined) throw new Error('no manifest');
    // The same entries under another name, as a writer leaves them that adds what is there already.
    const copy = {
      ...source,
      index: view.manifests.length,
      manifest: { ...source.manifest, manifestPath: 'copy.avro' },
    };
    const twice = { ...view, manifests: [...view.manifests, copy] };
    const [problem, ...others] = await duplicateFiles(twice, location, api);
    expect(others).toEqual([]);
    expect(problem?.code).toBe('file-listed-twice');
    expect(problem?.message).toMatch(
      /^(A data file is|\d+ data files are) listed more than once: s3:\/\/lake\/events\/data\/.* 2 times\.$/,
    );
    expect(problem?.place).toBe(`${source.manifest.manifestPath}, copy.avro`);
  });

  it.each(['events', 'logs_dv', 'clicks_big'])('are none in %s', async (name) => {
    const { api, view, location } = await opened(name);
    expect(await duplicateFiles(view, location, api)).toEqual([]);
  });
});
