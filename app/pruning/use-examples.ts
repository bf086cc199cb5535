/** Predicates to try, from the bounds of a file in the middle of the newest era. */
import { useEffect, useState } from 'react';
import type { SnapshotInHand } from '../data.ts';
import { type Example, type ExampleColumn, examplesOf } from './examples.ts';
import { entryAt, type FileIndex, manifestAt } from './file-index.ts';
import { rowStore } from './file-rows.ts';
import type { Language } from './where.ts';

const NONE: readonly Example[] = [];
/** Columns looked at. */
const MOST = 8;

/** None while `wanted` is false. */
export function useExamples(
  view: SnapshotInHand,
  index: FileIndex,
  language: Language | undefined,
  wanted: boolean,
): readonly Example[] {
  const [found, setFound] = useState<{
    readonly of: unknown;
    readonly examples: readonly Example[];
  }>();
  const [failure, setFailure] = useState<unknown>();
  const ready = wanted && found?.of !== view && index.count > 0;
  useEffect(() => {
    if (!ready || language === undefined) return;
    const position = middleOf(index);
    const entry = position === undefined ? undefined : entryAt(index, position);
    if (position === undefined || entry === undefined) return;
    let current = true;
    const columns = exampleColumns(view, language);
    const store = rowStore(
      view,
      columns.map(({ fieldId }) => fieldId),
    );
    store.fetch({ manifestIndex: manifestAt(index, position), entry }).then(
      (row) => {
        if (current) setFound({ of: view, examples: examplesOf(columns, row) });
      },
      (reason) => {
        if (current) setFailure(reason);
      },
    );
    return () => {
      current = false;
    };
  }, [ready, language, index, view]);
  if (failure !== undefined) throw failure;
  return found?.of === view ? found.examples : NONE;
}

function middleOf(index: FileIndex): number | undefined {
  const [newest] = index.eras;
  return newest === undefined ? undefined : (newest.from + newest.to) >> 1;
}

function exampleColumns(view: SnapshotInHand, language: Language): readonly ExampleColumn[] {
  const sources = new Set(
    view.table.metadata.partitionSpecs.flatMap((spec) =>
      spec.fields.filter((f) => f.transform.kind !== 'void').flatMap((f) => f.sourceIds),
    ),
  );
  const columns = language.schema.columns
    .filter((column) => column.accessible)
    .map((column) => ({
      fieldId: column.fieldId,
      name: language.quote(column.name),
      kind: column.type.kind,
      partitions: sources.has(column.fieldId),
    }));
  return columns.sort((a, b) => Number(b.partitions) - Number(a.partitions)).slice(0, MOST);
}
