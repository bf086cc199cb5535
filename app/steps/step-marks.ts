/** The form of a mark on the axis of its step: a bar that is pointed where it goes on beyond, or points at the ends. */
import { besideEdges, type DrawnEdge } from '../pruning/evidence-layout.ts';
import { isUnplaced, type MarkPlace, type MarkSpan } from './steps-layout.ts';

/** From px to px; of what goes on beyond the axis its end is pointed. */
export interface MarkBar {
  readonly left: number;
  readonly right: number;
  readonly tipLeft: boolean;
  readonly tipRight: boolean;
}

export interface MarkForm {
  readonly bars: readonly MarkBar[];
  /** Something lies wholly beyond this end. */
  readonly pointLeft: boolean;
  readonly pointRight: boolean;
}

/** An axis as it is drawn. */
export interface AxisBox {
  /** px */
  readonly left: number;
  readonly right: number;
  /** From the axis’s numbers to 0 … 1; undefined: nothing has a place. */
  readonly share: ((at: number) => number) | undefined;
  readonly edges: readonly DrawnEdge[];
}

/** From a share of the axis to px. */
export function placeIn({ left, right }: Pick<AxisBox, 'left' | 'right'>, share: number): number {
  return left + Math.max(0, Math.min(1, share)) * (right - left);
}

/** Of spans of which some may lie beside what a mark shows. */
export function barsOf(
  spans: readonly MarkSpan[],
  box: AxisBox,
  least: number,
): readonly MarkBar[] {
  const { share } = box;
  return share === undefined ? [] : spans.map((span) => barOf(span, box, share, least));
}

/** undefined: the place of the mark is not known. */
export function markForm(mark: MarkPlace, box: AxisBox, least: number): MarkForm | undefined {
  if (box.share === undefined || isUnplaced(mark)) return undefined;
  const bars = barsOf(mark.spans, box, least);
  return {
    bars,
    // A bar that ends there has its own point.
    pointLeft: mark.isBefore && !bars.some(({ tipLeft }) => tipLeft),
    pointRight: mark.isAfter && !bars.some(({ tipRight }) => tipRight),
  };
}

function barOf(
  [lower, upper]: MarkSpan,
  box: AxisBox,
  share: (at: number) => number,
  least: number,
): MarkBar {
  const [from, to] = [share(lower), share(upper)];
  const [left, right] = besideEdges([from, to], box.edges, (at) => placeIn(box, at), least, {
    from: box.left,
    to: box.right,
  });
  return { left, right, tipLeft: from < 0, tipRight: to > 1 };
}

/** A point is so long, px. */
const TIP = 5;

/** The outline of a bar. */
export function barPath(
  { left, right, tipLeft, tipRight }: MarkBar,
  y: number,
  height: number,
): string {
  const tip = Math.min(TIP, (right - left) / (Number(tipLeft) + Number(tipRight) || 1));
  const [middle, bottom] = [y + height / 2, y + height];
  const [from, to] = [left + (tipLeft ? tip : 0), right - (tipRight ? tip : 0)];
  return [
    `M${from} ${y}H${to}`,
    tipRight ? `L${right} ${middle}L${to} ${bottom}` : `V${bottom}`,
    `H${from}`,
    tipLeft ? `L${left} ${middle}` : '',
    'z',
  ].join('');
}

/** A point at an end of the axis. */
export function pointPath(
  { left, right }: Pick<AxisBox, 'left' | 'right'>,
  side: 'left' | 'right',
  y: number,
  height: number,
): string {
  const at = side === 'left' ? left : right;
  const base = side === 'left' ? left + TIP : right - TIP;
  return `M${base} ${y}L${at} ${y + height / 2}L${base} ${y + height}z`;
}
