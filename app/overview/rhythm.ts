/** When a table is written: the pace of its eras in words, and a mark for each commit. Pure. */
import type { Commit, EraModel, ErasModel } from '../eras/eras-model.ts';
import { count, duration, plural } from '../ui/format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Below this span hours of the day say nothing, and what each commit wrote is shown instead. */
const LEAST_RHYTHM = 3 * DAY;

export function hasRhythm(model: ErasModel): boolean {
  return model.to - model.from >= LEAST_RHYTHM && model.commits.length >= 6;
}

/** Middle of the gaps between commits in ms; undefined with fewer than three of them. */
export function medianGap(times: readonly number[]): number | undefined {
  if (times.length < 3) return undefined;
  const gaps = times
    .slice(1)
    .map((ms, i) => ms - (times[i] as number))
    .sort((a, b) => a - b);
  return gaps[gaps.length >> 1];
}

/** `every 2 h`, `one commit a day`; undefined where there are too few commits for a pace. */
export function paceWords(times: readonly number[]): string | undefined {
  const gap = medianGap(times);
  if (gap === undefined) return undefined;
  if (gap >= 1.6 * DAY) return `every ${Math.round(gap / DAY)} days`;
  if (gap >= 0.75 * DAY) return 'one commit a day';
  if (gap >= 0.75 * HOUR) return `every ${Math.max(1, Math.round(gap / HOUR))} h`;
  if (gap >= 0.75 * MINUTE) return `every ${Math.max(1, Math.round(gap / MINUTE))} min`;
  return 'many a minute';
}

/** The main spec of a commit: the one it wrote most bytes of. */
export function specOf(commit: Commit): number | undefined {
  let best: number | undefined;
  let most = -1;
  for (const [specId, tally] of commit.added) {
    if (tally.files > 0 && tally.bytes > most) {
      best = specId;
      most = tally.bytes;
    }
  }
  return best;
}

export function isLate(commit: Commit, eras: readonly EraModel[]): boolean {
  return eras.some((era) => {
    if ((commit.added.get(era.specId)?.files ?? 0) === 0) return false;
    return era.late.some((late) => commit.ms >= late.from && commit.ms <= late.to);
  });
}

/** The lead under the sentence. */
export function rhythmWords(model: ErasModel): string {
  const commits = model.commits.length;
  if (commits === 0) return 'Nothing was written yet.';
  if (commits === 1) {
    return model.hasFirst
      ? 'One commit wrote all of it.'
      : 'Only one commit is known; what was written before it is not at hand.';
  }
  if (hasRhythm(model)) {
    return `${count(commits)} commits, each where its hour and day meet.`;
  }
  const [first, last] = [model.commits[0]?.ms ?? 0, model.commits.at(-1)?.ms ?? 0];
  // The table's time begins before, when it was created.
  const span = `${plural(commits, 'commit')} within ${duration(last - first)}`;
  return model.hasFirst ? `${span}, each by what it wrote.` : `${span} are known.`;
}
