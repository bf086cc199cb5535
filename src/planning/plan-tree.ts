/** A filter made ready for one spec and profile: its tree, with each leaf's projections computed once. */
import type { BoundExpression, BoundPredicate } from '../expressions/bound.ts';
import type { Opaque } from '../expressions/expression.ts';
import type { BoundSpec } from '../metadata/bound-spec.ts';
import type { Profile } from '../types/profile.ts';
import type { PartitionExpression } from './partition-expression.ts';
import { type LeafProjection, projectLeaf } from './project.ts';
import { reasonCode } from './reasons.ts';
import { andInto, MIGHT, MUST, orInto, takeMust, verdictByte } from './verdict.ts';

export interface PlanLeaf {
  readonly kind: 'leaf';
  readonly predicate: BoundPredicate;
  readonly projection: LeafProjection;
  /** The reading for "every row must match", where it is another (EX-19). */
  readonly strict: PlanNode | undefined;
}

export type PlanNode =
  | { readonly kind: 'true' | 'false' }
  | { readonly kind: 'and' | 'or'; readonly left: PlanNode; readonly right: PlanNode }
  | { readonly kind: 'opaque'; readonly opaque: Opaque }
  | PlanLeaf;

export interface PreparedPlan {
  readonly filter: BoundExpression;
  readonly spec: BoundSpec;
  readonly rules: Profile;
  readonly tree: PlanNode;
  /** Partition values can make a difference; otherwise all files of a manifest share one byte. */
  readonly partitionsDecide: boolean;
  /** Partition values can prove a condition of every row. */
  readonly partitionsProve: boolean;
}

const prepared = new WeakMap<BoundExpression, PreparedPlan[]>();

/** The plan of a filter for a spec under a profile; made once for the same three objects. */
export function preparePlan(
  filter: BoundExpression,
  spec: BoundSpec,
  rules: Profile,
): PreparedPlan {
  const plans = prepared.get(filter) ?? [];
  prepared.set(filter, plans);
  const found = plans.find((plan) => plan.spec === spec && plan.rules === rules);
  if (found !== undefined) return found;
  const tree = prepareNode(filter, spec, rules);
  const leaves = leavesOf(tree);
  const made = {
    filter,
    spec,
    rules,
    tree,
    partitionsDecide: leaves.some(
      ({ projection }) => !isFixed(projection.inclusive) || !isFixed(projection.strict),
    ),
    partitionsProve: leaves.some(({ projection }) => projection.strict.kind !== 'false'),
  };
  plans.push(made);
  return made;
}

function isFixed({ kind }: PartitionExpression): boolean {
  return kind === 'true' || kind === 'false';
}

/** Of a tree, those of other readings too. */
export function leavesOf(node: PlanNode): readonly PlanLeaf[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return [...leavesOf(node.left), ...leavesOf(node.right)];
    case 'leaf':
      return node.strict === undefined ? [node] : [node, ...leavesOf(node.strict)];
    default:
      return [];
  }
}

function prepareNode(filter: BoundExpression, spec: BoundSpec, rules: Profile): PlanNode {
  switch (filter.kind) {
    case 'true':
    case 'false':
      return filter;
    case 'opaque':
      return { kind: 'opaque', opaque: filter };
    case 'and':
    case 'or':
      return {
        kind: filter.kind,
        left: prepareNode(filter.left, spec, rules),
        right: prepareNode(filter.right, spec, rules),
      };
    case 'predicate':
      return {
        kind: 'leaf',
        predicate: filter,
        projection: projectLeaf(filter, spec, rules),
        strict: filter.strict && prepareNode(filter.strict, spec, rules),
      };
  }
}

/** Verdict bytes of the nodes of a tree, where somebody wants to see them. */
export type Trace = Map<PlanNode, Uint8Array>;

/**
 * Verdict bytes of a tree over `rows` rows. `judgeLeaf` gives those of a leaf, its own column each time; combining is
 * the same for all judges.
 */
export function judgeTree(
  node: PlanNode,
  rows: number,
  judgeLeaf: (leaf: PlanLeaf) => Uint8Array,
  trace?: Trace,
): Uint8Array {
  const bytes = judgeNode(node, rows, judgeLeaf, trace);
  trace?.set(node, bytes.slice());
  return bytes;
}

function judgeNode(
  node: PlanNode,
  rows: number,
  judgeLeaf: (leaf: PlanLeaf) => Uint8Array,
  trace?: Trace,
): Uint8Array {
  switch (node.kind) {
    case 'true':
      return new Uint8Array(rows).fill(verdictByte(MIGHT | MUST, reasonCode('filter-true')));
    case 'false':
      return new Uint8Array(rows).fill(verdictByte(0, reasonCode('filter-false')));
    case 'opaque':
      return new Uint8Array(rows).fill(verdictByte(MIGHT, reasonCode('not-pushed-down')));
    case 'and':
    case 'or': {
      const left = judgeTree(node.left, rows, judgeLeaf, trace);
      const right = judgeTree(node.right, rows, judgeLeaf, trace);
      if (node.kind === 'and') andInto(left, right);
      else orInto(left, right);
      return left;
    }
    case 'leaf': {
      const bytes = judgeLeaf(node);
      if (node.strict !== undefined) {
        takeMust(bytes, judgeTree(node.strict, rows, judgeLeaf, trace));
      }
      return bytes;
    }
  }
}

/** Ids of the columns whose metrics a filter asks for: what a manifest must be decoded with. */
export function neededFieldIds(filter: BoundExpression): number[] {
  const ids = new Set<number>();
  collectFieldIds(filter, ids);
  return [...ids];
}

function collectFieldIds(filter: BoundExpression, ids: Set<number>): void {
  if (filter.kind === 'and' || filter.kind === 'or') {
    collectFieldIds(filter.left, ids);
    collectFieldIds(filter.right, ids);
  } else if (filter.kind === 'predicate') {
    ids.add(filter.term.fieldId);
    if (filter.strict !== undefined) collectFieldIds(filter.strict, ids);
  }
}
