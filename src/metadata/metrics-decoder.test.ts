import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { snapshotView } from '../table/session.ts';
import { localApi, openFolder } from '../testing/local-tables.ts';
import { corpusFolder } from '../testing/shared.ts';
import { decodeMetrics } from './manifest.ts';
import { metricsDecoder } from './metrics-decoder.ts';

/** Large and small, with and without what others have, and the first again at the end. */
async function manifestsOf(...tables: string[]) {
  const all: { bytes: Uint8Array; request: Parameters<typeof decodeMetrics>[1] }[] = [];
  for (const table of tables) {
    const api = localApi();
    const view = await snapshotView(
      await openFolder(join(corpusFolder(), 'tables', table), api),
      api,
    );
    for (const { manifest, input } of view.manifests) {
      if (input?.kind !== 'path') continue;
      const request = { manifest, metricsFieldIds: [1, 2, 3, 4, 5] };
      all.push({ bytes: new Uint8Array(readFileSync(input.path)), request });
    }
  }
  return [...all, ...all.slice(0, 1)];
}

it('gives of each manifest what decoding it alone gives, whatever came before', async () => {
  const manifests = await manifestsOf('events', 'logs_mor', 'clicks');
  expect(manifests.length).toBeGreaterThan(6);
  const decode = metricsDecoder();
  let pauses = 0;
  const pause = async () => {
    pauses++;
  };
  for (const { bytes, request } of manifests) {
    const given = bytes.slice();
    const decoding = decode(given, request, pause);
    given.fill(0);
    expect(await decoding).toEqual(await decodeMetrics(bytes, request));
  }
  expect(pauses).toBeGreaterThanOrEqual(manifests.length);
});
