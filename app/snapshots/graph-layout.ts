/** Lines of the snapshots' graph in its gutter, in CSS pixels. Pure. */
import type { GraphItem } from './graph-model.ts';

export interface GraphFrame {
  readonly rowHeight: number;
  readonly scale: number;
}

export interface LineMark {
  readonly path: string;
  readonly rank: number | undefined;
  readonly dotted: boolean;
  readonly width: number;
}

export interface GraphLayout {
  /** Of the gutter. */
  readonly width: number;
  readonly height: number;
  readonly lines: readonly LineMark[];
  /** x of each item's mark. */
  readonly xs: readonly number[];
}

const FIRST = 16;
const LANE = 20;

export function graphLayout(items: readonly GraphItem[], frame: GraphFrame): GraphLayout {
  const { rowHeight, scale } = frame;
  const x = (lane: number) => (FIRST + lane * LANE) * scale;
  const lanes = Math.max(0, ...items.map(({ lane }) => lane));
  return {
    width: x(lanes) + 14 * scale,
    height: items.length * rowHeight,
    lines: [...mainLine(items, x(0), rowHeight), ...branches(items, x, rowHeight)],
    xs: items.map(({ lane }) => x(lane)),
  };
}

/** A piece a row, in the colour of what was written then; dotted over folded runs. */
function mainLine(items: readonly GraphItem[], x: number, rowHeight: number): readonly LineMark[] {
  const onLine = items.flatMap(({ lane, kind }, i) => (lane === 0 && kind !== 'ddl' ? [i] : []));
  const [first] = onLine;
  const last = onLine.at(-1);
  if (first === undefined || last === undefined) return [];
  const lines: LineMark[] = [];
  let rank: number | undefined;
  for (let i = last; i >= first; i--) {
    const item = items[i];
    // What stands beside the line leaves its colour as it was.
    if (item?.lane === 0 && item.kind !== 'ddl') rank = item.rank;
    const top = i === first ? (i + 0.5) * rowHeight : i * rowHeight;
    const bottom = i === last ? (i + 0.5) * rowHeight : (i + 1) * rowHeight;
    lines.push({ path: `M${x} ${top}V${bottom}`, rank, dotted: item?.kind === 'fold', width: 3 });
  }
  return lines;
}

function branches(
  items: readonly GraphItem[],
  x: (lane: number) => number,
  rowHeight: number,
): readonly LineMark[] {
  const at = new Map(items.map((item, i) => [item.key, i]));
  return items.flatMap((item, i): readonly LineMark[] => {
    if (item.kind !== 'commit' || item.lane === 0) return [];
    const y = (row: number) => (row + 0.5) * rowHeight;
    const own = x(item.lane);
    const parent = item.parentKey === undefined ? undefined : at.get(item.parentKey);
    if (parent === undefined) {
      // Its parent has expired: the line ends in dots.
      const path = `M${own} ${y(i)}v${rowHeight * 0.45}`;
      return [{ path, rank: item.rank, dotted: true, width: 2 }];
    }
    const joint = x(items[parent]?.lane ?? 0);
    const bend = joint === own ? '' : `V${y(parent) - rowHeight * 0.45}L${joint} ${y(parent)}`;
    const path = `M${own} ${y(i)}${bend === '' ? `V${y(parent)}` : bend}`;
    return [{ path, rank: item.rank, dotted: false, width: 2 }];
  });
}
