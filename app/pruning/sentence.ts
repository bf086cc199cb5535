/** The finding a view opens with, as plain words. */
import type { Tally } from '../../src/table/api.ts';
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
  /** Why nothing is read, a sentence; else the stages say who skips. */
  emptyReason?: string | undefined,
): string {
  const read = readOf(sum);
  const unknown = unknownOf(sum).files;
  if (!progress.complete) {
    return `Reads ${plural(read.files, 'file')} so far: ${count(progress.judged)} of ${plural(progress.of, 'manifest')}.`;
  }
  if (sum.live.files === 0n) return 'No file is live in this snapshot.';
  if (unknown > 0n) return unknownSentence(read, sum.live, unknown);
  if (read.files === 0n) {
    return emptyReason === undefined
      ? `No file is read: ${whoSkips(sum)}.`
      : `No file is read. ${emptyReason}`;
  }
  const fully = fullyMatching(sum, read);
  if (read.files === sum.live.files) {
    const all = sum.live.files === 1n ? 'the only file' : `all ${count(sum.live.files)} files`;
    return `Reads ${all}, ${bytes(read.bytes)}: the predicate skips nothing.${fully}`;
  }
  // The bytes of skipped manifests are known when these have been read, too.
  const of = sum.bytesIncomplete ? '' : ` of ${bytes(sum.live.bytes)}`;
  return `Reads ${count(read.files)} of ${plural(sum.live.files, 'file')}: ${bytes(read.bytes)}${of}.${fully}`;
}

function unknownSentence(read: Tally, live: Tally, unknown: bigint): string {
  const rest = unknown === 1n ? '1 more is unknown' : `${count(unknown)} more are unknown`;
  if (unknown === live.files) {
    return `${plural(unknown, 'file')} ${unknown === 1n ? 'is' : 'are'} unknown and may be read.`;
  }
  return `Reads at least ${count(read.files)} of ${plural(live.files, 'file')}; ${rest} and may be read.`;
}

function fullyMatching(sum: SieveRow, read: Tally): string {
  const fully = tallyOf(sum, 4).files;
  if (fully === 0n) return '';
  if (fully < read.files) return ` In ${count(fully)} of them every row matches.`;
  return read.files === 1n ? ' Every row of it matches.' : ' In all of them every row matches.';
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

/** Where no predicate is asked. `complete`: every manifest is read, and none of them is damaged. */
export function unaskedSentence(live: Tally, complete: boolean): string {
  const files = `${complete ? '' : 'at least '}${plural(live.files, 'file')}, ${bytes(live.bytes)}`;
  return live.files === 0n && complete
    ? 'No file is live in this snapshot.'
    : `Without a predicate a query reads ${complete ? 'all ' : ''}${files}.`;
}

/** `day(ts), bucket(16, id)`: a layout in a few words. */
export function noSnapshotSentence(layout: string): string {
  return `No snapshot yet. The layout is ready: ${layout === '' ? 'unpartitioned' : layout}.`;
}
