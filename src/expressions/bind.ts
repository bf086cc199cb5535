/** Binding: names to field ids, literals to the column's type, NOT to the leaves (rules.md 5.3–5.5). */

import { toHex } from '../base/bytes.ts';
import { assertNever, IcecoreError } from '../base/errors.ts';
import {
  canTransform,
  preservesOrder,
  printTransform,
  transformResultType,
} from '../transforms/transform.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { isPrimitive, printType } from '../types/parse-type.ts';
import type { Profile } from '../types/profile.ts';
import type { ColumnInfo, SchemaIndex } from '../types/schema.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import type { BoundExpression, BoundPredicate, BoundTerm } from './bound.ts';
import { type Converted, convertLiteral } from './convert-literal.ts';
import type {
  CompareOp,
  Expression,
  NamedTerm,
  Op,
  Predicate,
  PrefixOp,
  SetOp,
} from './expression.ts';
import { and, or, rewriteNot } from './fold.ts';
import { literalText, printPredicate } from './print.ts';

export interface BindOptions {
  readonly caseSensitive: boolean;
  readonly profile: Profile;
}

const TRUE: BoundExpression = { kind: 'true' };
const FALSE: BoundExpression = { kind: 'false' };

/**
 * Binds an expression to a schema. NOT is rewritten first (EX-9), so the result has none.
 * Throws `invalid-input`, with the span where the condition has one: no such column, no such conversion, an operation
 * that the column's type does not have.
 */
export function bind(
  expression: Expression,
  schema: SchemaIndex,
  options: BindOptions,
): BoundExpression {
  return bindNode(rewriteNot(expression), schema, options);
}

function bindNode(e: Expression, schema: SchemaIndex, options: BindOptions): BoundExpression {
  switch (e.kind) {
    case 'true':
    case 'false':
    case 'opaque':
      return e;
    case 'and':
      return andBound(bindNode(e.left, schema, options), bindNode(e.right, schema, options));
    case 'or':
      return orBound(bindNode(e.left, schema, options), bindNode(e.right, schema, options));
    case 'not':
      return bindNode(rewriteNot(e), schema, options);
    case 'predicate':
      return bindPredicate(e, schema, options);
    default:
      return assertNever(e);
  }
}

/** AND of bound expressions, folded over constants. */
export function andBound(left: BoundExpression, right: BoundExpression): BoundExpression {
  if (left.kind === 'false' || right.kind === 'false') return FALSE;
  if (left.kind === 'true') return right;
  return right.kind === 'true' ? left : { kind: 'and', left, right };
}

/** OR of bound expressions, folded over constants. */
export function orBound(left: BoundExpression, right: BoundExpression): BoundExpression {
  if (left.kind === 'true' || right.kind === 'true') return TRUE;
  if (left.kind === 'false') return right;
  return right.kind === 'false' ? left : { kind: 'or', left, right };
}

/** What it was bound from: the conditions as they were written, less what binding settled. */
export function unbind(bound: BoundExpression): Expression {
  switch (bound.kind) {
    case 'and':
      return and(unbind(bound.left), unbind(bound.right));
    case 'or':
      return or(unbind(bound.left), unbind(bound.right));
    case 'predicate':
      return bound.source;
    default:
      return bound;
  }
}

function bindPredicate(
  predicate: Predicate,
  schema: SchemaIndex,
  options: BindOptions,
): BoundExpression {
  const column = resolve(predicate.term, schema, options);
  const term = bindTerm(predicate.term, column, options.profile);
  switch (predicate.op) {
    case 'is_null':
    case 'not_null':
      return bindNullTest(predicate, term);
    case 'is_nan':
    case 'not_nan':
      if (term.type.kind !== 'float' && term.type.kind !== 'double') {
        return refuse(
          predicate,
          `${term.name} is ${aType(term)}, and only float and double have NaN.`,
        );
      }
      return leaf(predicate, predicate.op, term, [], term.type);
    case 'in':
    case 'not_in':
      return bindSet(predicate, predicate.op, term, options.profile);
    case 'starts_with':
    case 'not_starts_with':
      if (term.type.kind !== 'string') {
        return refuse(predicate, `${term.name} is ${aType(term)}, and only text has prefixes.`);
      }
      return bindComparison(predicate, predicate.op, term, options.profile);
    default:
      return bindComparison(predicate, predicate.op, term, options.profile);
  }
}

function aType(term: BoundTerm): string {
  const text = printType(term.type);
  return `${/^[aeiou]/.test(text) ? 'an' : 'a'} ${text}`;
}

function refuse(predicate: Predicate, message: string): never {
  throw new IcecoreError('invalid-input', message, { span: predicate.span });
}

function resolve(term: NamedTerm, schema: SchemaIndex, options: BindOptions): ColumnInfo {
  const column = schema.find(term.name, options.caseSensitive);
  if (column === undefined) {
    throw new IcecoreError('invalid-input', `No column is called ${term.name}.`, {
      span: term.span,
    });
  }
  if (!column.accessible && options.profile.fieldsInListsAreRefused) {
    throw new IcecoreError(
      'invalid-input',
      `${column.name} lies inside a list or map: a row has many of them, so no condition on it can be planned.`,
      { span: term.span },
    );
  }
  return column;
}

function bindTerm(named: NamedTerm, column: ColumnInfo, profile: Profile): BoundTerm {
  const base = {
    fieldId: column.fieldId,
    name: column.name,
    sourceType: column.type,
    required: column.required,
    underOptionalStruct: column.underOptionalStruct,
    topLevel: column.topLevel,
  };
  const transform = effective(named.transform, profile);
  if (transform === undefined) return { ...base, type: column.type };
  if (!canTransform(transform, column.type)) {
    throw new IcecoreError(
      'invalid-input',
      `${printTransform(transform)} does not work on ${column.name}, which is ${printType(column.type)}.`,
      { span: named.span },
    );
  }
  return { ...base, transform, type: transformResultType(transform, column.type) };
}

/** An identity transform is the column itself (EX-2). */
function effective(transform: Transform | undefined, profile: Profile): Transform | undefined {
  return transform?.kind === 'identity' && profile.identityTermsAreColumns ? undefined : transform;
}

/** EX-13. A transform that does not keep order may make null of a value, as Java has it. */
function bindNullTest(predicate: Predicate, term: BoundTerm): BoundExpression {
  const isNull = predicate.op === 'is_null';
  if (term.type.kind === 'unknown') return isNull ? TRUE : FALSE;
  const mayBeNull =
    !term.required || (term.transform !== undefined && !preservesOrder(term.transform));
  if (!mayBeNull) return isNull ? FALSE : TRUE;
  return leaf(predicate, predicate.op, term, [], literalTypeOf(term));
}

/** Unary predicates have no literals; the type there only fills the shape. */
function literalTypeOf(term: BoundTerm): PrimitiveType {
  return isPrimitive(term.type) ? term.type : { kind: 'unknown' };
}

function leaf(
  source: Predicate,
  op: Op,
  term: BoundTerm,
  literals: readonly Value[],
  literalType: PrimitiveType,
  strict?: BoundExpression,
): BoundPredicate {
  const predicate = { kind: 'predicate' as const, op, term, literals, literalType, source };
  return strict === undefined ? predicate : { ...predicate, strict };
}

function convertAt(
  predicate: Predicate,
  index: number,
  term: BoundTerm,
  profile: Profile,
): Converted {
  const literal = predicate.literals[index];
  if (literal === undefined) return refuse(predicate, `${term.name}: a value is missing.`);
  const isFloat = literal.kind === 'float' || literal.kind === 'double';
  if (isFloat && Number.isNaN(literal.value)) {
    return refuse(predicate, 'NaN compares with nothing: ask is_nan instead (EX-4).');
  }
  const converted = isPrimitive(term.type)
    ? convertIn(predicate, literal, term.type, profile)
    : ({ kind: 'none' } as const);
  if (converted.kind === 'none') {
    return refuse(predicate, `${term.name} is ${aType(term)}; ${literalText(literal)} is not.`);
  }
  return converted;
}

/** Adds the place to what the conversion finds. */
function convertIn(
  predicate: Predicate,
  literal: Predicate['literals'][number],
  type: PrimitiveType,
  profile: Profile,
): Converted {
  try {
    return convertLiteral(literal, type, profile);
  } catch (error) {
    if (!(error instanceof IcecoreError)) throw error;
    throw new IcecoreError(error.kind, error.message, { span: predicate.span, cause: error });
  }
}

function bindComparison(
  predicate: Predicate,
  op: CompareOp | PrefixOp,
  term: BoundTerm,
  profile: Profile,
): BoundExpression {
  const converted = convertAt(predicate, 0, term, profile);
  const at = (now: Op, value: Value, type = literalTypeOf(term)) =>
    leaf(predicate, now, term, [value], type);
  switch (converted.kind) {
    case 'value':
      return at(op, converted.value, converted.type);
    case 'above':
    case 'below':
      return beyond(op, converted.kind, term, profile, at);
    case 'between':
      return between(op, converted, at);
    case 'rounded':
      return rounded(predicate, op, converted, term);
    case 'none':
      return refuse(predicate, `${term.name}: no value.`);
    default:
      return assertNever(converted);
  }
}

type Leaf = (op: Op, value: Value) => BoundPredicate;

const FLOAT_MAX = Math.fround(3.4028235e38);

/**
 * EX-14. Above everything: less-than holds for all, nulls included; the SQL front-end keeps IS NOT NULL beside it.
 * A finite literal beyond the floats is still below infinity (EX-19).
 */
function beyond(
  op: CompareOp | PrefixOp,
  side: 'above' | 'below',
  term: BoundTerm,
  profile: Profile,
  at: Leaf,
): BoundExpression {
  if (op === 'eq') return FALSE;
  if (op === 'not_eq') return TRUE;
  const less = op === 'lt' || op === 'lt_eq';
  if (term.type.kind === 'float' && profile.floatLiteralsAreExact) {
    if (side === 'above') return less ? at('lt_eq', FLOAT_MAX) : at('gt_eq', Infinity);
    return less ? at('lt_eq', -Infinity) : at('gt_eq', -FLOAT_MAX);
  }
  return less === (side === 'above') ? TRUE : FALSE;
}

/** The operator and the neighbour that say the same, in the form of each rule: EX-17, EX-18, EX-20. */
const NEIGHBOURS = {
  decimal: {
    lt: ['lt', 'upper'],
    lt_eq: ['lt_eq', 'lower'],
    gt: ['gt', 'lower'],
    gt_eq: ['gt_eq', 'upper'],
  },
  integer: {
    lt: ['lt_eq', 'lower'],
    lt_eq: ['lt_eq', 'lower'],
    gt: ['gt_eq', 'upper'],
    gt_eq: ['gt_eq', 'upper'],
  },
  time: {
    lt: ['lt_eq', 'lower'],
    lt_eq: ['lt_eq', 'lower'],
    gt: ['gt', 'lower'],
    gt_eq: ['gt', 'lower'],
  },
} as const;

function between(
  op: CompareOp | PrefixOp,
  converted: Extract<Converted, { kind: 'between' }>,
  at: Leaf,
): BoundExpression {
  switch (op) {
    case 'lt':
    case 'lt_eq':
    case 'gt':
    case 'gt_eq': {
      const [now, side] = NEIGHBOURS[converted.family][op];
      return at(now, converted[side]);
    }
    case 'not_eq':
      return TRUE;
    default:
      return FALSE;
  }
}

/**
 * EX-19: engines compare the literal before rounding (as double) or after it. Some row might match where either says
 * so; every row must match only where both do.
 */
function rounded(
  predicate: Predicate,
  op: CompareOp | PrefixOp,
  { value, up }: { readonly value: number; readonly up: boolean },
  term: BoundTerm,
): BoundExpression {
  const type = literalTypeOf(term);
  const at = (now: Op, strict?: BoundExpression) =>
    leaf(predicate, now, term, [value], type, strict);
  switch (op) {
    case 'lt':
      return up ? at('lt') : at('lt_eq', at('lt'));
    case 'lt_eq':
      return up ? at('lt_eq', at('lt')) : at('lt_eq');
    case 'gt':
      return up ? at('gt_eq', at('gt')) : at('gt');
    case 'gt_eq':
      return up ? at('gt_eq') : at('gt_eq', at('gt'));
    case 'not_eq':
      return mightAlways(predicate, term, at('not_eq'));
    default:
      return at('eq', FALSE);
  }
}

/** Might match everywhere, and must where `must` does: an opaque condition beside it (EX-30). */
function mightAlways(
  predicate: Predicate,
  term: BoundTerm,
  must: BoundExpression,
): BoundExpression {
  const opaque: BoundExpression = {
    kind: 'opaque',
    text: printPredicate(predicate, term.type),
    reason:
      'No value of the column is exactly this number, and engines differ in how they round it.',
    span: predicate.span,
  };
  return orBound(must, opaque);
}

interface Element {
  readonly value: Value;
  readonly type: PrimitiveType;
  /** The literal is not exactly this value (EX-19). */
  readonly rounded: boolean;
}

/** EX-15, EX-5: what no value can equal is dropped, then duplicates; none left is a constant, one is a comparison. */
function bindSet(
  predicate: Predicate,
  op: SetOp,
  term: BoundTerm,
  profile: Profile,
): BoundExpression {
  const elements = new Map<string, Element>();
  for (let i = 0; i < predicate.literals.length; i++) {
    const converted = convertAt(predicate, i, term, profile);
    if (converted.kind !== 'value' && converted.kind !== 'rounded') continue;
    const element: Element = {
      value: converted.value,
      type: converted.kind === 'value' ? converted.type : literalTypeOf(term),
      rounded: converted.kind === 'rounded',
    };
    const key = keyOf(element);
    if (!(elements.get(key)?.rounded === false)) elements.set(key, element);
  }
  const all = [...elements.values()];
  const exact = all.filter((element) => !element.rounded);
  if (exact.length === all.length) return setOf(predicate, op, term, all);
  if (op === 'in') {
    const might = setOf(predicate, op, term, all);
    const must = setOf(predicate, op, term, exact);
    return might.kind === 'predicate' ? { ...might, strict: must } : might;
  }
  // Every engine takes the exact elements out; the rounded ones only some.
  const must = setOf(predicate, op, term, all);
  const might = setOf(predicate, op, term, exact);
  return might.kind === 'predicate'
    ? { ...might, strict: must }
    : mightAlways(predicate, term, must);
}

/** Java tells decimals of one value and two scales apart, and both zeros. */
function keyOf({ value, type }: Element): string {
  if (value instanceof Uint8Array) return toHex(value);
  const scale = type.kind === 'decimal' ? ` ${type.scale}` : '';
  return (Object.is(value, -0) ? '-0' : String(value)) + scale;
}

function setOf(
  predicate: Predicate,
  op: SetOp,
  term: BoundTerm,
  elements: readonly Element[],
): BoundExpression {
  const [first] = elements;
  if (first === undefined) return op === 'in' ? FALSE : TRUE;
  if (elements.length === 1) {
    return leaf(predicate, op === 'in' ? 'eq' : 'not_eq', term, [first.value], first.type);
  }
  const { values, type, scales } = atOneScale(elements, first.type);
  const set = leaf(predicate, op, term, values, type);
  return scales === undefined ? set : { ...set, scales };
}

/** Decimals as written (profile java) may differ in scale; a set has one: the largest, which loses nothing. */
function atOneScale(
  elements: readonly Element[],
  type: PrimitiveType,
): Pick<BoundPredicate, 'scales'> & {
  readonly values: readonly Value[];
  readonly type: PrimitiveType;
} {
  if (type.kind !== 'decimal') return { values: elements.map(({ value }) => value), type };
  const scales = elements.map((e) => (e.type.kind === 'decimal' ? e.type.scale : 0));
  const scale = Math.max(...scales);
  const values = elements.map(
    ({ value }, k) => (value as bigint) * 10n ** BigInt(scale - (scales[k] as number)),
  );
  const differ = scales.some((own) => own !== scale);
  return { values, type: { ...type, scale }, scales: differ ? scales : undefined };
}
