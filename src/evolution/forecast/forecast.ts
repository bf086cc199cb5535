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
import { fileOverhead } from './file-overhead.ts';
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
  type NamedMode,
  partitionsOf,
  type WriterRules,
  withTasks,
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
  /** As written. */
  readonly bytes: number;
  /** With what as many files take up besides their rows, under either layout. */
  readonly keptBytes: number;
  readonly changedBytes: number;
  /** Under the layout in use: as written, where it was written with it. */
  readonly kept: Estimate;
  /** Under the new layout. */
  readonly changed: Estimate;
}

export interface CommitMean
  extends Pick<CommitForecast, 'bytes' | 'keptBytes' | 'changedBytes' | 'kept' | 'changed'> {
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
  /** Bytes of a file besides its rows; undefined: nothing tells, and none are reckoned with. */
  readonly overhead: number | undefined;
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
  /** As they are written. */
  readonly bytes: number;
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
  /** The table's default sort order has fields. */
  readonly isSorted: boolean;
  /** How writers would distribute rows: as the person chose, and as the statement says; the choice goes first. */
  readonly mode: Distribution | undefined;
  readonly statementMode: Distribution | undefined;
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
  const overhead = fileOverhead(recent) ?? fileOverhead(rewritten);
  before.overhead = after.overhead = overhead ?? 0;
  before.known = knownValues(before.bound, files, input.told);
  after.known = knownValues(after.bound, files, input.told);
  const commits = commitsOf(input);
  // What is so now is so whatever is chosen: only what comes then has another mode.
  const rules = {
    before: rulesOf(input, before, commits, undefined),
    after: rulesOf(input, after, commits, namedMode(input)),
  };
  const sums = commits.map((own) => rowsOf(own, after, []));
  const forecasts = commits.map((own, i) => {
    const bytes = sumOf(own, (file) => file.bytes);
    const kept = filesOfCommit(own, bytes, before, rules.before);
    const changed = filesOfCommit(own, bytes, after, rules.after, sums[i]);
    const rowBytes = sums[i]?.bytes ?? 0;
    return {
      snapshotId: String(own[0]?.snapshotId),
      rows: sumOf(own, (file) => file.rows),
      bytes,
      keptBytes: sizeOf(rowBytes, kept, before),
      changedBytes: sizeOf(rowBytes, changed, after),
      kept,
      changed,
    };
  });
  const perCommit = meanOf(forecasts, commits, input.before);
  const meanBytes = perCommit?.bytes ?? 0;
  const window = windowForecast(input, before, after, rules);
  const rewrite = rewritten.length === 0 ? undefined : rewriteForecast(input, after, rules.after);
  return {
    writers: {
      before: withTasks(rules.before, meanBytes),
      after: withTasks(rules.after, meanBytes),
    },
    commits: forecasts,
    perCommit,
    why: whyWide(sums, commits.flat().length, input.after),
    distinct: input.after.fields.map(({ fieldId }, i) => ({
      fieldId,
      values: after.known[i]?.distinct ?? (after.known[i]?.values.size || undefined),
      isEstimate: after.known[i]?.distinct !== undefined,
    })),
    window,
    rewrite,
    overhead,
    isCut: input.isCut,
  };
}

interface Layout {
  readonly spec: PartitionSpec;
  readonly bound: BoundSpec;
  readonly columns: readonly SumColumns[];
  known: readonly KnownValues[];
  /** Bytes of a file besides its rows. */
  overhead: number;
}

function layoutOf(spec: PartitionSpec, { schema, columns }: ForecastInput): Layout {
  const bound = bindSpec(spec, schema);
  return { spec, bound, columns: orderedColumns(bound, columns), known: [], overhead: 0 };
}

/** Rows into a layout: what files take up besides them goes by the files that are written. */
function rowsOf(
  files: readonly SourceFile[],
  { bound, known, overhead }: Layout,
  columns: readonly SumColumns[],
): LayoutSum {
  const rows = files.map((file) => ({ ...file, bytes: file.bytes - overhead }));
  return sumLayout(bound, rows, known, columns);
}

/** Of rows in so many files; the fewest where their number is not known. */
function sizeOf(rowBytes: number, { low, likely }: Estimate, { overhead }: Layout): number {
  return rowBytes + overhead * (likely ?? low);
}

/** Files by the commit that wrote them, as far as they are still there; the newest first. */
function commitsOf({ recent, commitIds }: ForecastInput): readonly (readonly SourceFile[])[] {
  const byId = new Map<bigint, SourceFile[]>(commitIds.map((id) => [id, []]));
  for (const file of recent) byId.get(file.snapshotId)?.push(file);
  return [...byId.values()].filter((files) => files.length > 0).slice(0, MOST_COMMITS);
}

function namedMode({ mode, statementMode }: ForecastInput): NamedMode | undefined {
  if (mode !== undefined) return { mode, from: 'asked' };
  return statementMode && { mode: statementMode, from: 'statement' };
}

function rulesOf(
  { properties, isSorted, recent }: ForecastInput,
  { bound }: Layout,
  commits: readonly (readonly SourceFile[])[],
  named: NamedMode | undefined,
): WriterRules {
  const ratios = commits
    .map((own) => own.length / Math.max(1, tuplesOf(own)))
    .toSorted((a, b) => a - b);
  return writerRules(
    {
      properties,
      isPartitioned: !bound.isUnpartitioned,
      isSorted,
      fileBytes: recent.map((file) => file.bytes),
      filesPerPartition: ratios[Math.floor(ratios.length / 2)] ?? 1,
    },
    named,
  );
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function tuplesOf(files: readonly SourceFile[]): number {
  return new Set(files.map(({ spec, tuple }) => `${spec.specId} ${tuple.join('/')}`)).size;
}

/** A commit of the layout tells itself, where its writers go on as they do. */
function filesOfCommit(
  files: readonly SourceFile[],
  commitBytes: number,
  layout: Layout,
  rules: WriterRules,
  known?: LayoutSum,
): Estimate {
  if (tellThemselves(files, layout, rules)) return exactly(files.length);
  const sum = known ?? rowsOf(files, layout, []);
  return estimateFiles(sum, withTasks(rules, commitBytes));
}

function tellThemselves(
  files: readonly SourceFile[],
  { spec }: Layout,
  { isTableMode }: WriterRules,
): boolean {
  return isTableMode && areOf(spec, files);
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
    keptBytes: mean(({ keptBytes }) => keptBytes),
    changedBytes: mean(({ changedBytes }) => changedBytes),
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

/** Files of one write, thought into a layout. */
interface Batch {
  readonly files: readonly SourceFile[];
  readonly sum: LayoutSum;
  /** For its size: also of what it wrote for other days. */
  readonly rules: WriterRules;
}

function written(sum: LayoutSum, batches: readonly Batch[], layout: Layout): Written {
  const parts = [...sum.partitions]
    .map(([key, part]) => {
      const files = sumOf(batches, (batch) =>
        filesOfPartition(batch.sum.partitions.get(key), batch),
      );
      return { part, files, bytes: (part.bytes + layout.overhead * files) / part.partitions };
    })
    .toSorted((a, b) => b.bytes - a.bytes);
  // Partitions that hardly get a row would make the middle one nothing.
  const likely = parts.filter(({ part }) => partitionsOf(part) >= part.partitions / 2);
  const all = batches.flatMap((batch) => batch.files);
  const isOwn = batches.every((batch) => tellThemselves(batch.files, layout, batch.rules));
  const files = totalOf(batches.map((batch) => filesOfBatch(batch, layout)));
  return {
    bytes: sizeOf(sum.bytes, files, layout),
    files,
    partitions: isOwn ? exactly(tuplesOf(all)) : estimatePartitions(sum),
    largest: sum.isOpen
      ? []
      : parts.slice(0, 48).map(({ part, ...own }) => ({
          label: labelOf(part, layout.bound),
          ...own,
        })),
    medianBytes: likely[Math.floor(likely.length / 2)]?.bytes ?? 0,
  };
}

function filesOfBatch({ files, sum, rules }: Batch, layout: Layout): Estimate {
  return tellThemselves(files, layout, rules) ? exactly(files.length) : estimateFiles(sum, rules);
}

function filesOfPartition(part: PartitionSum | undefined, { rules }: Batch): number {
  return part === undefined ? 0 : partitionsOf(part) * filesOf(part, rules);
}

function totalOf(estimates: readonly Estimate[]): Estimate {
  return {
    low: sumOf(estimates, ({ low }) => low),
    likely: estimates.some(({ likely }) => likely === undefined)
      ? undefined
      : sumOf(estimates, ({ likely }) => likely ?? 0),
    high: sumOf(estimates, ({ high }) => high),
  };
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
  const sides = {
    before: sideOf(window.files, input.recent, before, rules.before),
    after: sideOf(window.files, input.recent, after, rules.after),
  };
  const copies = copiesOf(input.days, window.days);
  const sorted = sortedBy(window.files, input.columns);
  const read = ({ sum, batches }: Side, layout: Layout) => {
    const parts = batches.map((batch) => partsOf(batch, layout, sorted));
    const again = { copies, eventFieldId, isOpen: sum.isOpen };
    return readOfCopies(parts, layout, input.question, again);
  };
  return {
    eventColumn:
      eventFieldId === undefined || name === undefined
        ? undefined
        : { fieldId: eventFieldId, name },
    lastDay: window.lastDay,
    windowDays: window.days,
    days: copies.length * window.days,
    commits: sides.after.batches.length,
    bytes: sumOf(window.files, (file) => file.bytes),
    before: written(sides.before.sum, sides.before.batches, before),
    after: written(sides.after.sum, sides.after.batches, after),
    read:
      input.question === undefined
        ? undefined
        : {
            before: read(sides.before, before),
            after: read(sides.after, after),
          },
    sortedBy: sorted === undefined ? undefined : input.schema.byId.get(sorted.fieldId)?.name,
  };
}

/** The writes of a window under one layout: all in all, and commit by commit, since each opens files of its own. */
interface Side {
  readonly sum: LayoutSum;
  readonly batches: readonly Batch[];
}

function sideOf(
  files: readonly SourceFile[],
  recent: readonly SourceFile[],
  layout: Layout,
  rules: WriterRules,
): Side {
  const byCommit = new Map<bigint, SourceFile[]>();
  const bytes = new Map<bigint, number>();
  for (const file of files) {
    const own = byCommit.get(file.snapshotId);
    if (own === undefined) byCommit.set(file.snapshotId, [file]);
    else own.push(file);
  }
  for (const { snapshotId, bytes: own } of recent) {
    bytes.set(snapshotId, (bytes.get(snapshotId) ?? 0) + own);
  }
  const batches = [...byCommit].map(([snapshotId, own]) => ({
    files: own,
    sum: rowsOf(own, layout, layout.columns),
    rules: withTasks(rules, bytes.get(snapshotId) ?? 0),
  }));
  const only = batches.length === 1 ? batches[0]?.sum : undefined;
  return { sum: only ?? rowsOf(files, layout, layout.columns), batches };
}

/** Files that the layout wrote itself stand as they are; what else there is comes of the partitions. */
function partsOf(
  { files, sum, rules }: Batch,
  layout: Layout,
  sorted: SumColumns | undefined,
): readonly PartitionSum[] {
  if (tellThemselves(files, layout, rules)) return files.map(asWritten);
  return [...sum.partitions.values()]
    .flatMap((part) => slicesOf(part, rules, sorted))
    .map((part) => ({ ...part, written: filesOf(part, rules) }))
    .map((part) => ({ ...part, bytes: part.bytes + layout.overhead * filesIn(part) }));
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
  commitParts: readonly (readonly PartitionSum[])[],
  layout: Layout,
  question: ForecastQuestion | undefined,
  again: {
    readonly copies: readonly number[];
    readonly eventFieldId: number | undefined;
    readonly isOpen: boolean;
  },
): LaterCount {
  if (question === undefined) return { files: 0, bytes: 0, commits: 0, isAtMost: false };
  const parts = commitParts.flat();
  const commitOf = new Map(commitParts.flatMap((own, i) => own.map((part) => [part, i] as const)));
  let [files, bytes, commits, isAtMost]: [number | undefined, number, number, boolean] = [
    0,
    0,
    0,
    false,
  ];
  for (const behind of again.copies) {
    const read = readParts(parts, layout, question.later(behind, again.eventFieldId), question);
    const one = countOf(read, again.isOpen);
    files = files === undefined || one.files === undefined ? undefined : files + one.files;
    bytes += one.bytes;
    isAtMost ||= one.isAtMost;
    // A commit of which less than a file is likely to be read is likely to be left out as much.
    const byCommit = new Map<number | undefined, number>();
    for (const part of read) {
      const commit = commitOf.get(part);
      byCommit.set(commit, (byCommit.get(commit) ?? 0) + filesIn(part));
    }
    commits += sumOf([...byCommit.values()], (likely) => Math.min(1, likely));
  }
  return { files, bytes, commits: Math.ceil(commits - 1e-9), isAtMost };
}

function filesIn(part: PartitionSum): number {
  return partitionsOf(part) * (part.written ?? 1);
}

function countOf(read: readonly PartitionSum[], isOpen: boolean): ForeseenCount {
  // Shares of files add up to whole bytes but for the last digits.
  const bytes = Math.round(sumOf(read, (part) => part.bytes));
  return {
    files: isOpen && bytes > 0 ? undefined : sumOf(read, filesIn),
    bytes,
    isAtMost: read.some(({ tuple }) => tuple.includes(undefined)),
  };
}

function readParts(
  parts: readonly PartitionSum[],
  layout: Layout,
  filter: BoundExpression,
  { profile }: ForecastQuestion,
): readonly PartitionSum[] {
  return [...byUnknown(parts)].flatMap((group) => {
    const isRead = judged(group, layout, filter, profile);
    return group.filter((_, i) => isRead(i));
  });
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

/** A rewrite into another layout shuffles its rows first, whatever the mode: what it writes fills files. */
function rewriteForecast(input: ForecastInput, after: Layout, rules: WriterRules): RewriteForecast {
  const { rewritten, question } = input;
  const sum = rowsOf(rewritten, after, after.columns);
  const batch: Batch = { files: [], sum, rules: { ...rules, mode: 'hash' } };
  const parts = partsOf(batch, after, sortedBy(input.recent, input.columns));
  return {
    from: { files: rewritten.length, bytes: sumOf(rewritten, (file) => file.bytes) },
    fromSpecs: countBySpec(rewritten),
    wasRead: countBySpec(rewritten.filter(({ isRead }) => isRead === true)),
    to: written(sum, [batch], after),
    read:
      question === undefined
        ? undefined
        : countOf(readParts(parts, after, question.later(0, undefined), question), sum.isOpen),
  };
}
