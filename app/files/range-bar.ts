/** The small bars of manifests: the range of a column, and what is asked of it, on one axis. */
import type { AxisRange, Domain } from '../pruning/axis.ts';

export interface Span {
  readonly from: number;
  readonly width: number;
}

/** A range is at least so wide, px. */
const LEAST = 2;

/** @param width of the axis, px */
export function rangeSpan(
  { lower, upper }: { readonly lower: number; readonly upper: number },
  domain: Domain,
  width: number,
): Span {
  const x = scale(domain, width);
  return { from: x(lower), width: Math.max(LEAST, x(upper) - x(lower)) };
}

/** What is asked for beyond an end of the axis is drawn to its end, so that ranges there lie inside of it. */
export function askedSpan({ lower, upper }: AxisRange, domain: Domain, width: number): Span {
  const x = scale(domain, width);
  const from = lower === undefined ? 0 : x(lower);
  const to = upper === undefined || upper >= domain.to ? width : x(upper);
  return { from, width: Math.max(1, to - from) };
}

function scale({ from, to }: Domain, width: number): (at: number) => number {
  const span = to - from || 1;
  return (at) => Math.max(0, Math.min(width - LEAST, ((at - from) / span) * (width - LEAST)));
}
