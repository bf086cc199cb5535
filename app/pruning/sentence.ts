/** The finding a view opens with, as plain words. */
import type { Tally } from '../../src/table/api.ts';
import {
  type DeletesRead,
  deletesReadWords,
  NO_DELETES_READ,
} from '../../src/table/deletes-read.ts';
import { bytes, count, plural } from '../ui/format.ts';
import { readOf, type SieveRow, stagesOf, tallyOf, unknownOf } from './sieve-layout.ts';

export interface PlanProgress {
  readonly complete: boolean;
  readonly judged: number;
  readonly of: number;
}

/** What the plan reads; `sum` is over all eras in view. */
export function planSentence(
  sum: SieveRow,
  progress: PlanProgress,
  more: {
    /** Read beside the data files. */
    readonly deletes?: DeletesRead | undefined;
    /** Why nothing is read, a sentence; else the stages say who skips. */
    readonly emptyReason?: string | undefined;
  } = {},
): string {
  const read = readOf(sum);
  const unknown = unknownOf(sum).files;
  if (!progress.complete) {
    return `Reads ${plural(read.files, 'file')} so far: ${count(progress.judged)} of ${plural(progress.of, 'manifest')}.`;
  }
  if (sum.live.files === 0n) return 'No file is live in this snapshot.';
  const words = wordsBeside(more.deletes ?? NO_DELETES_READ);
  if (unknown > 0n) return unknownSentence(read, sum.live, unknown, words);
  if (read.files === 0n) {
    return more.emptyReason === undefined
      ? `No file is read: ${whoSkips(sum)}.`
      : `No file is read. ${more.emptyReason}`;
  }
  const fully = fullyMatching(sum, read, words);
  if (read.files === sum.live.files) {
    const all =
      sum.live.files === 1n
        ? `the only ${words.file}`
        : `all ${plural(sum.live.files, words.file)}`;
    return `Reads ${all}, ${bytes(read.bytes)}${words.beside}: the predicate skips ${words.nothing}.${fully}`;
  }
  // The bytes of skipped manifests are known when these have been read, too.
  const of = sum.bytesIncomplete ? '' : ` of ${bytes(sum.live.bytes)}`;
  return `Reads ${count(read.files)} of ${plural(sum.live.files, words.file)}: ${bytes(read.bytes)}${of}${words.beside}.${fully}`;
}

/** Where delete files are told of, what else is told of is data files. */
interface WordsBeside {
  readonly beside: string;
  readonly file: string;
  readonly nothing: string;
}

function wordsBeside(deletes: DeletesRead): WordsBeside {
  const words = deletesReadWords(deletes);
  return words === undefined
    ? { beside: '', file: 'file', nothing: 'nothing' }
    : { beside: `, and ${words}`, file: 'data file', nothing: 'no data file' };
}

function unknownSentence(
  read: Tally,
  live: Tally,
  unknown: bigint,
  { beside, file }: WordsBeside,
): string {
  const rest = unknown === 1n ? '1 more is unknown' : `${count(unknown)} more are unknown`;
  if (unknown === live.files) {
    return `${plural(unknown, 'file')} ${unknown === 1n ? 'is' : 'are'} unknown and may be read.`;
  }
  return `Reads at least ${count(read.files)} of ${plural(live.files, file)}${beside}; ${rest} and may be read.`;
}

function fullyMatching(sum: SieveRow, read: Tally, { beside }: WordsBeside): string {
  const fully = tallyOf(sum, 4).files;
  if (fully === 0n) return '';
  const them = beside === '' ? 'them' : 'the data files';
  if (fully < read.files) return ` In ${count(fully)} of ${them} every row matches.`;
  if (read.files > 1n) return ` In all of ${them} every row matches.`;
  return beside === '' ? ' Every row of it matches.' : ' Every row of the data file matches.';
}

const WHO = {
  manifest: 'the manifest list rules out',
  partition: 'partition values rule out',
  bounds: 'column bounds rule out',
} as const;

function whoSkips(sum: SieveRow): string {
  const parts = stagesOf(sum, 'files').filter(({ gone }) => gone.files > 0n);
  if (parts.length === 1) {
    const [only] = parts;
    return `${WHO[only?.name ?? 'manifest']} ${sum.live.files === 1n ? 'the only file' : `all ${count(sum.live.files)}`}`;
  }
  return parts.map(({ name, gone }) => `${WHO[name]} ${count(gone.files)}`).join(', ');
}

/**
 * Where no predicate is asked. `complete`: every manifest is read, and none of them is damaged. Which of the delete files
 * apply is known by a plan only.
 */
export function unaskedSentence(live: Tally, deletes: bigint, complete: boolean): string {
  if (live.files === 0n && complete) return 'No file is live in this snapshot.';
  const floor = complete ? '' : 'at least ';
  const what = deletes === 0n ? 'file' : 'data file';
  const files = `${floor}${complete && live.files > 1n ? 'all ' : ''}${plural(live.files, what)}, ${bytes(live.bytes)}`;
  const beside =
    deletes === 0n
      ? ''
      : deletes === 1n
        ? ', and the delete file where it applies to one of them'
        : `, and those of ${floor}${count(deletes)} delete files that apply to one of them`;
  return `Without a predicate a query reads ${files}${beside}.`;
}

/** `day(ts), bucket(16, id)`: a layout in a few words. */
export function noSnapshotSentence(layout: string): string {
  return `No snapshot yet. The layout is ready: ${layout === '' ? 'unpartitioned' : layout}.`;
}

/** Whose answer stands there; undefined where it is that of the predicate in the bar. */
export function ageWords(state: {
  /** What is typed has an error. */
  readonly invalid: boolean;
  /** The answer is to another question than what is typed. */
  readonly older: boolean;
  /** Parts of it are awaited. */
  readonly pending: boolean;
}): string | undefined {
  if (state.invalid) return 'of the last valid predicate';
  if (state.older) return 'of the predicate before; planning…';
  return state.pending ? 'planning…' : undefined;
}
