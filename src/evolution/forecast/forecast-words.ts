/** A forecast in sentences: what it is based on, what it assumes, and why its figures are ranges. */
import { formatBytes, formatCount } from '../../types/format.ts';
import { formatDate } from '../../types/time.ts';
import type { Forecast, WhyWide } from './forecast.ts';
import { OPEN_DOUBTS } from './spread.ts';
import { type Estimate, USUAL_SPLIT, type WriterRules } from './writers.ts';

/** Whole ones of a mean or a forecast; one that may be is never none. */
export function whole(value: number): number {
  return value > 0 && value < 1 ? 1 : Math.round(value);
}

/** `12`; where nothing tells more, both ends. */
export function likelyWords({ low, likely, high }: Estimate): string {
  return likely === undefined ? rangeWords({ low, high }) : formatCount(whole(likely));
}

export function rangeWords({ low, high }: Pick<Estimate, 'low' | 'high'>): string {
  const [from, to] = [formatCount(whole(low)), formatCount(whole(high))];
  return from === to ? from : `${from} to ${to}`;
}

/** Names of the fields of which nothing tells how many values they have. */
export function openFields({ why }: Pick<Forecast, 'why'>): readonly string[] {
  const open = why.filter(({ doubt }) => OPEN_DOUBTS.has(doubt));
  return [...new Set(open.map(({ field }) => field))];
}

/** Why there is no number: `nothing tells how many values url has`. */
export function unknownWords(forecast: Pick<Forecast, 'why'>): string {
  const names = openFields(forecast);
  return `nothing tells how many values ${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'}`;
}

const DOUBTS: Readonly<Record<WhyWide['doubt'], string>> = {
  'between-bounds':
    'only the bounds of its files are known, and rows are taken to lie evenly between them',
  'known-values': 'of its values only those are known that bounds and partitions show',
  estimated:
    'how many values it has is an estimate of the table’s statistics, and rows are taken to be spread evenly over them',
  'any-bucket': 'its values are not recorded, so any bucket may be met',
  'only-bounds': 'record its lowest and highest value, but not how many lie between',
  'cut-bounds': 'record bounds that are cut, which tell neither its values nor how many there are',
  'nothing-recorded': 'record no bounds of it, so nothing tells how many values there are',
};

/** What files record is said with how many they are. */
export function whyWords({ field, doubt, files, of }: WhyWide): string {
  if (!OPEN_DOUBTS.has(doubt)) return `${field}: ${DOUBTS[doubt]}.`;
  const some =
    files === of ? `all ${formatCount(of)}` : `${formatCount(files)} of ${formatCount(of)}`;
  return `${field}: ${some} files looked at ${DOUBTS[doubt]}: at most one a row.`;
}

const MODES: Readonly<Record<WriterRules['mode'], string>> = {
  none: 'rows are not distributed: each task writes a file of every partition it meets',
  hash: 'rows are distributed by partition: one task writes each',
  range:
    'rows are sorted and cut into ranges: a task writes neighbouring partitions, a file of each',
};

const MODE_FROM: Readonly<Record<WriterRules['modeFrom'], string>> = {
  asked: 'as chosen here',
  statement: 'as the statement says',
  table: 'as the table says',
  default: 'as engines do by default',
};

/** What the figures take for granted of writers: how they distribute rows now and then, and where they close files. */
export function writerWords({
  writers,
  perCommit,
  overhead,
}: Pick<Forecast, 'writers' | 'perCommit' | 'overhead'>): string {
  const { before, after } = writers;
  const isSame = before.mode === after.mode && before.modeFrom === after.modeFrom;
  const how = isSame
    ? `that ${modeWords(after)}`
    : `that now ${modeWords(before)}; that then ${modeWords(after)}`;
  const from =
    after.targetFrom === 'files'
      ? ', as the largest files show'
      : after.targetFrom === 'table'
        ? ''
        : ', the default';
  const comma = isSame ? ',' : ';';
  const size = `files of up to ${formatBytes(after.targetBytes)}${from}`;
  const tasks = [before, after].find(({ mode }) => mode === 'none');
  return [
    `Assumes ${how}${comma} and ${size}.`,
    ...(after.namedMode === undefined ? [] : [idleWords(after.namedMode)]),
    ...(tasks === undefined || perCommit === undefined ? [] : [taskWords(tasks, perCommit.bytes)]),
    ...overheadWords(overhead, perCommit),
  ].join(' ');
}

function modeWords({ mode, modeFrom }: WriterRules): string {
  return `${MODES[mode]} (${MODE_FROM[modeFrom]})`;
}

function idleWords(mode: WriterRules['mode']): string {
  return mode === 'hash'
    ? 'Without a partition field, hash has nothing to distribute rows by: engines write as with none.'
    : 'Without a partition field and a sort order, range has nothing to distribute rows by: engines write as with none.';
}

/** How many tasks write a commit of the mean size where rows are not distributed, and why so many. */
function taskWords({ tasks, leastTasks }: WriterRules, commitBytes: number): string {
  const usual = `${formatBytes(USUAL_SPLIT)} that engines usually give a task`;
  const commit = `Where rows are not distributed, a commit of ${formatBytes(Math.round(commitBytes))} is taken to be written by`;
  if (tasks === 1) return `${commit} 1 task: it is no more than the ${usual}.`;
  return tasks > leastTasks
    ? `${commit} ${formatCount(tasks)} tasks: one for each of the ${usual}; nothing here records the real number.`
    : `${commit} ${formatCount(tasks)} tasks: as many as the files that commits at hand wrote of one partition.`;
}

/** Files of less than this are told to have a size besides their rows, where it is not known. */
const SMALL = 1_048_576;

function overheadWords(
  overhead: number | undefined,
  perCommit: Forecast['perCommit'],
): readonly string[] {
  if (overhead !== undefined) {
    return [
      `Each file is taken to have ${formatBytes(overhead)} besides its rows, as a line through the sizes of the files at hand shows.`,
    ];
  }
  const { changed, changedBytes = 0 } = perCommit ?? {};
  const mean = changedBytes / Math.max(1, changed?.likely ?? changed?.low ?? 1);
  return perCommit === undefined || mean >= SMALL
    ? []
    : [
        'What a file takes up besides its rows is not known here and left out: small files are larger than told.',
      ];
}

/** What is taken for granted of a rewrite. */
export const REWRITE_WORDS =
  'A rewrite is taken to gather the rows of each partition first, whatever the distribution mode, and so to fill its files.';

/** Which commits the mean is of. */
export function basisWords({ commits, bytes }: { commits: number; bytes: number }): string {
  return `Mean of ${commitsWords(commits)} at hand, ${formatBytes(Math.round(bytes))} each.`;
}

/** Which days the span of new data is taken from. */
export function spanWords(window: NonNullable<Forecast['window']>): string {
  const { eventColumn, windowDays, lastDay } = window;
  if (eventColumn === undefined || lastDay === undefined) {
    return `As ${commitsWords(window.commits)} at hand, taken as a day since no column tells time.`;
  }
  const [first, last] = [lastDay - windowDays + 1, lastDay].map(formatDate);
  const span = windowDays === 1 ? last : `${first} to ${last}`;
  return `As the last of it by ${eventColumn.name} (${span}, UTC): ${formatBytes(window.bytes)}, written by ${commitsWords(window.commits)}${window.commits === 1 ? '' : ', each with files of its own'}.`;
}

/** How the writes of the window come again, and what is asked of them. */
export function laterWords(window: NonNullable<Forecast['window']>): string {
  const { days, windowDays, eventColumn, commits, sortedBy } = window;
  const again = commitsWords(Math.round((commits * days) / windowDays));
  const last = windowDays === 1 ? 'day' : `${formatCount(windowDays)} days`;
  return [
    eventColumn === undefined
      ? `Later: the commits at hand once a day, ${again} in all, and the same question.`
      : `Later: the last ${last} by ${eventColumn.name} written again for ${daysWords(days)}, in ${again}, and the same question asked ${daysWords(days)} later.`,
    ...(sortedBy === undefined
      ? []
      : [`Files are taken to be sorted by ${sortedBy}, as those at hand are.`]),
    'Deletes are left out.',
  ].join(' ');
}

/** `7 days`. */
export function daysWords(days: number): string {
  return `${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;
}

/** `2 commits`. */
export function commitsWords(commits: number): string {
  return `${formatCount(commits)} ${commits === 1 ? 'commit' : 'commits'}`;
}
