/**
 * The conditions that make a verdict what it is: one side rules out an AND, all sides together an OR; all sides keep an AND,
 * one side an OR.
 */

import type { Opaque } from '../expressions/expression.ts';
import { comparator } from '../types/compare.ts';
import { sameType } from '../types/parse-type.ts';
import { SAFE } from '../types/profile.ts';
import type { Value } from '../types/type.ts';
import {
  FALSE,
  fieldsOf,
  type PartitionExpression,
  type PartitionPredicate,
  partitionAnd,
  partitionOr,
  TRUE,
} from './partition-expression.ts';
import { conjunctsOf, disjunctsOf, foldPartition, printPartition } from './partition-text.ts';
import { judgeTree, type PlanLeaf, type PlanNode, type Trace } from './plan-tree.ts';
import { MIGHT, MUST, rowsOf } from './verdict.ts';

/** Leaves that decide together; none where a constant or the file itself decides. */
export function decidingLeaves(node: PlanNode, trace: Trace): PlanLeaf[] {
  if (node.kind === 'leaf') return [node];
  if (node.kind !== 'and' && node.kind !== 'or') return [];
  return decidingSides(node, trace).flatMap((side) => decidingLeaves(side, trace));
}

export function leavesOfTree(node: PlanNode): PlanLeaf[] {
  if (node.kind === 'leaf') return [node];
  if (node.kind !== 'and' && node.kind !== 'or') return [];
  return [...leavesOfTree(node.left), ...leavesOfTree(node.right)];
}

/** The first condition that no statistic answers. */
export function opaqueOf(node: PlanNode): Opaque | undefined {
  if (node.kind === 'opaque') return node.opaque;
  if (node.kind !== 'and' && node.kind !== 'or') return undefined;
  return opaqueOf(node.left) ?? opaqueOf(node.right);
}

/** `IS NOT NULL` counts only where its column has no other condition, since SQL implies it. */
export function withoutImplied(leaves: readonly PlanLeaf[]): readonly PlanLeaf[] {
  const compared = new Set(
    leaves.flatMap(({ predicate: { op, term } }) => (op === 'not_null' ? [] : [term.fieldId])),
  );
  return leaves.filter(
    ({ predicate: { op, term } }) => op !== 'not_null' || !compared.has(term.fieldId),
  );
}

/** A comparison with the IS NOT NULL that SQL implies behind it. */
export function impliedPair(node: PlanNode): [PlanLeaf, PlanLeaf] | undefined {
  if (node.kind !== 'and') return undefined;
  const { left, right } = node;
  if (left.kind !== 'leaf' || right.kind !== 'leaf') return undefined;
  const same = left.predicate.term.fieldId === right.predicate.term.fieldId;
  const isImplied = right.predicate.op === 'not_null' && left.predicate.op !== 'not_null';
  return same && isImplied ? [left, right] : undefined;
}

/** What partition and bounds say together of each node: rows of one side of an OR may be ruled out by either. */
export function judgedTogether(tree: PlanNode, partition: Trace, bounds: Trace): Trace {
  const trace: Trace = new Map();
  const judge = (leaf: PlanLeaf) => {
    const [a, b] = [bounds.get(leaf)?.[0] ?? 0, partition.get(leaf)?.[0] ?? 0];
    return Uint8Array.of((a & ~(MIGHT | MUST)) | (a & b & MIGHT) | ((a | b) & MUST));
  };
  judgeTree(tree, 1, judge, trace);
  return trace;
}

/** Leaves that keep a file from being decided: not those of a side that is ruled out or proven. */
export function openLeaves(node: PlanNode, trace: Trace): PlanLeaf[] {
  if (rowsAt(node, trace) !== 'might') return [];
  if (node.kind !== 'and' && node.kind !== 'or') return leavesOfTree(node);
  return [...openLeaves(node.left, trace), ...openLeaves(node.right, trace)];
}

type Junction = Extract<PlanNode, { kind: 'and' | 'or' }>;

function decidingSides(node: Junction, trace: Trace): PlanNode[] {
  const rows = rowsAt(node, trace);
  const sides = [node.left, node.right].filter((side) => rowsAt(side, trace) === rows);
  const oneIsEnough = (node.kind === 'and') === (rows === 'cannot');
  return oneIsEnough ? sides.slice(0, 1) : sides;
}

function rowsAt(node: PlanNode, trace: Trace) {
  return rowsOf(trace.get(node)?.[0] ?? 0);
}

/** What a partition must be like to pass the conditions that rule one out. */
export function decidingCondition(node: PlanNode, trace: Trace): PartitionExpression {
  switch (node.kind) {
    case 'leaf':
      return foldPartition(node.projection.inclusive);
    case 'or':
      return joined(
        decidingSides(node, trace).flatMap((side) => disjunctsOf(decidingCondition(side, trace))),
      );
    case 'and': {
      const parts = chainOf(node);
      const decides = parts.find((part) => rowsAt(part, trace) === 'cannot');
      return decides === undefined ? TRUE : narrowed(decidingCondition(decides, trace), parts);
    }
    default:
      return node.kind === 'false' ? FALSE : TRUE;
  }
}

function chainOf(node: PlanNode): PlanNode[] {
  return node.kind === 'and' ? [...chainOf(node.left), ...chainOf(node.right)] : [node];
}

/** With what else is asked of the same fields: a range reads better than its one edge. */
function narrowed(condition: PartitionExpression, parts: readonly PlanNode[]): PartitionExpression {
  const fields = new Set(fieldsOf(condition));
  const others = parts.flatMap((part) =>
    part.kind !== 'leaf'
      ? []
      : conjunctsOf(part.projection.inclusive).filter(
          (p) => p.kind === 'predicate' && fields.has(p.field),
        ),
  );
  return joined(
    disjunctsOf(condition).map((one) =>
      foldPartition(distinct([...conjunctsOf(one), ...others]).reduce(partitionAnd, TRUE)),
    ),
  );
}

function distinct(parts: readonly PartitionExpression[]): readonly PartitionExpression[] {
  return [...new Map(parts.map((part) => [printPartition(part), part])).values()];
}

/** Alternatives, and what holds for every value but null as that. */
function joined(alternatives: readonly PartitionExpression[]): PartitionExpression {
  const all = distinct(alternatives);
  return notNullOf(all) ?? all.reduce(partitionOr, FALSE);
}

/** `<= 5 OR >= 5`. NaN is in neither range. */
function notNullOf(all: readonly PartitionExpression[]): PartitionPredicate | undefined {
  const ends = all.filter((one): one is PartitionPredicate => one.kind === 'predicate');
  const upper = ends.find(({ op }) => op === 'lt' || op === 'lt_eq');
  const lower = ends.find(({ op }) => op === 'gt' || op === 'gt_eq');
  const [first] = ends;
  if (first === undefined || upper === undefined || lower === undefined) return undefined;
  const isOneTerm = ends.every((p) => p.field === first.field && p.transform === first.transform);
  const type = upper.literalType;
  const hasNan = type.kind === 'float' || type.kind === 'double';
  if (ends.length !== all.length || !isOneTerm || !sameType(type, lower.literalType) || hasNan)
    return undefined;
  if (ends.some(({ op }) => op === 'is_null')) return undefined;
  const c = comparator(type, SAFE)(lower.literals[0] as Value, upper.literals[0] as Value);
  const meet = c < 0 || (c === 0 && (upper.op === 'lt_eq' || lower.op === 'gt_eq'));
  return meet ? { ...first, op: 'not_null', literals: [] } : undefined;
}
