/** What goes into a bundle of an opened table, and what is recorded of the rest. */
import { IcecoreError } from '../base/errors.ts';
import { withoutQuery } from '../io/http.ts';
import type { InputRef } from '../io/input.ts';
import { locationKey } from '../io/locations.ts';
import type { Snapshot, TableMetadata } from '../metadata/records.ts';
import type { BundleContents, RecordedManifest } from '../share/bundle.ts';
import { BUNDLE_FILE } from '../share/bundle-file.ts';
import { bundleWhy } from '../share/bundle-why.ts';
import type { EarlierMetadata, Layout } from '../share/layout-history.ts';
import type { BundleRequest, FileToPack } from '../share/make-bundle.ts';
import type { RedactRequest } from '../share/redact-bundle.ts';
import type {
  CallOptions,
  ManifestPlan,
  ManifestSource,
  ManifestTotals,
  PlanRequest,
  TableApi,
  Tally,
} from './api.ts';
import {
  type MetadataHistory,
  metadataHistory,
  type OpenedTable,
  type SnapshotView,
} from './session.ts';

export interface BundleQuestion extends Pick<PlanRequest, 'filter' | 'caseSensitive' | 'profile'> {
  /** SQL, which the receiver parses again. */
  readonly where: string;
}

export interface BundleChoice {
  readonly contents: BundleContents;
  /** Of `predicate`: what is asked. */
  readonly question?: BundleQuestion | undefined;
  /** The link of the view, from `#/` on. */
  readonly view: string;
  /** ISO time. */
  readonly made: string;
}

/** A bundle to be made, and what a person should know of it before. */
export interface PlannedBundle {
  readonly request: BundleRequest;
  readonly manifests: number;
  readonly manifestLists: number;
  /** Manifests of the snapshot that are left out, with their verdicts recorded. */
  readonly recorded: number;
  /** Files that the table names and that are not at hand. */
  readonly missing: readonly string[];
  /** Bytes of the files that go in, as far as they are known; a zip is a little smaller. */
  readonly bytes: number;
  readonly bytesKnown: boolean;
}

/** Errors: of reading; `invalid-input` for a predicate's bundle without one. */
export async function planBundle(
  table: OpenedTable,
  view: SnapshotView,
  api: TableApi,
  choice: BundleChoice,
  options: CallOptions = {},
): Promise<PlannedBundle> {
  const pack = packer(table);
  const metadataFile = pack.metadata();
  if (choice.contents === 'table') {
    await packHistory(table, pack);
    for (const snapshot of table.metadata.snapshots) {
      await packSnapshot(table, snapshot, api, pack, options);
    }
  } else {
    packLayouts(await metadataHistory(table, api, options), pack);
    if (view.snapshot !== undefined) packList(view.snapshot, pack);
  }
  const left = choice.contents === 'predicate' ? await leftOut(view, api, choice, options) : [];
  const isLeft = new Set(left.map(({ path }) => path));
  for (const { manifest } of view.manifests) {
    if (!isLeft.has(manifest.manifestPath)) pack.manifest(manifest);
  }
  const { question } = choice;
  const recorded =
    left.length === 0 || question === undefined || view.snapshot === undefined
      ? undefined
      : {
          snapshotId: String(view.snapshot.snapshotId),
          where: question.where,
          profile: question.profile,
          caseSensitive: question.caseSensitive,
          manifests: left,
        };
  const { files, missing, counts, sizes } = pack;
  return {
    request: {
      bundle: {
        tableName: table.name,
        contents: choice.contents,
        why: bundleWhy(choice.contents, view.snapshot?.snapshotId, left.length),
        made: table.bundle?.made === '' ? '' : choice.made,
        metadataFile,
        files: files.map(({ path, location }) => ({ path, location })),
        view: choice.view,
        recorded,
        redacted: table.bundle?.redacted,
      },
      files,
    },
    manifests: counts.manifests,
    manifestLists: counts.lists,
    recorded: left.length,
    missing,
    bytes: sizes.reduce((sum: number, size) => sum + (size ?? 0), 0),
    bytesKnown: sizes.every((size) => size !== undefined),
  };
}

type Packer = ReturnType<typeof packer>;

/** Collects files by their locations, each once. */
function packer(table: OpenedTable) {
  const files: FileToPack[] = [];
  const sizes: (number | undefined)[] = [];
  const missing: string[] = [];
  const counts = { lists: 0, manifests: 0 };
  const known = new Set<string>();
  const paths = new Set<string>([BUNDLE_FILE]);
  const { location } = table.metadata;
  const take = (recorded: string, input: InputRef | undefined, size?: number): boolean => {
    if (known.has(recorded)) return false;
    known.add(recorded);
    if (input === undefined) {
      missing.push(recorded);
      return false;
    }
    const path = freePath(pathOf(recorded, location), paths);
    files.push({ path, location: recorded, input });
    sizes.push(size ?? sizeOf(input));
    return true;
  };
  return {
    files,
    sizes,
    missing,
    counts,
    locate: table.locate,
    /** The current metadata file; its path in the zip. */
    metadata(): string {
      const name = withoutQuery(table.metadataFile).split('/').at(-1) ?? 'metadata.json';
      take(`${location.replace(/\/+$/, '')}/metadata/${name}`, table.metadataInput);
      return files[0]?.path ?? '';
    },
    version: (recorded: string) => take(recorded, table.locate(recorded)),
    list(recorded: string) {
      if (take(recorded, table.locate(recorded))) counts.lists++;
    },
    manifest({ manifestPath, manifestLength }: ManifestSource['manifest']) {
      if (take(manifestPath, table.locate(manifestPath), manifestLength)) counts.manifests++;
    },
  };
}

function sizeOf(input: InputRef): number | undefined {
  switch (input.kind) {
    case 'blob':
      return input.blob.size;
    case 'zipped':
    case 'url':
      return input.size;
    case 'bytes':
      return input.bytes.length;
    case 'path':
      return undefined;
  }
}

/** Below the table's location as it is there; elsewhere by its name alone. */
function pathOf(recorded: string, location: string): string {
  const key = locationKey(recorded);
  const prefix = `${locationKey(location)}/`;
  const rest = key.startsWith(prefix) ? key.slice(prefix.length) : undefined;
  const isPlain = rest !== undefined && !/(^|\/)\.{0,2}(\/|$)|[\\\0]/.test(rest);
  return isPlain
    ? rest
    : `outside/${
        key
          .split(/[/\\]/)
          .at(-1)
          ?.replace(/^\.+|\0/g, '_') || 'file'
      }`;
}

function freePath(path: string, taken: Set<string>): string {
  let free = path;
  for (let n = 2; taken.has(free); n++) free = path.replace(/([^/]*)$/, `${n}-$1`);
  taken.add(free);
  return free;
}

async function packHistory(table: OpenedTable, pack: Packer): Promise<void> {
  for (const { metadataFile } of table.metadata.metadataLog) pack.version(metadataFile);
}

/** Of the earlier metadata files those that eras are told from: each that changed the default, and the one before it. */
function packLayouts({ versions }: MetadataHistory, pack: Packer): void {
  // The last is the current one, which is in already.
  for (const [i, { metadataFile, metadata }] of versions.slice(0, -1).entries()) {
    const [before, next] = [versions[i - 1], versions[i + 1]];
    const changes =
      metadata.defaultSpecId !== before?.metadata.defaultSpecId ||
      metadata.defaultSpecId !== next?.metadata.defaultSpecId;
    if (changes) pack.version(metadataFile);
  }
}

function packList(snapshot: Snapshot, pack: Packer): void {
  if (snapshot.manifestList !== undefined) pack.list(snapshot.manifestList);
}

/** A list that is not at hand or can't be read costs its snapshot, on the other side as here. */
async function packSnapshot(
  table: OpenedTable,
  snapshot: Snapshot,
  api: TableApi,
  pack: Packer,
  options: CallOptions,
): Promise<void> {
  packList(snapshot, pack);
  const { manifestList } = snapshot;
  const input = manifestList === undefined ? undefined : table.locate(manifestList);
  if (manifestList !== undefined && input === undefined) return;
  const { formatVersion } = table.metadata;
  try {
    const { manifests } = await api.readManifestList({ input, snapshot, formatVersion }, options);
    for (const manifest of manifests) pack.manifest(manifest);
  } catch (error) {
    options.signal?.throwIfAborted();
    if (!(error instanceof IcecoreError)) throw error;
  }
}

/** FILE_VERDICTS indexes of files that need their manifest: read, all match, unknown. */
const NEEDED = [3, 4, 5];

/** Data manifests of which the question reads nothing, with what is known of them. */
async function leftOut(
  view: SnapshotView,
  api: TableApi,
  { question }: BundleChoice,
  options: CallOptions,
): Promise<readonly RecordedManifest[]> {
  if (question === undefined) {
    throw new IcecoreError('invalid-input', 'There is no predicate to keep files by', {
      advice: 'Write one, or take the snapshot.',
    });
  }
  const { context, manifests } = view;
  const { filter, caseSensitive, profile } = question;
  const plans: ManifestPlan[] = [];
  const request = { context, manifests, filter, caseSensitive, profile };
  await api.plan(request, { ...options, onManifest: (plan) => plans.push(plan) });
  const left = plans
    .filter(({ verdict, totals }) => {
      if (verdict === 'unknown') return false;
      return NEEDED.every((i) => (totals[i]?.files ?? 0n) === 0n);
    })
    .filter(({ bytesIncomplete, problems }) => !bytesIncomplete && problems.length === 0)
    .sort((a, b) => a.index - b.index);
  const sources = new Map(manifests.map((source) => [source.index, source]));
  const wanted = left.flatMap(({ index }) => sources.get(index) ?? []);
  const totals = new Map<number, ManifestTotals>();
  await api.sumManifests(
    { context, manifests: wanted },
    { ...options, onTotals: (index, sums) => totals.set(index, sums) },
  );
  return left.flatMap((plan) => {
    const sums = totals.get(plan.index);
    return sums === undefined || sums.problems.length > 0 ? [] : [recordedOf(plan, sums)];
  });
}

function recordedOf(plan: ManifestPlan, sums: ManifestTotals): RecordedManifest {
  return {
    path: sums.manifestPath,
    specId: plan.specId,
    verdict: plan.verdict === 'skipped' ? 'skipped' : 'kept',
    reason: plan.reason,
    totals: plan.totals.map(tallyOf),
    live: tallyOf(sums.live),
    added: tallyOf(sums.added),
  };
}

function tallyOf({ files, records, bytes }: Tally) {
  return [files, records, bytes] as const;
}

/** The same bundle with other names and values, or of less; of one snapshot. `history` is of the same table. */
export function redaction(
  table: OpenedTable,
  view: SnapshotView,
  { request }: PlannedBundle,
  question: BundleQuestion | undefined,
  history: MetadataHistory,
  how: Pick<RedactRequest, 'choice' | 'days' | 'trimmed' | 'saved'>,
): RedactRequest {
  const left = new Set(request.bundle.recorded?.manifests.map(({ path }) => path) ?? []);
  return {
    bundle: request.bundle,
    metadata: table.metadata,
    schema: view.schema,
    snapshot: view.snapshot,
    manifests: view.manifests.map(({ manifest, input }) => ({
      manifest,
      input: left.has(manifest.manifestPath) ? undefined : input,
    })),
    question,
    history: earlierOf(table.metadata, history),
    ...how,
  };
}

function earlierOf(metadata: TableMetadata, { versions }: MetadataHistory): EarlierMetadata[] {
  const { metadataLog, snapshots, snapshotLog, lastUpdatedMs } = metadata;
  const byFile = new Map(versions.map((one) => [one.metadataFile, one.metadata]));
  const logged = metadataLog.map(({ metadataFile, timestampMs }) => ({
    metadataFile,
    timestampMs,
    layout: layoutOf(byFile.get(metadataFile)),
  }));
  const first = logged[0]?.timestampMs ?? lastUpdatedMs;
  const [oldest] = [...snapshots, ...snapshotLog]
    .map(({ timestampMs }) => timestampMs)
    .filter((time) => time < first)
    .toSorted((a, b) => Number(a - b));
  if (oldest === undefined) return logged;
  // There was a table before the log begins, which only snapshots tell, and most of them stay behind.
  return [{ metadataFile: '', timestampMs: oldest, layout: undefined }, ...logged];
}

/** Without the rest, which may be large. */
function layoutOf(metadata: TableMetadata | undefined): Layout | undefined {
  if (metadata === undefined) return undefined;
  const { formatVersion, partitionSpecs, defaultSpecId, lastPartitionId } = metadata;
  return { formatVersion, partitionSpecs, defaultSpecId, lastPartitionId };
}
