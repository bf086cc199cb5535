/**
 * What differs by partition: added above the line, removed below it. On a time axis where the layouts have a time field,
 * in the coarsest unit that all of them share; else by the value of the first field. Pure.
 */
import type { PartitionField, PartitionSpec } from '../../src/metadata/records.ts';
import type { Amount, ChangeKind, PartitionChange } from '../../src/table/diff-snapshots.ts';
import type { Transform } from '../../src/transforms/transform-type.ts';
import type { Unit } from '../link.ts';

export type TimeUnit = 'year' | 'month' | 'day' | 'hour';

export interface Slot {
  /** `2026-03-01`, `eu`; also for speech. */
  readonly label: string;
  /** Start in ms, on a time axis. */
  readonly ms: number | undefined;
  readonly parts: readonly SlotPart[];
}

export interface SlotPart {
  readonly specId: number;
  readonly kind: ChangeKind;
  readonly amount: Amount;
}

export interface PartitionSlots {
  /** What a slot is: `day`, `region`, `partition`. */
  readonly what: string;
  readonly unit: TimeUnit | undefined;
  /** Partition fields that labels begin with. */
  readonly names: readonly string[];
  /** In order of time, or by what changed most. */
  readonly slots: readonly Slot[];
  /** Changes that have no place on the axis, as one slot. */
  readonly apart: Slot | undefined;
}

const UNITS: readonly TimeUnit[] = ['hour', 'day', 'month', 'year'];
/** Above it a coarser unit reads better. */
const MOST_SLOTS = 64;
const MOST_VALUES = 12;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export function partitionSlots(
  changes: readonly PartitionChange[],
  specs: readonly PartitionSpec[],
): PartitionSlots {
  const fields = new Map(specs.map((spec) => [spec.specId, timeField(spec)]));
  const changed = new Set(changes.map(({ specId }) => specId));
  const units = [...changed].flatMap((id) => fields.get(id)?.unit ?? []);
  if (units.length === 0) return valueSlots(changes, specs);
  const least = Math.max(...units.map((unit) => UNITS.indexOf(unit)));
  for (const unit of UNITS.slice(least)) {
    const slots = timeSlots(changes, fields, unit);
    if (slots.slots.length <= MOST_SLOTS || unit === 'year') return slots;
  }
  return valueSlots(changes, specs);
}

interface TimeField {
  readonly position: number;
  readonly unit: TimeUnit;
  readonly transform: Transform;
}

function timeField({ fields }: PartitionSpec): TimeField | undefined {
  for (const [position, { transform }] of fields.entries()) {
    const { kind } = transform;
    if (kind === 'year' || kind === 'month' || kind === 'day' || kind === 'hour') {
      return { position, unit: kind, transform };
    }
  }
  return undefined;
}

/** Start of the partition in ms since the epoch; undefined for null and what can't be read. */
function startOf({ tuple }: PartitionChange, field: TimeField | undefined): number | undefined {
  const value = field === undefined ? undefined : tuple.values[field.position];
  if (typeof value !== 'number' || field === undefined) return undefined;
  switch (field.unit) {
    case 'year':
      return Date.UTC(1970 + value, 0);
    case 'month':
      return Date.UTC(1970, value);
    case 'day':
      return value * DAY;
    case 'hour':
      return value * HOUR;
  }
}

function floorTo(ms: number, unit: TimeUnit): number {
  const date = new Date(ms);
  switch (unit) {
    case 'year':
      return Date.UTC(date.getUTCFullYear(), 0);
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
    case 'day':
      return Math.floor(ms / DAY) * DAY;
    case 'hour':
      return Math.floor(ms / HOUR) * HOUR;
  }
}

/** The start of the unit after. */
export function nextStart(ms: number, unit: TimeUnit): number {
  const date = new Date(ms);
  switch (unit) {
    case 'year':
      return Date.UTC(date.getUTCFullYear() + 1, 0);
    case 'month':
      return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
    case 'day':
      return ms + DAY;
    case 'hour':
      return ms + HOUR;
  }
}

export function slotLabel(ms: number, unit: TimeUnit): string {
  const iso = new Date(ms).toISOString();
  const date = iso.slice(0, -14);
  switch (unit) {
    case 'year':
      return date.slice(0, -6);
    case 'month':
      return date.slice(0, -3);
    case 'day':
      return date;
    case 'hour':
      return `${date} ${iso.slice(-13, -8)}`;
  }
}

function timeSlots(
  changes: readonly PartitionChange[],
  fields: ReadonlyMap<number, TimeField | undefined>,
  unit: TimeUnit,
): PartitionSlots {
  const slots = new Map<number, PartitionChange[]>();
  const apart: PartitionChange[] = [];
  for (const change of changes) {
    const start = startOf(change, fields.get(change.specId));
    if (start === undefined) apart.push(change);
    else {
      const ms = floorTo(start, unit);
      slots.set(ms, [...(slots.get(ms) ?? []), change]);
    }
  }
  const sorted = [...slots].sort(([a], [b]) => a - b);
  return {
    what: unit,
    unit,
    names: [],
    slots: sorted.map(([ms, own]) => ({ ms, label: slotLabel(ms, unit), parts: partsOf(own) })),
    apart:
      apart.length === 0 ? undefined : { ms: undefined, label: 'no time', parts: partsOf(apart) },
  };
}

/** Parts of one spec and kind are one. */
function partsOf(changes: readonly PartitionChange[]): readonly SlotPart[] {
  const parts = new Map<string, SlotPart>();
  for (const { specId, kind, amount } of changes) {
    const key = `${specId} ${kind}`;
    const before = parts.get(key)?.amount ?? { files: 0, rows: 0, bytes: 0 };
    const sum = {
      files: before.files + amount.files,
      rows: before.rows + amount.rows,
      bytes: before.bytes + amount.bytes,
    };
    parts.set(key, { specId, kind, amount: sum });
  }
  return [...parts.values()].sort((a, b) => a.specId - b.specId || (a.kind < b.kind ? -1 : 1));
}

/** Without a time field: by the whole partition, the most changed ones first; the rest as one. */
function valueSlots(
  changes: readonly PartitionChange[],
  specs: readonly PartitionSpec[],
): PartitionSlots {
  const groups = new Map<string, PartitionChange[]>();
  for (const change of changes) {
    const label = change.tuple.label === '' ? 'unpartitioned' : change.tuple.label;
    groups.set(label, [...(groups.get(label) ?? []), change]);
  }
  const weight = (own: readonly PartitionChange[]) =>
    own.reduce((sum, { amount }) => sum + amount.bytes, 0);
  const sorted = [...groups].sort((a, b) => weight(b[1]) - weight(a[1]));
  const shown = sorted.slice(0, sorted.length > MOST_VALUES + 1 ? MOST_VALUES : undefined);
  const rest = sorted.slice(shown.length);
  const names = new Set(
    specs
      .filter(({ specId }) => changes.some((change) => change.specId === specId))
      .flatMap(({ fields }) => liveNames(fields)),
  );
  return {
    what: names.size === 1 ? ([...names][0] ?? 'partition') : 'partition',
    unit: undefined,
    names: [...names],
    slots: shown.map(([label, own]) => ({ label, ms: undefined, parts: partsOf(own) })),
    apart:
      rest.length === 0
        ? undefined
        : {
            label: `${rest.length} others`,
            ms: undefined,
            parts: partsOf(rest.flatMap(([, own]) => own)),
          },
  };
}

function liveNames(fields: readonly PartitionField[]): readonly string[] {
  return fields.filter(({ transform }) => transform.kind !== 'void').map(({ name }) => name);
}

export interface ChartBar {
  readonly slot: Slot;
  readonly part: SlotPart;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface PartitionChart {
  readonly bars: readonly ChartBar[];
  /** Hit areas, one a slot. */
  readonly columns: readonly { readonly slot: Slot; readonly x: number; readonly width: number }[];
  readonly zeroY: number;
  readonly left: number;
  readonly right: number;
  readonly ticks: readonly { readonly y: number; readonly label: string }[];
  readonly labels: readonly { readonly x: number; readonly text: string }[];
}

export interface ChartFrame {
  readonly width: number;
  readonly height: number;
  readonly unit: Unit;
  readonly scale: number;
  readonly ticks: (most: number, count: number) => readonly number[];
  readonly tickLabel: (value: number) => string;
}

/** Of the interface's face at 11 px. */
const LETTER = 6.2;
const LEAST_BAR = 1.5;

export function partitionChart(data: PartitionSlots, frame: ChartFrame): PartitionChart {
  const { scale, unit } = frame;
  const slots = [...data.slots, ...(data.apart === undefined ? [] : [data.apart])];
  const heightOf = (slot: Slot, removed: boolean) =>
    slot.parts
      .filter(({ kind }) => (kind === 'removed') === removed)
      .reduce((sum, { amount }) => sum + amount[unit], 0);
  const up = Math.max(0, ...slots.map((slot) => heightOf(slot, false)));
  const down = Math.max(0, ...slots.map((slot) => heightOf(slot, true)));
  const [top, bottom] = [14 * scale, frame.height - 24 * scale];
  const perUnit = up + down === 0 ? 0 : (bottom - top) / (up + down);
  const zeroY = top + up * perUnit;
  const values = frame.ticks(Math.max(up, down), 4);
  const tickTexts = values.map(frame.tickLabel);
  const left = (Math.max(1, ...tickTexts.map((text) => text.length)) + 2) * LETTER * scale;
  const right = frame.width - 10;
  const columns = columnsOf(data, slots, { left, right, scale });
  return {
    bars: columns.flatMap((column) => barsOf(column, unit, zeroY, perUnit)),
    columns,
    zeroY,
    left,
    right,
    ticks: ticksOf(values, tickTexts, { up, down, zeroY, perUnit }),
    labels: labelsOf(data, columns, scale, right),
  };
}

type Column = PartitionChart['columns'][number];

/** On a time axis places are times; values stand side by side. What has no time stands behind a gap. */
function columnsOf(
  { unit, apart, slots: own }: PartitionSlots,
  slots: readonly Slot[],
  { left, right, scale }: { readonly left: number; readonly right: number; readonly scale: number },
): readonly Column[] {
  const widest = 64 * scale;
  const [first] = own;
  if (unit === undefined || first?.ms === undefined) {
    const step = Math.min(widest * 1.6, (right - left) / Math.max(1, slots.length));
    return slots.map((slot, i) => ({ slot, x: left + step * (i + 0.08), width: step * BAR_SHARE }));
  }
  const end = nextStart(own.at(-1)?.ms ?? first.ms, unit);
  const room = right - left - (apart === undefined ? 0 : 48 * scale);
  const typical = nextStart(first.ms, unit) - first.ms;
  // A few days do not need all of a wide screen.
  const perMs = Math.min(room / (end - first.ms), widest / typical);
  const columns = own.map((slot) => {
    const from = left + ((slot.ms ?? 0) - (first.ms ?? 0)) * perMs;
    const width = (nextStart(slot.ms ?? 0, unit) - (slot.ms ?? 0)) * perMs;
    return { slot, x: from + width * 0.08, width: Math.max(1, width * 0.84) };
  });
  if (apart === undefined) return columns;
  const behind = left + (end - first.ms) * perMs + 20 * scale;
  return [...columns, { slot: apart, x: behind, width: 24 * scale }];
}

function barsOf(
  { slot, x, width }: Column,
  unit: Unit,
  zeroY: number,
  perUnit: number,
): readonly ChartBar[] {
  let [above, below] = [zeroY, zeroY];
  return slot.parts.flatMap((part) => {
    const amount = part.amount[unit];
    if (amount <= 0) return [];
    const height = Math.max(LEAST_BAR, amount * perUnit);
    if (part.kind === 'removed') {
      below += height;
      return [{ slot, part, x, width, y: below - height, height }];
    }
    above -= height;
    return [{ slot, part, x, width, y: above, height }];
  });
}

function ticksOf(
  values: readonly number[],
  texts: readonly string[],
  at: {
    readonly up: number;
    readonly down: number;
    readonly zeroY: number;
    readonly perUnit: number;
  },
) {
  const above = values.flatMap((value, i) =>
    value <= at.up ? [{ y: at.zeroY - value * at.perUnit, label: `+${texts[i]}` }] : [],
  );
  const below = values.flatMap((value, i) =>
    value <= at.down ? [{ y: at.zeroY + value * at.perUnit, label: `−${texts[i]}` }] : [],
  );
  return [...above, { y: at.zeroY, label: '0' }, ...below];
}

/** The one day of all slots, where they are its hours: said once, so that each hour has room for its name. */
export function dayOf({ unit, slots }: PartitionSlots): string | undefined {
  if (unit !== 'hour') return undefined;
  const days = new Set(slots.map(({ label }) => label.slice(0, -HOUR_LETTERS)));
  return days.size === 1 ? [...days][0] : undefined;
}

/** ` 05:00` at the end of an hour's label. */
const HOUR_LETTERS = 6;

/** Labels under their columns, as many as do not meet. */
function labelsOf(
  data: PartitionSlots,
  columns: readonly Column[],
  scale: number,
  right: number,
): PartitionChart['labels'] {
  const labels: { x: number; text: string }[] = [];
  let free = 0;
  const place = (column: Column, text: string) => {
    const half = (text.length * LETTER * scale) / 2;
    const x = Math.max(half, Math.min(column.x + column.width / 2, right - half));
    if (x - half < free) return;
    labels.push({ x, text });
    free = x + half + LABEL_GAP * scale;
  };
  const hasOneDay = dayOf(data) !== undefined;
  const years = new Set(data.slots.map(({ label }) => label.slice(0, 4)));
  for (const column of columns) {
    const { slot } = column;
    // One year is said by the first label.
    const isShort = data.unit !== undefined && labels.length > 0 && years.size === 1;
    const text =
      hasOneDay && slot.ms !== undefined
        ? slot.label.slice(1 - HOUR_LETTERS)
        : isShort && slot.ms !== undefined && data.unit !== 'year'
          ? slot.label.slice(5)
          : slot.label;
    place(column, data.unit === undefined ? valueWithin(text, data, column.width, scale) : text);
  }
  return labels;
}

/** Of a bar’s room, the part that is between two. */
const BAR_SHARE = 0.84;
const LABEL_GAP = 12;

/** A partition under its bar: names of fields go first, since values are what tells two bars apart. */
function valueWithin(
  text: string,
  { names }: PartitionSlots,
  width: number,
  scale: number,
): string {
  const room = width / BAR_SHARE - LABEL_GAP * scale;
  const most = Math.max(3, Math.floor(room / (LETTER * scale)));
  if (text.length <= most) return text;
  const values = text
    .split(' / ')
    .map((part) => {
      const name = names.find((one) => part.startsWith(`${one}=`));
      return name === undefined ? part : part.slice(name.length + 1);
    })
    .join(' / ');
  return values.length <= most ? values : `${values.slice(0, most - 1)}…`;
}
