/** The findings of the reverse question, in words. */
import type { FileExplanation, StageName } from '../../src/planning/explanation.ts';
import { ALL_MATCH, READ } from '../../src/planning/verdict.ts';
import { joinWords } from '../../src/types/format.ts';
import { briefName } from '../pruning/brief-name.ts';
import { readOf, type SieveRow, stagesOf, tallyOf, unknownOf } from '../pruning/sieve-layout.ts';
import { capital, count, inWords, plural } from '../ui/format.ts';
import { askedForm, isRead, type PlaneAxis, type PlaneLayout } from './plane.ts';

/** Of one file under a predicate: said by name, since a part of a path is asked. */
export function fileSentence({ verdict, sentence, filePath }: FileExplanation): string {
  const rest = sentence.replace(/^[^:]*:\s*/, '');
  const is = { read: 'is read', allMatch: 'is read', unknown: 'is unknown' } as const;
  const how = verdict in is ? is[verdict as keyof typeof is] : 'is not read';
  return `${briefName(filePath)} ${how}: ${rest}`;
}

/** Of a row: which files may hold it, and which of those the predicate reads. */
export function rowSentence(
  sum: SieveRow,
  progress: { readonly complete: boolean },
  /** Of the files that may hold it, those that the predicate reads; undefined without one; or it rules the row out. */
  readBy: number | 'not asked for' | undefined,
): string {
  if (!progress.complete) return 'Looking for files that may hold such a row…';
  if (readBy !== 'not asked for') return holdersSentence(sum, readBy);
  return `Your predicate does not ask for this row. ${holdersSentence(sum, undefined)}`;
}

function holdersSentence(sum: SieveRow, readBy: number | undefined): string {
  const holders = Number(readOf(sum).files);
  const lost = unknownOf(sum).files;
  const more = lost === 0n ? '' : ` ${plural(lost, 'file')} cannot be known.`;
  if (holders === 0) {
    return lost === 0n
      ? 'No file can hold such a row.'
      : `No file that can be read holds such a row.${more}`;
  }
  const files = `${capital(inWords(holders))} of ${plural(sum.live.files, 'file')} may hold such a row`;
  if (readBy === undefined) return `${files}.${more}`;
  if (readBy === holders) {
    return `${files}, and your predicate reads ${holders === 1 ? 'it' : `all ${inWords(holders)}`}.${more}`;
  }
  if (holders === 1) return `${files}, and your predicate does not read it.${more}`;
  const reads = readBy === 0 ? 'none' : inWords(readBy);
  return `${files}; your predicate reads ${reads} of them.${more}`;
}

const STAGE_WORDS = { manifest: 'manifest', partition: 'partition', bounds: 'bounds' } as const;

/** Of one era: how many files may hold the row, or what rules all of them out. */
export function eraWords(row: SieveRow): string {
  const fully = Number(tallyOf(row, ALL_MATCH).files);
  const may = Number(tallyOf(row, READ).files);
  const unknown = unknownOf(row).files;
  const parts: string[] = [];
  if (fully > 0)
    parts.push(`${plural(fully, 'file')} ${fully === 1 ? 'holds' : 'hold'} nothing else`);
  if (may > 0) parts.push(`${plural(may, 'file')} may hold it`);
  if (unknown > 0n) parts.push(`${plural(unknown, 'file')} cannot be known`);
  if (parts.length > 0) return parts.join(', ');
  const stages = stagesOf(row, 'files')
    .filter(({ gone }) => gone.files > 0n)
    .map(({ name, gone }) => `${count(gone.files)} by ${STAGE_WORDS[name]}`);
  return `none: skipped ${stages.join(', ')}`;
}

export function pathSentence(search: {
  readonly found: number;
  readonly done: boolean;
  readonly full: boolean;
  readonly searched: number;
  readonly of: number;
  /** Of those found; undefined without a predicate. */
  readonly read: number | undefined;
  readonly text: string;
  /** A name in it that would be a column's, were it a row. */
  readonly unknown?: string | undefined;
}): string {
  const { found, done, full, read, text, unknown } = search;
  if (!done) {
    return `Searching paths: ${count(search.searched)} of ${plural(search.of, 'manifest')}, ${plural(found, 'file')} so far.`;
  }
  if (found === 0 && unknown !== undefined) {
    return `This snapshot has no column ${unknown}, and no live file has “${text}” in its path.`;
  }
  if (found === 0) return `No live file of this snapshot has “${text}” in its path.`;
  const have = `${full ? 'More than ' : ''}${plural(found, 'file')} ${found === 1 ? 'has' : 'have'} “${text}” in ${found === 1 ? 'its' : 'their'} path`;
  if (read === undefined) return `${have}. Without a predicate every live file is read.`;
  if (read === 0) return `${have}; none of them is read.`;
  return read === found
    ? `${have}; all of them are read.`
    : `${have}; ${count(read)} of them ${read === 1 ? 'is' : 'are'} read.`;
}

/**
 * Over the list of files that all miss on so many columns: which files it is of.
 * @param before files that were skipped before their bounds were asked
 * @param farther files whose bounds were asked and are not looked at here
 */
export function missesWords(columns: number, before: number, farther: number): string {
  const which =
    columns === 1
      ? 'of the files that bounds skip, those that miss on one column only, the nearest first'
      : `of the files that bounds skip, the nearest first; none misses on fewer than ${inWords(columns)} columns`;
  const without = [
    ...(before === 0 ? [] : [`the ${count(before)} that manifest or partition skips`]),
    ...(farther <= 0 ? [] : [`${count(farther)} farther off in the order of partitions`]),
  ];
  return without.length === 0 ? which : `${which}; not compared: ${joinWords(without, 'and')}`;
}

/** A file that may hold a row need not be read: that is another question. */
export function planeWords(layout: Pick<PlaneLayout, 'x' | 'y'>, ofRow: boolean): string {
  const { x, y } = layout;
  const what = ofRow ? 'may hold the row' : 'is read';
  const told = ({ linear, context }: PlaneAxis) =>
    linear ? (context === undefined ? '' : ` (${context})`) : ', in byte order';
  const form = askedForm(layout);
  const mark = form === 'point' ? 'has the blue point in it' : `crosses the blue ${form}`;
  if (y === undefined) {
    return `Each bar is a file’s bounds of ${x.name}${told(x)}. A file ${what} if its bar ${mark}.`;
  }
  return `Each box is a file’s bounds: ${x.name} across${told(x)}, ${y.name} up${told(y)}. A file ${what} if its box ${mark}.`;
}

/** What the picture has, and its legend tells. */
export type PlaneSign = 'read' | 'skipped' | 'open' | 'may' | 'all';

export function planeSigns({
  boxes,
  areas,
}: Pick<PlaneLayout, 'boxes' | 'areas'>): ReadonlySet<PlaneSign> {
  return new Set([
    ...boxes.flatMap(({ verdict, goesOn }): readonly PlaneSign[] => [
      isRead(verdict) ? 'read' : 'skipped',
      ...(goesOn.length === 0 ? [] : (['open'] as const)),
    ]),
    ...areas.map(({ verdict }) => (verdict === ALL_MATCH ? 'all' : 'may')),
  ]);
}

/** Files that came to the bounds and are not in the picture. */
export function leftOutWords(files: {
  readonly beyond: number;
  readonly without: number;
  /** Not looked at, since so many nearer ones are. */
  readonly farther: number;
}): string {
  const { beyond, without, farther } = files;
  const parts = [
    ...(beyond === 0 ? [] : [`${plural(beyond, 'file')} beyond the axes`]),
    ...(without === 0 ? [] : [`${plural(without, 'file')} without such bounds`]),
    ...(farther <= 0 ? [] : [`${plural(farther, 'file')} farther off in the order of partitions`]),
  ];
  return parts.length === 0 ? '' : `Not drawn: ${parts.join(', ')}.`;
}

/** What a person does who knows that the file holds what is asked for. */
export const IF_YOU_KNOW: Readonly<Record<StageName, string>> = {
  manifest:
    'Then its partition value, or the range in the manifest list, is wrong, and every engine skips it too. Its rows tell: write them again, or remove and add the file.',
  partition:
    'Then its partition value is wrong, and every engine skips it too. Files that were added by hand are the usual case: add it again under the right partition.',
  bounds:
    'Then its recorded bounds are wrong, and every engine skips it too. Compare them with the footer of the file itself, and rewrite the file.',
};

export function stoppedAt(why: FileExplanation): StageName | undefined {
  return why.stages.find(({ rows }) => rows === 'cannot')?.stage;
}

/** Under the rungs: what becomes of the file. */
export function endWords({
  verdict,
  residual,
}: Pick<FileExplanation, 'verdict' | 'residual'>): string {
  if (verdict !== 'read' && verdict !== 'allMatch') {
    return 'Here it stops. The file is not opened; its rows are not tested.';
  }
  if (verdict === 'allMatch' && residual.kind !== 'true') {
    return 'It is opened, and all its rows match. The residual comes of its partition alone, so they are tested all the same.';
  }
  return residual.kind === 'true'
    ? 'It is opened, and all its rows are taken: nothing is left to test.'
    : 'It is opened, and what the residual leaves is tested on its rows.';
}
