/** Projections as Iceberg's expression JSON, over the names of partition fields, for comparing them. */
import type { BoundExpression } from '../expressions/bound.ts';
import { boundToJson } from '../expressions/json.ts';
import type { PartitionExpression } from './partition-expression.ts';

export function partitionToJson(expression: PartitionExpression): unknown {
  return boundToJson(asBound(expression));
}

/** boundToJson looks at a predicate's operation, its term's name and transform, and its literals; a field has them all. */
function asBound(expression: PartitionExpression): BoundExpression {
  switch (expression.kind) {
    case 'true':
    case 'false':
      return expression;
    case 'and':
    case 'or': {
      const { kind, left, right } = expression;
      return { kind, left: asBound(left), right: asBound(right) };
    }
    case 'predicate': {
      const term = { name: expression.field.name, transform: expression.transform };
      return { ...expression, term } as unknown as BoundExpression;
    }
  }
}
