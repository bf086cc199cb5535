/** The synthetic tables, read by the core: every codec, the same table each time. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { snapshotView } from '../../src/table/session.ts';
import { localApi, openFolder, totalsOf } from '../../src/testing/local-tables.ts';
import { CODECS, compress } from './codecs.mjs';
import { makeTable } from './make-table.mjs';

const out = mkdtempSync(join(tmpdir(), 'icecore-bench-'));
afterAll(() => rmSync(out, { recursive: true }));

const size = { files: 403, columns: 13, manifests: 5, seed: 1 };

function hasCodec(codec: string): boolean {
  try {
    compress(codec, Buffer.from('x'));
    return true;
  } catch {
    return false;
  }
}

describe.each(CODECS)('%s', (codec) => {
  it.skipIf(!hasCodec(codec))('holds the files and rows that were asked for', async () => {
    const made = await makeTable({ ...size, codec, name: codec }, out);
    const api = localApi();
    const view = await snapshotView(await openFolder(join(out, codec), api), api);
    const totals = await totalsOf(view, api);
    const sum = (pick: (live: (typeof totals)[number]['live']) => bigint) =>
      totals.reduce((all, { live }) => all + pick(live), 0n);
    expect(sum((live) => live.files)).toBe(403n);
    expect(sum((live) => live.records)).toBe(BigInt(made.rows));
    // Three of five are of the older spec; lists name the newest manifest first.
    expect(view.manifests.map(({ manifest }) => manifest.partitionSpecId)).toEqual([1, 1, 0, 0, 0]);
  });
});

it('makes the same bytes again', async () => {
  const digests = [];
  for (const parent of ['one', 'two']) {
    const plan = { ...size, codec: 'null', name: 'same' };
    await makeTable(plan, join(out, parent));
    const folder = join(out, parent, 'same', 'metadata');
    const hash = createHash('sha256');
    for (const file of readdirSync(folder))
      hash.update(file).update(readFileSync(join(folder, file)));
    digests.push(hash.digest('hex'));
  }
  expect(digests[0]).toBe(digests[1]);
});
