/** What reading manifests would take, by their rows in the manifest list alone: said before anything is read. */
import type { ManifestFile } from '../metadata/records.ts';
import type { ManifestSource } from './api.ts';

export interface Estimate {
  readonly dataManifests: number;
  readonly deleteManifests: number;
  /** Live data files, also of manifests that are not at hand. */
  readonly files: number;
  /** Live data and delete files of manifests at hand, and those that are listed as deleted: what is decoded. */
  readonly entries: number;
  /** Every row states its counts, so that `files` and `entries` are those of the manifest list. */
  readonly isCounted: boolean;
  /** Of the manifests at hand, as they are stored. */
  readonly bytes: number;
  /** What they take once decoded, with the statistics of two columns. */
  readonly memoryInBytes: number;
  /** Until the first plan; the way over a network is not in it. */
  readonly seconds: number;
}

/** Measured at a million files, the middle of three rounds: bench/README.md. */
const MEMORY_OF_ENTRY = 355;
/** The same table's manifests hold 303.4 MB for 1,000,000 entries. */
const STORED_OF_ENTRY = 303.4;
/** Two workers took 6.94 s for them, by the clock of a busy machine. */
const BYTES_A_SECOND = 303.4e6 / 6.94 / 2;
/** A v1 snapshot that names its manifests itself (MD-21) states no lengths: the usual target size. */
export const USUAL_LENGTH = 8_388_608;

export function estimateReading(sources: readonly ManifestSource[], workers: number): Estimate {
  const manifests = sources.map(({ manifest }) => manifest);
  const storedOfEntry = measured(manifests) ?? STORED_OF_ENTRY;
  const entriesOf = (one: ManifestFile) => listedEntries(one) ?? lengthOf(one) / storedOfEntry;
  const filesOf = (one: ManifestFile) => listedFiles(one) ?? entriesOf(one);
  const data = manifests.filter(({ content }) => content === 'data');
  const atHand = sources.filter(({ input }) => input !== undefined);
  const entries = Math.round(sum(atHand, ({ manifest }) => entriesOf(manifest)));
  const bytes = sum(atHand, ({ manifest }) => lengthOf(manifest));
  // What came over a network is kept, so that further columns cost no request.
  const isKept = ({ input }: ManifestSource) => input?.kind === 'url';
  const kept = sum(atHand.filter(isKept), ({ manifest }) => lengthOf(manifest));
  return {
    dataManifests: data.length,
    deleteManifests: manifests.length - data.length,
    files: Math.round(sum(data, filesOf)),
    entries,
    isCounted: manifests.every((one) => listedEntries(one) !== undefined),
    bytes,
    memoryInBytes: entries * MEMORY_OF_ENTRY + kept,
    seconds: bytes / BYTES_A_SECOND / Math.min(workers, Math.max(atHand.length, 1)),
  };
}

/** Live files of a manifest as its row says; undefined where it does not. */
export function listedFiles({
  addedFilesCount: added,
  existingFilesCount: existing,
}: ManifestFile): number | undefined {
  return added === undefined || existing === undefined ? undefined : added + existing;
}

/** Live files of a manifest that its row tells of, at the least: a count that is not stated is 0. */
export function statedFiles({ addedFilesCount, existingFilesCount }: ManifestFile): number {
  return (addedFilesCount ?? 0) + (existingFilesCount ?? 0);
}

/** Entries of a manifest as its row says; undefined where it does not. */
export function listedEntries(manifest: ManifestFile): number | undefined {
  const live = listedFiles(manifest);
  const { deletedFilesCount: deleted } = manifest;
  return live === undefined || deleted === undefined ? undefined : live + deleted;
}

/** Stored bytes of an entry in those manifests whose rows tell both. */
function measured(manifests: readonly ManifestFile[]): number | undefined {
  const telling = manifests.filter(
    (one) => one.manifestLength !== undefined && listedEntries(one) !== undefined,
  );
  const entries = sum(telling, (one) => listedEntries(one) ?? 0);
  return entries === 0 ? undefined : sum(telling, lengthOf) / entries;
}

function lengthOf({ manifestLength }: ManifestFile): number {
  return manifestLength ?? USUAL_LENGTH;
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
