/**
 * Why a verdict is what it is: findings about statistics, one table. The code is the index, six bits of a verdict byte
 * (verdict.ts). A finding does not say which way it decides: "no value is null" rules a file out for IS NULL and proves
 * IS NOT NULL. Names that MX-2 lists are spelled as there. The sentences with values are explain.ts's.
 */
export interface Reason {
  readonly name: string;
  /** The rule of rules.md that lets this finding decide. */
  readonly rule: string;
  /** The finding without values, a clause. */
  readonly words: string;
}

const TABLE = {
  'might-match': { rule: 'EV-13', words: 'rows may match' },
  'missing-statistic': { rule: 'EV-13', words: 'the statistic it needs is not recorded' },
  'bounds-untrusted': { rule: 'TY-10', words: 'its bounds are NaN or contradict each other' },
  'truncated-bounds': {
    rule: 'B082',
    words: 'its bounds may be truncated, so equal bounds prove nothing',
  },
  'in-limit': { rule: 'EV-6', words: 'the list has more than 200 elements' },
  'no-projection': { rule: 'PR-2', words: 'no partition field answers the condition' },
  'unknown-transform': { rule: 'PR-6', words: 'the transform is unknown here' },
  'no-summaries': { rule: 'EV-1', words: 'the manifest list has no partition summaries' },
  'unreadable-value': { rule: 'EV-11', words: 'the partition value could not be read' },
  'record-count-unknown': { rule: 'EV-12', words: 'the number of rows is not known' },
  'not-pushed-down': { rule: 'EX-30', words: 'no statistic answers the condition' },
  'nested-column': { rule: 'EV-27', words: 'null counts of nested columns prove nothing' },
  'transform-unproven': { rule: 'EV-30', words: 'no transform is proven of every row' },
  'may-be-null': { rule: 'EV-28', words: 'nulls may be among the values' },
  'may-be-nan': { rule: 'EV-28', words: 'NaN may be among the values' },
  'zero-sign': { rule: 'EV-38', words: 'the sign of a zero decides nothing' },
  'transform-term': { rule: 'EV-18', words: 'bounds do not answer the condition on a transform' },
  'no-live-entries': { rule: 'MF-28', words: 'the manifest has no live files' },
  'record-count-zero': { rule: 'EV-12', words: 'the file has no rows' },
  'filter-false': { rule: 'EX-3', words: 'the condition is never true' },
  'filter-true': { rule: 'EX-3', words: 'the condition is always true' },
  'null-count': { rule: 'EV-13', words: 'every value is null' },
  'null-count-zero': { rule: 'EV-13', words: 'no value is null' },
  'nan-count': { rule: 'EV-13', words: 'every value is NaN' },
  'nan-count-zero': { rule: 'EV-13', words: 'no value is NaN' },
  'value-count': { rule: 'EV-4', words: 'there is no value to compare' },
  'lower-bound': { rule: 'EV-13', words: 'the lower bound decides' },
  'upper-bound': { rule: 'EV-13', words: 'the upper bound decides' },
  'between-elements': { rule: 'EV-13', words: 'no element of the list lies between the bounds' },
  'unique-value': { rule: 'EV-15', words: 'there is one value only' },
  'shared-prefix': { rule: 'EV-16', words: 'every value begins with the prefix' },
  'partition-tuple': { rule: 'EV-9', words: 'the partition value decides' },
} as const satisfies Record<string, Omit<Reason, 'name'>>;

export type ReasonName = keyof typeof TABLE;

/** Reasons by code. */
export const REASONS: readonly Reason[] = Object.entries(TABLE).map(([name, reason]) => ({
  name,
  ...reason,
}));

const CODES = new Map(REASONS.map((reason, code) => [reason.name, code]));

/** The code of a reason, for verdict bytes. */
export function reasonCode(name: ReasonName): number {
  return CODES.get(name) as number;
}
