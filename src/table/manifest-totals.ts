/** What a manifest holds, summed and drawn. */
import { wordsOf } from '../base/bytes.ts';
import type { Problem } from '../base/errors.ts';
import { ADDED, DELETED, type ManifestEntries } from '../metadata/entries.ts';
import type {
  DrawnNumbers,
  ManifestPicture,
  ManifestSource,
  ManifestTotals,
  PartitionTuple,
  TableContext,
  Tally,
} from './api.ts';
import type { DecodedManifest } from './manifest-cache.ts';
import { partitionTuples } from './partition-tuples.ts';

const NOTHING: Tally = { files: 0n, records: 0n, bytes: 0n };

/** Entry indexes of the live files (MF-19). */
export function liveEntries(entries: ManifestEntries): Uint32Array {
  const live = new Uint32Array(entries.count);
  let count = 0;
  for (let i = 0; i < entries.count; i++) if (entries.status[i] !== DELETED) live[count++] = i;
  return live.slice(0, count);
}

/**
 * Exact sums: the halves of 64-bit numbers are summed as doubles, which hold 2^21 of them exactly. A count that is not
 * known is negative (−1 is met in imported tables) and adds nothing.
 */
function tally(entries: ManifestEntries, rows: Uint32Array): Tally {
  return {
    files: BigInt(rows.length),
    records: sumOf(entries.recordCounts, rows),
    bytes: sumOf(entries.fileSizesInBytes, rows),
  };
}

function sumOf(column: BigInt64Array, rows: Uint32Array): bigint {
  const halves = new Float64Array(2);
  addHalves(halves, wordsOf(column), rows);
  return BigInt(halves[0] as number) * 2n ** 32n + BigInt(halves[1] as number);
}

/** The upper halves to the first, the lower ones to the second. */
function addHalves(halves: Float64Array, words: Int32Array, rows: Uint32Array): void {
  let high = 0;
  let low = 0;
  for (let i = 0; i < rows.length; i++) {
    const at = 2 * (rows[i] as number);
    const upper = words[at + 1] as number;
    if (upper < 0) continue;
    high += upper;
    low += (words[at] as number) >>> 0;
  }
  halves[0] = high;
  halves[1] = low;
}

export function manifestTotals(
  { manifest }: ManifestSource,
  { entries, problems }: DecodedManifest,
): ManifestTotals {
  return {
    manifestPath: manifest.manifestPath,
    specId: entries.spec.specId,
    content: manifest.content,
    ...talliesOf(entries),
    problems,
  };
}

const known = new WeakMap<Uint8Array, Pick<ManifestTotals, 'live' | 'added'>>();

/** Summed once: totals and pictures both have them. */
function talliesOf(entries: ManifestEntries): Pick<ManifestTotals, 'live' | 'added'> {
  const { status } = entries;
  let tallies = known.get(status);
  if (tallies === undefined) {
    const live = liveEntries(entries);
    const added = live.filter((i) => status[i] === ADDED);
    tallies = { live: tally(entries, live), added: tally(entries, added) };
    known.set(status, tallies);
  }
  return tallies;
}

/** Of a manifest that can't be read: nothing but the problem; or what the bundle that left it out recorded. */
export function unreadTotals(
  { manifest, recorded }: ManifestSource,
  problem: Problem,
): ManifestTotals {
  return {
    manifestPath: manifest.manifestPath,
    specId: recorded?.specId ?? manifest.partitionSpecId,
    content: manifest.content,
    live: recorded?.live ?? NOTHING,
    added: recorded?.added ?? NOTHING,
    problems: recorded === undefined ? [problem] : [],
  };
}

export function manifestPicture(
  context: TableContext,
  source: ManifestSource,
  decoded: DecodedManifest,
): ManifestPicture {
  const { entries } = decoded;
  const live = liveEntries(entries);
  const { tuples, tupleOf } = partitionTuples(context, entries, live);
  return {
    ...manifestTotals(source, decoded),
    index: source.index,
    entries: live,
    bytes: drawnNumbers(entries.fileSizesInBytes, live),
    records: drawnNumbers(entries.recordCounts, live),
    partitions: tuples,
    partitionOf: tupleOf,
  };
}

export function unreadPicture(source: ManifestSource, problem: Problem): ManifestPicture {
  const partitions: readonly PartitionTuple[] = [];
  return {
    ...unreadTotals(source, problem),
    index: source.index,
    entries: new Uint32Array(0),
    bytes: new Uint32Array(0),
    records: new Uint32Array(0),
    partitions,
    partitionOf: new Uint32Array(0),
  };
}

function drawnNumbers(values: BigInt64Array, rows: Uint32Array): DrawnNumbers {
  const words = wordsOf(values);
  return inWords(words, rows) ?? inDoubles(words, rows);
}

/** undefined where one does not fit: it is 2^32 or more, or negative. */
function inWords(words: Int32Array, rows: Uint32Array): Uint32Array | undefined {
  const out = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const at = 2 * (rows[i] as number);
    if (words[at + 1] !== 0) return undefined;
    out[i] = words[at] as number;
  }
  return out;
}

function inDoubles(words: Int32Array, rows: Uint32Array): Float64Array {
  const out = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const at = 2 * (rows[i] as number);
    out[i] = (words[at + 1] as number) * 2 ** 32 + ((words[at] as number) >>> 0);
  }
  return out;
}
