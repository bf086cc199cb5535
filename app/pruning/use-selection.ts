/** The inspected file: in the link by a hash of its path, in hand as manifest and entry. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { IcecoreError } from '../../src/base/errors.ts';
import type { FileRow, ManifestSource } from '../../src/table/api.ts';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import { pathHash } from '../link.ts';
import { useGo, useLinkParts } from '../routes.ts';
import { entryAt, type FileIndex, manifestAt, positionOf } from './file-index.ts';
import { type FileRef, type RowStore, rowStore } from './file-rows.ts';

export interface Selection {
  readonly file: FileRef | undefined;
  readonly position: number | undefined;
  /** Set where the link names a file that is not live in this snapshot. */
  readonly missing: boolean;
  /** Manifest named by the link. */
  readonly manifestIndex: number | undefined;
  readonly select: (position: number | undefined) => void;
}

/** Files that were selected once, by hash: found again without a search. */
const known = new WeakMap<SnapshotInHand, Map<string, FileRef>>();

function knownOf(view: SnapshotInHand): Map<string, FileRef> {
  let files = known.get(view);
  if (files === undefined) {
    files = new Map();
    known.set(view, files);
  }
  return files;
}

export function useSelection(view: SnapshotInHand, index: FileIndex, rows: RowStore): Selection {
  const link = useLinkParts('file', 'manifest');
  const go = useGo();
  const [searched, setSearched] = useState<{ readonly hash: string; readonly among: FileIndex }>();
  const [failure, setFailure] = useState<unknown>();
  // Shown at once, while the path that names it in the link is read.
  const [chosen, setChosen] = useState<{
    readonly file: FileRef;
    readonly was: string | undefined;
  }>();
  const hash = link.file;
  const manifestIndex = useMemo(() => manifestOfHash(view, link.manifest), [view, link.manifest]);
  const inLink = hash === undefined ? undefined : knownOf(view).get(hash);
  const isSearched = searched?.hash === hash && searched?.among === index;
  const mustSearch = hash !== undefined && inLink === undefined && !isSearched;
  useEffect(() => {
    if (!mustSearch || hash === undefined || index.count === 0) return;
    const controller = new AbortController();
    findFile(view, index.manifests, hash, manifestIndex, controller.signal).then(
      (file) => {
        if (file !== undefined) knownOf(view).set(hash, file);
        setSearched({ hash, among: index });
      },
      (reason) => {
        if (!controller.signal.aborted) setFailure(reason);
      },
    );
    return () => controller.abort();
  }, [mustSearch, hash, view, index, manifestIndex]);
  const file = chosen !== undefined && chosen.was === hash ? chosen.file : inLink;
  // The file stays chosen, and the inspector says why nothing is known of it.
  const unreadable = useCallback((reason: unknown) => {
    if (!(reason instanceof IcecoreError)) setFailure(reason);
  }, []);
  const select = useCallback(
    (position: number | undefined) => {
      const entry = position === undefined ? undefined : entryAt(index, position);
      if (position === undefined) {
        setChosen(undefined);
        go({ file: undefined });
      } else if (entry === undefined) {
        const manifest = view.manifests.find((m) => m.index === manifestAt(index, position));
        setChosen(undefined);
        go({ file: undefined, manifest: pathHash(manifest?.manifest.manifestPath ?? '') });
      } else {
        const next = { manifestIndex: manifestAt(index, position), entry };
        setChosen({ file: next, was: hash });
        rows.fetch(next).then((row) => {
          const name = pathHash(row.filePath);
          knownOf(view).set(name, next);
          go({ file: name });
        }, unreadable);
      }
    },
    [index, view, rows, go, hash, unreadable],
  );
  // Among a part of the manifests nothing is missing yet.
  const missing =
    hash !== undefined && file === undefined && isSearched && hasAllManifests(view, index);
  const selection = useMemo(() => {
    const position =
      file === undefined ? undefined : positionOf(index, file.manifestIndex, file.entry);
    return { file, position, missing, manifestIndex, select };
  }, [file, index, missing, manifestIndex, select]);
  if (failure !== undefined) throw failure;
  return selection;
}

function hasAllManifests(view: SnapshotInHand, index: FileIndex): boolean {
  const there = new Set(index.manifests.map((one) => one.index));
  return view.manifests.every((one) => one.manifest.content !== 'data' || there.has(one.index));
}

/** Index in the manifest list of the manifest that the link names. */
export function manifestOfHash(view: SnapshotInHand, hash: string | undefined): number | undefined {
  if (hash === undefined) return undefined;
  return view.manifests.find((m) => pathHash(m.manifest.manifestPath) === hash)?.index;
}

const ROWS_AT_ONCE = 2000;

/** Manifests, as the map has them or as they are drawn. */
type Among = readonly { readonly index: number; readonly entries: Uint32Array | undefined }[];

/** The path that a link means by its hash; undefined where no live file among the manifests has it. */
export async function pathOfHash(
  view: SnapshotInHand,
  among: Among,
  hash: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const file = knownOf(view).get(hash) ?? (await findFile(view, among, hash, undefined, signal));
  if (file === undefined) return undefined;
  return (await rowStore(view, []).fetch(file)).filePath;
}

/** None where the manifest can no longer be read: the file may be another's. */
async function rowsOf(
  { context }: SnapshotInHand,
  manifest: ManifestSource,
  entries: Uint32Array,
  signal: AbortSignal,
): Promise<readonly FileRow[]> {
  try {
    return await tableApi().fileRows(
      { context, manifest, entries: [...entries], fieldIds: [] },
      { signal },
    );
  } catch (error) {
    if (error instanceof IcecoreError) return [];
    throw error;
  }
}

/** Reads paths, manifest by manifest, until one has the hash. */
async function findFile(
  view: SnapshotInHand,
  among: Among,
  hash: string,
  first: number | undefined,
  signal: AbortSignal,
): Promise<FileRef | undefined> {
  const manifests = [...among].sort(
    (a, b) => Number(b.index === first) - Number(a.index === first),
  );
  for (const { index: manifestIndex, entries } of manifests) {
    const manifest = view.manifests.find((source) => source.index === manifestIndex);
    if (manifest === undefined || entries === undefined) continue;
    for (let from = 0; from < entries.length; from += ROWS_AT_ONCE) {
      const rows = await rowsOf(
        view,
        manifest,
        entries.subarray(from, from + ROWS_AT_ONCE),
        signal,
      );
      const found = rows.find((row) => pathHash(row.filePath) === hash);
      if (found !== undefined) return { manifestIndex, entry: found.entry };
    }
  }
  return undefined;
}
