/**
 * Every operation by its name: one declaration holds how it is judged, its negation and its words. Nothing else in the
 * planner decides a leaf.
 */
import type { Op } from '../expressions/expression.ts';
import { IS_NAN, IS_NULL, NOT_NAN, NOT_NULL } from './operations/counts.ts';
import { EQ, IN, NOT_EQ, NOT_IN } from './operations/equality.ts';
import type { Operation } from './operations/operation.ts';
import { NOT_STARTS_WITH, STARTS_WITH } from './operations/prefixes.ts';
import { GT, GT_EQ, LT, LT_EQ } from './operations/ranges.ts';
import type { ReasonName } from './reasons.ts';

export const OPERATIONS: Readonly<Record<Op, Operation>> = {
  is_null: IS_NULL,
  not_null: NOT_NULL,
  is_nan: IS_NAN,
  not_nan: NOT_NAN,
  lt: LT,
  lt_eq: LT_EQ,
  gt: GT,
  gt_eq: GT_EQ,
  eq: EQ,
  not_eq: NOT_EQ,
  in: IN,
  not_in: NOT_IN,
  starts_with: STARTS_WITH,
  not_starts_with: NOT_STARTS_WITH,
};

/** Reasons that leave the question open; all others, returned by `cannot`, rule the rows out. */
const OPEN: ReadonlySet<string> = new Set<ReasonName>([
  'might-match',
  'missing-statistic',
  'bounds-untrusted',
  'truncated-bounds',
  'in-limit',
  'transform-term',
  'nested-column',
  'transform-unproven',
  'may-be-null',
  'may-be-nan',
  'zero-sign',
]);

export function rulesOut(reason: ReasonName): boolean {
  return !OPEN.has(reason);
}
