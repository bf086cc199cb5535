/** What an operation is: how it is judged at each stage, its negation, and its words. */
import type { Op } from '../../expressions/expression.ts';
import {
  BOUND_MISSING,
  BOUND_UNUSABLE,
  EQUAL,
  type Facts,
  type LeafContext,
  onlyNans,
  onlyNulls,
  ZERO,
} from '../facts.ts';
import type { OrderWords } from '../order-words.ts';
import type { ReasonName } from '../reasons.ts';

/** A partition value against a predicate. `perhaps`: it depends on whose rules decide. */
export type Truth = 'yes' | 'no' | 'perhaps';

export interface TupleFacts {
  readonly kind: 'null' | 'nan' | 'value';
  /** BELOW, EQUAL, ABOVE or ZERO, as in Facts. */
  readonly relation: number;
}

/**
 * `cannot` (rules.md 7.1 and 7.3, the same on partition summaries and on column metrics): the finding that rules out
 * every row, or the finding why some row might match. `must` (7.4): the finding that proves every row, or undefined.
 * `tuple` (7.2): whether one value satisfies it. Values are met by their relation to the literal only (facts.ts).
 */
export interface Operation {
  readonly negation: Op;
  /** What it is compared with; decides how relations are computed. */
  readonly against: 'nothing' | 'literal' | 'set' | 'prefix';
  readonly cannot: (f: Facts, c: LeafContext) => ReasonName;
  readonly must: (f: Facts, c: LeafContext) => ReasonName | undefined;
  readonly tuple: (v: TupleFacts, c: LeafContext) => Truth;
  readonly words: OperationWords;
}

/** A predicate on a partition field, as texts. */
export interface FieldTexts {
  /** The first, or only, literal. */
  readonly value: string;
  /** All literals. */
  readonly values: readonly string[];
  /** The same as alternatives: `A, B or C`. */
  readonly list: string;
  readonly order: OrderWords;
}

/** A leaf on a column, as texts. */
export interface ConditionTexts {
  readonly name: string;
  /** The first, or only, literal. */
  readonly value: string;
  /** Number of literals. */
  readonly size: number;
}

export interface RulingTexts extends ConditionTexts {
  /** A zero is among the literals, whose sign decides nothing (EV-38). */
  readonly hasZero: boolean;
}

/** The same with what one file records of the column; undefined where it is not recorded. */
export interface LeafTexts extends ConditionTexts {
  readonly order: OrderWords;
  readonly lower: string | undefined;
  readonly upper: string | undefined;
  /** `runs from BR to GB`, `begins at 30`. */
  readonly extent: string | undefined;
  readonly values: string | undefined;
  readonly nulls: string | undefined;
  readonly nans: string | undefined;
  /** The literal is the empty prefix. */
  readonly isAnyText: boolean;
}

export interface OperationWords {
  /** The values of a partition field that it allows: `2026-03-01 or later`. Of a negation, `excludes` says it. */
  readonly allows?: (t: FieldTexts) => string;
  /** The values that it does not: `any value but …`. */
  readonly excludes?: (t: FieldTexts) => readonly string[];
  /** What it cannot do without. */
  readonly mustRecord: 'null count' | 'NaN count' | 'bounds';
  /** Why some row might match: what the statistics leave room for. */
  readonly might: (t: LeafTexts) => string;
  /** Why no row can match, after the extent of the bounds; of those that bounds rule out. */
  readonly outside?: (t: LeafTexts, reason: ReasonName) => string;
  /** The statistics that would rule it out: the subject of a sentence. */
  readonly ruledOutBy: (t: RulingTexts) => string;
  /** The literal that would read a file of these bounds: the subject of a sentence. */
  readonly readBy?: (lower: string, upper: string) => string;
}

export function valueless(f: Facts): ReasonName {
  if (onlyNulls(f)) return 'null-count';
  return onlyNans(f) ? 'nan-count' : 'value-count';
}

export function isUnknown(bound: number): boolean {
  return bound === BOUND_MISSING || bound === BOUND_UNUSABLE;
}

export function unknownBound(bound: number): ReasonName {
  return bound === BOUND_UNUSABLE ? 'bounds-untrusted' : 'missing-statistic';
}

/** Why some row might match where both bounds have their say. */
export function eitherUnknown(f: Facts): ReasonName {
  if (isUnknown(f.lower)) return unknownBound(f.lower);
  return isUnknown(f.upper) ? unknownBound(f.upper) : 'might-match';
}

export function mightUnless(unknown: boolean): ReasonName {
  return unknown ? 'missing-statistic' : 'might-match';
}

export function when(proven: boolean, reason: ReasonName): ReasonName | undefined {
  return proven ? reason : undefined;
}

export function truth(holds: boolean): Truth {
  return holds ? 'yes' : 'no';
}

export function negate(t: Truth): Truth {
  return t === 'perhaps' ? t : truth(t === 'no');
}

export function equals(v: TupleFacts): Truth {
  if (v.kind !== 'value') return 'no';
  return v.relation === ZERO ? 'perhaps' : truth(v.relation === EQUAL);
}

/** `bounds 3 to 7 include …`. */
export function boundsWords(t: LeafTexts, what: string): string {
  if (t.lower === undefined || t.upper === undefined) return roomWords(t);
  return `bounds ${t.lower} to ${t.upper} ${what}`;
}

/** Of a range. */
export function overlapWords(t: LeafTexts): string {
  if (t.lower === undefined || t.upper === undefined) return roomWords(t);
  return `${t.name} ${t.extent}, which the range overlaps`;
}

function roomWords({ name, extent, value }: LeafTexts): string {
  return `${name} ${extent ?? 'has no bounds'}, which leaves room for ${value}`;
}

export function leftOutWords({ name, value, size }: ConditionTexts): string {
  return `Bounds of ${name} that leave out ${size === 1 ? value : `all ${size} elements`}`;
}

export function aValueInside(lower: string, upper: string): string {
  return lower === upper ? `The value ${lower}` : `A value from ${lower} to ${upper}`;
}
