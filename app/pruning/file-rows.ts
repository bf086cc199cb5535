/** Rows of files with bounds, fetched for what is in view and kept while the snapshot is. */
import { useMemo, useSyncExternalStore } from 'react';
import type { FileRow } from '../../src/table/api.ts';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import { entryAt, type FileIndex, manifestAt } from './file-index.ts';

export interface FileRef {
  readonly manifestIndex: number;
  readonly entry: number;
}

export interface RowStore {
  get(file: FileRef): FileRow | undefined;
  /** Fetches what is not here yet. */
  want(files: readonly FileRef[]): void;
  /** Fetches one row. Errors: of reading its manifest. */
  fetch(file: FileRef): Promise<FileRow>;
  /** Fetches many, in their order. Errors: of reading their manifests. */
  fetchAll(files: readonly FileRef[]): Promise<readonly FileRow[]>;
  readonly subscribe: (listener: () => void) => () => void;
  /** Changes with every arrival. */
  readonly version: () => number;
  /** What the last fetch failed with. */
  readonly error: () => unknown;
}

/** undefined for a file whose manifest could not be read. */
export function refOf(index: FileIndex, position: number): FileRef | undefined {
  const entry = entryAt(index, position);
  return entry === undefined ? undefined : { manifestIndex: manifestAt(index, position), entry };
}

/** Rows come manifest by manifest; those that come so soon after each other are shown together. */
const TOGETHER_MS = 60;

/** Rows kept before the oldest are let go. */
const MOST = 20_000;

function keyOf({ manifestIndex, entry }: FileRef): string {
  return `${manifestIndex} ${entry}`;
}

export function rowStore(view: SnapshotInHand, fieldIds: readonly number[]): RowStore {
  const rows = new Map<string, FileRow>();
  const asked = new Set<string>();
  const listeners = new Set<() => void>();
  let version = 0;
  let failure: unknown;
  let isDue = false;
  const changed = () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      version++;
      for (const listener of listeners) listener();
    }, TOGETHER_MS);
  };
  const read = async (manifestIndex: number, entries: readonly number[]) => {
    const manifest = view.manifests.find((source) => source.index === manifestIndex);
    if (manifest === undefined) throw new Error(`Bug in Icecore: no manifest ${manifestIndex}`);
    const found = await tableApi().fileRows({
      context: view.context,
      manifest,
      entries,
      fieldIds,
    });
    for (const row of found) rows.set(keyOf({ manifestIndex, entry: row.entry }), row);
    forgetOldest(rows);
    return found;
  };
  const want = (files: readonly FileRef[]) => {
    for (const [manifestIndex, entries] of missing(files, rows, asked)) {
      const keys = entries.map((entry) => keyOf({ manifestIndex, entry }));
      for (const key of keys) asked.add(key);
      read(manifestIndex, entries)
        .catch((error: unknown) => {
          failure = error;
        })
        .finally(() => {
          for (const key of keys) asked.delete(key);
          changed();
        });
    }
  };
  return {
    get: (file) => rows.get(keyOf(file)),
    want,
    fetchAll: async (files) => {
      const found = new Map<string, FileRow>();
      for (const [manifestIndex, entries] of missing(files, new Map(), new Set())) {
        for (const row of await read(manifestIndex, entries)) {
          found.set(keyOf({ manifestIndex, entry: row.entry }), row);
        }
      }
      return files.map((file) =>
        onlyRow([found.get(keyOf(file))].filter((row) => row !== undefined)),
      );
    },
    fetch: async (file) =>
      rows.get(keyOf(file)) ?? onlyRow(await read(file.manifestIndex, [file.entry])),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    error: () => failure,
  };
}

function onlyRow(rows: readonly FileRow[]): FileRow {
  const [row] = rows;
  if (row === undefined) throw new Error('Bug in Icecore: a row was asked for and none came');
  return row;
}

function missing(
  files: readonly FileRef[],
  rows: ReadonlyMap<string, FileRow>,
  asked: ReadonlySet<string>,
): ReadonlyMap<number, readonly number[]> {
  const groups = new Map<number, number[]>();
  for (const file of files) {
    const key = keyOf(file);
    if (rows.has(key) || asked.has(key)) continue;
    const group = groups.get(file.manifestIndex) ?? [];
    group.push(file.entry);
    groups.set(file.manifestIndex, group);
  }
  return groups;
}

function forgetOldest(rows: Map<string, FileRow>): void {
  for (const key of rows.keys()) {
    if (rows.size <= MOST) return;
    rows.delete(key);
  }
}

/** The store of a snapshot for the given columns; the component renders again as rows arrive. */
export function useRowStore(view: SnapshotInHand, fieldIds: readonly number[]): RowStore {
  const columns = fieldIds.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids as text are the identity.
  const store = useMemo(() => rowStore(view, fieldIds), [view, columns]);
  useSyncExternalStore(store.subscribe, store.version);
  return store;
}
