/** The bound expression: NOT-free, columns by field id, literals in their column's type (rules.md 5.3–5.5). */

import type { Transform } from '../transforms/transform-type.ts';
import type { PrimitiveType, Type, Value } from '../types/type.ts';
import type { Op, Opaque, Predicate } from './expression.ts';

export interface BoundTerm {
  readonly fieldId: number;
  /** Full name in the schema that bound it, for people. */
  readonly name: string;
  /** The column's type. */
  readonly sourceType: Type;
  /** Absent = the column itself. */
  readonly transform?: Transform | undefined;
  /** Type of the term's value: `sourceType`, or the transform's result type. Literals have this type. */
  readonly type: Type;
  /** False if the column, or a struct around it, may be null. */
  readonly required: boolean;
  /** True for a field under at least one optional struct (EV-20). */
  readonly underOptionalStruct: boolean;
  /** True for a top-level column (EV-27). */
  readonly topLevel: boolean;
}

export interface BoundPredicate {
  readonly kind: 'predicate';
  readonly op: Op;
  readonly term: BoundTerm;
  /** In the term's type, none null, none NaN; sets are free of duplicates and have at least two. */
  readonly literals: readonly Value[];
  /**
   * Type of `literals`: the term's type, but for profile java's decimals, which keep the scale as written (EX-17).
   */
  readonly literalType: PrimitiveType;
  /**
   * Profile java: the scale as written of each decimal of a set, where they differ (EX-17). `literals` are then all at the
   * largest, that of `literalType`.
   */
  readonly scales?: readonly number[] | undefined;
  /**
   * The reading for "every row must match", where it differs from the one for "some row might" (EX-19: a float literal
   * that is not exact).
   */
  readonly strict?: BoundExpression | undefined;
  /** What it was bound from: words and spans for people. */
  readonly source: Predicate;
}

export type BoundExpression =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'and' | 'or'; readonly left: BoundExpression; readonly right: BoundExpression }
  | BoundPredicate
  | Opaque;
