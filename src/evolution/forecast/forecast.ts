/**
 * What a change of layout would lead to, from files that are there: what commits write, what a day of them looks like,
 * what a query reads of it, and of a rewrite. Everything is a thought; the judges that judge it are the real ones.
 */
import type { BoundExpression } from '../../expressions/bound.ts';
import { type BoundSpec, bindSpec } from '../../metadata/bound-spec.ts';
import type { PartitionSpec } from '../../metadata/records.ts';
import { planManifest } from '../../planning/plan-manifest.ts';
import { ALL_MATCH, READ, UNKNOWN } from '../../planning/verdict.ts';
import { partitionLabel } from '../../transforms/partition-path.ts';
import { isPrimitive } from '../../types/parse-type.ts';
import type { Profile } from '../../types/profile.ts';
import type { SchemaIndex } from '../../types/schema.ts';
import type { Distribution } from '../ddl/parse.ts';
import { asWritten, slicesOf, sortedBy } from './file-parts.ts';
import {
  type LayoutSum,
  orderedColumns,
  type PartitionSum,
  type SumColumns,
  sumLayout,
} from './layout-sum.ts';
import { daysOf } from './shift.ts';
import { SIMULATED_MANIFEST, simulatedEntries } from './simulated-entries.ts';
import type { SourceFile } from './source-file.ts';
import { type Doubt, type KnownValues, knownValues, type ToldValues } from './spread.ts';
import {
  type Estimate,
  estimateFiles,
  estimatePartitions,
  filesOf,
  partitionsOf,
  type WriterRules,
  writerRules,
} from './writers.ts';

export interface Count {
  readonly files: number;
  readonly bytes: number;
}

/** What is read of what is not written yet. */
export interface ForeseenCount {
  /** undefined: nothing tells how many files there would be. */
  readonly files: number | undefined;
  readonly bytes: number;
  /** Values of partitions are not known that might rule files out. */
  readonly isAtMost: boolean;
}

/** Of writes that come again and again. */
export interface LaterCount extends ForeseenCount {
  /** Commits of which something is read. */
  readonly commits: number;
}

export interface CommitForecast {
  readonly snapshotId: string;
  readonly rows: number;
  readonly bytes: number;
  /** Under the layout in use: as written, where it was written with it. */
  readonly kept: Estimate;
  /** Under the new layout. */
  readonly changed: Estimate;
}

export interface CommitMean extends Pick<CommitForecast, 'bytes' | 'kept' | 'changed'> {
  readonly commits: number;
}

export interface PartitionShare {
  readonly label: string;
  readonly files: number;
  readonly bytes: number;
}

/** A day, or another span, of writes under one layout. */
export interface Written {
  readonly bytes: number;
  readonly files: Estimate;
  readonly partitions: Estimate;
  /** The largest partitions; none where nothing tells how many there are. */
  readonly largest: readonly PartitionShare[];
  /** Bytes of the one in the middle. */
  readonly medianBytes: number;
}

export interface WhyWide {
  /** Name of the partition field. */
  readonly field: string;
  readonly doubt: Doubt;
  /** Files that it is so with, of all that commits at hand wrote. */
  readonly files: number;
  readonly of: number;
}

export interface FieldValues {
  readonly fieldId: number;
  /** undefined: none is known. */
  readonly values: number | undefined;
  /** By the column's statistics; else a floor. */
  readonly isEstimate: boolean;
}

export interface Forecast {
  readonly writers: { readonly before: WriterRules; readonly after: WriterRules };
  /** The newest commits at hand, the newest first. */
  readonly commits: readonly CommitForecast[];
  /** The mean of those of the layout in use, or of all where there are none. */
  readonly perCommit: CommitMean | undefined;
  readonly why: readonly WhyWide[];
  /** Values of each field of the new layout: as its column's statistics estimate, or as the files at hand show. */
  readonly distinct: readonly FieldValues[];
  readonly window: WindowForecast | undefined;
  readonly rewrite: RewriteForecast | undefined;
  /** Not all files were looked at. */
  readonly isCut: boolean;
}

export interface WindowForecast {
  /** The column that tells time, where the files have bounds of one. */
  readonly eventColumn: { readonly fieldId: number; readonly name: string } | undefined;
  /** The last day of the window, since 1970. */
  readonly lastDay: number | undefined;
  /** Days of writes that the files of the window stand for, and days that they are repeated for. */
  readonly windowDays: number;
  readonly days: number;
  /** Commits that wrote them. */
  readonly commits: number;
  readonly before: Written;
  readonly after: Written;
  /** What the question reads of `days` days of such writes. */
  readonly read: { readonly before: LaterCount; readonly after: LaterCount } | undefined;
  /** The column that files are sorted by within partitions, as those at hand are. */
  readonly sortedBy: string | undefined;
}

export interface RewriteForecast {
  /** What is read to be rewritten, by spec and in all. */
  readonly from: Count;
  readonly fromSpecs: ReadonlyMap<number, Count>;
  /** That part of it which the question reads as it is, by spec. */
  readonly wasRead: ReadonlyMap<number, Count>;
  /** What is written. */
  readonly to: Written;
  readonly read: ForeseenCount | undefined;
}

export interface ForecastInput {
  readonly schema: SchemaIndex;
  readonly before: PartitionSpec;
  readonly after: PartitionSpec;
  readonly properties: Readonly<Record<string, string>>;
  readonly mode: Distribution | undefined;
  readonly days: number;
  readonly told: ToldValues;
  /** Snapshots that added rows, the newest first. */
  readonly commitIds: readonly bigint[];
  readonly recent: readonly SourceFile[];
  readonly rewritten: readonly SourceFile[];
  /** The columns whose ranges the files have, by id. */
  readonly columns: readonly SumColumns[];
  readonly eventFieldIds: readonly number[];
  readonly question: ForecastQuestion | undefined;
  readonly isCut: boolean;
}

export interface ForecastQuestion {
  readonly profile: Profile;
  /** The filter, its times on the column that many days later. */
  readonly later: (days: number, fieldId: number | undefined) => BoundExpression;
}

/** Commits that are looked at. */
const MOST_COMMITS = 20;

export function forecastOf(input: ForecastInput): Forecast {
  const { recent, rewritten } = input;
  const [before, after] = [layoutOf(input.before, input), layoutOf(input.after, input)];
  const files = [...recent, ...rewritten];
  before.known = knownValues(before.bound, files, input.told);
  after.known = knownValues(after.bound, files, input.told);
  const commits = commitsOf(input);
  const rules = {
    before: rulesOf(input, before, commits),
    after: rulesOf(input, after, commits),
  };
  const sums = commits.map((own) => sumLayout(after.bound, own, after.known, []));
  const forecasts = commits.map((own, i) => ({
    snapshotId: String(own[0]?.snapshotId),
    rows: sumOf(own, (file) => file.rows),
    bytes: sumOf(own, (file) => file.bytes),
    kept: keptFiles(own, before, rules.before),
    changed: estimateFiles(sums[i] as LayoutSum, rules.after),
  }));
  const window = windowForecast(input, before, after, rules);
  const rewrite = rewritten.length === 0 ? undefined : rewriteForecast(input, after, rules.after);
  return {
    writers: rules,
    commits: forecasts,
    perCommit: meanOf(forecasts, commits, input.before),
    why: whyWide(sums, commits.flat().length, input.after),
    distinct: input.after.fields.map(({ fieldId }, i) => ({
      fieldId,
      values: after.known[i]?.distinct ?? (after.known[i]?.values.size || undefined),
      isEstimate: after.known[i]?.distinct !== undefined,
    })),
    window,
    rewrite,
    isCut: input.isCut,
  };
}

interface Layout {
  readonly spec: PartitionSpec;
  readonly bound: BoundSpec;
  readonly columns: readonly SumColumns[];
  known: readonly KnownValues[];
}

function layoutOf(spec: PartitionSpec, { schema, columns }: ForecastInput): Layout {
  const bound = bindSpec(spec, schema);
  return { spec, bound, columns: orderedColumns(bound, columns), known: [] };
}

/** Files by the commit that wrote them, as far as they are still there; the newest first. */
function commitsOf({ recent, commitIds }: ForecastInput): readonly (readonly SourceFile[])[] {
  const byId = new Map<bigint, SourceFile[]>(commitIds.map((id) => [id, []]));
  for (const file of recent) byId.get(file.snapshotId)?.push(file);
  return [...byId.values()].filter((files) => files.length > 0).slice(0, MOST_COMMITS);
}

function rulesOf(
  { properties, mode, recent }: ForecastInput,
  { bound }: Layout,
  commits: readonly (readonly SourceFile[])[],
): WriterRules {
  const ratios = commits
    .map((own) => own.length / Math.max(1, tuplesOf(own)))
    .toSorted((a, b) => a - b);
  const bytes = commits.reduce((sum, own) => sum + sumOf(own, (file) => file.bytes), 0);
  return writerRules(
    {
      properties,
      isPartitioned: !bound.isUnpartitioned,
      fileBytes: recent.map((file) => file.bytes),
      filesPerPartition: ratios[Math.floor(ratios.length / 2)] ?? 1,
      bytesPerCommit: bytes / Math.max(1, commits.length),
    },
    mode,
  );
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function tuplesOf(files: readonly SourceFile[]): number {
  return new Set(files.map(({ spec, tuple }) => `${spec.specId} ${tuple.join('/')}`)).size;
}

/** A commit of the layout in use tells itself. */
function keptFiles(
  files: readonly SourceFile[],
  { spec, bound, known }: Layout,
  rules: WriterRules,
): Estimate {
  if (areOf(spec, files)) return exactly(files.length);
  return estimateFiles(sumLayout(bound, files, known, []), rules);
}

function exactly(count: number): Estimate {
  return { low: count, likely: count, high: count };
}

function meanOf(
  forecasts: readonly CommitForecast[],
  files: readonly (readonly SourceFile[])[],
  spec: PartitionSpec,
): CommitMean | undefined {
  const own = forecasts.filter((_, i) => areOf(spec, files[i] ?? []));
  const commits = own.length > 0 ? own : forecasts;
  if (commits.length === 0) return undefined;
  const mean = (of: (commit: CommitForecast) => number) => sumOf(commits, of) / commits.length;
  const estimate = (side: 'kept' | 'changed'): Estimate => ({
    low: mean((commit) => commit[side].low),
    likely: commits.some((commit) => commit[side].likely === undefined)
      ? undefined
      : mean((commit) => commit[side].likely ?? 0),
    high: mean((commit) => commit[side].high),
  });
  return {
    commits: commits.length,
    bytes: mean(({ bytes }) => bytes),
    kept: estimate('kept'),
    changed: estimate('changed'),
  };
}

function whyWide(
  sums: readonly LayoutSum[],
  of: number,
  { fields }: PartitionSpec,
): readonly WhyWide[] {
  const seen = new Map<string, WhyWide>();
  for (const { doubts } of sums) {
    for (const { position, doubt, files } of doubts) {
      const field = fields[position]?.name ?? '';
      const key = `${position} ${doubt}`;
      seen.set(key, { field, doubt, files: (seen.get(key)?.files ?? 0) + files, of });
    }
  }
  return [...seen.values()];
}

function written(
  sum: LayoutSum,
  rules: WriterRules,
  layout: Layout,
  files: readonly SourceFile[],
): Written {
  const parts = [...sum.partitions.values()];
  const bySize = parts.toSorted((a, b) => bytesOfEach(b) - bytesOfEach(a));
  // Partitions that hardly get a row would make the middle one nothing.
  const likely = bySize.filter((part) => partitionsOf(part) >= part.partitions / 2);
  const middle = likely[Math.floor(likely.length / 2)];
  const isOwn = rules.modeFrom !== 'asked' && areOf(layout.spec, files);
  return {
    bytes: sum.bytes,
    files: isOwn ? exactly(files.length) : estimateFiles(sum, rules),
    partitions: isOwn ? exactly(tuplesOf(files)) : estimatePartitions(sum),
    largest: sum.isOpen
      ? []
      : bySize.slice(0, 48).map((part) => ({
          label: labelOf(part, layout.bound),
          files: partitionsOf(part) * filesOf(part, rules),
          bytes: bytesOfEach(part),
        })),
    medianBytes: middle === undefined ? 0 : bytesOfEach(middle),
  };
}

function bytesOfEach({ bytes, partitions }: PartitionSum): number {
  return bytes / partitions;
}

/** Files that the layout wrote itself tell of it as they are. */
function areOf({ specId }: PartitionSpec, files: readonly SourceFile[]): boolean {
  return files.length > 0 && files.every((file) => file.spec.specId === specId);
}

/** A value that is not known is a question mark. */
function labelOf({ tuple }: PartitionSum, { fields }: BoundSpec): string {
  return fields
    .map(({ name, transform, source }, i) => {
      const sourceType = source !== undefined && isPrimitive(source.type) ? source.type : undefined;
      const value = tuple[i];
      return value === undefined
        ? `${name}=?`
        : partitionLabel([{ name, transform, sourceType }], [value]);
    })
    .join(' / ');
}

interface Window {
  readonly files: readonly SourceFile[];
  readonly days: number;
  readonly lastDay: number | undefined;
  readonly eventFieldId: number | undefined;
}

/** The files of the last days by the column that tells time; without one, of all commits at hand as one day. */
function windowOf({ recent, eventFieldIds, days, columns }: ForecastInput): Window {
  for (const fieldId of eventFieldIds) {
    const type = columns.find((column) => column.fieldId === fieldId)?.type;
    const ends = recent.map((file) => {
      const range = file.columns.get(fieldId);
      const upper = daysOf(type?.kind ?? '', range?.upper ?? Number.NaN);
      const lower = daysOf(type?.kind ?? '', range?.lower ?? range?.upper ?? Number.NaN);
      return { file, lower: lower ?? Number.NaN, upper: upper ?? Number.NaN };
    });
    const known = ends.filter(({ upper }) => Number.isFinite(upper));
    if (known.length === 0) continue;
    const last = Math.floor(Math.max(...known.map(({ upper }) => upper))) + 1;
    const first = Math.floor(Math.min(...known.map(({ lower }) => lower)));
    const length = largestDivisor(days, last - first);
    const files = known.filter(({ upper }) => upper >= last - length).map(({ file }) => file);
    return { files, days: length, lastDay: last - 1, eventFieldId: fieldId };
  }
  return { files: recent, days: 1, lastDay: undefined, eventFieldId: undefined };
}

/** So that the window fits the days a whole number of times. */
function largestDivisor(days: number, most: number): number {
  for (let n = Math.min(days, most); n > 1; n--) if (days % n === 0) return n;
  return 1;
}

function windowForecast(
  input: ForecastInput,
  before: Layout,
  after: Layout,
  rules: Forecast['writers'],
): WindowForecast | undefined {
  const window = windowOf(input);
  if (window.files.length === 0) return undefined;
  const { eventFieldId } = window;
  const name = eventFieldId === undefined ? undefined : input.schema.byId.get(eventFieldId)?.name;
  const sums = {
    before: sumLayout(before.bound, window.files, before.known, before.columns),
    after: sumLayout(after.bound, window.files, after.known, after.columns),
  };
  const copies = copiesOf(input.days, window.days);
  const sorted = sortedBy(window.files, input.columns);
  const commits = new Set(window.files.map(({ snapshotId }) => snapshotId)).size;
  const read = (sum: LayoutSum, own: WriterRules, layout: Layout) => {
    const parts = partsOf(sum, own, layout, { files: window.files, sorted });
    const again = { copies, eventFieldId, commits, isOpen: sum.isOpen };
    return readOfCopies(parts, own, layout, input.question, again);
  };
  return {
    eventColumn:
      eventFieldId === undefined || name === undefined
        ? undefined
        : { fieldId: eventFieldId, name },
    lastDay: window.lastDay,
    windowDays: window.days,
    days: copies.length * window.days,
    commits,
    before: written(sums.before, rules.before, before, window.files),
    after: written(sums.after, rules.after, after, window.files),
    read:
      input.question === undefined
        ? undefined
        : {
            before: read(sums.before, rules.before, before),
            after: read(sums.after, rules.after, after),
          },
    sortedBy: sorted === undefined ? undefined : input.schema.byId.get(sorted.fieldId)?.name,
  };
}

/** Files that the layout wrote itself stand as they are; what else there is comes of the partitions. */
function partsOf(
  sum: LayoutSum,
  rules: WriterRules,
  { spec }: Layout,
  of: { readonly files: readonly SourceFile[]; readonly sorted: SumColumns | undefined },
): readonly PartitionSum[] {
  if (areOf(spec, of.files)) return of.files.map(asWritten);
  return [...sum.partitions.values()].flatMap((part) => slicesOf(part, rules, of.sorted));
}

/** Days that the question lies behind each repetition of the window, the last first: 0, w, 2 w, …. */
function copiesOf(days: number, windowDays: number): readonly number[] {
  const count = Math.max(1, Math.floor(days / windowDays));
  return Array.from({ length: Math.min(count, 400) }, (_, i) => i * windowDays);
}

/**
 * The writes of the window come again and again, each time some days later, and so does the question: seen from a
 * repetition it is the question of as many days later.
 */
function readOfCopies(
  parts: readonly PartitionSum[],
  rules: WriterRules,
  layout: Layout,
  question: ForecastQuestion | undefined,
  again: {
    readonly copies: readonly number[];
    readonly eventFieldId: number | undefined;
    readonly commits: number;
    readonly isOpen: boolean;
  },
): LaterCount {
  if (question === undefined) return { files: 0, bytes: 0, commits: 0, isAtMost: false };
  let [files, bytes, commits, isAtMost]: [number | undefined, number, number, boolean] = [
    0,
    0,
    0,
    false,
  ];
  for (const behind of again.copies) {
    const filter = question.later(behind, again.eventFieldId);
    const one = readOf(parts, rules, layout, filter, question.profile, again.isOpen);
    files = files === undefined || one.files === undefined ? undefined : files + one.files;
    bytes += one.bytes;
    isAtMost ||= one.isAtMost;
    // Of a window the commits that something is read of are taken to be as many as files are.
    if (one.bytes > 0) commits += Math.min(again.commits, Math.ceil(one.files ?? again.commits));
  }
  return { files, bytes, commits, isAtMost };
}

function readOf(
  parts: readonly PartitionSum[],
  rules: WriterRules,
  layout: Layout,
  filter: BoundExpression,
  profile: Profile,
  isOpen: boolean,
): ForeseenCount {
  let [files, bytes, isAtMost] = [0, 0, false];
  for (const group of byUnknown(parts)) {
    const isRead = judged(group, layout, filter, profile);
    for (const part of group.filter((_, i) => isRead(i))) {
      files += partitionsOf(part) * filesOf(part, rules);
      bytes += part.bytes;
      isAtMost ||= part.tuple.includes(undefined);
    }
  }
  // Shares of files add up to whole bytes but for the last digits.
  return { files: isOpen && bytes > 0 ? undefined : files, bytes: Math.round(bytes), isAtMost };
}

/** By which of their values are not known: entries of one manifest lack the same. */
function byUnknown(parts: readonly PartitionSum[]): Iterable<readonly PartitionSum[]> {
  const groups = new Map<string, PartitionSum[]>();
  for (const part of parts) {
    const key = part.tuple.map((value) => (value === undefined ? '?' : '')).join();
    const own = groups.get(key);
    if (own === undefined) groups.set(key, [part]);
    else own.push(part);
  }
  return groups.values();
}

function judged(
  parts: readonly PartitionSum[],
  { spec, bound, columns }: Layout,
  filter: BoundExpression,
  profile: Profile,
): (i: number) => boolean {
  const entries = simulatedEntries(spec, bound, parts, columns);
  const manifest = { ...SIMULATED_MANIFEST, partitionSpecId: spec.specId };
  const { fileVerdicts } = planManifest({ entries, manifest, filter, spec: bound, profile });
  return (i) => [READ, ALL_MATCH, UNKNOWN].includes(fileVerdicts[i] as number);
}

function countBySpec(files: readonly SourceFile[]): ReadonlyMap<number, Count> {
  const counts = new Map<number, Count>();
  for (const { spec, bytes } of files) {
    const own = counts.get(spec.specId);
    counts.set(spec.specId, { files: (own?.files ?? 0) + 1, bytes: (own?.bytes ?? 0) + bytes });
  }
  return counts;
}

function rewriteForecast(input: ForecastInput, after: Layout, rules: WriterRules): RewriteForecast {
  const { rewritten, question } = input;
  const sum = sumLayout(after.bound, rewritten, after.known, after.columns);
  const parts = partsOf(sum, rules, after, {
    files: [],
    sorted: sortedBy(input.recent, input.columns),
  });
  return {
    from: { files: rewritten.length, bytes: sum.bytes },
    fromSpecs: countBySpec(rewritten),
    wasRead: countBySpec(rewritten.filter(({ isRead }) => isRead === true)),
    to: written(sum, rules, after, []),
    read:
      question === undefined
        ? undefined
        : readOf(parts, rules, after, question.later(0, undefined), question.profile, sum.isOpen),
  };
}
