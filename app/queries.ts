/**
 * Everything asynchronous of the page. Keys are text and numbers only (ids by `String`), results are shared as they are,
 * and each query stops its work when nobody looks at it any more.
 */
import {
  keepPreviousData,
  notifyManager,
  QueryClient,
  type QueryKey,
  queryOptions,
  skipToken,
  useQuery,
} from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { sharedBytes, sharedPlaces } from '../src/metadata/shared-columns.ts';
import type { FileExplanation } from '../src/planning/explanation.ts';
import type {
  DeletePlan,
  ManifestPicture,
  ManifestPlan,
  ManifestTotals,
} from '../src/table/api.ts';
import { type MetadataHistory, metadataHistory, type OpenOutcome } from '../src/table/session.ts';
import { useBudget } from './budget.ts';
import { tableApi } from './client.ts';
import {
  type OpenTable,
  openSource,
  readSamples,
  readSnapshot,
  type SnapshotInHand,
} from './data.ts';
import { type History, readHistory } from './history.ts';
import { loadChoice, type Search } from './link.ts';
import { keptByRows, toRead } from './part.ts';
import { type ParsedFilter, parseFilter } from './predicate.ts';
import { useLinkParts } from './routes.ts';
import { readTotals } from './totals.ts';
import { nextTask } from './ui/idle.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A table's files never change. What came in parts and was stopped, since nobody looked, is asked for again.
      staleTime: ({ state }) => (isPart(state.data) ? 0 : Number.POSITIVE_INFINITY),
      // It would walk typed arrays.
      structuralSharing: false,
      retry: false,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      gcTime: 10 * 60_000,
    },
  },
});

function isPart(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'complete' in data && data.complete === false;
}

/** What has come so far of an operation that answers manifest by manifest. A new object at each update. */
export interface Arriving<Item, Summary = undefined> {
  /** By manifest index. */
  readonly items: ReadonlyMap<number, Item>;
  readonly of: number;
  readonly complete: boolean;
  /** The operation's own result, once complete. */
  readonly summary: Summary | undefined;
}

const PUBLISH_MS = 500;
/** Each picture costs more than the one before: the second comes at two seconds, the others after such a pause. */
const PUBLISH_MOST_MS = 1500;

/** What arrives of all operations is shown at the same beats, ever more seldom: the page renders once for all. */
const beats = {
  /** Operations under way, and since when there has been one. */
  running: 0,
  began: 0,
  timer: undefined as ReturnType<typeof setTimeout> | undefined,
  waiting: new Set<() => void>(),
};

function beat(): void {
  beats.timer = undefined;
  const due = [...beats.waiting];
  beats.waiting.clear();
  notifyManager.batch(() => {
    for (const publish of due) publish();
  });
}

/** Calls `publish` at the next beat after `wanted()`. */
function publisher(publish: () => void): { wanted(): void; stop(): void } {
  if (beats.running === 0) beats.began = performance.now();
  beats.running++;
  return {
    wanted() {
      const since = performance.now() - beats.began;
      const wait = Math.min(Math.max(PUBLISH_MS, 3 * since), PUBLISH_MOST_MS);
      beats.waiting.add(publish);
      beats.timer ??= setTimeout(beat, wait);
    },
    stop() {
      beats.running--;
      beats.waiting.delete(publish);
    },
  };
}

/**
 * Runs an operation that reports items, and publishes what has arrived under `key`: the first at once, then in pauses,
 * so that the page draws and does not drown.
 */
export async function arriving<Item, Summary>(
  key: QueryKey,
  of: number,
  signal: AbortSignal,
  run: (onItem: (index: number, item: Item) => void) => Promise<Summary>,
): Promise<Arriving<Item, Summary>> {
  const items = new Map<number, Item>();
  const publish = () => {
    if (signal.aborted) return;
    const partial: Arriving<Item, Summary> = { items, of, complete: false, summary: undefined };
    queryClient.setQueryData(key, partial);
  };
  const later = publisher(publish);
  try {
    const summary = await run((index, item) => {
      items.set(index, item);
      if (items.size === 1) publish();
      else later.wanted();
    });
    return { items, of, complete: true, summary };
  } finally {
    later.stop();
  }
}

/** Resolves when the plan that is asked at the moment has been sent. */
let planSent: Promise<unknown> = Promise.resolve();

/**
 * Lets a plan that is asked at the same moment go first: manifests are then decoded with its columns, once, and those
 * that it skips come last.
 */
async function afterPlan(): Promise<void> {
  // All queries of one rendering start in one task.
  await nextTask();
  await planSent;
}

/** The table that the link names; no data where the source holds several and none is chosen yet. */
export function useTable() {
  const { src, root, meta } = useLinkParts('src', 'root', 'meta');
  return useQuery({ ...outcomeQuery({ src, root, meta }), select: tableOf });
}

/** The table, or the tables to choose from. */
export function useOutcome() {
  const { src, root, meta } = useLinkParts('src', 'root', 'meta');
  return useQuery(outcomeQuery({ src, root, meta }));
}

function tableOf(outcome: OpenOutcome): OpenTable | undefined {
  return outcome.kind === 'table' ? outcome.table : undefined;
}

export function outcomeQuery(choice: Pick<Search, 'src' | 'root' | 'meta'>) {
  const { src } = choice;
  return queryOptions<OpenOutcome>({
    queryKey: ['table', src ?? '', choice.root ?? '', choice.meta ?? ''],
    queryFn: src === undefined ? skipToken : ({ signal }) => openSource({ ...choice, src }, signal),
  });
}

/** The built-in tables; not asked for unless they are wanted. */
export function useSamples(wanted = true) {
  return useQuery({
    queryKey: ['samples'],
    queryFn: wanted ? ({ signal }) => readSamples(signal) : skipToken,
  });
}

/** The snapshot that the link names, with all its manifests, read or not. */
export function useListed() {
  const { snap, ref, asof } = useLinkParts('snap', 'ref', 'asof');
  const table = useTable().data;
  return useQuery({
    ...snapshotQuery(table, { snap, ref, asof }),
    // The view stays while another snapshot of the same table is read.
    placeholderData: (previous) => (previous?.table === table ? previous : undefined),
  });
}

/**
 * The snapshot that the link names, as far as it is to be read; no data before that is decided. All that reads manifests
 * starts here.
 */
export function useSnapshot(): { readonly data: SnapshotInHand | undefined } {
  const listed = useListed().data;
  const { load } = useLinkParts('load');
  const budget = useBudget();
  const choice = useMemo(() => loadChoice({ load }), [load]);
  const kept = useKept(choice?.kind === 'where' ? choice.where : undefined).data;
  return { data: listed === undefined ? undefined : toRead(listed, load, budget, kept) };
}

/** Indexes of the data manifests that may hold rows of a condition, by their rows in the manifest list. */
export function useKept(where: string | undefined) {
  const listed = useListed().data;
  const { names } = useLinkParts('names');
  return useQuery({
    queryKey: ['kept', listed?.key ?? '', names ?? '', where ?? ''],
    queryFn:
      listed === undefined || where === undefined
        ? skipToken
        : ({ signal }) => keptByRows(listed, where, names === 'exact', signal),
  });
}

export function snapshotQuery(
  table: OpenTable | undefined,
  choice: Pick<Search, 'snap' | 'ref' | 'asof'>,
) {
  return queryOptions<SnapshotInHand>({
    queryKey: [
      'snapshot',
      table?.tableKey ?? '',
      choice.snap ?? '',
      choice.ref ?? '',
      choice.asof ?? '',
    ],
    queryFn: table === undefined ? skipToken : ({ signal }) => readSnapshot(table, choice, signal),
  });
}

/** Live totals of each manifest of the snapshot in hand, data and deletes. */
export function useTotals() {
  const view = useSnapshot().data;
  const queryKey = ['totals', view?.key ?? ''];
  return useQuery<Arriving<ManifestTotals>>({
    queryKey,
    queryFn:
      view === undefined
        ? skipToken
        : ({ signal }) =>
            arriving<ManifestTotals, undefined>(
              queryKey,
              view.manifests.length,
              signal,
              async (onItem) => {
                await afterPlan();
                const odd = disputedSpecs(view, onItem);
                await readTotals(view.table, view.context, view.manifests, odd.onItem, signal);
                odd.done();
                return undefined;
              },
            ),
  });
}

/**
 * A manifest may turn out to be written by another spec than the table says, which its row can't tell. Plans that took
 * its row at its word are then made again.
 */
function disputedSpecs(view: SnapshotInHand, next: (index: number, one: ManifestTotals) => void) {
  let found = false;
  return {
    onItem(index: number, totals: ManifestTotals) {
      found ||= totals.problems.some(({ code }) => code === 'spec-mismatch');
      next(index, totals);
    },
    done() {
      if (found) queryClient.invalidateQueries({ queryKey: ['plan', view.key] });
    },
  };
}

/** Live data files of each data manifest, for the map and lists. */
export function usePictures() {
  const view = useSnapshot().data;
  const queryKey = ['pictures', view?.key ?? ''];
  return useQuery<Arriving<ManifestPicture>>({
    queryKey,
    queryFn:
      view === undefined
        ? skipToken
        : ({ signal }) => {
            const manifests = view.manifests.filter((m) => m.manifest.content === 'data');
            return arriving<ManifestPicture, undefined>(
              queryKey,
              manifests.length,
              signal,
              async (onItem) => {
                await afterPlan();
                await tableApi().drawManifests(
                  { context: view.context, manifests },
                  {
                    signal,
                    onPicture: (picture) => onItem(picture.index, compactPicture(picture)),
                  },
                );
                return undefined;
              },
            );
          },
  });
}

/**
 * What has arrived, for work that goes through all of it: another object only when that has doubled, and at the end.
 */
export function useDoublings<Item>(
  arriving: Arriving<Item> | undefined,
): Arriving<Item> | undefined {
  const now = { arriving, size: arriving?.items.size ?? 0 };
  const [last, setLast] = useState(now);
  const isSame = arriving?.items === last.arriving?.items;
  const isDue = !isSame || now.size >= 2 * last.size || arriving?.complete === true;
  if (arriving === last.arriving || !isDue) return last.arriving;
  setLast(now);
  return arriving;
}

/** A predicate with the rules it is judged by: what a plan depends on besides the snapshot. */
export interface Question {
  /** SQL text; it must parse without errors. */
  readonly where: string;
  readonly profile: 'safe' | 'java';
  readonly caseSensitive: boolean;
}

/** The question of the link; undefined where it asks none. */
export function useQuestion(): Question | undefined {
  const { where, profile, names } = useLinkParts('where', 'profile', 'names');
  return useMemo(
    () =>
      where === undefined
        ? undefined
        : { where, profile: profile ?? 'safe', caseSensitive: names === 'exact' },
    [where, profile, names],
  );
}

function questionKey(question: Question | undefined): QueryKey {
  if (question === undefined) return ['none'];
  return [question.where, question.profile, question.caseSensitive ? 'exact' : 'any'];
}

/** What a plan has found so far; `summary` tells of deletes. */
export interface PlanInHand extends Arriving<ManifestPlan, DeletePlan> {
  readonly question: Question;
  readonly filter: ParsedFilter;
  /** The snapshot that was planned: an old plan stays on screen while the next one runs. */
  readonly viewKey: string;
}

/**
 * Verdicts of the question over the snapshot in hand, manifest by manifest. While a new question is planned the last
 * answer stays, with `isPlaceholderData`.
 */
export function usePlan(question: Question | undefined) {
  const view = useSnapshot().data;
  const queryKey = ['plan', view?.key ?? '', ...questionKey(question)];
  return useQuery<PlanInHand>({
    queryKey,
    queryFn:
      view === undefined || question === undefined
        ? skipToken
        : ({ signal }) => plan(view, question, queryKey, signal),
    placeholderData: (previous) => (question === undefined ? undefined : previous),
  });
}

async function plan(
  view: SnapshotInHand,
  question: Question,
  queryKey: QueryKey,
  signal: AbortSignal,
): Promise<PlanInHand> {
  const parsed = parseFilter(question.where, view, question.caseSensitive);
  // Waiting for the parser first and a task more, it has been sent below.
  planSent = parsed.then(nextTask, () => undefined);
  const filter = await parsed;
  const of = view.manifests.filter((m) => m.manifest.content === 'data').length;
  const items = new Map<number, ManifestPlan>();
  const base = { question, filter, viewKey: view.key, items, of };
  const later = publisher(() => {
    if (signal.aborted) return;
    const partial: PlanInHand = { ...base, complete: false, summary: undefined };
    queryClient.setQueryData(queryKey, partial);
  });
  try {
    const summary = await tableApi().plan(
      {
        context: view.context,
        filter: filter.expression,
        caseSensitive: question.caseSensitive,
        profile: question.profile,
        manifests: view.manifests,
        // They are read afterwards, for the map and the Core.
        skippedUnread: true,
      },
      {
        signal,
        onManifest: (manifest) => {
          items.set(manifest.index, compactPlan(manifest));
          later.wanted();
        },
      },
    );
    return { ...base, complete: true, summary };
  } finally {
    later.stop();
  }
}

/** Mostly every entry is live: then all manifests share one count of entries. */
function compactPicture(picture: ManifestPicture): ManifestPicture {
  return { ...picture, entries: sharedPlaces(picture.entries) };
}

/** Mostly files of a manifest have one reason and no deletes. Plans of earlier questions are kept, too. */
function compactPlan(plan: ManifestPlan): ManifestPlan {
  const { fileVerdicts, reasons, deleteCounts } = plan;
  return {
    ...plan,
    fileVerdicts: sharedBytes(fileVerdicts),
    reasons: sharedBytes(reasons),
    deleteCounts: sharedBytes(deleteCounts),
  };
}

interface FileAsked {
  readonly manifestIndex: number;
  readonly entry: number;
}

/** Why one data file is read or skipped. */
export function useExplanation(question: Question | undefined, file: FileAsked | undefined) {
  const view = useSnapshot().data;
  return useQuery({
    ...explanationQuery(view, question, file),
    placeholderData: keepPreviousData,
  });
}

/** Of one file. */
export function explanationQuery(
  view: SnapshotInHand | undefined,
  question: Question | undefined,
  file: FileAsked | undefined,
) {
  return queryOptions<FileExplanation>({
    queryKey: [
      'explain',
      view?.key ?? '',
      file?.manifestIndex ?? -1,
      file?.entry ?? -1,
      ...questionKey(question),
    ],
    queryFn:
      view === undefined || question === undefined || file === undefined
        ? skipToken
        : ({ signal }) => explain(view, question, file, signal),
  });
}

async function explain(
  view: SnapshotInHand,
  question: Question,
  file: FileAsked,
  signal: AbortSignal,
): Promise<FileExplanation> {
  const filter = await parseFilter(question.where, view, question.caseSensitive);
  const manifest = view.manifests.find((m) => m.index === file.manifestIndex);
  if (manifest === undefined) throw new Error(`no manifest ${file.manifestIndex}`);
  return tableApi().explain(
    {
      context: view.context,
      filter: filter.expression,
      caseSensitive: question.caseSensitive,
      profile: question.profile,
      manifest,
      entry: file.entry,
      deleteManifests: view.manifests.filter((m) => m.manifest.content === 'deletes'),
    },
    { signal },
  );
}

/** Live content of every snapshot, by the spec it was written under; coarse first. */
export function useHistory(table: OpenTable | undefined) {
  const queryKey = ['history', table?.tableKey ?? ''];
  return useQuery<History>({
    queryKey,
    queryFn:
      table === undefined
        ? skipToken
        : async ({ signal }) => {
            await afterPlan();
            return readHistory(
              table,
              (partial) => {
                if (!signal.aborted) queryClient.setQueryData(queryKey, partial);
              },
              signal,
            );
          },
  });
}

/** Earlier metadata files of the table, as far as they are at hand. */
export function useVersions(table: OpenTable | undefined) {
  return useQuery<MetadataHistory>({
    queryKey: ['versions', table?.tableKey ?? ''],
    queryFn:
      table === undefined
        ? skipToken
        : ({ signal }) => metadataHistory(table, tableApi(), { signal }),
  });
}
