import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContainer } from '../avro/container.ts';
import { IcecoreError } from '../base/errors.ts';
import { randomOf } from '../testing/random.ts';
import { corpusFolder } from '../testing/shared.ts';
import { decodeManifest } from './manifest.ts';
import { decodeManifestList } from './manifest-list.ts';

/** Flips one to four bits or bytes, cuts, doubles a piece, or overwrites with 0xff; half the time in a block only. */
function damaged(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  const [block] = readContainer(bytes, '').blocks;
  const from = block !== undefined && random(2) === 0 ? block.from : 0;
  const at = from + random((from > 0 ? (block?.to ?? 0) : bytes.length) - from);
  if (random(8) === 0) return bytes.slice(0, at);
  const out = bytes.slice();
  for (let n = random(4); n >= 0; n--) {
    const i = Math.min(at + random(40), out.length - 1);
    out[i] = random(2) === 0 ? (out[i] as number) ^ (1 << random(8)) : random(256);
  }
  if (random(5) === 0) out.fill(0xff, at, at + 1 + random(12));
  if (random(5) === 0) out.copyWithin(at, random(out.length), out.length);
  return out;
}

const RUNS = 2000;

/** Small files of all codecs; in an uncompressed one damage reaches the decoder itself. */
function samples(): { name: string; bytes: Uint8Array }[] {
  const wanted = ['codecs', 'logs_dv', 'pyiceberg_v2', 'pyiceberg_types', 'r7_08', 'duckdb_copy'];
  return wanted.flatMap((table) => {
    const folder = join(corpusFolder(), 'tables', table, 'metadata');
    const names = readdirSync(folder).filter((n) => n.endsWith('.avro'));
    return names
      .slice(0, 6)
      .map((n) => ({ name: n, bytes: new Uint8Array(readFileSync(join(folder, n))) }));
  });
}

async function attempt(name: string, bytes: Uint8Array): Promise<'read' | 'refused'> {
  try {
    if (name.startsWith('snap-')) await decodeManifestList(bytes, name, { formatVersion: 3 });
    else {
      await decodeManifest(bytes, {
        manifest: {
          manifestPath: name,
          partitionSpecId: 0,
          content: 'data',
          sequenceNumber: 1n,
          minSequenceNumber: 1n,
        },
        specs: [],
        schemas: [],
        formatVersion: 3,
        metricsFieldIds: [1, 2, 3],
      });
    }
    return 'read';
  } catch (error) {
    if (error instanceof IcecoreError) return 'refused';
    throw error;
  }
}

describe('damage', () => {
  it(`ends in a result or an IcecoreError, ${RUNS} times, never late`, {
    timeout: 120_000,
  }, async () => {
    const files = samples();
    const random = randomOf(20261130);
    const outcomes = { read: 0, refused: 0 };
    let slowest = 0;
    for (let i = 0; i < RUNS; i++) {
      const file = files[i % files.length];
      if (file === undefined) break;
      const started = performance.now();
      outcomes[await attempt(file.name, damaged(file.bytes, random))] += 1;
      slowest = Math.max(slowest, performance.now() - started);
    }
    console.log(outcomes, `slowest ${slowest.toFixed(0)} ms of ${files.length} files`);
    expect(outcomes.read + outcomes.refused).toBe(RUNS);
    expect(outcomes.refused).toBeGreaterThan(RUNS / 2);
    expect(slowest).toBeLessThan(5_000);
  });
});
