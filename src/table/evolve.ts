/**
 * A change of layout, thought through on a snapshot: what the question reads now, some days on with the layout kept and
 * changed, and after a rewrite. The existing files are planned for real; what is not written yet comes of a forecast.
 */
import type { Forecast, LaterCount } from '../evolution/forecast/forecast.ts';
import { shiftExpression } from '../evolution/forecast/shift.ts';
import { defaultSpec } from '../evolution/translate.ts';
import type { Expression } from '../expressions/expression.ts';
import type { TableMetadata } from '../metadata/records.ts';
import { ALL_MATCH, READ, UNKNOWN } from '../planning/verdict.ts';
import { indexSchema } from '../types/schema.ts';
import type { CallOptions, ManifestPlan, ManifestSource, TableApi } from './api.ts';
import type { SnapshotView } from './session.ts';

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
  readonly mode: 'none' | 'hash' | 'range' | undefined;
  /** `read`: the files of other layouts that the question reads; else all files of these specs. */
  readonly rewrite: 'read' | readonly number[];
}

export interface ReadCount {
  readonly files: number;
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
  readonly untouched: ReadonlyMap<number, ReadCount>;
}

/** Errors: those of reading manifests never, which count as unknown; of the question's names. */
export async function foresee(
  view: SnapshotView,
  request: EvolveRequest,
  api: TableApi,
  options: CallOptions = {},
): Promise<Foreseen> {
  const data = view.manifests.filter(({ manifest }) => manifest.content === 'data');
  const { question, before, after } = request;
  const plans = question === undefined ? [] : await planAll(view, question, api, options);
  const specId = after.defaultSpecId;
  const forecast = await api.forecast(
    {
      context: view.context,
      before: defaultSpec(before),
      after: defaultSpec(after),
      properties: before.properties,
      distinctValues: distinctValues(before),
      commitIds: commitIds(before),
      recent: recentOf(data),
      rewritten: chosenFiles(data, plans, request, specId),
      question,
      days: request.days,
      mode: request.mode,
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
    rewritten: now && rewrittenReading(now, forecast, plans, request, specId),
    untouched: await untouchedOf(view, data, api, options),
  };
}

/** Of the newest statistics that tell of a column. */
function distinctValues({ statistics }: TableMetadata): ReadonlyMap<number, number> {
  return new Map(statistics.flatMap((file) => file.distinctValues ?? []));
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

function chosenFiles(
  data: readonly ManifestSource[],
  plans: readonly ManifestPlan[],
  { rewrite }: EvolveRequest,
  specId: number,
) {
  if (rewrite !== 'read') {
    return data
      .filter(({ manifest }) => rewrite.includes(manifest.partitionSpecId))
      .map((source) => ({ source }));
  }
  return plans
    .filter((plan) => plan.specId !== specId && plan.verdict === 'kept')
    .flatMap((plan) => {
      const source = data.find(({ index }) => index === plan.index);
      const live: number[] = [];
      for (let at = 0; at < plan.fileVerdicts.length; at++) {
        if (isRead(plan.fileVerdicts[at])) live.push(at);
      }
      return source === undefined || live.length === 0 ? [] : [{ source, live }];
    });
}

const NONE: ReadCount = { files: 0, bytes: 0 };

function plus(a: ReadCount, b: ReadCount): ReadCount {
  return { files: a.files + b.files, bytes: a.bytes + b.bytes };
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
    if (count.files > 0) bySpec.set(plan.specId, plus(bySpec.get(plan.specId) ?? NONE, count));
  }
  return {
    bySpec,
    total: [...bySpec.values()].reduce(plus, NONE),
    manifestsRead: plans.filter(({ verdict }) => verdict !== 'skipped').length,
    manifests,
    layouts: new Set(plans.map(({ specId }) => specId)).size,
    atLeast: plans.some(({ bytesIncomplete }) => bytesIncomplete),
  };
}

/** Each commit writes a manifest. */
function newManifests({ window }: Forecast): number {
  return window === undefined ? 0 : Math.round((window.commits * window.days) / window.windowDays);
}

function withSpec(
  reading: Reading,
  specId: number,
  count: ReadCount,
  manifests: { readonly written: number; readonly read: number },
): Reading {
  const bySpec = new Map(reading.bySpec);
  if (count.files > 0) bySpec.set(specId, plus(bySpec.get(specId) ?? NONE, count));
  return {
    ...reading,
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
  { rewrite: chosen }: EvolveRequest,
  specId: number,
): Reading | undefined {
  if (rewrite?.read === undefined) return undefined;
  const isGone = (plan: ManifestPlan) =>
    chosen === 'read' ? plan.specId !== specId : chosen.includes(plan.specId);
  const left = plans.filter((plan) => !isGone(plan));
  // A rewrite writes its files into one manifest, or a few.
  return withSpec(readingOf(left, now.manifests), specId, rewrite.read, { written: 1, read: 1 });
}

async function untouchedOf(
  { context }: SnapshotView,
  manifests: readonly ManifestSource[],
  api: TableApi,
  options: CallOptions,
): Promise<ReadonlyMap<number, ReadCount>> {
  const bySpec = new Map<number, ReadCount>();
  await api.sumManifests(
    { context, manifests },
    {
      ...options,
      onTotals: (_, { specId, live }) => {
        const own = { files: Number(live.files), bytes: Number(live.bytes) };
        bySpec.set(specId, plus(bySpec.get(specId) ?? NONE, own));
      },
    },
  );
  return bySpec;
}
