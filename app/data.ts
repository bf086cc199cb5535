/** From the link to the session: which source, which snapshot. The session is src/table/session.ts. */
import { IcecoreError } from '../src/base/errors.ts';
import type { TableMetadata } from '../src/metadata/records.ts';
import type { SnapshotRequest } from '../src/metadata/snapshots.ts';
import {
  listSamples,
  type OpenedTable,
  type OpenOutcome,
  type OpenSource,
  openTable,
  type Sample,
  type SnapshotView,
  snapshotView,
} from '../src/table/session.ts';
import { wholeAddress } from './addresses.ts';
import { tableApi } from './client.ts';
import { agreement } from './consent.ts';
import type { LoadChoice, Search } from './link.ts';
import { localFiles, localKey } from './open/local-sources.ts';

export type OpenTable = OpenedTable;

/** It came in a bundle, or a link, that holds manifests of one snapshot alone. */
export function isPartOf({ bundle }: OpenTable): boolean {
  return bundle !== undefined && bundle.contents !== 'table';
}

/** A snapshot with its manifests; `key` names it in caches. */
export interface SnapshotInHand extends SnapshotView {
  readonly key: string;
  readonly table: OpenTable;
  /** Where `manifests` are not all of the snapshot: see part.ts. */
  readonly part?: LoadedPart | undefined;
}

/** Of all manifests; undefined where one has no recorded size, as those that a snapshot lists itself (MD-22). */
export function manifestBytes({ manifests }: SnapshotView): number | undefined {
  let sum = 0;
  for (const { manifest } of manifests) {
    if (manifest.manifestLength === undefined) return undefined;
    sum += manifest.manifestLength;
  }
  return sum;
}

export interface LoadedPart {
  readonly choice: Exclude<LoadChoice, { readonly kind: 'all' }>;
  /** The snapshot with all its manifests. */
  readonly listed: SnapshotInHand;
}

const SAMPLE = 'sample:';

/** Folder of the samples beside the page. */
function samplesUrl(): string {
  return new URL('samples', document.baseURI).href;
}

export async function readSamples(signal: AbortSignal): Promise<readonly Sample[]> {
  // A page of a disk may read nothing beside it.
  if (window.location.protocol === 'file:') return [];
  return listSamples(samplesUrl(), { signal });
}

/** Waits for the person where another origin would be read. */
export async function openSource(
  choice: { readonly src: string } & Pick<Search, 'root' | 'meta'>,
  signal: AbortSignal,
): Promise<OpenOutcome> {
  await agreement(choice, signal);
  return openTable(sourceOf(choice.src), tableApi(), {
    signal,
    root: choice.root,
    metadataFile: choice.meta,
  });
}

/** The name behind `sample:`; undefined for another kind of source. */
export function sampleName(src: string): string | undefined {
  return src.startsWith(SAMPLE) ? src.slice(SAMPLE.length) : undefined;
}

function sourceOf(src: string): OpenSource {
  const sample = sampleName(src);
  if (sample !== undefined) return { kind: 'sample', name: sample, baseUrl: samplesUrl() };
  if (src.startsWith('inline:')) return { kind: 'inline', text: src };
  if (localKey(src) === undefined) return { kind: 'url', url: wholeAddress(src) };
  const files = localFiles(src);
  if (files !== undefined) return { kind: 'files', files };
  throw new IcecoreError('missing-file', `${localKey(src)} was given on a page that is gone`, {
    place: src,
    advice: 'Give the folder or file again: a link cannot carry files of a machine.',
  });
}

/** Errors: of choosing the snapshot and of reading its manifest list. */
export async function readSnapshot(
  table: OpenTable,
  choice: Pick<Search, 'snap' | 'ref' | 'asof'>,
  signal: AbortSignal,
): Promise<SnapshotInHand> {
  const view = await snapshotView(table, tableApi(), requestOf(choice), { signal });
  const id = view.snapshot === undefined ? 'none' : String(view.snapshot.snapshotId);
  return { ...view, table, key: `${table.tableKey}@${id}/${view.schema.schemaId}` };
}

function requestOf(choice: Pick<Search, 'snap' | 'ref' | 'asof'>): SnapshotRequest {
  if (choice.snap !== undefined) return { id: BigInt(choice.snap) };
  if (choice.asof !== undefined) return { asOfMs: parseAsOf(choice.asof) };
  return choice.ref === undefined ? {} : { ref: choice.ref };
}

/** Milliseconds, or an ISO time in UTC; a day is its last millisecond, as one asks "as of that day". */
export function parseAsOf(text: string): bigint {
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const iso = text.replace(' ', 'T').replace(/Z$/, '');
  const ms = Date.parse(iso.length === 10 ? `${iso}T23:59:59.999Z` : `${iso}Z`);
  if (Number.isNaN(ms)) {
    throw new IcecoreError('invalid-input', `“${text}” is no time`, {
      advice: 'Write it as 2026-03-01 09:00:00, in UTC.',
    });
  }
  return BigInt(ms);
}

const ranks = new WeakMap<TableMetadata, ReadonlyMap<number, number>>();

/** Rank of each spec among the table's specs, oldest first: what strata colours go by. */
export function specRanks(metadata: TableMetadata): ReadonlyMap<number, number> {
  let known = ranks.get(metadata);
  if (known === undefined) {
    const ids = metadata.partitionSpecs.map((spec) => spec.specId).sort((a, b) => a - b);
    known = new Map(ids.map((id, rank) => [id, rank]));
    ranks.set(metadata, known);
  }
  return known;
}
