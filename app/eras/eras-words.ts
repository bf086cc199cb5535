/** The eras' finding in one sentence, made from the model. */
import type { LiveTally } from '../history.ts';
import type { Unit } from '../link.ts';
import { capital, day, duration, inWords, minute, percent, plural, time } from '../ui/format.ts';
import type { EraModel, ErasModel } from './eras-model.ts';

const WHAT: Readonly<Record<Unit, string>> = { bytes: 'bytes', files: 'files', rows: 'rows' };

export function erasSentence(model: ErasModel, unit: Unit): string {
  const count = model.eras.length;
  if (model.commits.length === 0) {
    const now = model.eras.find((era) => era.isDefault);
    return `No snapshot yet. The layout is ready: ${now?.label ?? 'unpartitioned'}.`;
  }
  if (count === 1) {
    const [only] = model.eras as readonly [EraModel];
    return model.hasFirst
      ? `One layout since ${day(model.from)}: ${only.label}. It never changed.`
      : `One layout: ${only.label}.`;
  }
  const span = duration(model.to - model.from);
  const head = `${capital(inWords(count))} layouts${model.hasFirst ? ` in ${span}` : ''}`;
  const unread = unreadWords(model);
  if (unread !== undefined) return `${head}. ${unread}`;
  const live = liveOf(model, unit);
  if (live === undefined) return `${head}.`;
  const others = model.eras.filter((era) => !era.inHand.isDefault);
  const held = sumOf(others, unit);
  const gone = others.filter((era) => (era.live?.files ?? 0) === 0).length;
  if (live === 0) return `${head}; ${model.isPast ? 'at this snapshot ' : ''}no file is live.`;
  if (held === 0) {
    return model.isPast
      ? `${head}; at this snapshot every file carries the one that was the default then.`
      : `${head}; every live file carries the default one.`;
  }
  const n = others.length - gone;
  const part = `${percent(held, live)} of the ${WHAT[unit]}`;
  if (model.isPast) {
    const what =
      n === 1
        ? 'one that was not the default holds'
        : `${inWords(n)} that were not the default hold`;
    return `${head}; at this snapshot, ${what} ${part}.`;
  }
  const who =
    n === 1
      ? 'one is no longer the default but holds'
      : `${inWords(n)} are no longer the default but hold`;
  return `${head}; ${who} ${part}.`;
}

/** What cannot be said, because manifests of the snapshot in hand could not be read. */
function unreadWords(model: ErasModel): string | undefined {
  const eras = model.eras.filter((era) => era.unread !== undefined);
  if (eras.length === 0) return undefined;
  const manifests = eras.reduce((sum, era) => sum + (era.unread?.manifests ?? 0), 0);
  const specs = eras.map((era) => `spec ${era.specId}`).join(' and ');
  const cannot = manifests === 1 ? 'One manifest' : `${capital(inWords(manifests))} manifests`;
  const hold = eras.length === 1 ? 'it holds' : 'they hold';
  return `${cannot} of ${specs} cannot be read, so what ${hold} is at least this.`;
}

function liveOf(model: ErasModel, unit: Unit): number | undefined {
  return model.eras.some((era) => era.live === undefined) ? undefined : sumOf(model.eras, unit);
}

function sumOf(eras: readonly EraModel[], unit: Unit): number {
  return eras.reduce((sum, era) => sum + ((era.live as LiveTally | undefined)?.[unit] ?? 0), 0);
}

/** The state of an era in the ledger, and whether it asks for a look. */
export function eraState(
  era: EraModel,
  { isPast }: Pick<ErasModel, 'isPast'>,
): { readonly text: string; readonly alert: boolean } {
  const { isDefault, lastWrite: wrote, lateCommits: late } = era.inHand;
  const lateText = late === 0 ? '' : plural(late, 'late commit');
  if (era.unread !== undefined) {
    const { files, manifests } = era.unread;
    const what = files === undefined ? 'files' : plural(files, 'file');
    return { text: `${what} unknown: ${plural(manifests, 'manifest')} unread`, alert: true };
  }
  if (isDefault) {
    const text = isPast ? 'default then' : 'default for writes';
    return { text: late === 0 ? text : `${text}; ${lateText}`, alert: false };
  }
  const live = era.live?.files ?? 0;
  if (late > 0) {
    return { text: `written after its era: ${plural(late, 'commit')}`, alert: live > 0 };
  }
  if (era.live !== undefined && live === 0) {
    const unwritten = isPast ? 'not written yet' : 'never written';
    return { text: wrote === undefined ? unwritten : 'gone', alert: false };
  }
  return { text: 'carried', alert: false };
}

const DAY_MS = 86_400_000;

/** When the era was last written, as of the snapshot in hand; seconds only where the table's whole story is short. */
export function lastWrite(era: EraModel, model: ErasModel): string | undefined {
  const { lastWrite: wrote } = era.inHand;
  if (wrote === undefined) return undefined;
  return model.to - model.from < 2 * DAY_MS ? time(wrote).slice(0, 19) : minute(wrote);
}

/** A layout in so many letters: whole, else by what it changed, which layouts that begin alike differ in. */
export function layoutWithin(
  { label, change }: { readonly label: string; readonly change: string },
  letters: number,
): string {
  if (label.length <= letters) return label;
  const said = change === '' || change.length >= label.length ? label : change;
  return said.length <= letters ? said : `${said.slice(0, letters - 1)}…`;
}
