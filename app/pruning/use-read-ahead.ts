/** What is read before somebody asks for it. */
import { useEffect, useMemo } from 'react';
import { partitionSources } from '../../src/metadata/spec-words.ts';
import { whileAtRest } from '../at-rest.ts';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import type { Question } from '../queries.ts';
import type { Language } from './language.ts';

/** Of fewer bytes of manifests a new column is read again as soon as it would be judged by its outline. */
const LEAST_OUTLINED = 2 ** 22;

/** While nothing else is to be done, all columns of the manifests that were read get outlines, for the next question. */
export function useOutlines(
  view: SnapshotInHand,
  profile: Question['profile'],
  isReady: boolean,
): void {
  useEffect(() => {
    const manifests = dataManifests(view);
    const bytes = manifests.reduce((sum, { manifest }) => sum + (manifest.manifestLength ?? 0), 0);
    if (!isReady || bytes < LEAST_OUTLINED) return;
    const request = { context: view.context, manifests, profile };
    return whileAtRest(window, (signal) => tableApi().outline(request, { signal }));
  }, [view, profile, isReady]);
}

function dataManifests({ manifests }: SnapshotInHand) {
  return manifests.filter(({ manifest }) => manifest.content === 'data');
}

/** The statistics of columns that a predicate names are read while the rest of it is typed. */
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
    const manifests = dataManifests(view);
    const { signal } = controller;
    // Nobody waits for it, and who asks afterwards is told what is wrong.
    tableApi()
      .readAhead({ context: view.context, manifests, fieldIds }, { signal })
      .catch(() => undefined);
    return () => controller.abort();
  }, [key, view]);
}
