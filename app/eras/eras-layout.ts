/**
 * Geometry of the eras' picture: snapshot lane, a band an era, axis, and the stack of what was live. All in CSS pixels;
 * oldest lowest. Pure, so that it is tested without a page.
 */
import type { HistoryPoint, Layer, LiveTally } from '../history.ts';
import type { Unit } from '../link.ts';
import { refRank } from '../refs.ts';
import type { Commit, EraModel, ErasModel, RewriteModel } from './eras-model.ts';
import { byteTickLabel, byteTicks, countTicks, type TimeAxis, timeAxis } from './time-axis.ts';

export interface ErasFrame {
  readonly width: number;
  readonly height: number;
  readonly unit: Unit;
  /** Narrow: short DDL, no margin at the right. */
  readonly narrow: boolean;
  /** Pixels of one rem over 16: texts grow with it. */
  readonly scale: number;
  /** A figure of the unit in words: `384 GiB`, `12.5 M`. */
  readonly amount: (value: number) => string;
}

interface TextMark {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly anchor: 'start' | 'end';
}

export interface BandRow {
  readonly era: EraModel;
  /** Top of the band. */
  readonly y: number;
  readonly edges: readonly {
    readonly x: number;
    readonly certain: boolean;
    readonly ddl: TextMark;
  }[];
  readonly defaults: readonly Range[];
  readonly late: readonly Range[];
  /** Where its files live on though it is not the default. */
  readonly carried: readonly Range[];
  /** One line a commit, height by the root of what it wrote. */
  readonly commits: string;
}

interface Range {
  readonly x: number;
  readonly width: number;
}

interface FlagMark {
  readonly name: string;
  readonly type: 'branch' | 'tag';
  readonly x: number;
  /** undefined: no room for the name. */
  readonly box: (Range & { readonly y: number }) | undefined;
}

export interface StackArea {
  readonly era: EraModel;
  readonly area: string;
  /** Fine lines between manifests, the oldest lowest. */
  readonly layers: string;
}

export interface ErasLayout {
  readonly axis: TimeAxis;
  readonly left: number;
  readonly right: number;
  readonly laneY: number;
  readonly appends: string;
  readonly marks: readonly { readonly x: number; readonly commit: Commit }[];
  readonly flags: readonly FlagMark[];
  readonly rows: readonly BandRow[];
  readonly rowHeight: number;
  readonly arrows: readonly { readonly x: number; readonly fromY: number; readonly toY: number }[];
  readonly axisY: number;
  readonly stackTop: number;
  readonly stackBottom: number;
  readonly y: (value: number) => number;
  readonly yTicks: readonly { readonly y: number; readonly label: string }[];
  readonly stack: readonly StackArea[];
  readonly notes: readonly (TextMark & { readonly x: number; readonly fromY: number })[];
  readonly height: number;
}

const LANE = 38;
const BAND = 24;
const DDL = 16;
const ROW_GAP = 10;
const AXIS = 24;
const MARGIN = 168;
/** Of the mono face at 11 px. */
const MONO_WIDTH = 6.62;
const LEAST_STACK = 90;

/** Height below which the picture would hide something. */
export function leastHeight({ eras, refs }: ErasModel, scale: number): number {
  const below = Math.min(FLAG_ROWS, refs.length) - 1;
  const lane = LANE + Math.max(0, below) * FLAG_ROW;
  return (lane + eras.length * (DDL + BAND + ROW_GAP) + AXIS + 150) * scale;
}

export function erasLayout(model: ErasModel, frame: ErasFrame): ErasLayout {
  const { scale, narrow } = frame;
  const left = narrow ? 8 : 16;
  const right = frame.width - (narrow ? 8 : MARGIN * scale);
  // Room behind the last commit, so that what it left is seen.
  const behind = (model.to - model.from) * 0.02;
  const span = { from: model.from, to: model.to + behind };
  const axis = timeAxis(span, { left, right }, narrow);
  const flags = flagMarks(model, axis, frame.width, scale);
  const lane = LANE * scale + Math.max(0, ...flags.map(({ box }) => (box?.y ?? 0) - FLAG_TOP));
  const rowHeight = (DDL + BAND + ROW_GAP) * scale;
  const band = BAND * scale;
  const newestFirst = [...model.eras].reverse();
  const rowY = new Map(newestFirst.map((e, i) => [e.specId, lane + i * rowHeight + DDL * scale]));
  const most = Math.max(1, ...model.commits.flatMap((c) => tallies(c.added, frame.unit)));
  const rows = newestFirst.map((era) =>
    bandRow(era, model.commits, axis, {
      frame,
      y: rowY.get(era.specId) ?? 0,
      band,
      right,
      left,
      most,
    }),
  );
  const axisY = lane + model.eras.length * rowHeight + 2;
  const stackTop = axisY + AXIS * scale;
  const height = Math.max(frame.height, stackTop + LEAST_STACK);
  const stack = stackLayout(model, axis, frame, { top: stackTop, bottom: height - 8, right });
  return {
    axis,
    left,
    right,
    laneY: lane - 9 * scale,
    ...laneMarks(model.commits, axis, lane, scale),
    flags,
    rows,
    rowHeight,
    arrows: arrowMarks(model.rewrites, rowY, band, axis),
    axisY,
    ...stack,
    height,
  };
}

function tallies(map: ReadonlyMap<number, LiveTally>, unit: Unit): readonly number[] {
  return [...map.values()].map((tally) => tally[unit]);
}

interface BandFrame {
  readonly frame: ErasFrame;
  readonly y: number;
  readonly band: number;
  readonly left: number;
  readonly right: number;
  /** The largest commit of all. */
  readonly most: number;
}

function bandRow(
  era: EraModel,
  commits: readonly Commit[],
  axis: TimeAxis,
  at: BandFrame,
): BandRow {
  const { y, band, right } = at;
  const range = (from: number, to: number, least = 0): Range => {
    const x = axis.x(from);
    return { x, width: Math.max(least, axis.x(to) - x) };
  };
  let path = '';
  for (const commit of commits) {
    const added = commit.added.get(era.specId)?.[at.frame.unit] ?? 0;
    if (added <= 0 || !commit.onLine) continue;
    const height = Math.max(3, Math.sqrt(added / at.most) * (band - 2));
    path += `M${px(axis.x(commit.ms))} ${px(y + band)}v${px(-height)}`;
  }
  // A layout that came back has several statements in one row: none may run into another.
  let floor = at.left;
  const edges = era.spans.map((span, i) => {
    const x = axis.x(span.from);
    const next = era.spans[i + 1];
    const limit = next === undefined ? right : axis.x(next.from) - 6;
    const ddl = ddlText(span.ddl, x, { floor, limit }, at);
    floor = ddl.anchor === 'start' ? ddl.x + textLength(ddl.text, at) + 10 : x + 6;
    return { x, certain: span.certain, ddl };
  });
  return {
    era,
    y,
    edges,
    defaults: era.spans.map((span) => range(span.from, span.to ?? axis.to, 2)),
    late: era.late.map((late) => range(late.from, late.to, 6)),
    carried: carriedOnly(era, axis.to).map(({ from, to }) => range(from, to)),
    commits: path,
  };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The times at which files of the era are live and it is not the default, up to `end`. */
export function carriedOnly(
  era: Pick<EraModel, 'carried' | 'spans'>,
  end: number,
): readonly Span[] {
  if (era.carried === undefined) return [];
  let rest: readonly Span[] = [{ from: era.carried.from, to: Math.min(era.carried.to, end) }];
  for (const { from, to = end } of era.spans) {
    rest = rest.flatMap((span) => [
      { from: span.from, to: Math.min(span.to, from) },
      { from: Math.max(span.from, to), to: span.to },
    ]);
  }
  return rest.filter((span) => span.from < span.to);
}

export type BandState = 'late' | 'carried' | 'rewrite' | 'delete';

/** What of the bands a legend explains: nothing that is not there. */
export function bandStates({ eras, commits }: ErasModel): readonly BandState[] {
  const has: Readonly<Record<BandState, boolean>> = {
    late: eras.some(({ late }) => late.length > 0),
    carried: eras.some((era) => carriedOnly(era, Number.POSITIVE_INFINITY).length > 0),
    rewrite: commits.some(({ kind }) => kind === 'rewrite'),
    delete: commits.some(({ kind }) => kind === 'delete'),
  };
  return (Object.keys(has) as BandState[]).filter((state) => has[state]);
}

/** The longest form of the statement that fits beside its edge: right of it, else left of it. */
function ddlText(
  ddl: { readonly full: string; readonly short: string },
  x: number,
  { floor, limit }: { readonly floor: number; readonly limit: number },
  at: BandFrame,
): TextMark {
  const y = at.y - 5;
  const forms = at.frame.narrow ? [ddl.short] : [ddl.full, ddl.short];
  for (const text of forms) {
    const length = textLength(text, at);
    if (x + 8 + length <= limit) return { x: x + 8, y, text, anchor: 'start' };
    if (x - 8 - length >= floor) return { x: x - 8, y, text, anchor: 'end' };
  }
  const after = limit - x - 8;
  const before = x - 8 - floor;
  const room = Math.max(0, Math.floor(Math.max(after, before) / textLength(' ', at)) - 1);
  const text = `${ddl.short.slice(0, room)}…`;
  return after >= before
    ? { x: x + 8, y, text, anchor: 'start' }
    : { x: x - 8, y, text, anchor: 'end' };
}

function textLength(text: string, at: BandFrame): number {
  return text.length * MONO_WIDTH * at.frame.scale;
}

function laneMarks(commits: readonly Commit[], axis: TimeAxis, lane: number, scale: number) {
  let appends = '';
  const marks: { x: number; commit: Commit }[] = [];
  for (const commit of commits) {
    const x = axis.x(commit.ms);
    if (commit.kind === 'append' || commit.kind === 'other') {
      const height = commit.onLine ? 9 : 4;
      appends += `M${px(x)} ${px(lane - 9 * scale)}v${px(height * scale)}`;
    } else marks.push({ x, commit });
  }
  return { appends, marks };
}

const FLAG_TOP = 2;
const FLAG_ROW = 19;
const FLAG_ROWS = 3;

/**
 * Names of refs over the lane: main first, each in the highest row where it covers no other name and, if that can be, no
 * other's pole.
 */
function flagMarks(
  model: ErasModel,
  axis: TimeAxis,
  width: number,
  scale: number,
): readonly FlagMark[] {
  type Box = NonNullable<FlagMark['box']>;
  const placed: { readonly box: Box; readonly pole: number }[] = [];
  const coversNoName = (box: Box) =>
    box.x >= 0 &&
    box.x + box.width <= width &&
    placed.every(
      ({ box: t }) => t.y !== box.y || box.x + box.width + 3 <= t.x || t.x + t.width + 3 <= box.x,
    );
  const coversNoPole = (box: Box) =>
    placed.every(({ box: t, pole }) => t.y >= box.y || pole <= box.x || pole >= box.x + box.width);
  return [...model.refs]
    .sort((a, b) => refRank(a) - refRank(b) || b.ms - a.ms)
    .map((ref) => {
      const x = axis.x(ref.ms);
      const length = (ref.name.length * 6.7 + 10) * scale;
      const free = Array.from({ length: FLAG_ROWS }, (_, row) => FLAG_TOP + row * FLAG_ROW * scale)
        .flatMap((y) => [
          { x, y, width: length },
          { x: x - length, y, width: length },
        ])
        .filter(coversNoName);
      const box = free.find(coversNoPole) ?? free[0];
      if (box !== undefined) placed.push({ box, pole: x });
      return { name: ref.name, type: ref.type, x, box };
    });
}

function arrowMarks(
  rewrites: readonly RewriteModel[],
  rowY: ReadonlyMap<number, number>,
  band: number,
  axis: TimeAxis,
) {
  return rewrites.flatMap((rewrite) => {
    const from = rowY.get(rewrite.fromSpec);
    const to = rowY.get(rewrite.toSpec);
    if (from === undefined || to === undefined) return [];
    // Upwards to a newer era, downwards where a layout was taken back.
    const up = to < from;
    return [
      {
        x: axis.x(rewrite.ms),
        fromY: up ? from + band - 2 : from,
        toY: up ? to + band + 4 : to - 4,
      },
    ];
  });
}

export interface StackFrame {
  readonly top: number;
  readonly bottom: number;
  readonly right: number;
}

/** The stack alone, between `top` and `bottom`. */
export function stackLayout(model: ErasModel, axis: TimeAxis, frame: ErasFrame, at: StackFrame) {
  const { unit } = frame;
  const totals = model.line.map((point) => sum(tallies(point.live, unit)));
  const most = Math.max(0, ...totals);
  const room = at.bottom - at.top;
  // Space above the highest point for the notes.
  const y = (value: number) =>
    most === 0 ? at.bottom : at.bottom - (value / most) * (room - 26 * frame.scale);
  const ticks = unit === 'bytes' ? byteTicks(most, 4) : countTicks(most, 4);
  const label = unit === 'bytes' ? byteTickLabel : frame.amount;
  const steps = stepsOf(model.line, axis, at.right);
  const stack = model.eras.map((era) => stackArea(era, model, steps, unit, y));
  return {
    stackTop: at.top,
    stackBottom: at.bottom,
    y,
    yTicks: ticks.map((value) => ({ y: y(value), label: label(value) })),
    stack,
    notes: frame.narrow ? [] : noteMarks(model, axis, frame, y, at.top),
  };
}

interface Step {
  readonly point: HistoryPoint;
  readonly x0: number;
  readonly x1: number;
}

function stepsOf(line: readonly HistoryPoint[], axis: TimeAxis, right: number): readonly Step[] {
  return line.map((point, i) => {
    const next = line[i + 1];
    return {
      point,
      x0: axis.x(Number(point.snapshot.timestampMs)),
      x1: next === undefined ? right : axis.x(Number(next.snapshot.timestampMs)),
    };
  });
}

function stackArea(
  era: EraModel,
  model: ErasModel,
  steps: readonly Step[],
  unit: Unit,
  y: (value: number) => number,
): StackArea {
  const older = model.eras.filter((other) => other.rank < era.rank).map((other) => other.specId);
  let upper = '';
  const lower: string[] = [];
  const lines = lineJoiner();
  for (const { point, x0, x1 } of steps) {
    const base = sum(older.map((specId) => point.live.get(specId)?.[unit] ?? 0));
    const top = base + (point.live.get(era.specId)?.[unit] ?? 0);
    upper += `${upper === '' ? 'M' : 'L'}${px(x0)} ${px(y(top))}H${px(x1)}`;
    lower.push(`L${px(x1)} ${px(y(base))}H${px(x0)}`);
    const own = point.layers.filter((layer) => layer.specId === era.specId);
    lines.step(x0, x1, layerHeights(own, unit, base, top, y));
  }
  const area = upper === '' ? '' : `${upper}${lower.reverse().join('')}Z`;
  return { era, area, layers: lines.end() };
}

/** Heights of the edges between manifests, at least 3 px apart. */
function layerHeights(
  layers: readonly Layer[],
  unit: Unit,
  base: number,
  top: number,
  y: (value: number) => number,
): readonly string[] {
  const roof = y(top);
  const heights: string[] = [];
  let value = base;
  let last = y(base);
  for (const layer of layers) {
    value += layer[unit];
    const height = y(value);
    if (last - height < 3 || height - roof < 3) continue;
    heights.push(px(height));
    last = height;
  }
  return heights;
}

/** Makes one line of segments that go on at the same height: hundreds of snapshots share most of their manifests. */
function lineJoiner() {
  let open = new Map<string, number>();
  let path = '';
  let end = 0;
  const close = (height: string, from: number) => {
    path += `M${px(from)} ${height}H${px(end)}`;
  };
  return {
    step(x0: number, x1: number, heights: readonly string[]) {
      const next = new Map(heights.map((height) => [height, open.get(height) ?? x0]));
      for (const [height, from] of open) if (!next.has(height)) close(height, from);
      open = next;
      end = x1;
    },
    end(): string {
      for (const [height, from] of open) close(height, from);
      return path;
    },
  };
}

/** Of the interface's face at 11 px, a little more than its mean. */
const NOTE_WIDTH = 5.9;
const NOTE_LINE = 15;

/** The largest rewrites in words, above the stack and clear of each other. */
function noteMarks(
  model: ErasModel,
  axis: TimeAxis,
  frame: ErasFrame,
  y: (value: number) => number,
  ceiling: number,
) {
  const label = new Map(model.eras.map((era) => [era.specId, era.label]));
  const tops = model.line.map((point) => ({
    x: axis.x(Number(point.snapshot.timestampMs)),
    y: y(sum(tallies(point.live, frame.unit))),
    id: String(point.snapshot.snapshotId),
  }));
  const taken: { readonly from: number; readonly to: number; readonly y: number }[] = [];
  const largest = [...model.rewrites]
    .sort((a, b) => b.removed[frame.unit] - a.removed[frame.unit])
    .slice(0, 3);
  return largest.flatMap((rewrite) => {
    const own = tops.find((top) => top.id === rewrite.id);
    if (own === undefined) return [];
    const what = frame.amount(rewrite.removed[frame.unit]);
    const text = `${what} of spec ${rewrite.fromSpec} rewritten as ${label.get(rewrite.toSpec)}`;
    const length = text.length * NOTE_WIDTH * frame.scale;
    const anchor = own.x - 9 - length > 60 ? ('end' as const) : ('start' as const);
    const [from, to] = anchor === 'end' ? [own.x - 9 - length, own.x] : [own.x, own.x + 9 + length];
    const roof = Math.min(own.y, ...tops.filter((t) => t.x >= from && t.x <= to).map((t) => t.y));
    let height = roof - 14 * frame.scale;
    const meets = (one: (typeof taken)[number]) =>
      one.from < to + 8 && from < one.to + 8 && Math.abs(one.y - height) < NOTE_LINE;
    while (taken.some(meets)) height -= NOTE_LINE;
    if (height < ceiling + 8) return [];
    taken.push({ from, to, y: height });
    const x = anchor === 'end' ? own.x - 9 : own.x + 9;
    return [{ x, y: height, text, anchor, fromY: own.y + 4 }];
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** The commit nearest to a position, by binary search over time; undefined without commits. */
export function nearestCommit(
  commits: readonly Commit[],
  axis: TimeAxis,
  x: number,
): Commit | undefined {
  let low = 0;
  let high = commits.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (axis.x((commits[middle] as Commit).ms) < x) low = middle + 1;
    else high = middle;
  }
  const here = commits[low];
  const before = commits[low - 1];
  if (here === undefined || before === undefined) return here ?? before;
  return Math.abs(axis.x(before.ms) - x) <= Math.abs(axis.x(here.ms) - x) ? before : here;
}
