/** Inflating and decoding the manifests of a table, one way after the other, in Node and in a browser's worker alike. */
import { inflateSync } from 'fflate';
import { type Container, readContainer } from '../../src/avro/container.ts';
import { inflateRaw } from '../../src/avro/engine.ts';
import { decodeManifest } from '../../src/metadata/manifest.ts';
import type { ManifestFile } from '../../src/metadata/records.ts';

export interface Way {
  readonly name: string;
  readonly run: () => Promise<void> | void;
}

export interface Measured {
  readonly name: string;
  /** Of the quickest round. */
  readonly ms: number;
}

/** Field ids whose metrics are decoded. */
const ASKED: readonly (readonly number[])[] = [
  [],
  [3],
  [3, 7],
  Array.from({ length: 20 }, (_, i) => i + 1),
];

const MOST = 2 ** 30;

/**
 * Runs our ways and those of `others`, in turn, `rounds` times.
 * @param now milliseconds, of the clock or of the processor
 */
export async function measure(
  files: readonly Uint8Array[],
  rounds: number,
  now: () => number,
  others: (blocks: readonly Uint8Array[]) => readonly Way[] = () => [],
): Promise<Measured[]> {
  const blocks = files.map((file) => readContainer(file, '')).flatMap(blocksOf);
  const ways = [
    ...others(blocks),
    ...inflating(blocks),
    ...ASKED.map((ids) => decoding(files, ids)),
  ];
  const best = ways.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < rounds; round++) {
    for (const [i, way] of ways.entries()) {
      const began = now();
      await way.run();
      best[i] = Math.min(best[i] as number, now() - began);
    }
  }
  return ways.map(({ name }, i) => ({ name, ms: best[i] as number }));
}

function blocksOf({ bytes, blocks }: Container): Uint8Array[] {
  return blocks.map(({ from, to }) => bytes.subarray(from, to));
}

function inflating(blocks: readonly Uint8Array[]): Way[] {
  const each = (name: string, inflate: (block: Uint8Array) => unknown): Way => ({
    name: `inflate: ${name}`,
    async run() {
      for (const block of blocks) await inflate(block);
    },
  });
  return [
    {
      name: 'inflate: ours',
      run() {
        for (const block of blocks) inflateRaw(block, MOST);
      },
    },
    each('DecompressionStream', inflateByStream),
    each('fflate', (block) => inflateSync(block)),
  ];
}

async function inflateByStream(block: Uint8Array): Promise<void> {
  const stream = new DecompressionStream('deflate-raw');
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  writer.write(block as Uint8Array<ArrayBuffer>);
  writer.close();
  while (!(await reader.read()).done);
}

function decoding(files: readonly Uint8Array[], metricsFieldIds: readonly number[]): Way {
  const manifest: ManifestFile = {
    manifestPath: 'm',
    partitionSpecId: 0,
    content: 'data',
    sequenceNumber: 1n,
    minSequenceNumber: 1n,
    addedSnapshotId: 1n,
  };
  const request = { manifest, specs: [], schemas: [], formatVersion: 2, metricsFieldIds };
  return {
    name: `inflate and decode, ${metricsFieldIds.length} columns`,
    async run() {
      for (const file of files) await decodeManifest(file, request);
    },
  };
}
