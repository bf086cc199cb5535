/** How values of a kind stand to each other, in words. */
export interface OrderWords {
  readonly below: string;
  readonly above: string;
  readonly orBelow: string;
  readonly orAbove: string;
  readonly isBelow: string;
  readonly isAbove: string;
}

const NUMBERS: OrderWords = {
  below: 'below',
  above: 'above',
  orBelow: 'or less',
  orAbove: 'or more',
  isBelow: 'is below',
  isAbove: 'is above',
};

const TEXTS: OrderWords = {
  below: 'before',
  above: 'after',
  orBelow: 'or before',
  orAbove: 'or after',
  isBelow: 'comes before',
  isAbove: 'comes after',
};

export const TIMES: OrderWords = {
  below: 'before',
  above: 'after',
  orBelow: 'or earlier',
  orAbove: 'or later',
  isBelow: 'is before',
  isAbove: 'is after',
};

const TEXT_KINDS: ReadonlySet<string> = new Set(['string', 'uuid', 'fixed', 'binary']);
const NUMBER_KINDS: ReadonlySet<string> = new Set([
  'boolean',
  'int',
  'long',
  'float',
  'double',
  'decimal',
]);

/** By the kind of a primitive type; values of an unknown one are shown as texts. */
export function orderWords(kind: string | undefined): OrderWords {
  if (kind === undefined || TEXT_KINDS.has(kind)) return TEXTS;
  return NUMBER_KINDS.has(kind) ? NUMBERS : TIMES;
}
