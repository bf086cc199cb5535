/** Reads the statistics of columns that a predicate names while the rest of it is typed. */
import { useEffect, useMemo } from 'react';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import type { Language } from './language.ts';

export function useReadAhead(
  view: SnapshotInHand,
  language: Language | undefined,
  text: string,
): void {
  const inLayouts = useMemo(() => layoutColumns(view), [view]);
  const named = language?.columnsNamed(text) ?? [];
  const key = named.some((id) => inLayouts.has(id)) ? '' : named.join(' ');
  useEffect(() => {
    if (key === '') return;
    const controller = new AbortController();
    const fieldIds = key.split(' ').map(Number);
    const manifests = view.manifests.filter(({ manifest }) => manifest.content === 'data');
    const { signal } = controller;
    // Nobody waits for it, and who asks afterwards is told what is wrong.
    tableApi()
      .readAhead({ context: view.context, manifests, fieldIds }, { signal })
      .catch(() => undefined);
    return () => controller.abort();
  }, [key, view]);
}

/** Columns that a layout is made of: a predicate that names one may leave most manifests unread. */
function layoutColumns({ context }: SnapshotInHand): ReadonlySet<number> {
  return new Set(
    context.specs.flatMap(({ fields }) =>
      fields.flatMap(({ transform, sourceIds }) => (transform.kind === 'void' ? [] : sourceIds)),
    ),
  );
}
