/**
 * What is known of one column in one file (or of one partition field in one manifest), reduced to a few small facts.
 * All judging of leaves is a function of these (operations.ts), so it is written once for column metrics and partition
 * summaries, runs once for each combination that occurs (judge-leaf.ts), and can be read off a single file.
 */
import type { Profile } from '../types/profile.ts';

/** How many of a column's values are null, or NaN. */
export const SHARE_UNKNOWN = 0;
/** Unknown, though other columns of the file are counted (EV-28). */
export const SHARE_LEFT_OUT = 1;
export const SHARE_NONE = 2;
export const SHARE_SOME = 3;
export const SHARE_ALL = 4;
/** There are no values at all, so none is and all are (EV-14). */
export const SHARE_OF_NOTHING = 5;

/** A bound against the literal; against a list: EQUAL where it is an element, else ABOVE; against a prefix: cut first. */
export const BOUND_MISSING = 0;
/** NaN, or contradicted by the other bound (TY-10, B039). */
export const BOUND_UNUSABLE = 1;
export const BELOW = 2;
export const EQUAL = 3;
export const ABOVE = 4;
/** A zero against a zero: which is greater depends on who is asked (EV-38), so it is none of the three above. */
export const ZERO = 5;

/** Where the elements of a list lie. */
export const SET_WITHIN = 0;
export const SET_BELOW = 1;
export const SET_ABOVE = 2;
/** Some below the lower bound and the others above the upper one. */
export const SET_AROUND = 3;

export interface Facts {
  /** A SHARE_… */
  readonly nulls: number;
  readonly nans: number;
  /** No value that a comparison could match: only nulls, or only NaN, or a summary without bounds (EV-4). */
  readonly valueless: boolean;
  /** BOUND_…, BELOW, EQUAL, ABOVE or ZERO. */
  readonly lower: number;
  readonly upper: number;
  /** Both bounds are equal, and sure to be a value. */
  readonly boundsAreOne: boolean;
  /** A SET_…; for IN and NOT_IN. */
  readonly set: number;
}

/** What does not change from file to file. */
export interface LeafContext {
  readonly rules: Profile;
  /** float or double. */
  readonly floating: boolean;
  /** Number of literals. */
  readonly size: number;
  /** A top-level column, and the column itself (EV-27, EV-30). */
  readonly provable: boolean;
  /** Why a column's bounds prove nothing of every row, where that is by what it is. */
  readonly unproven: 'nested-column' | 'transform-unproven' | undefined;
  /** A transform after which bounds say nothing (EV-18). */
  readonly unordered: boolean;
}

export function onlyNulls(f: Facts): boolean {
  return f.nulls === SHARE_ALL || f.nulls === SHARE_OF_NOTHING;
}

export function noNulls(f: Facts): boolean {
  return f.nulls === SHARE_NONE || f.nulls === SHARE_OF_NOTHING;
}

export function onlyNans(f: Facts): boolean {
  return f.nans === SHARE_ALL || f.nans === SHARE_OF_NOTHING;
}

export function noNans(f: Facts): boolean {
  return f.nans === SHARE_NONE || f.nans === SHARE_OF_NOTHING;
}

/** For "every row": a null may be among the values. */
export function canBeNull(f: Facts, c: LeafContext): boolean {
  if (f.nulls === SHARE_LEFT_OUT) return c.rules.missingNullCountIsUnknown;
  return !noNulls(f);
}

/** For "every row": a NaN may be among the values. */
export function canBeNan(f: Facts, c: LeafContext): boolean {
  if (c.rules.missingNanCountIsUnknown) return c.floating && !noNans(f);
  return f.nans === SHARE_SOME || f.nans === SHARE_ALL;
}

/** Some rows may escape "every row matches" for a comparison: nulls and NaN satisfy none (EX-7). */
export function canMiss(f: Facts, c: LeafContext): boolean {
  return canBeNull(f, c) || canBeNan(f, c);
}

/** EV-3, EV-15: there is exactly one value, and it is equal to both bounds. */
export function isConstant(f: Facts, c: LeafContext): boolean {
  return f.boundsAreOne && noNulls(f) && (!c.floating || noNans(f));
}

const SHARE_BITS = 3;
const BOUND_BITS = 3;

/** The facts of a file's column in one integer below FACT_KEYS. */
export function packFacts(
  shares: number,
  lower: number,
  upper: number,
  boundsAreOne: number,
  set: number,
): number {
  return shares | (lower << 6) | (upper << 9) | (boundsAreOne << 12) | (set << 13);
}

export const FACT_KEYS = 1 << 15;

/** `nulls` and `nans` of one file, as packFacts takes them. */
export function packShares(nulls: number, nans: number): number {
  return nulls | (nans << SHARE_BITS);
}

export function unpackFacts(key: number): Facts {
  const shares = { nulls: key & 7, nans: (key >> SHARE_BITS) & 7 };
  const facts: Facts = {
    ...shares,
    valueless: false,
    lower: (key >> (2 * SHARE_BITS)) & 7,
    upper: (key >> (2 * SHARE_BITS + BOUND_BITS)) & 7,
    boundsAreOne: ((key >> 12) & 1) === 1,
    set: (key >> 13) & 3,
  };
  return { ...facts, valueless: onlyNulls(facts) || onlyNans(facts) };
}
