/** Verdict trees of one file, read from the bytes that the judges leave behind (look.md 9). */

import { assert } from '../base/errors.ts';
import { onceFor } from '../base/memo.ts';
import type { BoundExpression, BoundPredicate } from '../expressions/bound.ts';
import { printBound, printWithin } from '../expressions/print.ts';
import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import type { ManifestEntries } from '../metadata/entries.ts';
import type { ManifestFile } from '../metadata/records.ts';
import { joinWords } from '../types/format.ts';
import type { Profile } from '../types/profile.ts';
import { impliedPair } from './deciding.ts';
import { whyUnused } from './describe-projection.ts';
import type { LeafEvidence, StageName, VerdictNode } from './explanation.ts';
import { boundsFinding, couldMatch, partitionFinding, summaryExtent } from './findings.ts';
import { fieldsOf, type PartitionExpression, partitionAnd } from './partition-expression.ts';
import { foldPartition, printPartition } from './partition-text.ts';
import { couldMatchWords } from './partition-words.ts';
import type { PlanLeaf, PlanNode, PreparedPlan, Trace } from './plan-tree.ts';
import type { LeafProjection } from './project.ts';
import { REASONS, type Reason } from './reasons.ts';
import {
  partitionValue,
  partitionValueText,
  shown,
  summaryValues,
  termStatistics,
} from './statistics.ts';
import { reasonOf, rowsOf } from './verdict.ts';

export interface FileContext {
  /** How the manifest is called where its values are told: of itself `its`, of one of its files otherwise. */
  readonly whose: string;
  readonly plan: PreparedPlan;
  readonly manifest: ManifestFile;
  /** One row: the file's. */
  readonly entries: ManifestEntries;
  readonly rules: Profile;
}

/** The tree of one stage; its root has the stage's verdict. */
export function stageTree(context: FileContext, stage: StageName, trace: Trace): VerdictNode {
  return nodeOf(context, stage, trace, context.plan.tree);
}

function nodeOf(context: FileContext, stage: StageName, trace: Trace, node: PlanNode): VerdictNode {
  const byte = trace.get(node)?.[0] ?? 0;
  const rows = rowsOf(byte);
  switch (node.kind) {
    case 'true':
    case 'false':
      return { kind: 'constant', rows, text: node.kind.toUpperCase(), children: [] };
    case 'opaque':
      return {
        kind: 'opaque',
        rows,
        text: node.opaque.text,
        finding: node.opaque.reason,
        ...named(REASONS[reasonOf(byte)]),
        children: [],
      };
    case 'leaf':
      return leafNode(context, stage, node, byte, printBound(node.predicate));
    default: {
      const implied = impliedPair(node);
      if (implied !== undefined) return pairNode(context, stage, trace, node, implied);
      const children = chainOf(node, node.kind).map((part) => nodeOf(context, stage, trace, part));
      return { kind: node.kind, rows, text: printBound(expressionOf(node)), children };
    }
  }
}

/** Parts of a chain of one kind, as people write it. */
function chainOf(node: PlanNode, kind: 'and' | 'or'): PlanNode[] {
  if (node.kind !== kind || impliedPair(node) !== undefined) return [node];
  return [...chainOf(node.left, kind), ...chainOf(node.right, kind)];
}

/** Shown as the comparison; the finding is of the side that decides. */
function pairNode(
  context: FileContext,
  stage: StageName,
  trace: Trace,
  node: PlanNode,
  [comparison, notNull]: readonly [PlanLeaf, PlanLeaf],
): VerdictNode {
  const byte = trace.get(node)?.[0] ?? 0;
  const decides = trace.get(comparison)?.[0] === byte ? comparison : notNull;
  const text = printBound(expressionOf(node));
  const shownNode = leafNode(context, stage, decides, byte, text);
  return { ...shownNode, evidence: evidenceOf(context, stage, comparison, pairProjection(node)) };
}

/** Both sides must hold, of the partition too. */
const pairProjection = onceFor((node: PlanNode): Projections => {
  const [a, b] = (impliedPair(node) ?? []).map(({ projection }) => projection);
  assert(a !== undefined && b !== undefined, 'not a pair');
  return {
    inclusive: partitionAnd(a.inclusive, b.inclusive),
    strict: partitionAnd(a.strict, b.strict),
  };
});

type Projections = Pick<LeafProjection, 'inclusive' | 'strict'>;

const expressionOf: (node: PlanNode) => BoundExpression = onceFor((node) => {
  switch (node.kind) {
    case 'true':
    case 'false':
      return { kind: node.kind };
    case 'opaque':
      return node.opaque;
    case 'leaf':
      return node.predicate;
    default: {
      const { kind, left, right } = node;
      return { kind, left: expressionOf(left), right: expressionOf(right) };
    }
  }
});

function named(reason: Reason | undefined): { reason?: string; rule?: string } {
  return reason === undefined ? {} : { reason: reason.name, rule: reason.rule };
}

function leafNode(
  context: FileContext,
  stage: StageName,
  leaf: PlanLeaf,
  byte: number,
  text: string,
): VerdictNode {
  const reason = REASONS[reasonOf(byte)];
  return {
    kind: 'predicate',
    rows: rowsOf(byte),
    text,
    finding: findingOf(context, stage, leaf, byte),
    ...named(reason),
    evidence: evidenceOf(context, stage, leaf),
    children: [],
  };
}

/** What a leaf's byte says at a stage, without the full stop. */
export function findingOf(
  context: FileContext,
  stage: StageName,
  leaf: PlanLeaf,
  byte: number,
): string {
  const { plan, entries, rules } = context;
  const reason = REASONS[reasonOf(byte)]?.name;
  if (reason === 'record-count-zero') return 'the file has no rows';
  if (stage === 'bounds') {
    return boundsFinding(
      leaf.predicate,
      byte,
      termStatistics(entries, 0, leaf.predicate.term, rules),
    );
  }
  if (leaf.projection.absence !== undefined) {
    return whyUnused(leaf.predicate, plan.spec, rules) ?? '';
  }
  if (stage === 'manifest') return manifestFinding(context, leaf, byte);
  return leaf.projection.inclusive.kind === 'false'
    ? noPartition(plan, [leaf])
    : partitionFinding(
        leaf.projection.inclusive,
        (field) => partitionValueText(field, partitionValue(entries, 0, field, rules)),
        byte,
      );
}

/** Of projections that are FALSE. */
function noPartition({ filter }: PreparedPlan, leaves: readonly PlanLeaf[]): string {
  const texts = new Set(leaves.map(({ predicate }) => printWithin(predicate, filter)));
  return `no partition can hold ${joinWords([...texts], 'or')}`;
}

function manifestFinding(context: FileContext, leaf: PlanLeaf, byte: number): string {
  const { inclusive } = leaf.projection;
  if (inclusive.kind === 'false') return noPartition(context.plan, [leaf]);
  const extents = extentsOf(context, 'manifest', fieldsOf(inclusive));
  if (extents.length === 0) return REASONS[reasonOf(byte)]?.words ?? '';
  return rowsOf(byte) === 'cannot'
    ? `${extents.join(', ')}; ${couldMatch(inclusive)}`
    : extents.join(', ');
}

/** What is recorded of fields: of the file, its partition; of the manifest, its summaries. */
function extentsOf(
  { plan, manifest, entries, rules, whose }: FileContext,
  stage: 'manifest' | 'partition',
  fields: readonly BoundPartitionField[],
): string[] {
  return fields.flatMap((field) => {
    if (stage === 'partition') {
      const value = partitionValue(entries, 0, field, rules);
      return [`${field.name} is ${partitionValueText(field, value)}`];
    }
    const summary = summaryValues(manifest, field, plan.spec.fields.length, rules);
    return summary === undefined ? [] : [summaryExtent(field, summary, whose)];
  });
}

/** What a partition, or a manifest of them, holds and what could match by the leaves that decide; undefined where nothing is recorded. */
export function partitionFindings(
  context: FileContext,
  stage: 'manifest' | 'partition',
  leaves: readonly PlanLeaf[],
  condition: PartitionExpression,
): string | undefined {
  const fields = new Set(leaves.flatMap(({ projection }) => fieldsOf(projection.inclusive)));
  if (fields.size === 0) return noPartition(context.plan, leaves);
  const extents = extentsOf(context, stage, [...fields]);
  if (extents.length === 0) return undefined;
  return `${extents.join(', ')}; ${couldMatchWords(condition)}`;
}

const literalTexts = onceFor(({ literals, literalType }: BoundPredicate): readonly string[] =>
  literals.map((value) => shown(literalType, value)),
);

function evidenceOf(
  context: FileContext,
  stage: StageName,
  { predicate, projection: { fields, ...own } }: PlanLeaf,
  projection: Projections = own,
): LeafEvidence {
  const { plan, manifest, entries, rules } = context;
  const literals = literalTexts(predicate);
  if (stage === 'bounds') {
    const s = termStatistics(entries, 0, predicate.term, rules);
    return {
      literals,
      lower: s.lower === undefined ? undefined : shown(s.type, s.lower),
      upper: s.upper === undefined ? undefined : shown(s.type, s.upper),
      valueCount: s.valueCount,
      nullCount: s.nullCount,
      nanCount: s.nanCount,
    };
  }
  const named = [...new Set([...fieldsOf(projection.inclusive), ...fieldsOf(projection.strict)])];
  const [field] = [...named, ...fields.map((f) => f.field)];
  if (field === undefined) return { literals };
  const projections = {
    inclusive: printPartition(foldPartition(projection.inclusive)),
    strict: printPartition(foldPartition(projection.strict)),
  };
  if (stage === 'partition') {
    const shownFields = named.length > 0 ? named : [field];
    const values = shownFields.map((f): [string, string | null] => {
      const value = partitionValue(entries, 0, f, rules);
      return [f.name, value === null ? null : partitionValueText(f, value)];
    });
    return { literals, values: Object.fromEntries(values), ...projections };
  }
  const summary = summaryValues(manifest, field, plan.spec.fields.length, rules);
  if (summary === undefined) return { literals, ...projections };
  const text = (value: typeof summary.lower) =>
    value === undefined ? undefined : partitionValueText(field, value);
  return {
    literals,
    lower: text(summary.lower),
    upper: text(summary.upper),
    containsNull: summary.containsNull,
    containsNan: summary.containsNan,
    ...projections,
  };
}
