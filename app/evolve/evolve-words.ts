/** The findings of Evolve in sentences. */
import type { DdlChange } from '../../src/evolution/ddl/apply.ts';
import type { WhyWide } from '../../src/evolution/forecast/forecast.ts';
import type { WriterRules } from '../../src/evolution/forecast/writers.ts';
import { defaultSpec } from '../../src/evolution/translate.ts';
import type { Foreseen, ReadCount, Reading } from '../../src/table/evolve.ts';
import { bytes, count, percent, plural } from '../ui/format.ts';

/** Whole files of a mean or a forecast; one that may be is never none. */
export function wholeFiles(value: number): number {
  return value > 0 && value < 1 ? 1 : Math.round(value);
}

export function files(value: number): string {
  return plural(wholeFiles(value), 'file');
}

export function readWords({ files: n, bytes: size }: ReadCount): string {
  return n === 0 ? 'none' : `${files(n)}, ${bytes(size)}`;
}

/** What the statement does to the layout. */
export function outcomeWords({ statements, before, after }: DdlChange): string {
  const { specId } = defaultSpec(after);
  if (before.defaultSpecId === after.defaultSpecId) {
    const writes = statements.some(({ statement }) => statement.kind === 'write');
    return writes
      ? 'The layout stays; writers distribute and sort rows another way.'
      : 'The layout stays as it is. No metadata is written.';
  }
  const isNew = !before.partitionSpecs.some((spec) => spec.specId === specId);
  const what = isNew
    ? `Spec ${specId} is new and becomes the default.`
    : `Spec ${specId} was there before and becomes the default again.`;
  return `${what} No snapshot is made, no file is written.`;
}

/** The heading: what the change would do to the question, or else to commits. */
export function headline(
  change: DdlChange | undefined,
  foreseen: Foreseen | undefined,
  hasStatement: boolean,
): string {
  if (!hasStatement) return 'Try a change of layout here. The table is never changed.';
  if (change === undefined) return 'The statement can’t be applied yet.';
  if (change.before.defaultSpecId === change.after.defaultSpecId)
    return 'The layout stays as it is.';
  if (foreseen === undefined) return 'Thinking it through…';
  return foreseen.now === undefined
    ? commitSentence(foreseen)
    : questionSentence(foreseen, foreseen.now);
}

function commitSentence({ forecast: { perCommit } }: Foreseen): string {
  if (perCommit === undefined) return 'No commit at hand tells what the next ones would write.';
  const [now, then] = [wholeFiles(perCommit.kept.likely), wholeFiles(perCommit.changed.likely)];
  if (now === then) return `A commit would write ${plural(then, 'file')}, as it does now.`;
  return `A commit would write about ${plural(then, 'file')} instead of ${count(now)}. Nothing is rewritten.`;
}

function questionSentence({ kept, changed, rewritten, forecast }: Foreseen, now: Reading): string {
  const head = 'The statement alone changes nothing for this query.';
  const days = forecast.window?.days ?? 0;
  const later = laterSentence(kept, changed, days);
  const after =
    rewritten === undefined || rewritten.total.bytes >= now.total.bytes
      ? ''
      : ` Rewriting what it reads takes it from ${bytes(now.total.bytes)} to ${bytes(rewritten.total.bytes)}.`;
  return `${head}${later}${after}`;
}

function laterSentence(
  kept: Reading | undefined,
  changed: Reading | undefined,
  days: number,
): string {
  if (kept === undefined || changed === undefined) return '';
  const [a, b] = [kept.total.bytes, changed.total.bytes];
  const when = ` After ${plural(days, 'day')}`;
  if (Math.abs(a - b) <= a * 0.02) return `${when} it reads as much as without it.`;
  return `${when} it reads ${bytes(b)} instead of ${bytes(a)}.`;
}

export function savingWords(from: ReadCount, to: ReadCount): string {
  if (from.files === to.files && from.bytes === to.bytes) return 'the same files';
  // A thought is not exact to the percent.
  if (Math.abs(to.bytes - from.bytes) < from.bytes / 100) return 'as much';
  if (to.bytes > from.bytes) return `+ ${percent(to.bytes - from.bytes, from.bytes)}`;
  return `− ${percent(from.bytes - to.bytes, from.bytes)}`;
}

const DOUBTS: Readonly<Record<WhyWide['doubt'], string>> = {
  'between-bounds':
    'only the bounds of its files are known, and rows are taken to lie evenly between them',
  'known-values': 'of its values only those are known that bounds and partitions show',
  'any-bucket': 'its values are not recorded, so any bucket may be met',
  'nothing-recorded': 'its files record no bounds',
};

export function whyWords({ field, doubt }: WhyWide): string {
  return `${field}: ${DOUBTS[doubt]}.`;
}

const MODES: Readonly<Record<WriterRules['mode'], string>> = {
  none: 'rows are not distributed: each task writes a file of every partition it meets',
  hash: 'rows are distributed by partition: one task writes each',
  range: 'rows are distributed by ranges: a task writes neighbouring partitions',
};

const MODE_FROM: Readonly<Record<WriterRules['modeFrom'], string>> = {
  asked: 'as chosen here',
  table: 'as the table says',
  default: 'as engines do by default',
};

export function writerWords({ mode, modeFrom, targetBytes, targetFrom }: WriterRules): string {
  const from =
    targetFrom === 'files'
      ? ', as the largest files show'
      : targetFrom === 'table'
        ? ''
        : ', the default';
  return `Assumes that ${MODES[mode]} (${MODE_FROM[modeFrom]}), and files of up to ${bytes(targetBytes)}${from}.`;
}

/** Queries after which a rewrite has saved what it moved; undefined: never. */
export function paysAfter(now: ReadCount, after: ReadCount, moved: number): number | undefined {
  const saved = now.bytes - after.bytes;
  return saved <= 0 ? undefined : Math.max(1, Math.ceil(moved / saved));
}
