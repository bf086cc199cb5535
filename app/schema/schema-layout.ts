/**
 * Geometry of the schema's chart: a row a field id, a column a version, in CSS pixels. Equal steps; where versions do not
 * fit, the older ones fold into the first step. Pure, so that it is tested without a page.
 */
import type {
  FieldHistory,
  FieldRun,
  ReusedName,
  SchemaVersion,
} from '../../src/metadata/schema-history.ts';
import { day } from '../ui/format.ts';
import type { SchemaModel, SchemaRow } from './schema-model.ts';
import { headOf, shortType } from './schema-words.ts';

export interface ChartFrame {
  /** Room for the chart. */
  readonly width: number;
  readonly narrow: boolean;
  /** Pixels of one rem over 16: texts grow with it. */
  readonly scale: number;
  /** Height of the head over the rows. */
  readonly top: number;
  /** Version that must be in sight. */
  readonly chosen: number | undefined;
}

export interface VersionMark {
  /** Index of the version. */
  readonly index: number;
  readonly x: number;
  readonly id: string;
  /** undefined: no room, or unknown. */
  readonly date: string | undefined;
  readonly head: readonly [string, string];
}

export interface BarMark {
  readonly x: number;
  readonly width: number;
  /** It is dropped later: an outline without fill. */
  readonly isDead: boolean;
  /** A thick edge: something of the column changed here. */
  readonly isChange: boolean;
  readonly textX: number;
  /** undefined: no room. */
  readonly name: string | undefined;
  readonly type: string | undefined;
  readonly isNewName: boolean;
  readonly isNewType: boolean;
  /** All of it, for a tooltip. */
  readonly title: string;
}

export interface RowMark {
  readonly fieldId: number;
  /** Top of the row. */
  readonly y: number;
  readonly bars: readonly BarMark[];
  /** Where it was dropped. */
  readonly cross: number | undefined;
  /** Words behind the cross, where there is room. */
  readonly note: string | undefined;
}

export interface ArrowMark {
  readonly path: string;
  /** The head's tip. */
  readonly x: number;
  readonly y: number;
  readonly label:
    | {
        readonly x: number;
        readonly y: number;
        readonly anchor: 'start' | 'end';
        readonly text: string;
      }
    | undefined;
}

export interface SchemaLayout {
  readonly width: number;
  readonly height: number;
  /** Height of the head and of a row. */
  readonly top: number;
  readonly rowHeight: number;
  /** Bars stand this far below the row's top. */
  readonly barTop: number;
  readonly barHeight: number;
  readonly versions: readonly VersionMark[];
  /** Older versions that the first step stands for. */
  readonly folded: number;
  /** Later versions beyond the right edge. */
  readonly later: number;
  readonly rows: readonly RowMark[];
  readonly arrows: readonly ArrowMark[];
  /** x of the chosen version. */
  readonly chosenX: number | undefined;
}

/** What a chart of so many versions can use. */
export function chartWidth(versions: number, room: number, scale: number): number {
  return Math.min(room, Math.max(340, 300 + (versions - 1) * STEP.most) * scale);
}

/** Of a version, px: `last` is the least of the newest, for names and types that are in it alone. */
const STEP = { least: 88, most: 168, last: 150 };
const NARROW_STEP = { least: 46, most: 120, last: 116 };
/** Of the mono and of the interface's face at 11 px. */
const MONO = 6.62;
const SANS = 5.9;

export function schemaLayout(
  model: SchemaModel,
  rows: readonly SchemaRow[],
  frame: ChartFrame,
): SchemaLayout {
  const { scale, narrow } = frame;
  const { versions } = model.history;
  const window = windowOf(versions.length, frame);
  const x = (index: number) =>
    Math.min(frame.width, Math.max(0, (index - window.from) * window.step));
  const rowHeight = (narrow ? 30 : 33) * scale;
  const { top } = frame;
  const at: Place = { x, window, frame };
  const marks = rows.map((row, i) => rowMark(row.field, top + i * rowHeight, at));
  const ys = new Map(marks.map(({ fieldId, y }) => [fieldId, y + rowHeight / 2]));
  const { chosen } = frame;
  return {
    width: frame.width,
    height: top + rows.length * rowHeight,
    top,
    rowHeight,
    barTop: 5 * scale,
    barHeight: rowHeight - 11 * scale,
    versions: versionMarks(model, at),
    folded: window.from,
    later: versions.length - window.to,
    rows: marks,
    arrows: model.history.reused.flatMap((reused) => arrowMark(reused, ys, at)),
    chosenX: chosen === undefined || chosen < window.from ? undefined : x(chosen),
  };
}

interface Window {
  /** Versions `[from, to)` in sight. */
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

interface Place {
  readonly x: (index: number) => number;
  readonly window: Window;
  readonly frame: ChartFrame;
}

function windowOf(count: number, { width, narrow, scale, chosen }: ChartFrame): Window {
  const { least, most, last: leastLast } = narrow ? NARROW_STEP : STEP;
  const last = Math.min(width, leastLast * scale);
  const fit = Math.max(1, Math.floor((width - last) / (least * scale)) + 1);
  const shown = Math.min(count, fit);
  const newest = count - shown;
  const from = chosen === undefined ? newest : Math.max(0, Math.min(newest, chosen));
  const to = from + shown;
  if (shown <= 1) return { from, to, step: width };
  // The last step takes what is left, and no less than the others.
  const step = Math.min((width - last) / (shown - 1), width / shown, most * scale);
  return { from, to, step: Math.max(step, Math.min(least * scale, width / shown)) };
}

function versionMarks({ history }: SchemaModel, at: Place): readonly VersionMark[] {
  const { window, frame } = at;
  const marks: VersionMark[] = [];
  for (let index = window.from; index < window.to; index++) {
    const version = history.versions[index];
    if (version === undefined) continue;
    const x = at.x(index);
    const room = (index + 1 < window.to ? at.x(index + 1) : frame.width) - x;
    const isFolded = index === window.from && window.from > 0;
    const id = isFolded ? `0–${version.schemaId}` : String(version.schemaId);
    const idWidth = id.length * MONO * frame.scale + 8;
    const forms = dateForms(version, history);
    const date = forms.find((form) => idWidth + form.length * SANS * frame.scale + 6 <= room);
    const head = isFolded ? (['older', 'versions'] as const) : headOf(version, index === 0);
    marks.push({ index, x, id, date, head: [cut(head[0], room, at), cut(head[1], room, at)] });
  }
  return marks;
}

function cut(text: string, room: number, { frame }: Place): string {
  const most = Math.max(2, Math.floor((room - 10) / (MONO * frame.scale)));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

const DAY_MS = 86_400_000;

/** Of a version that is known by a write alone, the time is the latest that it can have come at. */
function dateForms(
  { since, certain }: SchemaVersion,
  history: SchemaModel['history'],
): readonly string[] {
  if (since === undefined) return [];
  const text = dateText(since, history);
  // `11:50` of a clock time, `03-01` of a day.
  const short = text.includes(':') ? text.slice(0, 5) : text.slice(-5);
  return [text, short].map((form) => (certain ? form : `≤ ${form}`));
}

/** Days; clock times where the whole history is of one or two. */
function dateText(ms: bigint, { versions }: SchemaModel['history']): string {
  const times = versions.flatMap(({ since }) => (since === undefined ? [] : [Number(since)]));
  const isShort = Math.max(...times) - Math.min(...times) < 2 * DAY_MS && times.length > 1;
  return isShort ? new Date(Number(ms)).toISOString().slice(11, 19) : day(ms);
}

function rowMark(field: FieldHistory, y: number, at: Place): RowMark {
  const { runs, droppedAt, fieldId } = field;
  const bars = runs.flatMap((run, i) => barMark(field, run, runs[i - 1], at));
  const cross =
    droppedAt === undefined || droppedAt < at.window.from || droppedAt >= at.window.to
      ? undefined
      : at.x(droppedAt);
  const note = 'dropped; its values stay in the files';
  const room = at.frame.width - (cross ?? 0) - 14;
  const fits =
    cross !== undefined && !at.frame.narrow && note.length * SANS * at.frame.scale < room;
  return { fieldId, y, bars, cross, note: fits ? note : undefined };
}

function barMark(
  field: FieldHistory,
  run: FieldRun,
  before: FieldRun | undefined,
  at: Place,
): readonly BarMark[] {
  const { window, frame } = at;
  const { column } = run;
  if (run.to <= window.from || run.from >= window.to) return [];
  const x = at.x(run.from);
  const end = run.to >= window.to ? frame.width : at.x(run.to);
  const indent = field.depth * 9 * frame.scale;
  const isSeen = run.from >= window.from;
  const type = shortType(column.type);
  const long = column.field.required && !frame.narrow ? `${type}, required` : type;
  const textX = x + (frame.narrow ? 6 : 8) + indent;
  const text = fitText(column.field.name, [long, type], end - textX - 4, frame.scale);
  const changed = before !== undefined && isSeen;
  return [
    {
      x,
      width: Math.max(1, end - x),
      isDead: field.droppedAt !== undefined,
      isChange: changed,
      textX,
      ...text,
      isNewName: changed && before.column.field.name !== column.field.name,
      isNewType: changed && shortType(before.column.type) !== shortType(column.type),
      title: `${column.name} ${long}`,
    },
  ];
}

function fitText(
  name: string,
  types: readonly string[],
  room: number,
  scale: number,
): { readonly name: string | undefined; readonly type: string | undefined } {
  const letters = Math.floor(room / (MONO * scale));
  if (name.length > letters) {
    return { name: letters < 3 ? undefined : `${name.slice(0, letters - 1)}…`, type: undefined };
  }
  const left = room - name.length * MONO * scale - 6;
  return { name, type: types.find((type) => type.length * SANS * scale <= left) };
}

/** From where the old column ends, down or up, to where the new one begins. */
function arrowMark(
  { from, to, endedAt, at: begin }: ReusedName,
  ys: ReadonlyMap<number, number>,
  at: Place,
): readonly ArrowMark[] {
  const { window, frame } = at;
  const [fromY, toY] = [ys.get(from), ys.get(to)];
  if (fromY === undefined || toY === undefined) return [];
  if (begin < window.from || begin >= window.to) return [];
  const [x0, x1] = [at.x(Math.max(window.from, endedAt)), at.x(begin)];
  const down = toY > fromY ? 1 : -1;
  // Both in one version: beside the edge, so that the line is seen.
  const bend = x1 - x0 < 12 ? x1 - 12 : x0;
  const path = `M${px(x0)} ${px(fromY + 8 * down)}${bend === x0 ? '' : `H${px(bend)}`}V${px(toY)}H${px(x1 - 8)}`;
  const label = arrowLabel({ bend, x1, y: toY }, frame);
  return [{ path, x: x1 - 1, y: toY, label }];
}

const ARROW_WORDS = ['the same name, another column', 'same name, a new column'];

/** Before the arrow; else on its line. The shorter words where the longer ones do not fit. */
function arrowLabel(
  { bend, x1, y }: { readonly bend: number; readonly x1: number; readonly y: number },
  { narrow, scale }: ChartFrame,
): ArrowMark['label'] {
  const forms = narrow ? ARROW_WORDS.slice(1) : ARROW_WORDS;
  const lengthOf = (text: string) => text.length * SANS * scale + 8;
  const before = forms.find((text) => bend - 7 - lengthOf(text) >= 0);
  if (before !== undefined) return { x: bend - 7, y: y + 4, anchor: 'end', text: before };
  const on = forms.find((text) => bend + lengthOf(text) <= x1);
  return on === undefined ? undefined : { x: bend + 6, y: y - 4, anchor: 'start', text: on };
}

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
