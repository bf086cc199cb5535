/** Bundles in the page: what one would hold, and the making of it in a worker. */
import { skipToken, useQuery } from '@tanstack/react-query';
import type { BundleContents } from '../../src/share/bundle.ts';
import type { BundleProgress, BundleRequest } from '../../src/share/make-bundle.ts';
import { REDACT_KINDS, type RedactChoice } from '../../src/share/redact.ts';
import type {
  RedactedBundle,
  RedactRequest,
  SavedQuestion,
} from '../../src/share/redact-bundle.ts';
import {
  type BundleQuestion,
  type PlannedBundle,
  planBundle,
  redaction,
} from '../../src/table/bundle.ts';
import { metadataHistory } from '../../src/table/session.ts';
import { inShareWorker, type ShareApi } from '../../src/worker/share.ts';
import { tableApi } from '../client.ts';
import type { SnapshotInHand } from '../data.ts';
import { placeOfHref, savedPredicates } from '../link.ts';
import { parseFilter } from '../predicate.ts';
import type { Question } from '../queries.ts';

/** Whether reading costs no request: what only might be wanted is then made at once, else when it is asked for. */
export function isNear({ table }: SnapshotInHand): boolean {
  return table.metadataInput.kind !== 'url' || table.source.kind === 'sample';
}

/** What a bundle of the table in hand would hold; undefined while it is counted, or where it is not wanted. */
export function usePlannedBundle(
  view: SnapshotInHand | undefined,
  contents: BundleContents,
  question: Question | undefined,
  hash: string,
  isWanted = true,
) {
  const needsQuestion = contents === 'predicate';
  const asked = needsQuestion ? question : undefined;
  const isReady = isWanted && view !== undefined && (!needsQuestion || question !== undefined);
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
  const asked = await askedOf(view, question);
  const made = new Date().toISOString();
  const choice = { contents, question: asked, view: hash, made };
  return planBundle(view.table, view, tableApi(), choice, { signal });
}

async function askedOf(
  view: SnapshotInHand,
  question: Question | undefined,
): Promise<BundleQuestion | undefined> {
  if (question === undefined) return undefined;
  const { where, caseSensitive } = question;
  const { expression } = await parseFilter(where, view, caseSensitive);
  return { ...question, filter: expression };
}

/** Another number for each page, so that times move by no known distance where the table lets them. */
const DAYS = 400 + ((crypto.getRandomValues(new Uint16Array(1))[0] ?? 0) % 3600);

/** The planned bundle with other names and values; undefined while it is made, or where nothing is to be replaced. */
export function useRedacted(
  view: SnapshotInHand,
  planned: PlannedBundle | undefined,
  question: Question | undefined,
  choice: RedactChoice,
) {
  const wanted = planned !== undefined && REDACT_KINDS.some((kind) => choice[kind]);
  const { contents, view: hash } = planned?.request.bundle ?? {};
  return useQuery<RedactedBundle>({
    queryKey: ['redacted', view.key, contents, hash, JSON.stringify([question ?? null, choice])],
    queryFn: wanted
      ? ({ signal }) => redact(view, planned, question, { choice, days: DAYS }, signal)
      : skipToken,
  });
}

async function redact(
  view: SnapshotInHand,
  planned: PlannedBundle,
  question: Question | undefined,
  how: Pick<RedactRequest, 'choice' | 'days' | 'trimmed'>,
  signal: AbortSignal,
): Promise<RedactedBundle> {
  const asked = await askedOf(view, question);
  const saved = await savedOf(view, planned.request.bundle.view);
  const history = await metadataHistory(view.table, tableApi(), { signal });
  const request = redaction(view.table, view, planned, asked, history, { ...how, saved });
  return inWorker((api) => api.redactBundle(request, { signal }));
}

/** What is kept with the table and has a meaning for its schema. */
async function savedOf(view: SnapshotInHand, hash: string): Promise<readonly SavedQuestion[]> {
  const { search } = placeOfHref(hash);
  const caseSensitive = search.names === 'exact';
  const asked = savedPredicates(search).map((one) =>
    parseFilter(one.where, view, caseSensitive).then(
      ({ expression }) => [{ ...one, filter: expression, caseSensitive }],
      () => [],
    ),
  );
  return (await Promise.all(asked)).flat();
}

/** Nothing larger becomes a link: what a predicate needs of it is read and packed only to be measured. */
const LARGEST_FOR_LINK = 2 << 20;

/** The source of a link that carries the table, and the view it then shows. */
export interface InlineLink {
  readonly src: string;
  /** From `#/` on; names and values in it are those of the table inside. */
  readonly view: string;
  /** Why the predicate does not keep its verdicts; empty = it does. */
  readonly lost: readonly string[];
}

/** null where the table is too large for a link. */
export function useInline(
  view: SnapshotInHand | undefined,
  planned: PlannedBundle | undefined,
  question: Question | undefined,
  choice: RedactChoice,
  isWanted: boolean,
) {
  const { contents, view: hash } = planned?.request.bundle ?? {};
  return useQuery<InlineLink | null>({
    queryKey: [
      'inline',
      view?.key ?? '',
      contents,
      hash,
      JSON.stringify([question ?? null, choice]),
    ],
    queryFn:
      view === undefined || planned === undefined || !isWanted
        ? skipToken
        : async ({ signal }) => {
            if (planned.bytes > LARGEST_FOR_LINK) return null;
            const how = { choice, days: DAYS, trimmed: true };
            const { request, lost } = await redact(view, planned, question, how, signal);
            const src = await inWorker((api) => api.inlineText(request, { signal }));
            return { src, lost, view: request.bundle.view };
          },
  });
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

/** Of the table's name, what every file system takes. */
export function bundleName(table: string): string {
  return `${table.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 80) || 'table'}.icecore.zip`;
}
