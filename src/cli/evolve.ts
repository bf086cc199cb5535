/** `icecore evolve`: a change of layout tried on a copy, with what it would lead to. */
import type { Span } from '../base/errors.ts';
import {
  alreadyVoidWords,
  applyDdl,
  commitsOf,
  type DdlChange,
  otherTableWords,
  writesOf,
} from '../evolution/ddl/apply.ts';
import { DIALECT_NAMES, READ_DIALECTS, type ReadDialect } from '../evolution/dialects.ts';
import type { WindowForecast } from '../evolution/forecast/forecast.ts';
import {
  basisWords,
  commitsWords,
  daysWords,
  laterWords,
  likelyWords,
  REWRITE_WORDS,
  rangeWords,
  spanWords,
  whole,
  whyWords,
  writerWords,
} from '../evolution/forecast/forecast-words.ts';
import type { Estimate } from '../evolution/forecast/writers.ts';
import { type Smell, smells } from '../evolution/smells.ts';
import { translationsOf } from '../evolution/translate.ts';
import { defaultSpec } from '../metadata/default-spec.ts';
import { diffMetadata } from '../metadata/diff-metadata.ts';
import type { PartitionSpec } from '../metadata/records.ts';
import { describeSpec } from '../metadata/spec-words.ts';
import {
  type EvolveQuestion,
  type Foreseen,
  foresee,
  payOff,
  type Reading,
  type RewriteChoice,
} from '../table/evolve.ts';
import { type SnapshotView, snapshotView } from '../table/session.ts';
import { printTransform } from '../transforms/transform.ts';
import { formatBytes, formatCount, joinWords } from '../types/format.ts';
import { indexSchema } from '../types/schema.ts';
import { readCondition } from './condition.ts';
import { openNamed } from './open.ts';
import { columnsText } from './printed.ts';
import { UsageError } from './usage.ts';

export interface EvolveOptions {
  readonly ddl: string;
  readonly dialect: ReadDialect;
  readonly where: string | undefined;
  readonly profile: 'safe' | 'java';
  readonly days: number;
  readonly mode: 'none' | 'hash' | 'range' | undefined;
  /** The condition whose files are rewritten; undefined: those that `where` reads. */
  readonly rewrite: string | undefined;
}

export function dialectNamed(name: string | undefined): ReadDialect {
  if (name === undefined) return 'spark';
  const dialect = READ_DIALECTS.find((one) => one === name.toLowerCase());
  if (dialect !== undefined) return dialect;
  throw new UsageError(`There is no dialect ${name}: ${READ_DIALECTS.join(', ')}.`);
}

/** What is refused, and where in the statement. */
export interface RefusalReport {
  readonly refusal: {
    readonly message: string;
    readonly advice: string | undefined;
    readonly at: Span;
    readonly text: string;
  };
}

export type EvolveReport = Awaited<ReturnType<typeof evolved>>;

/** Errors: those of opening, and of the condition, with its span. */
export async function evolveTable(
  named: string,
  options: EvolveOptions,
): Promise<EvolveReport | RefusalReport> {
  const { table, api } = await openNamed(named);
  const change = applyDdl(options.ddl, options.dialect, table.metadata);
  if ('message' in change) {
    const { message, suggestion, span } = change;
    return { refusal: { message, advice: suggestion, at: span, text: options.ddl } };
  }
  const view = await snapshotView(table, api);
  const question = questionOf(options, view);
  const { days, mode } = options;
  const { before, after } = change;
  const request = { before, after, question, days, mode, statementMode: change.distribution };
  const rewrite: RewriteChoice =
    options.rewrite === undefined
      ? 'read'
      : { where: readCondition(options.rewrite, view).expression, caseSensitive: false };
  const foreseen = await foresee(view, { ...request, rewrite, locate: table.locate }, api);
  return evolved(table.name, options, change, foreseen, question);
}

function questionOf(
  { where, profile }: EvolveOptions,
  view: SnapshotView,
): EvolveQuestion | undefined {
  if (where === undefined) return undefined;
  return { filter: readCondition(where, view).expression, caseSensitive: false, profile };
}

function evolved(
  name: string,
  options: EvolveOptions,
  change: DdlChange,
  foreseen: Foreseen,
  question: EvolveQuestion | undefined,
) {
  const { before, after, statements } = change;
  const spec = defaultSpec(after);
  const { forecast, untouched } = foreseen;
  const last = statements.findLast(({ evolved: one }) => one !== undefined)?.evolved;
  const found: readonly Smell[] = smells({
    before,
    after,
    forecast,
    live: untouched,
    conditions:
      question === undefined || options.where === undefined
        ? []
        : [{ where: options.where, filter: question.filter }],
    kept: foreseen.kept,
    changed: foreseen.changed,
  });
  const columns = before.schemas
    .toSorted((a) => (a.schemaId === before.currentSchemaId ? -1 : 0))
    .map(indexSchema);
  return {
    table: name,
    dialect: options.dialect,
    ddl: options.ddl,
    /** The condition whose files are rewritten; null: those that the question reads. */
    rewriteWhere: options.rewrite ?? null,
    outcome: last?.outcome ?? 'unchanged',
    /** Why nothing comes of a statement; null where something does. */
    note: alreadyVoidWords(change) ?? null,
    /** Where a statement names another table; null where none does. */
    otherTable: otherTableWords(change, name) ?? null,
    /** Of the layout; each is an entry of the metadata log. */
    commits: commitsOf(change),
    spec: { id: spec.specId, layout: describeSpec(spec, columns), fields: fieldsOf(spec) },
    lastPartitionId: after.lastPartitionId,
    diff: diffMetadata(before, after),
    /** What `WRITE …` says of the order and distribution of rows; what it sets is not in `diff`. */
    writes: writesOf(change),
    dialects: Object.fromEntries(
      translationsOf(change, name).map(({ dialect, text, notes }) => [
        dialect,
        { text: text ?? null, notes },
      ]),
    ),
    untouched: [...untouched].map(([specId, count]) => ({ specId, ...count })),
    forecast: {
      perCommit: forecast.perCommit ?? null,
      why: forecast.why,
      writers: forecast.writers,
      window: forecast.window ?? null,
      rewrite: rewriteReport(foreseen),
      /** Bytes of a file besides its rows; null: nothing tells. */
      overhead: forecast.overhead ?? null,
      isCut: forecast.isCut,
    },
    reads: {
      now: readingReport(foreseen.now),
      kept: readingReport(foreseen.kept),
      changed: readingReport(foreseen.changed),
      rewritten: readingReport(foreseen.rewritten),
    },
    smells: found,
  };
}

function rewriteReport(foreseen: Foreseen) {
  const { rewrite } = foreseen.forecast;
  if (rewrite === undefined) return null;
  const { from, fromSpecs, to } = rewrite;
  const pays = payOff(foreseen);
  return {
    from: { ...from, eras: [...fromSpecs].map(([specId, count]) => ({ specId, ...count })) },
    to,
    movedBytes: from.bytes + to.bytes,
    /** null: it never pays, or nothing tells that it does; absent: no condition. */
    paysAfterQueries: pays === undefined ? undefined : (pays.queries ?? null),
    /** What the condition reads after it is a ceiling: it pays after no more queries, or nothing tells that it does. */
    paysAtMost: pays?.isAtMost ?? false,
  };
}

/** As metadata holds them. */
function fieldsOf({ fields }: PartitionSpec) {
  return fields.map(({ sourceIds, fieldId, name, transform }) => ({
    'source-id': sourceIds[0],
    'field-id': fieldId,
    name,
    transform: printTransform(transform),
  }));
}

function readingReport(reading: Reading | undefined) {
  if (reading === undefined) return null;
  const { bySpec, total, ...rest } = reading;
  const eras = [...bySpec].map(([specId, count]) => ({ specId, ...count }));
  return { ...total, ...rest, eras };
}

const NOT_NEW: Readonly<Record<string, string>> = {
  reused: 'was there before and becomes the default again',
  unchanged: 'stays: the statement changes no layout',
};

export function evolveText(report: EvolveReport): string {
  const { spec, outcome, dialects, forecast, reads } = report;
  const lines = [
    `${report.table}: spec ${spec.id} ${NOT_NEW[outcome] ?? 'is new and becomes the default'}.`,
    ...[report.note, report.otherTable].flatMap((note) => (note === null ? [] : [`  ${note}`])),
    `  ${spec.layout}`,
    ...spec.fields.map((f) => `  ${f['field-id']} ${f.name} = ${f.transform}(${f['source-id']})`),
    '',
    'Metadata',
    ...report.diff.map(
      ({ path, before, after }) => `  ${path.join('.')}: ${before ?? '–'} → ${after ?? '–'}`,
    ),
    ...report.writes.map((words) => `  ${words}: what it sets is not worked out here`),
    '  No snapshot is made, and no file is written or rewritten.',
    '',
  ];
  const isNothing = report.diff.every(({ path }) => path[0] !== 'default-spec-id');
  if (!isNothing || report.writes.length > 0) lines.push(...wordsLines(dialects));
  lines.push(
    '',
    ...forecastLines(forecast),
    ...readLines(reads, forecast.window),
    ...rewriteLines(report),
  );
  for (const { message, consequence, rule } of report.smells) {
    lines.push('', message, `  ${consequence ?? ''}`, `  ${rule}`);
  }
  return `${lines.filter((line, i) => line.trim() !== '' || lines[i - 1] !== '').join('\n')}\n`;
}

function wordsLines(dialects: EvolveReport['dialects']): readonly string[] {
  return [
    'The same in other words',
    ...Object.entries(dialects).flatMap(([name, { text, notes }]) => [
      `  ${DIALECT_NAMES[name as ReadDialect]}`,
      ...[...(text === null ? [] : text.split('\n')), ...notes].map((line) => `    ${line}`),
    ]),
  ];
}

/** `1 file`, `about 4 (2 to 8) files`: by the figure that is told. */
function filesOf(figure: string): string {
  return `${figure} ${/^(about )?1$/.test(figure) ? 'file' : 'files'}`;
}

/** What commits write, and all that these figures rest on. */
function forecastLines(forecast: EvolveReport['forecast']): readonly string[] {
  const { perCommit, window, writers, why, overhead, isCut } = forecast;
  if (perCommit === null) return ['No commit at hand tells what the next ones write.'];
  const { kept, changed } = perCommit;
  return [
    `A commit writes ${filesOf(likelyWords(kept))} now, ${thenWords(changed)} then.`,
    `  ${basisWords(perCommit)}`,
    `  ${writerWords({ writers, perCommit, overhead: overhead ?? undefined })}`,
    ...(why.length === 0 ? [] : ['  Not exact:', ...why.map((one) => `    ${whyWords(one)}`)]),
    ...(isCut ? ['  Not every file was looked at.'] : []),
    ...(window === null ? [] : windowLines(window)),
  ];
}

function thenWords(estimate: Estimate): string {
  const range = rangeWords(estimate);
  if (estimate.likely === undefined) return `anything from ${range}`;
  return range.includes(' to ')
    ? `about ${likelyWords(estimate)} (${range})`
    : `about ${likelyWords(estimate)}`;
}

function windowLines(window: WindowForecast): readonly string[] {
  const { before, after, windowDays } = window;
  const partitions = likelyWords(before.partitions) === '1' ? 'partition' : 'partitions';
  return [
    `${daysWords(windowDays)} of writes, ${commitsWords(window.commits)}: ${filesOf(likelyWords(before.files))} in ${likelyWords(before.partitions)} ${partitions} now, ${thenWords(after.files)} in ${likelyWords(after.partitions)} then.`,
    `  ${spanWords(window)}`,
  ];
}

function readLines(
  { now, kept, changed, rewritten }: EvolveReport['reads'],
  window: WindowForecast | null,
): readonly string[] {
  const later = window === null ? 'later' : `${daysWords(window.days)} later`;
  const rows = (
    [
      ['now', now],
      [`${later}, layout kept`, kept],
      [`${later}, layout changed`, changed],
      ['after the rewrite', rewritten],
    ] as const
  ).flatMap(([name, reading]) =>
    reading === null
      ? []
      : [
          [
            name,
            reading.files === undefined ? '? files' : filesWords(whole(reading.files)),
            `${reading.atMost ? 'at most ' : ''}${formatBytes(reading.bytes)}`,
          ],
        ],
  );
  if (rows.length === 0) return [];
  const how = window === null ? [] : [`  ${laterWords(window)}`];
  return ['', 'The condition reads', columnsText(rows).trimEnd(), ...how];
}

function filesWords(count: number): string {
  return filesOf(formatCount(count));
}

/** Why nothing is rewritten: there is no file of another layout than the new one, or none is chosen. */
function noRewriteWords({ untouched, spec, rewriteWhere }: EvolveReport): string {
  const others = untouched
    .filter(({ specId, files }) => specId !== spec.id && files > 0)
    .toSorted((a, b) => a.specId - b.specId);
  const files = others.reduce((sum, one) => sum + one.files, 0);
  if (files === 0) return 'No file of another layout is there to be rewritten.';
  const ids = joinWords(
    others.map(({ specId }) => String(specId)),
    'and',
  );
  const which = `${others.length === 1 ? 'spec' : 'specs'} ${ids}`;
  const none =
    rewriteWhere === null ? 'the condition reads none' : 'none may hold a row of --rewrite';
  return `Nothing to rewrite: of the ${filesWords(files)} of other layouts (${which}) ${none}.`;
}

function rewriteLines(report: EvolveReport): readonly string[] {
  const { reads, rewriteWhere } = report;
  const { rewrite } = report.forecast;
  if (rewrite === null) {
    const isAsked = reads.now !== null || rewriteWhere !== null;
    return isAsked ? ['', noRewriteWords(report)] : [];
  }
  const { from, to, movedBytes, paysAfterQueries: pays, paysAtMost } = rewrite;
  const cost = `${REWRITE_WORDS}\nThe rewrite reads ${filesWords(from.files)}, ${formatBytes(from.bytes)}, and writes ${thenWords(to.files)} ${likelyWords(to.files) === '1' ? 'file' : 'files'}, ${formatBytes(to.bytes)}: ${formatBytes(movedBytes)} moved.`;
  if (pays === undefined) return ['', cost];
  if (pays === null) {
    return [
      '',
      cost,
      paysAtMost
        ? 'Whether it pays is not known: nothing tells how much less the condition reads after it.'
        : 'For this condition it never pays.',
    ];
  }
  const most = paysAtMost ? 'at most ' : '';
  return [
    '',
    cost,
    `It pays after ${most}${formatCount(pays)} such ${pays === 1 ? 'query' : 'queries'}.`,
  ];
}
