/** Reads the statistics of columns that a predicate names while the rest of it is typed. */
import { useEffect, useMemo } from 'react';
import { partitionSources } from '../../src/metadata/spec-words.ts';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import type { Language } from './language.ts';

export function useReadAhead(
  view: SnapshotInHand,
  language: Language | undefined,
  text: string,
): void {
  // A text, which is the same again after most keys.
  const key = useMemo(() => {
    const named = language?.columnsNamed(text) ?? [];
    const sources = partitionSources(view.context.specs);
    // A predicate on a layout's column may leave most manifests unread.
    return named.some((id) => sources.has(id)) ? '' : named.join(' ');
  }, [language, text, view]);
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
