/** What is left of a filter for the rows of one file, once its partition value is known (rules.md 7.5). */
import { andBound, orBound } from '../expressions/bind.ts';
import type { BoundExpression } from '../expressions/bound.ts';
import type { ManifestEntries } from '../metadata/entries.ts';
import { judgePartition, partitionBytes } from './judges.ts';
import type { PartitionExpression } from './partition-expression.ts';
import type { PlanLeaf, PlanNode, PreparedPlan } from './plan-tree.ts';
import { MIGHT, MUST } from './verdict.ts';

const TRUE: BoundExpression = { kind: 'true' };
const FALSE: BoundExpression = { kind: 'false' };

/** The residual of the filter for entry `entry` (EV-32). */
export function residualOf(
  plan: PreparedPlan,
  entries: ManifestEntries,
  entry: number,
): BoundExpression {
  if (plan.spec.fields.length === 0) return plan.filter;
  const evaluate = (expression: PartitionExpression) => {
    const bytes = judgePartition(expression, entries.count, (p) =>
      partitionBytes(p, entries, plan.rules),
    );
    return bytes[entry] as number;
  };
  return reduceNode(plan.tree, evaluate);
}

type Evaluate = (expression: PartitionExpression) => number;

function reduceNode(node: PlanNode, evaluate: Evaluate): BoundExpression {
  switch (node.kind) {
    case 'true':
    case 'false':
      return node;
    case 'opaque':
      return node.opaque;
    case 'and':
    case 'or': {
      const left = reduceNode(node.left, evaluate);
      const right = reduceNode(node.right, evaluate);
      return node.kind === 'and' ? andBound(left, right) : orBound(left, right);
    }
    case 'leaf':
      return reduceLeaf(node, evaluate);
  }
}

/** Field by field: TRUE where its strict projection holds, FALSE where its inclusive one does not. */
function reduceLeaf(leaf: PlanLeaf, evaluate: Evaluate): BoundExpression {
  for (const { inclusive, strict } of leaf.projection.fields) {
    // A leaf with another reading for "every row" is settled by that one only (EX-19).
    const proof = leaf.strict === undefined ? strict : undefined;
    if (proof !== undefined && (evaluate(proof) & MUST) !== 0) return TRUE;
    if (inclusive !== undefined && (evaluate(inclusive) & MIGHT) === 0) return FALSE;
  }
  if (leaf.strict !== undefined && reduceNode(leaf.strict, evaluate).kind === 'true') return TRUE;
  return leaf.predicate;
}
