/** What tells the live files of a manifest apart: who added each, and a number made of its path. */
import { utf8 } from '../base/bytes.ts';
import type { Problem } from '../base/errors.ts';
import { locationKey } from '../io/locations.ts';
import { longAt, type MetricsColumn, type PathColumn } from '../metadata/entries.ts';
import { pathBytes, pathText } from '../metadata/paths.ts';
import { murmur3 } from '../transforms/murmur3.ts';
import type { ManifestFileIds, ManifestSource } from './api.ts';
import type { DecodedManifest } from './manifest-cache.ts';
import { liveEntries } from './manifest-totals.ts';

/** `fieldIds`: columns whose presence is asked for. */
export function manifestFileIds(
  source: ManifestSource,
  { entries, problems }: DecodedManifest,
  fieldIds: readonly number[],
  location: string,
): ManifestFileIds {
  const live = liveEntries(entries);
  const paths = entries.filePaths;
  const isOutside = outsideOf(location);
  const columns = fieldIds.map((id) => entries.metrics.get(id));
  return {
    index: source.index,
    entries: live,
    snapshotIds: BigInt64Array.from(live, (entry) => longAt(entries.snapshotIds, entry)),
    pathHashes: Float64Array.from(live, (entry) => hashAt(paths, entry)),
    outside: Uint8Array.from(live, (entry) => Number(isOutside(paths, entry))),
    counted: Uint32Array.from(live, (entry) => countedAt(columns, entry)),
    problems,
  };
}

/** Of a manifest that can't be read: nothing but the problem. */
export function unreadFileIds({ index }: ManifestSource, problem: Problem): ManifestFileIds {
  return {
    index,
    entries: new Uint32Array(0),
    snapshotIds: new BigInt64Array(0),
    pathHashes: new Float64Array(0),
    outside: new Uint8Array(0),
    counted: new Uint32Array(0),
    problems: [problem],
  };
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** 32 bits of murmur3 and 21 of FNV-1a, which have nothing in common. */
function hashAt(paths: PathColumn, row: number): number {
  const bytes = pathBytes(paths, row);
  let fnv = OFFSET;
  for (const byte of bytes) fnv = Math.imul(fnv ^ byte, PRIME);
  return (fnv >>> 11) * 2 ** 32 + (murmur3(bytes) >>> 0);
}

function outsideOf(location: string): (paths: PathColumn, row: number) => boolean {
  const below = `${locationKey(location)}/`;
  // Most paths begin as the location is written: bytes tell, without a text of each.
  const prefix = utf8(`${location.replace(/\/+$/, '')}/`);
  return (paths, row) => {
    const { arena, start, length } = paths.directories;
    const directory = paths.directory[row] as number;
    const from = start[directory] as number;
    const isPlain =
      (length[directory] as number) >= prefix.length &&
      prefix.every((byte, i) => arena[from + i] === byte);
    return !isPlain && !locationKey(pathText(paths, row)).startsWith(below);
  };
}

const HAS_COUNTS = 31;

function countedAt(columns: readonly (MetricsColumn | undefined)[], row: number): number {
  let bits = 0;
  for (const [i, column] of columns.entries()) {
    if ((column?.valueCounts[row] ?? -1n) >= 0n) bits |= (1 << i) | (1 << HAS_COUNTS);
    if (((column?.mapsPresent[row] ?? 0) & 1) === 1) bits |= 1 << HAS_COUNTS;
  }
  return bits;
}
