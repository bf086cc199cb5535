/** Bundles in the page: what one would hold, and the making of it in a worker. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { BundleContents } from '../../src/share/bundle.ts';
import type { BundleProgress, BundleRequest } from '../../src/share/make-bundle.ts';
import { type PlannedBundle, planBundle } from '../../src/table/bundle.ts';
import { inShareWorker, type ShareApi } from '../../src/worker/share.ts';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import { parseFilter } from '../predicate.ts';
import type { Question } from '../queries.ts';

/** What a bundle of the table in hand would hold; undefined while it is counted. */
export function usePlannedBundle(
  view: SnapshotInHand | undefined,
  contents: BundleContents,
  question: Question | undefined,
  hash: string,
) {
  const needsQuestion = contents === 'predicate';
  const asked = needsQuestion ? question : undefined;
  const isReady = view !== undefined && (!needsQuestion || question !== undefined);
  return useQuery<PlannedBundle>({
    queryKey: ['bundle', view?.key ?? '', contents, hash, JSON.stringify(asked ?? null)],
    queryFn: isReady ? ({ signal }) => plan(view, contents, asked, hash, signal) : skipToken,
  });
}

async function plan(
  view: SnapshotInHand,
  contents: BundleContents,
  question: Question | undefined,
  hash: string,
  signal: AbortSignal,
): Promise<PlannedBundle> {
  const filter =
    question === undefined
      ? undefined
      : await parseFilter(question.where, view.schema, question.caseSensitive);
  return planBundle(
    view.table,
    view,
    tableApi(),
    {
      contents,
      question:
        question === undefined || filter === undefined
          ? undefined
          : { ...question, filter: filter.expression },
      view: hash,
      made: new Date().toISOString(),
    },
    { signal },
  );
}

function inWorker<R>(call: (api: ShareApi) => Promise<R>): Promise<R> {
  const worker = new Worker(new URL('../../src/worker/share-worker.ts', import.meta.url), {
    type: 'module',
  });
  return inShareWorker(worker, call);
}

export function makeBundle(
  request: BundleRequest,
  signal: AbortSignal,
  onProgress: (progress: BundleProgress) => void,
): Promise<Blob> {
  return inWorker((api) => api.makeBundle(request, { signal, onProgress }));
}

/** As a download of the browser. */
export function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by the next task; a minute is for slow disks.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Of the table's name, what every file system takes. */
export function bundleName(table: string): string {
  return `${table.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 80) || 'table'}.icecore.zip`;
}
