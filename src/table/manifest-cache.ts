/**
 * Decoded manifests, kept as columns. A manifest never changes, so it is decoded once. Statistics of further columns are
 * decoded when they are first asked for, and nothing else then; of those that nobody has asked for, outlines may be kept.
 * Room is made within the budget before something is decoded: outlines go first, then statistics that nobody asks for at
 * the moment, then whole manifests, the least recently used first.
 */
import { IcecoreError, type Problem } from '../base/errors.ts';
import { blobReader, type Lent } from '../io/blob.ts';
import { type OpenInputOptions, openInput } from '../io/open.ts';
import type { ManifestEntries } from '../metadata/entries.ts';
import {
  decodeManifest,
  decodeMetrics,
  type ManifestRequest,
  type MetricsRequest,
  unlessReplaced,
} from '../metadata/manifest.ts';
import type { PartitionSpec } from '../metadata/records.ts';
import { withSharedMetrics } from '../metadata/shared-columns.ts';
import type { ColumnOutline } from '../planning/outline.ts';
import type { ManifestSource, TableContext } from './api.ts';
import { listedEntries } from './estimate.ts';

export interface DecodedManifest {
  readonly entries: ManifestEntries;
  readonly problems: readonly Problem[];
}

/** Outlines of columns whose statistics were not decoded. */
export interface ManifestOutlines {
  /** What they were made for. */
  readonly key: string;
  readonly byId: ReadonlyMap<number, ColumnOutline>;
}

export interface OutlineRequest {
  readonly key: string;
  readonly fieldIds: readonly number[];
  /** Outlines of the columns of `request`. The file's bytes are void when it returns its promise. */
  readonly outline: (
    entries: ManifestEntries,
    file: Uint8Array,
    request: MetricsRequest,
  ) => Promise<ManifestOutlines['byId']>;
}

export interface ManifestCache {
  /**
   * The manifest with at least the statistics of `fieldIds`. Errors: those of reading and decoding; `missing-file` for
   * a manifest that is not at hand. Nothing is kept of a failure.
   */
  read(
    context: TableContext,
    source: ManifestSource,
    fieldIds: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<DecodedManifest>;
  /**
   * Adds the statistics of `fieldIds` to a manifest that is decoded, if nothing must go for them. Errors: as of `read`.
   */
  readAhead(
    context: TableContext,
    source: ManifestSource,
    fieldIds: readonly number[],
    signal: AbortSignal | undefined,
  ): Promise<void>;
  /**
   * Keeps outlines of the columns whose statistics a manifest that is decoded lacks, if nothing must go for them. Errors:
   * as of `read`.
   */
  addOutlines(
    context: TableContext,
    source: ManifestSource,
    request: OutlineRequest,
    signal: AbortSignal | undefined,
  ): Promise<void>;
  /** What there is of a manifest without reading it. */
  atHand(
    context: TableContext,
    source: ManifestSource,
  ): { readonly decoded: DecodedManifest; readonly outlines?: ManifestOutlines } | undefined;
  /**
   * Columns whose statistics are asked for soon: whatever of the table is decoded from now on gets them too, so that
   * nothing is inflated twice. Those of the last call count.
   */
  expect(context: TableContext, fieldIds: readonly number[]): void;
  /** Changes the budget. */
  limit(bytes: number): void;
  /** The spec that the manifest's entries are read by, where reading it has shown that it isn't the table's (MF-15). */
  ownSpec(context: TableContext, source: ManifestSource): PartitionSpec | undefined;
}

/** What the statistics of a column take at most, mostly: counts, and bounds of 16 bytes with their places. */
const STATISTICS_BYTES = 72;
/** What its outline takes, mostly: two bytes for each bound. */
const OUTLINE_BYTES = 4;

interface Kept {
  readonly tableKey: string;
  readonly decoded: DecodedManifest;
  readonly outlines?: ManifestOutlines;
  /** The file's bytes where asking for them again would go over the network. */
  readonly file: Uint8Array | undefined;
  readonly size: number;
}

export function manifestCache(bytes: number, options: OpenInputOptions): ManifestCache {
  let budget = bytes;
  const kept = new Map<string, Kept>();
  const ownSpecs = new Map<string, PartitionSpec>();
  let expected: { readonly tableKey: string; readonly fieldIds: readonly number[] } | undefined;
  let total = 0;
  /** For what is being decoded. */
  let reserved = 0;
  /** Of what was decoded last. */
  let bytesOfEntry = 0;
  const drop = (key: string) => {
    total -= kept.get(key)?.size ?? 0;
    kept.delete(key);
  };
  /** What is asked for goes last. */
  const asYoungest = (key: string) => {
    const known = kept.get(key);
    if (known === undefined) return undefined;
    kept.delete(key);
    kept.set(key, known);
    return known;
  };
  /** In its place, where it has one: it is no younger for that. */
  const resize = (key: string, one: Omit<Kept, 'size'>) => {
    const { decoded, outlines, file } = one;
    const size = bytesOf(decoded.entries) + bytesOf(outlines?.byId) + (file?.length ?? 0);
    total += size - (kept.get(key)?.size ?? 0);
    kept.set(key, { ...one, size });
    return size;
  };
  const keep = (key: string, one: Omit<Kept, 'size'>) => {
    const { outlines } = kept.get(key) ?? {};
    drop(key);
    const size = resize(key, outlines === undefined ? one : { ...one, outlines });
    if (one.decoded.entries.count > 0) bytesOfEntry = size / one.decoded.entries.count;
    letGo(key);
  };
  const hasRoom = () => total + reserved <= budget;
  /** Down to the budget, the oldest first, but never `latest`. */
  const letGo = (latest: string | undefined) => {
    for (const [key, { outlines, ...one }] of kept) {
      if (hasRoom()) return;
      if (outlines !== undefined) resize(key, one);
    }
    for (const [key, one] of kept) {
      if (hasRoom()) return;
      if (key !== latest) dropIdleStatistics(key, one);
    }
    for (const key of kept.keys()) {
      if (hasRoom()) return;
      if (key !== latest) drop(key);
    }
  };
  const dropIdleStatistics = (key: string, one: Kept) => {
    const { entries } = one.decoded;
    const isAsked = expected?.tableKey === one.tableKey ? expected.fieldIds : [];
    const metrics = new Map([...entries.metrics].filter(([id]) => isAsked.includes(id)));
    if (metrics.size === entries.metrics.size) return;
    resize(key, { ...one, decoded: { ...one.decoded, entries: { ...entries, metrics } } });
  };
  const blobs = blobReader();
  const readFile = async (
    { manifest, input }: ManifestSource,
    known: Kept | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Lent> => {
    if (known?.file !== undefined) return { bytes: known.file, release: () => {} };
    if (input?.kind === 'blob') return blobs.lend(input.blob, input.name, signal);
    if (input !== undefined) {
      return { bytes: await openInput(input, options).whole(signal), release: () => {} };
    }
    throw new IcecoreError('missing-file', 'The manifest is not at hand', {
      place: manifest.manifestPath,
      advice: 'Give the table’s whole metadata folder.',
    });
  };
  /** Runs what decodes one manifest, with room for what it is likely to give. */
  const withRoom = async <R>(
    entries: number,
    key: string,
    decode: () => Promise<R>,
  ): Promise<R> => {
    const room = entries * bytesOfEntry;
    reserved += room;
    letGo(key);
    try {
      return await decode();
    } finally {
      reserved -= room;
    }
  };
  const readNow: ManifestCache['read'] = async (context, source, fieldIds, signal) => {
    signal?.throwIfAborted();
    const key = keyOf(context, source);
    const known = asYoungest(key);
    const lacks = (id: number) => known?.decoded.entries.metrics.has(id) !== true;
    const asked = fieldIds.filter(lacks);
    if (known !== undefined && asked.length === 0) return known.decoded;
    const { bytes, release } = await readFile(source, known, signal);
    try {
      signal?.throwIfAborted();
      const soon = expected?.tableKey === context.tableKey ? expected.fieldIds : [];
      const request = requestOf(context, source, [...new Set([...asked, ...soon.filter(lacks)])]);
      const decoded =
        known === undefined
          ? await withRoom(listedEntries(source.manifest) ?? 0, key, () =>
              decodeManifest(bytes, request),
            )
          : await withMetrics(known.decoded, bytes, request);
      if (!context.specs.includes(decoded.entries.spec)) ownSpecs.set(key, decoded.entries.spec);
      const { tableKey } = context;
      keep(key, { tableKey, decoded, file: source.input?.kind === 'url' ? bytes : undefined });
      return decoded;
    } finally {
      release();
    }
  };
  const turns = new Map<string, Promise<unknown>>();
  // One after another for each manifest: the totals, the picture and a plan ask for it at the same moment, and the
  // second finds what the first has decoded.
  const read: ManifestCache['read'] = (context, source, fieldIds, signal) => {
    const key = keyOf(context, source);
    const before = turns.get(key) ?? Promise.resolve();
    const result = before.then(() => readNow(context, source, fieldIds, signal));
    const turn = result.then(
      () => undefined,
      () => undefined,
    );
    turns.set(key, turn);
    turn.then(() => {
      if (turns.get(key) === turn) turns.delete(key);
    });
    return result;
  };
  return {
    read,
    async readAhead(context, source, fieldIds, signal) {
      const known = kept.get(keyOf(context, source));
      if (known === undefined) return;
      const { count, metrics } = known.decoded.entries;
      const isOutlined = (id: number) => known.outlines?.byId.has(id) === true;
      const lacking = fieldIds.filter((id) => !metrics.has(id) && !isOutlined(id));
      if (lacking.length === 0) return;
      const room = lacking.length * count * STATISTICS_BYTES;
      if (total + reserved + room <= budget) await read(context, source, lacking, signal);
    },
    async addOutlines(context, source, request, signal) {
      const key = keyOf(context, source);
      const known = kept.get(key);
      if (known === undefined || known.outlines?.key === request.key) return;
      const { entries } = known.decoded;
      const fieldIds = request.fieldIds.filter((id) => !entries.metrics.has(id));
      if (total + reserved + fieldIds.length * entries.count * OUTLINE_BYTES > budget) return;
      const { bytes, release } = await readFile(source, known, signal);
      const asked = { manifest: source.manifest, metricsFieldIds: fieldIds };
      const outlining = request.outline(entries, bytes, asked);
      // At once: what is lent may be waited for while this gives way.
      release();
      const byId = await outlining;
      const now = kept.get(key);
      // Statistics may have come meanwhile, or the manifest may be gone.
      if (now?.decoded.entries.status !== entries.status) return;
      resize(key, { ...now, outlines: { key: request.key, byId } });
    },
    atHand(context, source) {
      return asYoungest(keyOf(context, source));
    },
    expect({ tableKey }, fieldIds) {
      expected = { tableKey, fieldIds };
    },
    limit(limitInBytes) {
      budget = limitInBytes;
      letGo(undefined);
    },
    ownSpec: (context, source) => ownSpecs.get(keyOf(context, source)),
  };
}

async function withMetrics(
  { entries, problems }: DecodedManifest,
  file: Uint8Array,
  request: ManifestRequest,
): Promise<DecodedManifest> {
  const decoded = unlessReplaced(await decodeMetrics(file, request), entries);
  const further = withSharedMetrics(decoded, entries);
  return { entries: { ...entries, metrics: new Map([...entries.metrics, ...further]) }, problems };
}

function keyOf(context: TableContext, { manifest }: ManifestSource): string {
  return `${context.tableKey}\n${manifest.manifestPath}`;
}

function requestOf(
  { specs, schemas, formatVersion }: TableContext,
  { manifest }: ManifestSource,
  metricsFieldIds: readonly number[],
): ManifestRequest {
  return { manifest, specs, schemas, formatVersion, metricsFieldIds };
}

/** Bytes of all typed arrays below a value; arrays over one buffer count once. */
function bytesOf(value: unknown, seen: Set<ArrayBufferLike> = new Set()): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (ArrayBuffer.isView(value)) {
    if (seen.has(value.buffer)) return 0;
    seen.add(value.buffer);
    return value.buffer.byteLength;
  }
  const parts = value instanceof Map ? value.values() : Object.values(value);
  let total = 0;
  for (const part of parts) total += bytesOf(part, seen);
  return total;
}
