/** The findings of Evolve in sentences. */
import { alreadyVoidWords, type DdlChange, writesOf } from '../../src/evolution/ddl/apply.ts';
import type { RewriteForecast } from '../../src/evolution/forecast/forecast.ts';
import { rangeWords, unknownWords, whole } from '../../src/evolution/forecast/forecast-words.ts';
import { defaultSpec } from '../../src/metadata/default-spec.ts';
import type { TableMetadata } from '../../src/metadata/records.ts';
import { describeSpec } from '../../src/metadata/spec-words.ts';
import type { Foreseen, PayOff, ReadCount, Reading } from '../../src/table/evolve.ts';
import type { SnapshotView } from '../../src/table/session.ts';
import { columnsOf } from '../specs.ts';
import { bytes, count, percent, plural } from '../ui/format.ts';

export function files(value: number): string {
  return plural(whole(value), 'file');
}

/** As a ceiling where the values that might rule files out are not known. */
export function readWords({ files: n, bytes: size }: ReadCount, atMost = false): string {
  if (n === 0) return 'none';
  const most = atMost ? 'at most ' : '';
  return n === undefined
    ? `${most}${bytes(size)} in an unknown number of files`
    : `${most}${files(n)}, ${bytes(size)}`;
}

/** What the statement does to the layout. */
export function outcomeWords(change: DdlChange): string {
  const { before, after } = change;
  const { specId } = defaultSpec(after);
  if (before.defaultSpecId === after.defaultSpecId) {
    const still = alreadyVoidWords(change);
    if (writesOf(change).length > 0)
      return 'The layout stays; writers distribute and sort rows another way.';
    return before === after
      ? `${still === undefined ? '' : `${still} `}The layout stays as it is. No metadata is written.`
      : 'At the end the layout is what it was. Each statement is a commit all the same, and its spec stays in the metadata.';
  }
  const isNew = !before.partitionSpecs.some((spec) => spec.specId === specId);
  const what = isNew
    ? `Spec ${specId} is new and becomes the default.`
    : `Spec ${specId} was there before and becomes the default again.`;
  return `${what}${voidWords(before, after)} No snapshot is made, no file is written.`;
}

/** Of which layout one changes by hand while a statement is wrong. */
export function handWords(isFollowed: boolean): string {
  return isFollowed
    ? 'The layout after the statements before the wrong one, whose place a change here takes.'
    : 'The table’s layout, since the statement is wrong; a change here takes its place.';
}

/** Where the snapshot that one looks at is not the newest; undefined where it is. */
export function oldSnapshotWords(
  { metadata, name }: { readonly metadata: TableMetadata; readonly name: string },
  { ref, snapshot }: Pick<SnapshotView, 'ref' | 'snapshot'>,
): string | undefined {
  if (snapshot === undefined || snapshot.snapshotId === metadata.currentSnapshotId)
    return undefined;
  const layout = describeSpec(defaultSpec(metadata), columnsOf(metadata));
  const which = `the snapshot ${ref ?? snapshot.snapshotId}`;
  return `A change applies to ${name} as it is now, ${layout}, not to ${which}; what is counted are the files of ${ref ?? 'that snapshot'}.`;
}

export function logWords(commits: number): string {
  return commits > 1
    ? `${count(commits)} more metadata-log entries, one a commit`
    : 'one more metadata-log entry';
}

/** A drop in version 1 is none. */
function voidWords(before: TableMetadata, after: TableMetadata): string {
  if (after.formatVersion > 1) return '';
  const dropped = defaultSpec(before).fields.filter(
    ({ fieldId, transform }) =>
      transform.kind !== 'void' &&
      defaultSpec(after).fields.some(
        (field) => field.fieldId === fieldId && field.transform.kind === 'void',
      ),
  );
  if (dropped.length === 0) return '';
  const names = dropped.map(({ name }) => name).join(', ');
  return ` Format version 1 keeps ${names} as void, so that field ids stay in order.`;
}

/** Of `WRITE …`, which changes other parts of the metadata than the layout. */
export const WRITE_WORDS =
  'The sort order and the property write.distribution-mode that WRITE sets are not worked out here.';

/** Why there is no future after a rewrite. */
export function noRewriteWords(rewrite: string | undefined): string {
  return rewrite === undefined
    ? 'Nothing to rewrite: none of the files that it reads now is of an older layout.'
    : 'Nothing to rewrite: no file of an older layout is chosen.';
}

/** The heading: what the change would do to the question, or else to commits. */
export function headline(
  change: DdlChange | undefined,
  foreseen: Foreseen | undefined,
  hasStatement: boolean,
  rewrite?: string | undefined,
): string {
  if (!hasStatement) return 'Try a change of layout here. The table is never changed.';
  if (change === undefined) return 'The statement can’t be applied yet.';
  if (change.before.defaultSpecId === change.after.defaultSpecId) {
    return writesOf(change).length > 0
      ? 'The layout stays; only how rows are sorted and distributed changes.'
      : 'The layout stays as it is.';
  }
  if (foreseen === undefined) return 'Thinking it through…';
  return foreseen.now === undefined
    ? commitSentence(foreseen)
    : questionSentence(foreseen, foreseen.now, rewrite);
}

function commitSentence({ forecast }: Foreseen): string {
  const { perCommit } = forecast;
  if (perCommit === undefined) return 'No commit at hand tells what the next ones would write.';
  const { kept, changed } = perCommit;
  if (changed.likely === undefined) {
    return `How many files a commit would write is not known: ${unknownWords(forecast)}.`;
  }
  const then = whole(changed.likely);
  if (kept.likely === undefined) return `A commit would write about ${plural(then, 'file')}.`;
  const now = whole(kept.likely);
  if (now === then) return `A commit would write ${plural(then, 'file')}, as it does now.`;
  return `A commit would write about ${plural(then, 'file')} instead of ${count(now)}. Nothing is rewritten.`;
}

function questionSentence(
  { kept, changed, rewritten, forecast }: Foreseen,
  now: Reading,
  rewrite: string | undefined,
): string {
  const head = 'The statement alone changes nothing for this query.';
  const days = forecast.window?.days ?? 0;
  const later = laterSentence(kept, changed, days);
  const after =
    rewritten === undefined || rewritten.total.bytes >= now.total.bytes
      ? ''
      : ` ${rewriteName(rewrite).replace('After r', 'R')} takes it from ${bytes(now.total.bytes)} to ${mostBytes(rewritten)}.`;
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
  if (Math.abs(a - b) <= a * 0.02) {
    return changed.atMost
      ? `${when} it reads no more than without it; how much less is not known.`
      : `${when} it reads as much as without it.`;
  }
  return `${when} it reads ${mostBytes(changed)} instead of ${mostBytes(kept)}.`;
}

function mostBytes({ total, atMost }: Reading): string {
  return `${atMost ? 'at most ' : ''}${bytes(total.bytes)}`;
}

export function savingWords(from: ReadCount, to: ReadCount): string {
  if (from.files === to.files && from.bytes === to.bytes) return 'the same files';
  // A thought is not exact to the percent.
  if (Math.abs(to.bytes - from.bytes) < from.bytes / 100) return 'about as many bytes';
  if (to.bytes >= 2 * from.bytes) return `${timesWords(to.bytes / from.bytes)} the bytes`;
  if (to.bytes > from.bytes) return `+ ${percent(to.bytes - from.bytes, from.bytes)}`;
  return `− ${percent(from.bytes - to.bytes, from.bytes)}`;
}

function timesWords(ratio: number): string {
  return `${ratio < 9.95 ? ratio.toFixed(1) : count(ratio)} times`;
}

/** The future after a rewrite, by what the link says of it. */
export function rewriteName(rewrite: string | undefined): string {
  if (rewrite === undefined) return 'After rewriting what it reads';
  return rewrite === 'range' ? 'After rewriting the range' : 'After rewriting these layouts';
}

/** Whole days of a column as a condition, the last one in it. */
export function daysCondition(column: string, from: string, to: string): string {
  const after = new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  return `${column} >= '${from}' AND ${column} < '${after}'`;
}

/** The days that {@link daysCondition} wrote; undefined for any other condition. */
export function daysOfCondition(
  column: string,
  where: string,
): { readonly from: string; readonly to: string } | undefined {
  const found = /'(\d{4}-\d\d-\d\d)' AND .*'(\d{4}-\d\d-\d\d)'$/.exec(where);
  const [, from, after] = found ?? [];
  if (from === undefined || after === undefined) return undefined;
  const to = new Date(Date.parse(`${after}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
  return daysCondition(column, from, to) === where ? { from, to } : undefined;
}

/** What a rewrite moves, and when that pays. */
export function rewriteWords({ from, to }: RewriteForecast, pays: PayOff | undefined): string {
  const moved = `${files(from.files)} (${bytes(from.bytes)}) read, ${toFiles(to)} (${bytes(to.bytes)}) written: ${bytes(from.bytes + to.bytes)} moved once.`;
  if (pays === undefined) return moved;
  if (pays.queries === undefined) {
    return pays.isAtMost
      ? `${moved} Whether it pays is not known: nothing tells how much less this query reads after it.`
      : `${moved} This query reads no less after it, so for this query it never pays.`;
  }
  const most = pays.isAtMost ? 'at most ' : '';
  return `${moved} It pays after ${most}${plural(pays.queries, 'query', 'queries')} like this one.`;
}

function toFiles({ files: { low, likely, high } }: RewriteForecast['to']): string {
  return likely === undefined ? `${rangeWords({ low, high })} files` : files(likely);
}
