/** Reads what the files hold of each column, once somebody begins to write a predicate. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { isPrimitive } from '../../src/types/parse-type.ts';
import type { SnapshotInHand } from '../data.ts';
import { type ColumnSpan, columnSpans } from './column-ranges.ts';
import { entryAt, type FileIndex, manifestAt } from './file-index.ts';
import { rowStore } from './file-rows.ts';
import type { Language } from './where.ts';

export interface ColumnRanges {
  /** By the column’s label in the list; undefined while it is not known. */
  readonly spanOf: (label: string) => ColumnSpan | undefined;
  /** Asks for the ranges. */
  readonly want: () => void;
}

/** Files looked at, evenly chosen, and columns. */
const MOST_FILES = 1000;
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
        if (current) setFailure(reason);
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
  const step = Math.max(1, Math.ceil(index.count / MOST_FILES));
  const files = [];
  for (let position = 0; position < index.count; position += step) {
    const entry = entryAt(index, position);
    if (entry !== undefined) files.push({ manifestIndex: manifestAt(index, position), entry });
  }
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
