/**
 * What one partition field says of one leaf: the tables of rules.md 6.2 (inclusive) and 6.3 (strict), a function for each
 * column of them. Undefined = nothing.
 */
import { assert } from '../base/errors.ts';
import type { BoundPredicate } from '../expressions/bound.ts';
import type { Op } from '../expressions/expression.ts';
import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import { applyTransform, isUncertain, sameTransform } from '../transforms/transform.ts';
import type { Profile } from '../types/profile.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import {
  FALSE,
  type PartitionExpression,
  type PartitionPredicate,
  partitionAnd,
  partitionOr,
} from './partition-expression.ts';
import { recast } from './recast.ts';

export interface Projected {
  readonly inclusive: PartitionExpression | undefined;
  readonly strict: PartitionExpression | undefined;
}

const NOTHING: Projected = { inclusive: undefined, strict: undefined };

export function projectField(
  leaf: BoundPredicate,
  field: BoundPartitionField,
  rules: Profile,
): Projected {
  const { kind } = field.transform;
  if (kind === 'void' || kind === 'unknown' || field.resultType === undefined) return NOTHING;
  if (leaf.term.transform !== undefined) return projectTerm(leaf, field, rules);
  if (leaf.op === 'is_null' || leaf.op === 'not_null') return both(copy(leaf, field));
  switch (kind) {
    case 'identity':
      return both(copy(leaf, field));
    case 'bucket':
      return projectBucket(leaf, field, rules);
    case 'truncate':
      return projectTruncate(leaf, field, rules);
    default:
      return projectTime(leaf, field, rules);
  }
}

/** PR-4: a transform term answers through a field with the same transform; identity can apply it to its value. */
function projectTerm(leaf: BoundPredicate, field: BoundPartitionField, rules: Profile): Projected {
  const { transform } = leaf.term;
  assert(transform !== undefined, 'a term without transform');
  if (sameTransform(transform, field.transform)) return both(copy(leaf, field));
  if (field.transform.kind !== 'identity') return NOTHING;
  if (rules.termsNeedTheirTransform) return both({ ...copy(leaf, field), transform });
  // Java copies the literal to the untransformed value, which loses rows (section 16, PR-4).
  const { resultType } = field;
  const literals = leaf.literals.map((v) => recast(v, leaf.literalType, resultType));
  if (resultType === undefined || literals.includes(undefined)) return NOTHING;
  return both({ ...copy(leaf, field), literals: literals as Value[], literalType: resultType });
}

function both(expression: PartitionExpression): Projected {
  return { inclusive: expression, strict: expression };
}

function copy(leaf: BoundPredicate, field: BoundPartitionField): PartitionPredicate {
  const { op, literals, literalType, scales } = leaf;
  const own = { kind: 'predicate', op, field, literals, literalType } as const;
  return scales === undefined ? own : { ...own, scales };
}

/** A leaf's literals under the field's transform, and predicates made of them. */
interface Maker {
  /** The transformed literal, moved by `units` of the source type first (PR-9). */
  readonly at: (units: 1 | 0 | -1) => Value;
  readonly make: (op: Op, literals: readonly Value[]) => PartitionPredicate;
  /** Of all literals, transformed, each once. */
  readonly makeAll: (op: Op) => PartitionPredicate;
}

function maker(leaf: BoundPredicate, field: BoundPartitionField, rules: Profile): Maker {
  const { literalType } = leaf;
  const result = resultLiteralType(field, literalType);
  const transformed = (value: Value) =>
    applyTransform(field.transform, literalType, value, rules) as Value;
  const make: Maker['make'] = (op, literals) => ({
    kind: 'predicate',
    op,
    field,
    literals,
    literalType: result,
  });
  return {
    at: (units) => transformed(moved(leaf.literals[0] as Value, literalType, units)),
    make,
    makeAll: (op) =>
      leaf.scales === undefined
        ? make(op, distinct(leaf.literals.map(transformed)))
        : ofScales(make(op, leaf.literals), leaf, leaf.scales, transformed),
  };
}

/** Decimals of several scales are transformed as they were written: by their digits, whatever the scale (EX-17). */
function ofScales(
  predicate: PartitionPredicate,
  { literals, literalType }: BoundPredicate,
  scales: readonly number[],
  transformed: (value: Value) => Value,
): PartitionPredicate {
  const largest = literalType.kind === 'decimal' ? literalType.scale : 0;
  const units = scales.map((scale) => 10n ** BigInt(largest - scale));
  const values = literals.map((v, k) => transformed((v as bigint) / (units[k] as bigint)));
  if (predicate.literalType.kind !== 'decimal') return { ...predicate, literals: distinct(values) };
  const atLargest = values.map((v, k) => (v as bigint) * (units[k] as bigint));
  return { ...predicate, literals: atLargest, scales };
}

/** Truncation keeps the literal's type, a decimal's scale included; all other transforms have their own. */
function resultLiteralType(field: BoundPartitionField, literalType: PrimitiveType): PrimitiveType {
  if (field.transform.kind === 'truncate' || field.transform.kind === 'identity')
    return literalType;
  return field.resultType as PrimitiveType;
}

/** One unit further; wraps at the ends of 32 and 64 bits as Java does, which PR-14 finds harmless. */
function moved(value: Value, type: PrimitiveType, units: number): Value {
  if (units === 0) return value;
  if (typeof value === 'number') return (value + units) | 0;
  const next = (value as bigint) + BigInt(units);
  return type.kind === 'decimal' ? next : BigInt.asIntN(64, next);
}

function distinct(values: readonly Value[]): Value[] {
  const seen = new Set<string>();
  return values.filter((value) => {
    const key = String(value);
    return seen.size !== seen.add(key).size;
  });
}

function projectBucket(
  leaf: BoundPredicate,
  field: BoundPartitionField,
  rules: Profile,
): Projected {
  const { at, make, makeAll } = maker(leaf, field, rules);
  switch (leaf.op) {
    case 'eq':
      return { inclusive: make('eq', [at(0)]), strict: undefined };
    case 'in':
      return { inclusive: makeAll('in'), strict: undefined };
    case 'not_eq':
      return { inclusive: undefined, strict: make('not_eq', [at(0)]) };
    case 'not_in':
      return { inclusive: undefined, strict: makeAll('not_in') };
    default:
      return NOTHING;
  }
}

function projectTruncate(
  leaf: BoundPredicate,
  field: BoundPartitionField,
  rules: Profile,
): Projected {
  const { kind } = leaf.literalType;
  if (kind === 'string' || kind === 'binary' || kind === 'fixed') {
    return projectTruncatedText(leaf, field, rules);
  }
  const exact = projectSteps(leaf, field, rules);
  return rules.truncateWrapIsGuarded ? guardWrap(leaf, field, rules, exact) : exact;
}

/** Numbers and times: an open bound is closed by one unit, then transformed. */
function projectSteps(leaf: BoundPredicate, field: BoundPartitionField, rules: Profile): Projected {
  const { at, make, makeAll } = maker(leaf, field, rules);
  switch (leaf.op) {
    case 'lt':
      return { inclusive: make('lt_eq', [at(-1)]), strict: make('lt', [at(0)]) };
    case 'lt_eq':
      return { inclusive: make('lt_eq', [at(0)]), strict: make('lt', [at(1)]) };
    case 'gt':
      return { inclusive: make('gt_eq', [at(1)]), strict: make('gt', [at(0)]) };
    case 'gt_eq':
      return { inclusive: make('gt_eq', [at(0)]), strict: make('gt', [at(-1)]) };
    case 'eq':
      return { inclusive: make('eq', [at(0)]), strict: undefined };
    case 'in':
      return { inclusive: makeAll('in'), strict: undefined };
    case 'not_eq':
      return { inclusive: undefined, strict: make('not_eq', [at(0)]) };
    case 'not_in':
      return { inclusive: undefined, strict: makeAll('not_in') };
    default:
      return NOTHING;
  }
}

const INT_RANGE: readonly [number, number] = [-(2 ** 31), 2 ** 31 - 1];
const LONG_RANGE: readonly [bigint, bigint] = [-(2n ** 63n), 2n ** 63n - 1n];

/**
 * PR-14: near the smallest integer truncation wraps to a large value, and writers store that. So what is small may sit in
 * one partition among the largest.
 */
function guardWrap(
  leaf: BoundPredicate,
  field: BoundPartitionField,
  rules: Profile,
  exact: Projected,
): Projected {
  const { kind } = leaf.literalType;
  if (kind !== 'int' && kind !== 'long') return exact;
  const [min, max] = kind === 'int' ? INT_RANGE : LONG_RANGE;
  const { make } = maker(leaf, field, rules);
  const uncertain = (value: Value) => isUncertain(field.transform, leaf.literalType, value);
  // Above a width of 2^30 writers disagree about every int (section 16, TR-9).
  if (kind === 'int' && uncertain(0)) return NOTHING;
  const literal = leaf.literals[0] as Value;
  const everything = make('not_null', []);
  if (leaf.op === 'lt' && literal === min) return { inclusive: FALSE, strict: undefined };
  if (leaf.op === 'gt' && literal === max) return { inclusive: FALSE, strict: undefined };
  if (leaf.op === 'lt_eq' && literal === max) return both(everything);
  if (leaf.op === 'gt_eq' && literal === min) return both(everything);
  if (!uncertain(min)) return exact;
  const wrapped = applyTransform(field.transform, leaf.literalType, min, rules) as Value;
  const isWrapped = make('eq', [wrapped]);
  const wraps = uncertain(literal);
  switch (leaf.op) {
    case 'lt':
    case 'lt_eq': {
      const inclusive = wraps ? isWrapped : partitionOr(exact.inclusive ?? FALSE, isWrapped);
      return { inclusive, strict: wraps ? undefined : exact.strict };
    }
    case 'gt':
    case 'gt_eq': {
      const strict = partitionAnd(exact.strict ?? FALSE, make('not_eq', [wrapped]));
      return wraps ? NOTHING : { inclusive: exact.inclusive, strict };
    }
    default:
      return exact;
  }
}

function projectTruncatedText(
  leaf: BoundPredicate,
  field: BoundPartitionField,
  rules: Profile,
): Projected {
  const { at, make, makeAll } = maker(leaf, field, rules);
  switch (leaf.op) {
    case 'lt':
    case 'lt_eq':
      return { inclusive: make('lt_eq', [at(0)]), strict: make('lt', [at(0)]) };
    case 'gt':
    case 'gt_eq':
      return { inclusive: make('gt_eq', [at(0)]), strict: make('gt', [at(0)]) };
    case 'eq':
      return { inclusive: make('eq', [at(0)]), strict: undefined };
    case 'in':
      return { inclusive: makeAll('in'), strict: undefined };
    case 'not_eq':
      return { inclusive: undefined, strict: make('not_eq', [at(0)]) };
    case 'not_in':
      return { inclusive: undefined, strict: makeAll('not_in') };
    case 'starts_with':
    case 'not_starts_with':
      return projectPrefix(leaf, field, rules);
    default:
      return NOTHING;
  }
}

/** PR-10…PR-13: by the prefix's length n against the width W. */
function projectPrefix(
  leaf: BoundPredicate,
  field: BoundPartitionField,
  rules: Profile,
): Projected {
  const { make, at } = maker(leaf, field, rules);
  assert(field.transform.kind === 'truncate', 'prefixes project through truncate only');
  const prefix = leaf.literals[0] as Uint8Array;
  const excess = lengthOf(prefix, rules) - field.transform.width;
  const negated = leaf.op === 'not_starts_with';
  if (excess < 0) return both(make(leaf.op, [prefix]));
  if (excess === 0) return both(make(negated ? 'not_eq' : 'eq', [prefix]));
  const shortened = make(leaf.op, [at(0)]);
  return negated
    ? { inclusive: undefined, strict: shortened }
    : { inclusive: shortened, strict: undefined };
}

/** Code points; Java counts UTF-16 units, two for each that takes four bytes (PR-13a). */
function lengthOf(text: Uint8Array, rules: Profile): number {
  let points = 0;
  let pairs = 0;
  for (const byte of text) {
    if ((byte & 0xc0) !== 0x80) points++;
    if (byte >= 0xf0) pairs++;
  }
  return rules.prefixesInCodePoints ? points : points + pairs;
}

function projectTime(leaf: BoundPredicate, field: BoundPartitionField, rules: Profile): Projected {
  const { literalType } = leaf;
  const isDate = literalType.kind === 'date';
  const uncertain = leaf.literals.some((v) => isUncertain(field.transform, literalType, v));
  if (uncertain && rules.truncateWrapIsGuarded) return NOTHING;
  const { inclusive, strict } = projectSteps(leaf, field, rules);
  // Dates count days exactly in all writers; their years and months, and all of timestamps, may be off by one.
  if (isDate && field.transform.kind === 'day') return { inclusive, strict };
  const bothWays = rules.epochBothWays && !isDate;
  return {
    inclusive: inclusive && widenBeforeEpoch(inclusive as PartitionPredicate, bothWays),
    strict: strict && narrowBeforeEpoch(strict as PartitionPredicate, bothWays),
  };
}

/**
 * PR-18: writers up to 0.10 stored the next unit for times before 1970. PR-21, `bothWays`: current ones store the one
 * before for the last microsecond of a second (TR-14).
 */
function widenBeforeEpoch(p: PartitionPredicate, bothWays: boolean): PartitionPredicate {
  const q = p.literals[0] as number;
  switch (p.op) {
    case 'lt_eq':
      return q < 0 ? { ...p, literals: [q + 1] } : p;
    case 'gt_eq':
      return q < 0 && bothWays ? { ...p, literals: [q - 1] } : p;
    case 'eq':
      return q < 0 ? { ...p, op: 'in', literals: neighbours([q], bothWays) } : p;
    case 'in':
      return { ...p, literals: neighbours(p.literals as number[], bothWays) };
    default:
      return p;
  }
}

/** PR-19 and PR-21, strict. */
function narrowBeforeEpoch(p: PartitionPredicate, bothWays: boolean): PartitionPredicate {
  const q = p.literals[0] as number;
  switch (p.op) {
    case 'gt':
      return q <= 0 ? { ...p, literals: [q + 1] } : p;
    case 'lt':
      return q < 0 && bothWays ? { ...p, literals: [q - 1] } : p;
    case 'not_eq':
      return q < 0 ? { ...p, op: 'not_in', literals: neighbours([q], bothWays) } : p;
    case 'not_in':
      return { ...p, literals: neighbours(p.literals as number[], bothWays) };
    default:
      return p;
  }
}

function neighbours(units: readonly number[], bothWays: boolean): number[] {
  const out = units.flatMap((q) => {
    if (q >= 0) return [q];
    return bothWays ? [q - 1, q, q + 1] : [q, q + 1];
  });
  return [...new Set(out)];
}
