/** A condition on partition values: what a projection is made of. */
import type { Op } from '../expressions/expression.ts';
import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import type { Transform } from '../transforms/transform-type.ts';
import type { PrimitiveType, Value } from '../types/type.ts';

export interface PartitionPredicate {
  readonly kind: 'predicate';
  readonly op: Op;
  readonly field: BoundPartitionField;
  /** Applied to the partition value before it is compared: a transform term on an identity field (PR-4). */
  readonly transform?: Transform | undefined;
  /** In the type of the (transformed) partition value; decimals may have another scale (EX-17). */
  readonly literals: readonly Value[];
  readonly literalType: PrimitiveType;
  /** As of a bound predicate: the scales of a set's decimals where they differ. */
  readonly scales?: readonly number[] | undefined;
}

export type PartitionExpression =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | {
      readonly kind: 'and' | 'or';
      readonly left: PartitionExpression;
      readonly right: PartitionExpression;
    }
  | PartitionPredicate;

export const TRUE: PartitionExpression = { kind: 'true' };
export const FALSE: PartitionExpression = { kind: 'false' };

/** With EX-3 folding. */
export function partitionAnd(
  left: PartitionExpression,
  right: PartitionExpression,
): PartitionExpression {
  if (left.kind === 'false' || right.kind === 'false') return FALSE;
  if (left.kind === 'true') return right;
  return right.kind === 'true' ? left : { kind: 'and', left, right };
}

/** With EX-3 folding. */
export function partitionOr(
  left: PartitionExpression,
  right: PartitionExpression,
): PartitionExpression {
  if (left.kind === 'true' || right.kind === 'true') return TRUE;
  if (left.kind === 'false') return right;
  return right.kind === 'false' ? left : { kind: 'or', left, right };
}

/** Each once, in order. */
export function fieldsOf(expression: PartitionExpression): BoundPartitionField[] {
  if (expression.kind === 'predicate') return [expression.field];
  if (expression.kind !== 'and' && expression.kind !== 'or') return [];
  return [...new Set([...fieldsOf(expression.left), ...fieldsOf(expression.right)])];
}
