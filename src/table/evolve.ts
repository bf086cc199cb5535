/**
 * A change of layout, thought through on a snapshot: what the question reads now, some days on with the layout kept and
 * changed, and after a rewrite. The existing files are planned for real; what is not written yet comes of a forecast.
 */
import { IcecoreError } from '../base/errors.ts';
import type { Count, Forecast, ForeseenCount, LaterCount } from '../evolution/forecast/forecast.ts';
import { shiftExpression } from '../evolution/forecast/shift.ts';
import type { Expression } from '../expressions/expression.ts';
import { defaultSpec } from '../metadata/default-spec.ts';
import type { TableMetadata } from '../metadata/records.ts';
import { ALL_MATCH, READ, UNKNOWN } from '../planning/verdict.ts';
import { indexSchema } from '../types/schema.ts';
import type {
  CallOptions,
  ForecastRequest,
  ManifestPlan,
  ManifestSource,
  TableApi,
} from './api.ts';
import type { OpenedTable, SnapshotView } from './session.ts';

export interface EvolveQuestion {
  readonly filter: Expression;
  readonly caseSensitive: boolean;
  readonly profile: 'safe' | 'java';
}

export interface EvolveRequest {
  readonly before: TableMetadata;
  readonly after: TableMetadata;
  readonly question: EvolveQuestion | undefined;
  readonly days: number;
  /** How writers would distribute rows: as a person chose, which goes first, and as the statement says. */
  readonly mode: 'none' | 'hash' | 'range' | undefined;
  readonly statementMode: 'none' | 'hash' | 'range' | undefined;
  readonly rewrite: RewriteChoice;
  /** Finds the table's files, for its statistics. */
  readonly locate: OpenedTable['locate'];
}

/**
 * Which files of other layouts than the new one are rewritten: those that the question reads, all of these specs, or
 * those that may hold a row of the condition, as `rewrite_data_files` chooses them by its `where`.
 */
export type RewriteChoice =
  | 'read'
  | { readonly specs: readonly number[] }
  | { readonly where: Expression; readonly caseSensitive: boolean };

export interface ReadCount {
  /** undefined: nothing tells how many files there would be. */
  readonly files: number | undefined;
  readonly bytes: number;
}

/** What a plan reads. */
export interface Reading {
  readonly bySpec: ReadonlyMap<number, ReadCount>;
  readonly total: ReadCount;
  /** Manifests opened, of all, and layouts that the predicate is projected through. */
  readonly manifestsRead: number;
  readonly manifests: number;
  readonly layouts: number;
  /** Some bytes are only a floor. */
  readonly atLeast: boolean;
  /** Bytes of what is not written yet are a ceiling: values that might rule files out are not known. */
  readonly atMost: boolean;
}

export interface Foreseen {
  readonly forecast: Forecast;
  /** undefined without a question. */
  readonly now: Reading | undefined;
  /** After the days, with the layout kept and with it changed; old files for real, new ones by forecast. */
  readonly kept: Reading | undefined;
  readonly changed: Reading | undefined;
  /** Nothing new written, the chosen files rewritten. */
  readonly rewritten: Reading | undefined;
  /** Live files that the change leaves as they are, by spec. */
  readonly untouched: ReadonlyMap<number, Count>;
}

function checkListed({ manifests, snapshot }: SnapshotView): void {
  const counted = manifests.filter(({ recorded }) => recorded !== undefined).length;
  if (counted === 0) return;
  const which = counted === 1 ? '1 manifest is' : `${counted} manifests are`;
  throw new IcecoreError(
    'missing-file',
    `What commits write and queries read later can’t be worked out: ${which} counted here without ${counted === 1 ? 'its' : 'their'} files`,
    {
      place: snapshot === undefined ? 'the bundle' : `snapshot ${snapshot.snapshotId}`,
      advice: 'A bundle of the snapshot, or of the whole table, has them.',
    },
  );
}

/**
 * Errors: those of reading manifests never, which count as unknown; of the question's names; `missing-file` where a
 * bundle counts files without listing them, of which nothing can be foretold.
 */
export async function foresee(
  view: SnapshotView,
  request: EvolveRequest,
  api: TableApi,
  options: CallOptions = {},
): Promise<Foreseen> {
  checkListed(view);
  const data = view.manifests.filter(({ manifest }) => manifest.content === 'data');
  const { question, before, after } = request;
  const plans = question === undefined ? [] : await planAll(view, question, api, options);
  const chosen = await chosenFiles(view, data, plans, request, api, options);
  const specId = after.defaultSpecId;
  const forecast = await api.forecast(
    {
      context: view.context,
      before: defaultSpec(before),
      after: defaultSpec(after),
      properties: before.properties,
      distinctValues: distinctValues(before),
      partitionStatistics: partitionStatistics(view, request),
      commitIds: commitIds(before),
      recent: recentOf(data),
      rewritten: chosen,
      question,
      days: request.days,
      isSorted: isSorted(before),
      mode: request.mode,
      statementMode: request.statementMode,
    },
    options,
  );
  const now = question === undefined ? undefined : readingOf(plans, data.length);
  const later = await laterPlans(view, question, forecast, api, options);
  const { window } = forecast;
  const withNew = (spec: number, count: LaterCount | undefined) =>
    later === undefined || count === undefined
      ? undefined
      : withSpec(readingOf(later, data.length), spec, count, {
          written: newManifests(forecast),
          read: count.commits,
        });
  return {
    forecast,
    now,
    kept: withNew(before.defaultSpecId, window?.read?.before),
    changed: withNew(specId, window?.read?.after),
    rewritten: now && rewrittenReading(now, forecast, plans, chosen, specId),
    untouched: await untouchedOf(view, data, api, options),
  };
}

function isSorted({ sortOrders, defaultSortOrderId }: TableMetadata): boolean {
  return sortOrders.some(
    ({ orderId, fields }) => orderId === defaultSortOrderId && fields.length > 0,
  );
}

/** Of the newest statistics that tell of a column. */
function distinctValues({ statistics }: TableMetadata): ReadonlyMap<number, number> {
  return new Map(statistics.flatMap((file) => file.distinctValues ?? []));
}

/** Of the snapshot in hand, or else of the newest that has some. */
function partitionStatistics(
  { snapshot }: SnapshotView,
  { before, locate }: EvolveRequest,
): ForecastRequest['partitionStatistics'] {
  const { partitionStatistics: files, snapshots } = before;
  const own = files.find(({ snapshotId }) => snapshotId === snapshot?.snapshotId);
  const ids = snapshots.map(({ snapshotId }) => snapshotId);
  const newest = files
    .filter(({ snapshotId }) => ids.includes(snapshotId))
    .toSorted((a, b) => ids.indexOf(b.snapshotId) - ids.indexOf(a.snapshotId))[0];
  const chosen = own ?? newest;
  const input = chosen === undefined ? undefined : locate(chosen.statisticsPath);
  if (chosen === undefined || input === undefined) return undefined;
  return { input, fileSizeInBytes: chosen.fileSizeInBytes };
}

/** Appends and overwrites: a rewrite and a delete add no rows. */
function commitIds({ snapshots }: TableMetadata): readonly bigint[] {
  return snapshots
    .filter(({ operation }) => operation !== 'replace' && operation !== 'delete')
    .toSorted((a, b) => Number(b.timestampMs - a.timestampMs))
    .map(({ snapshotId }) => snapshotId);
}

const RECENT_MANIFESTS = 64;

function recentOf(data: readonly ManifestSource[]): readonly ManifestSource[] {
  return data
    .toSorted((a, b) => Number(b.manifest.sequenceNumber - a.manifest.sequenceNumber))
    .slice(0, RECENT_MANIFESTS);
}

async function planAll(
  { context, manifests }: SnapshotView,
  question: EvolveQuestion,
  api: TableApi,
  options: CallOptions,
): Promise<readonly ManifestPlan[]> {
  const plans: ManifestPlan[] = [];
  await api.plan(
    { context, manifests, ...question },
    { ...options, onManifest: (plan) => plans.push(plan) },
  );
  return plans.sort((a, b) => a.index - b.index);
}

/** The question of so many days later, over the files that are there. */
async function laterPlans(
  view: SnapshotView,
  question: EvolveQuestion | undefined,
  { window }: Forecast,
  api: TableApi,
  options: CallOptions,
): Promise<readonly ManifestPlan[] | undefined> {
  if (question === undefined || window === undefined) return undefined;
  const { eventColumn, days } = window;
  const filter =
    eventColumn === undefined
      ? question.filter
      : shiftExpression(question.filter, indexSchema(view.schema), eventColumn.fieldId, days);
  return planAll(view, { ...question, filter }, api, options);
}

function isRead(verdict: number | undefined): boolean {
  return verdict === READ || verdict === ALL_MATCH;
}

type ChosenFiles = ForecastRequest['rewritten'];

async function chosenFiles(
  view: SnapshotView,
  data: readonly ManifestSource[],
  plans: readonly ManifestPlan[],
  { rewrite, question, after }: EvolveRequest,
  api: TableApi,
  options: CallOptions,
): Promise<ChosenFiles> {
  const sources = data.filter(({ manifest }) => manifest.partitionSpecId !== after.defaultSpecId);
  const readOf = (index: number) => new Set(readPlaces(plans.find((plan) => plan.index === index)));
  if (rewrite !== 'read' && 'specs' in rewrite) {
    return sources
      .filter(({ manifest }) => rewrite.specs.includes(manifest.partitionSpecId))
      .map((source) => ({ source, read: readOf(source.index) }));
  }
  const range =
    rewrite === 'read'
      ? plans
      : await planAll(view, rangeQuestion(rewrite, question), api, options);
  return range.flatMap((plan) => {
    const source = sources.find(({ index }) => index === plan.index);
    const live = readPlaces(plan);
    if (source === undefined || live.length === 0) return [];
    return [{ source, live, read: readOf(plan.index) }];
  });
}

function rangeQuestion(
  { where, caseSensitive }: { readonly where: Expression; readonly caseSensitive: boolean },
  question: EvolveQuestion | undefined,
): EvolveQuestion {
  return { filter: where, caseSensitive, profile: question?.profile ?? 'safe' };
}

/** Places among the live data files. */
function readPlaces(plan: ManifestPlan | undefined): readonly number[] {
  if (plan === undefined || plan.verdict === 'skipped') return [];
  const places: number[] = [];
  for (let at = 0; at < plan.fileVerdicts.length; at++) {
    if (isRead(plan.fileVerdicts[at])) places.push(at);
  }
  return places;
}

const NONE: ReadCount = { files: 0, bytes: 0 };

function plus(a: ReadCount, b: ReadCount): ReadCount {
  const files = a.files === undefined || b.files === undefined ? undefined : a.files + b.files;
  return { files, bytes: a.bytes + b.bytes };
}

function readOf({ totals }: ManifestPlan): ReadCount {
  return [READ, ALL_MATCH, UNKNOWN]
    .flatMap((verdict) => totals[verdict] ?? [])
    .map(({ files, bytes }) => ({ files: Number(files), bytes: Number(bytes) }))
    .reduce(plus, NONE);
}

function readingOf(plans: readonly ManifestPlan[], manifests: number): Reading {
  const bySpec = new Map<number, ReadCount>();
  for (const plan of plans) {
    const count = readOf(plan);
    if (count.files !== 0) bySpec.set(plan.specId, plus(bySpec.get(plan.specId) ?? NONE, count));
  }
  return {
    bySpec,
    total: [...bySpec.values()].reduce(plus, NONE),
    manifestsRead: plans.filter(({ verdict }) => verdict !== 'skipped').length,
    manifests,
    layouts: new Set(plans.map(({ specId }) => specId)).size,
    atLeast: plans.some(({ bytesIncomplete }) => bytesIncomplete),
    atMost: false,
  };
}

/** Each commit writes a manifest. */
function newManifests({ window }: Forecast): number {
  return window === undefined ? 0 : Math.round((window.commits * window.days) / window.windowDays);
}

function withSpec(
  reading: Reading,
  specId: number,
  count: ForeseenCount,
  manifests: { readonly written: number; readonly read: number },
): Reading {
  const bySpec = new Map(reading.bySpec);
  if (count.files !== 0) bySpec.set(specId, plus(bySpec.get(specId) ?? NONE, count));
  return {
    ...reading,
    atMost: reading.atMost || count.isAtMost,
    bySpec,
    total: plus(reading.total, count),
    manifestsRead: reading.manifestsRead + manifests.read,
    manifests: reading.manifests + manifests.written,
  };
}

function rewrittenReading(
  now: Reading,
  { rewrite }: Forecast,
  plans: readonly ManifestPlan[],
  chosen: ChosenFiles,
  specId: number,
): Reading | undefined {
  if (rewrite?.read === undefined) return undefined;
  const bySpec = new Map(now.bySpec);
  for (const [id, { files, bytes }] of rewrite.wasRead) {
    const own = bySpec.get(id) ?? NONE;
    const left = (own.files ?? 0) - files;
    if (left <= 0) bySpec.delete(id);
    else bySpec.set(id, { files: left, bytes: own.bytes - bytes });
  }
  const gone = emptiedManifests(plans, chosen);
  const isOpened = ({ index, verdict }: ManifestPlan) => verdict !== 'skipped' && !gone.has(index);
  const left: Reading = {
    ...now,
    bySpec,
    total: [...bySpec.values()].reduce(plus, NONE),
    manifestsRead: plans.filter(isOpened).length,
    manifests: now.manifests - gone.size,
  };
  // A rewrite writes its files into one manifest, or a few.
  return withSpec(left, specId, rewrite.read, { written: 1, read: 1 });
}

/** Those of which every live file is rewritten. */
function emptiedManifests(
  plans: readonly ManifestPlan[],
  chosen: ChosenFiles,
): ReadonlySet<number> {
  const gone = chosen.filter(({ source: { index }, live }) => {
    const plan = plans.find((one) => one.index === index);
    return live === undefined || live.length === plan?.fileVerdicts.length;
  });
  return new Set(gone.map(({ source }) => source.index));
}

async function untouchedOf(
  { context }: SnapshotView,
  manifests: readonly ManifestSource[],
  api: TableApi,
  options: CallOptions,
): Promise<ReadonlyMap<number, Count>> {
  const bySpec = new Map<number, Count>();
  await api.sumManifests(
    { context, manifests },
    {
      ...options,
      onTotals: (_, { specId, live }) => {
        const before = bySpec.get(specId);
        bySpec.set(specId, {
          files: (before?.files ?? 0) + Number(live.files),
          bytes: (before?.bytes ?? 0) + Number(live.bytes),
        });
      },
    },
  );
  return bySpec;
}

export interface PayOff {
  /** Read and written by the rewrite. */
  readonly movedBytes: number;
  /** Queries like this one after which it has saved what it moved; undefined: never. */
  readonly queries: number | undefined;
  /** What the query reads after it is only a ceiling: it pays after no more queries, or nothing tells that it does. */
  readonly isAtMost: boolean;
}

/** undefined where nothing is rewritten, or nothing asked. */
export function payOff({ now, rewritten, forecast }: Foreseen): PayOff | undefined {
  const { rewrite } = forecast;
  if (now === undefined || rewritten === undefined || rewrite === undefined) return undefined;
  const movedBytes = rewrite.from.bytes + rewrite.to.bytes;
  const saved = now.total.bytes - rewritten.total.bytes;
  return {
    movedBytes,
    queries: saved <= 0 ? undefined : Math.max(1, Math.ceil(movedBytes / saved)),
    isAtMost: rewritten.atMost,
  };
}
