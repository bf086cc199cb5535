/**
 * Projections of a bound filter on a partition spec (rules.md 6): the inclusive one is true of every partition that may hold a
 * matching row, the strict one only of partitions all of whose rows match. Transforms' own rules are in
 * project-field.ts.
 */
import type { BoundExpression, BoundPredicate } from '../expressions/bound.ts';
import type { BoundPartitionField, BoundSpec } from '../metadata/bound-spec.ts';
import type { Profile } from '../types/profile.ts';
import {
  FALSE,
  type PartitionExpression,
  partitionAnd,
  partitionOr,
  TRUE,
} from './partition-expression.ts';
import { projectField } from './project-field.ts';
import type { ReasonName } from './reasons.ts';

/** What one partition field says of a leaf; undefined = nothing. */
interface FieldProjection {
  readonly field: BoundPartitionField;
  readonly inclusive: PartitionExpression | undefined;
  readonly strict: PartitionExpression | undefined;
}

export interface LeafProjection {
  /** Fields on the leaf's column, in spec order. */
  readonly fields: readonly FieldProjection[];
  readonly inclusive: PartitionExpression;
  readonly strict: PartitionExpression;
  /** Why `inclusive` is TRUE, where it is for want of a projection. */
  readonly absence: ReasonName | undefined;
}

/** PR-2: all fields on the column apply; none means TRUE, and FALSE for strict. */
export function projectLeaf(leaf: BoundPredicate, spec: BoundSpec, rules: Profile): LeafProjection {
  const fields = spec.fields
    .filter((field) => field.source?.fieldId === leaf.term.fieldId)
    .map((field) => ({ field, ...projectField(leaf, field, rules) }));
  const inclusive = fields.reduce((all, f) => partitionAnd(all, f.inclusive ?? TRUE), TRUE);
  const strict = fields.reduce((any, f) => partitionOr(any, f.strict ?? FALSE), FALSE);
  const none = fields.every((f) => f.inclusive === undefined);
  const isUnknown = fields.some((f) => f.field.transform.kind === 'unknown');
  const absence = none ? (isUnknown ? 'unknown-transform' : 'no-projection') : undefined;
  return { fields, inclusive, strict, absence };
}

/** The partition predicate that is true of every partition that may hold a matching row (PR-1). */
export function projectInclusive(
  filter: BoundExpression,
  spec: BoundSpec,
  rules: Profile,
): PartitionExpression {
  switch (filter.kind) {
    case 'true':
    case 'false':
      return filter;
    case 'and':
    case 'or': {
      const left = projectInclusive(filter.left, spec, rules);
      const right = projectInclusive(filter.right, spec, rules);
      return filter.kind === 'and' ? partitionAnd(left, right) : partitionOr(left, right);
    }
    case 'opaque':
      return TRUE;
    case 'predicate':
      return projectLeaf(filter, spec, rules).inclusive;
  }
}

/** The partition predicate that is true only of partitions all of whose rows match (PR-1). */
export function projectStrict(
  filter: BoundExpression,
  spec: BoundSpec,
  rules: Profile,
): PartitionExpression {
  switch (filter.kind) {
    case 'true':
    case 'false':
      return filter;
    case 'and':
    case 'or': {
      const left = projectStrict(filter.left, spec, rules);
      const right = projectStrict(filter.right, spec, rules);
      return filter.kind === 'and' ? partitionAnd(left, right) : partitionOr(left, right);
    }
    case 'opaque':
      return FALSE;
    case 'predicate':
      if (filter.strict !== undefined) return projectStrict(filter.strict, spec, rules);
      return projectLeaf(filter, spec, rules).strict;
  }
}
