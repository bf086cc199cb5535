/** What a manifest holds, summed and drawn. */
import type { Problem } from '../base/errors.ts';
import { ADDED, DELETED, type ManifestEntries } from '../metadata/entries.ts';
import type {
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

/** A count that is not known is negative (−1 is met in imported tables) and adds nothing. */
function tally(entries: ManifestEntries, rows: Iterable<number>): Tally {
  let files = 0n;
  let records = 0n;
  let bytes = 0n;
  for (const i of rows) {
    files++;
    const recordCount = entries.recordCounts[i] as bigint;
    const size = entries.fileSizesInBytes[i] as bigint;
    if (recordCount > 0n) records += recordCount;
    if (size > 0n) bytes += size;
  }
  return { files, records, bytes };
}

export function manifestTotals(
  { manifest }: ManifestSource,
  { entries, problems }: DecodedManifest,
): ManifestTotals {
  const live = liveEntries(entries);
  return {
    manifestPath: manifest.manifestPath,
    specId: entries.spec.specId,
    content: manifest.content,
    live: tally(entries, live),
    added: tally(
      entries,
      live.filter((i) => entries.status[i] === ADDED),
    ),
    problems,
  };
}

/** Of a manifest that can't be read: nothing but the problem. */
export function unreadTotals({ manifest }: ManifestSource, problem: Problem): ManifestTotals {
  return {
    manifestPath: manifest.manifestPath,
    specId: manifest.partitionSpecId,
    content: manifest.content,
    live: NOTHING,
    added: NOTHING,
    problems: [problem],
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
    bytes: doubles(entries.fileSizesInBytes, live),
    records: doubles(entries.recordCounts, live),
    sequenceNumbers: doubles(entries.dataSequenceNumbers, live),
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
    bytes: new Float64Array(0),
    records: new Float64Array(0),
    sequenceNumbers: new Float64Array(0),
    partitions,
    partitionOf: new Uint32Array(0),
  };
}

function doubles(values: BigInt64Array, rows: Uint32Array): Float64Array {
  const out = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) out[i] = Number(values[rows[i] as number] as bigint);
  return out;
}
