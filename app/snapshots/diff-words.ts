/** What differs between two snapshots, in a sentence and in lines. Pure. */
import { IcecoreError } from '../../src/base/errors.ts';
import type { SnapshotComparison, SnapshotPath } from '../../src/table/compare.ts';
import { type DeletesRead, deletesReadWords } from '../../src/table/deletes-read.ts';
import type { EraDiff } from '../../src/table/diff-snapshots.ts';
import type { Unit } from '../link.ts';
import { bytes, count, minute, plural } from '../ui/format.ts';
import type { SnapshotRow } from './snapshot-rows.ts';

export interface DiffInWords {
  readonly a: SnapshotRow | undefined;
  readonly b: SnapshotRow;
  readonly path: SnapshotPath;
  readonly diff: SnapshotComparison;
}

export function diffSentence({ a, b, path, diff }: DiffInWords): string {
  const what = [...changes(diff, path), ...deleteFiles(diff)];
  const least = diff.incomplete ? 'at least ' : '';
  const said = what.length === 0 ? 'no data file differs' : `${least}${joined(what)}`;
  if (path.commits.length === 0 && path.aside.length === 0) return 'A and B are the same snapshot.';
  return `${since(a, b, path)}: ${said}.`;
}

/** `This append`, `Since audit-0301 left the line`, `Since 2026-03-01 11:44`, `From the first commit on`. */
function since(a: SnapshotRow | undefined, b: SnapshotRow, path: SnapshotPath): string {
  if (a === undefined) {
    if (path.commits.at(-1)?.parentSnapshotId !== undefined) {
      return 'Against nothing, as the snapshot before is not at hand';
    }
    return path.commits.length === 1 ? 'The first commit' : 'From the first commit on';
  }
  if (path.commits.length === 1 && path.aside.length === 0) return `This ${kindOf(b)}`;
  const [ref] = a.refs;
  const name = ref === undefined ? minute(a.ms) : ref.name;
  if (path.commits.length === 0) return `Back from ${name}`;
  return path.aside.length > 0 ? `From ${name}, which stands aside, to B` : `Since ${name}`;
}

function kindOf({ kind, operation }: SnapshotRow): string {
  return kind === 'rewrite' ? 'rewrite' : operation;
}

function sumOf(eras: readonly EraDiff[], part: 'removed' | 'rewritten' | 'added'): number {
  return eras.reduce((sum, era) => sum + era[part].files, 0);
}

function changes({ eras }: SnapshotComparison, path: SnapshotPath): readonly string[] {
  const [removed, rewritten, added] = [
    sumOf(eras, 'removed'),
    sumOf(eras, 'rewritten'),
    sumOf(eras, 'added'),
  ];
  const parts: string[] = [];
  if (added > 0) parts.push(`${plural(added, 'file')}${specWords(eras, 'added')} added`);
  if (rewritten > 0 && removed > 0 && onlyRewritesRemove(path)) {
    const from = onlySpec(eras, 'removed');
    const to = onlySpec(eras, 'rewritten');
    const what = `${plural(removed, 'file')}${from === undefined ? '' : ` of spec ${from}`}`;
    parts.push(
      `${what} rewritten as ${count(rewritten)}${to === undefined ? '' : ` of spec ${to}`}`,
    );
  } else {
    if (rewritten > 0) parts.push(`${plural(rewritten, 'file')} written by a rewrite`);
    if (removed > 0) parts.push(`${plural(removed, 'file')}${specWords(eras, 'removed')} removed`);
  }
  return parts;
}

/** Among these commits nothing but rewrites takes files away. */
export function onlyRewritesRemove({ commits, aside }: SnapshotPath): boolean {
  return (
    aside.length === 0 &&
    commits.every(({ operation }) => operation === 'append' || operation === 'replace')
  );
}

export function onlySpec(
  eras: readonly EraDiff[],
  part: 'removed' | 'rewritten' | 'added',
): number | undefined {
  const own = eras.filter((era) => era[part].files > 0);
  return own.length === 1 ? own[0]?.specId : undefined;
}

/** ` of spec 3` where the table has several and the change is of one. */
function specWords(eras: readonly EraDiff[], part: 'removed' | 'added'): string {
  const only = eras.length > 1 ? onlySpec(eras, part) : undefined;
  return only === undefined ? '' : ` of spec ${only}`;
}

function deleteFiles({ deletesAtA, deletesAtB }: SnapshotComparison): readonly string[] {
  const more = deletesAtB.files - deletesAtA.files;
  if (more === 0) return [];
  return [`${plural(Math.abs(more), 'delete file')} ${more > 0 ? 'more' : 'fewer'}`];
}

function joined(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')}, and ${parts.at(-1)}`;
}

/** `one commit apart`, `168 commits apart`, `3 commits back and 2 forth`. */
export function apartWords({ commits, aside }: SnapshotPath): string {
  const [forth, back] = [commits.length, aside.length];
  if (back === 0) return forth === 0 ? 'the same' : `${plural(forth, 'commit')} apart`;
  if (forth === 0) return `${plural(back, 'commit')} back`;
  return `${plural(back, 'commit')} back and ${count(forth)} forth`;
}

export interface RewriteWords {
  readonly finding: string;
  readonly figures: string;
}

/** Rows before and after; undefined without a rewrite of data files. */
export function rewriteWords({ rewrites }: SnapshotPath): RewriteWords | undefined {
  const [only] = rewrites;
  if (only === undefined) return undefined;
  const one = rewrites.length === 1;
  const subject = one ? 'The rewrite' : `The ${count(rewrites.length)} rewrites`;
  const files = (key: 'filesBefore' | 'filesAfter') =>
    rewrites.reduce((sum, rewrite) => sum + rewrite[key], 0);
  const rows = (key: 'rowsBefore' | 'rowsAfter') =>
    rewrites.reduce<number | undefined>((sum, rewrite) => {
      const own = rewrite[key];
      return sum === undefined || own === undefined ? undefined : sum + own;
    }, 0);
  const [before, after] = [rows('rowsBefore'), rows('rowsAfter')];
  const inFiles = `in ${plural(files('filesBefore'), 'file')} before`;
  if (before === undefined || after === undefined) {
    const figures = `${plural(files('filesBefore'), 'file')} before, ${count(files('filesAfter'))} after.`;
    return { finding: `${subject} ${one ? 'does' : 'do'} not record rows.`, figures };
  }
  if (before === after) {
    const figures = `${count(before)} ${inFiles}, in ${count(files('filesAfter'))} after.`;
    return { finding: `${subject} kept every row.`, figures };
  }
  const figures = `${count(before)} ${inFiles}, ${count(after)} in ${count(files('filesAfter'))} after${before > after ? '; deleted rows are left out' : ''}.`;
  return { finding: `${subject} wrote ${changed(before, after)}.`, figures };
}

function changed(before: number, after: number): string {
  const rows = plural(Math.abs(after - before), 'row');
  return after < before ? `${rows} fewer` : `${rows} more`;
}

/** What the predicate reads of a snapshot. */
export interface ReadAt {
  readonly files: number;
  readonly deletes: DeletesRead;
}

/** Effect on the predicate: how much is read on either side. */
export function effectWords(atA: ReadAt | undefined, atB: ReadAt): string {
  return `reads ${dataFilesRead(atA?.files, atB.files)}${deletesBeside(atA, atB)}.`;
}

function dataFilesRead(atA: number | undefined, atB: number): string {
  const b = plural(atB, 'data file');
  if (atA === undefined) return `${b} at B`;
  if (atA === atB) return `${atB === 0 ? 'no data file' : b} on either side`;
  return `${plural(atA, 'data file')} at A and ${count(atB)} at B`;
}

function deletesBeside(atA: ReadAt | undefined, atB: ReadAt): string {
  const [a, b] = [atA, atB].map((at) => at && deletesReadWords(at.deletes));
  if (a === undefined && b === undefined) return '';
  const none = 'no delete file';
  if (atA === undefined) return `; beside them ${b}`;
  if (a === b) return `; beside them ${b} on either side`;
  return `; beside them ${a ?? none} at A and ${b ?? none} at B`;
}

/** Where the predicate cannot be asked, and why: a column may have had another name at A. */
export function unaskedWords(atA: Error | null, atB: Error | null): string {
  const [a, b] = [reason(atA), reason(atB)];
  if (a === undefined || b === undefined) {
    return `cannot be asked at ${a === undefined ? 'B' : 'A'}: ${a ?? b}`;
  }
  return a === b ? `cannot be asked on either side: ${b}` : `cannot be asked at A: ${a} At B: ${b}`;
}

function reason(error: Error | null): string | undefined {
  if (error === null) return undefined;
  const advice = error instanceof IcecoreError ? error.advice : undefined;
  return advice === undefined ? error.message : `${error.message} ${advice}`;
}

export function amountText(unit: Unit): (value: number) => string {
  return unit === 'bytes' ? bytes : count;
}

/** `− 92.4 GiB removed`, `+ 12 added`: of an era, what there is of it. */
export function changeLines(era: EraDiff, unit: Unit): readonly string[] {
  const text = amountText(unit);
  const parts = [
    ['−', era.removed[unit], 'removed'],
    ['+', era.rewritten[unit], 'by a rewrite'],
    ['+', era.added[unit], 'added'],
  ] as const;
  return parts.flatMap(([sign, amount, word]) =>
    amount === 0 ? [] : [`${signed(sign, amount, text)} ${word}`],
  );
}

/** `+ 92.4 GiB`, `− 12`; `0` for nothing. */
export function signed(sign: '+' | '−', amount: number, text: (value: number) => string): string {
  return amount === 0 ? '0' : `${sign} ${text(amount)}`;
}
