/** Reads what the files hold of each column, once somebody begins to write a predicate. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { IcecoreError } from '../../src/base/errors.ts';
import { isPrimitive } from '../../src/types/parse-type.ts';
import type { SnapshotInHand } from '../data.ts';
import { type ColumnSpan, columnSpans } from './column-ranges.ts';
import type { FileIndex } from './file-index.ts';
import { type FileRef, rowStore } from './file-rows.ts';
import type { Language } from './language.ts';

export interface ColumnRanges {
  /** By the column’s label in the list; undefined while it is not known. */
  readonly spanOf: (label: string) => ColumnSpan | undefined;
  /** Asks for the ranges. */
  readonly want: () => void;
}

/** Files looked at, evenly chosen, and columns. */
const MOST_FILES = 1000;
/**
 * Files of the manifests that these are chosen from. All columns of a manifest are some ten times what a plan keeps of
 * it, so that all manifests of a large table would take the place of what its plans need.
 */
const MOST_DECODED = 20_000;
const MOST_COLUMNS = 40;

/** `complete`: the index has every manifest. A failure is thrown, for the view’s boundary. */
export function useColumnRanges(
  view: SnapshotInHand,
  index: FileIndex,
  complete: boolean,
  language: Language | undefined,
): ColumnRanges {
  const [wanted, setWanted] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const spans = useRef<{ readonly of: unknown; readonly byName: ReadonlyMap<string, ColumnSpan> }>(
    undefined,
  );
  useEffect(() => {
    if (!wanted || !complete || language === undefined || spans.current?.of === index) return;
    let current = true;
    readSpans(view, index, language).then(
      (byName) => {
        if (current) spans.current = { of: index, byName };
      },
      (reason) => {
        // A manifest that can no longer be read gives no hints; plans tell of it.
        if (current && !(reason instanceof IcecoreError)) setFailure(reason);
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, complete, language, index, view]);
  if (failure !== undefined) throw failure;
  const spanOf = useCallback(
    (label: string) => spans.current?.byName.get(label.replace(/["`]/g, '')),
    [],
  );
  const want = useCallback(() => setWanted(true), []);
  return { spanOf, want };
}

async function readSpans(
  view: SnapshotInHand,
  index: FileIndex,
  language: Language,
): Promise<ReadonlyMap<string, ColumnSpan>> {
  const columns = language.schema.columns
    .filter(({ accessible, type }) => accessible && isPrimitive(type))
    .slice(0, MOST_COLUMNS);
  const files = sampledFiles(index);
  const fieldIds = columns.map(({ fieldId }) => fieldId);
  const rows = await rowStore(view, fieldIds).fetchAll(files);
  const byId = columnSpans(fieldIds, rows, index.count);
  return new Map(
    columns.flatMap(({ name, fieldId }) => {
      const span = byId.get(fieldId);
      return span === undefined ? [] : [[name, span] as const];
    }),
  );
}

/** Of few manifests, evenly spread, where all would be too many. */
export function sampledFiles(index: FileIndex): readonly FileRef[] {
  const readable = index.manifests.filter(({ entries }) => entries !== undefined);
  const most = Math.max(1, Math.floor((readable.length * MOST_DECODED) / Math.max(1, index.count)));
  const every = Math.max(1, readable.length / most);
  const files: FileRef[] = [];
  for (let at = 0; at < readable.length; at += every) {
    const { index: manifestIndex, entries = [] } = readable[Math.floor(at)] ?? {};
    if (manifestIndex === undefined) continue;
    for (const entry of entries) files.push({ manifestIndex, entry });
  }
  const step = Math.max(1, Math.ceil(files.length / MOST_FILES));
  return files.filter((_, i) => i % step === 0);
}
