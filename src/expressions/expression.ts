/**
 * The unbound expression: Iceberg's own operations (EX-1) over names, plus `opaque` for a condition that no statistic
 * can answer (rules.md 5.7 "anything else"): it might match and never must, so AND, OR and projections treat it
 * soundly without a special case (EX-30).
 */
import type { Span } from '../base/errors.ts';
import type { Transform } from '../transforms/transform-type.ts';

export type UnaryOp = 'is_null' | 'not_null' | 'is_nan' | 'not_nan';
export type CompareOp = 'lt' | 'lt_eq' | 'gt' | 'gt_eq' | 'eq' | 'not_eq';
export type PrefixOp = 'starts_with' | 'not_starts_with';
export type SetOp = 'in' | 'not_in';
export type Op = UnaryOp | CompareOp | PrefixOp | SetOp;

/** A literal as written, before it meets a column's type. Values in the forms of types/type.ts `Value`. */
export type Literal =
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'int'; readonly value: number }
  | { readonly kind: 'long'; readonly value: bigint }
  | { readonly kind: 'float' | 'double'; readonly value: number }
  | { readonly kind: 'decimal'; readonly value: bigint; readonly scale: number }
  | { readonly kind: 'date'; readonly value: number }
  | {
      readonly kind: 'time' | 'timestamp' | 'timestamptz' | 'timestamp_ns' | 'timestamptz_ns';
      readonly value: bigint;
    }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'uuid' | 'fixed' | 'binary'; readonly value: Uint8Array };

export interface NamedTerm {
  /** Full column name, dotted. */
  readonly name: string;
  /** Absent = the column itself. An identity transform is the column itself (EX-2). */
  readonly transform?: Transform | undefined;
  readonly span?: Span | undefined;
}

export interface Predicate {
  readonly kind: 'predicate';
  readonly op: Op;
  readonly term: NamedTerm;
  /** None for unary operations, one for comparisons and prefixes, any number for sets. */
  readonly literals: readonly Literal[];
  /** Where the condition stands in what was typed. */
  readonly span?: Span | undefined;
}

export type Expression =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'and' | 'or'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly child: Expression }
  | Predicate
  | Opaque;

/** A condition that is not pushed down, kept with its text for the residual and the reason why. */
export interface Opaque {
  readonly kind: 'opaque';
  readonly text: string;
  readonly reason: string;
  readonly span?: Span | undefined;
}

export const TRUE: Expression = { kind: 'true' };
export const FALSE: Expression = { kind: 'false' };
