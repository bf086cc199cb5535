/** A time axis in UTC: where its labels stand and how they read. Spans run from a second to decades. */
import { utcTicks } from 'd3-time';

interface AxisTick {
  readonly x: number;
  readonly label: string;
}

export interface TimeAxis {
  readonly from: number;
  readonly to: number;
  readonly x: (ms: number) => number;
  /** Time at a position, clamped to the axis. */
  readonly at: (x: number) => number;
  readonly ticks: readonly AxisTick[];
  /** What the labels leave out, said once: the day where they are clock times. */
  readonly context: string | undefined;
}

/** What a label of the axis is, said once. */
export function axisContext({ context }: TimeAxis): string {
  return context === undefined ? 'UTC, commit time' : `${context}, UTC`;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/**
 * @param from, to ms since the epoch; equal ends are widened by a second on both sides
 * @param left, right pixels
 * @param short true: days without the year
 */
export function timeAxis(
  span: { readonly from: number; readonly to: number },
  range: { readonly left: number; readonly right: number },
  short = false,
): TimeAxis {
  const pad = span.to > span.from ? 0 : SECOND;
  const from = span.from - pad;
  const to = span.to + pad;
  const perMs = (range.right - range.left) / (to - from);
  const x = (ms: number) => range.left + (Math.min(to, Math.max(from, ms)) - from) * perMs;
  const at = (px: number) =>
    from + (Math.min(range.right, Math.max(range.left, px)) - range.left) / perMs;
  const room = short ? 76 : 132;
  const most = Math.max(2, Math.floor((range.right - range.left) / room));
  const times = utcTicks(new Date(from), new Date(to), most).map((date) => date.getTime());
  const step = (times[1] ?? to) - (times[0] ?? from);
  const ticks = apart(
    times.map((ms) => ({ x: x(ms), label: tickLabel(ms, step, short) })),
    range,
  );
  const context = step < MINUTE ? new Date(from).toISOString().slice(0, -14) : undefined;
  return { from, to, x, at, ticks, context };
}

/** About the width of a digit of the axis' face. */
const DIGIT = 6.4;

/** Ticks whose labels meet neither each other nor the ends. */
function apart(
  ticks: readonly AxisTick[],
  range: { readonly left: number; readonly right: number },
): readonly AxisTick[] {
  let free = range.left;
  return ticks.filter(({ x, label }) => {
    const half = (label.length * DIGIT) / 2;
    if (x - half < free || x + half > range.right) return false;
    free = x + half + 10;
    return true;
  });
}

/** Labels of one axis have one form, by its step. */
export function tickLabel(ms: number, step: number, short: boolean): string {
  const iso = new Date(ms).toISOString();
  const [day, clock = ''] = [iso.slice(0, -14), iso.slice(-13)];
  if (step >= 20 * DAY && step < 320 * DAY && short) return day.slice(0, 7);
  if (step >= DAY) return short ? day.slice(-5) : day;
  if (step >= MINUTE) return `${day.slice(-5)} ${clock.slice(0, 5)}`;
  if (step >= SECOND) return clock.slice(0, 8);
  return clock.slice(0, 12);
}

/** Round values for an axis of bytes, at most `most`: 1, 2, 5 times a power of ten of one IEC unit, or half a unit. */
export function byteTicks(max: number, most: number): readonly number[] {
  // Half of a unit reads better than hundreds of the one below: 0.5 TiB, not 500 GiB.
  return roundTicks(max, most, 1024, [1, 2, 5, 10, 20, 50, 100, 200, 512]);
}

/** The same for counts. */
export function countTicks(max: number, most: number): readonly number[] {
  return roundTicks(max, most, 10, [1, 2, 5]);
}

function roundTicks(
  max: number,
  most: number,
  base: number,
  factors: readonly number[],
): readonly number[] {
  if (!(max > 0) || most < 1) return [];
  for (let unit = 1; ; unit *= base) {
    for (const factor of factors) {
      const step = unit * factor;
      const count = Math.floor(max / step);
      if (count <= most) return Array.from({ length: count }, (_, i) => (i + 1) * step);
    }
  }
}

/** Label of a byte tick: `1.5 TiB`, `200 GiB`, without needless digits. */
export function byteTickLabel(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'];
  let amount = value;
  let unit = 0;
  while (amount >= 1024 || (amount >= 512 && amount % 512 === 0 && unit < 6)) {
    amount /= 1024;
    unit++;
  }
  return `${Number(amount.toFixed(2))} ${units[unit]}`;
}
