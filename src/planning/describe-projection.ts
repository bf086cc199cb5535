/** A filter on each layout of a table: what a partition must be like to match, for the sieve (look.md 10). */
import type { BoundExpression, BoundPredicate } from '../expressions/bound.ts';
import { printWithin } from '../expressions/print.ts';
import type { BoundPartitionField, BoundSpec } from '../metadata/bound-spec.ts';
import { printTransform } from '../transforms/transform.ts';
import type { Profile } from '../types/profile.ts';
import type { PartitionExpression } from './partition-expression.ts';
import { foldPartition, printPartition } from './partition-text.ts';
import { partitionWords } from './partition-words.ts';
import { projectInclusive, projectLeaf, projectStrict } from './project.ts';

export interface DescribedCondition {
  /** SQL-like: `ts_hour >= 2026-03-01-09 AND country = 'NO'`, or TRUE, or FALSE. */
  readonly formula: string;
  readonly words: string;
}

export interface DescribedProjection {
  readonly specId: number;
  /** Partitions that can hold a match. */
  readonly inclusive: DescribedCondition;
  /** Partitions all of whose rows match. */
  readonly strict: DescribedCondition;
  /** Conditions that can't help on this spec, as typed, and why. */
  readonly unused: readonly { readonly text: string; readonly reason: string }[];
}

/** The filter's projections on each spec, folded and in words. */
export function describeProjections(
  filter: BoundExpression,
  specs: readonly BoundSpec[],
  rules: Profile,
): DescribedProjection[] {
  return specs.map((spec) => {
    const inclusive = foldPartition(projectInclusive(filter, spec, rules));
    const strict = foldPartition(projectStrict(filter, spec, rules));
    return {
      specId: spec.specId,
      inclusive: { formula: printPartition(inclusive), words: partitionWords(inclusive) },
      strict: {
        formula: printPartition(strict),
        words: strictWords(filter, inclusive, strict, spec, rules),
      },
      unused: unusedConditions(filter, spec, rules),
    };
  });
}

function strictWords(
  filter: BoundExpression,
  inclusive: PartitionExpression,
  strict: PartitionExpression,
  spec: BoundSpec,
  rules: Profile,
): string {
  if (strict.kind === 'true') return 'every partition';
  if (strict.kind === 'false') return `never: ${whyNever(filter, spec, rules)}`;
  const isSame = printPartition(strict) === printPartition(inclusive);
  return isSame ? 'the same' : partitionWords(strict);
}

/** Why no partition is sure to hold matches only. */
function whyNever(filter: BoundExpression, spec: BoundSpec, rules: Profile): string {
  if (filter.kind === 'false') return 'the condition is never true';
  const fields = spec.fields.filter((field) => field.transform.kind !== 'void');
  if (fields.length === 0) return 'this layout has no partitions';
  const grain = grainOf(fields);
  const [missing] = leavesOf(filter).filter(
    (leaf) => projectLeaf(leaf, spec, rules).fields.length === 0,
  );
  if (missing !== undefined) return `${grain.one} mixes values of ${missing.term.name}`;
  const [open] = leavesOf(filter).filter(
    (leaf) => projectLeaf(leaf, spec, rules).strict.kind === 'false',
  );
  if (open !== undefined) {
    const own = projectLeaf(open, spec, rules).fields.map(({ field }) => field);
    return `${grainOf(own).one} holds other values of ${open.term.name} too`;
  }
  if (opaqueConditions(filter).length > 0) return 'what cannot be judged is never sure';
  return `no ${grain.noun} is wholly inside`;
}

const UNITS: readonly string[] = ['hour', 'day', 'month', 'year'];

/** What a partition is called by its finest time unit, or by buckets alone. */
function grainOf(fields: readonly BoundPartitionField[]): { one: string; noun: string } {
  const unit = UNITS.find((one) => fields.some((f) => f.transform.kind === one));
  const isBuckets = fields.every((f) => f.transform.kind === 'bucket');
  const noun = unit ?? (isBuckets ? 'bucket' : 'partition');
  return { one: noun === 'hour' ? 'an hour' : `a ${noun}`, noun };
}

/** Leaves in order; IS NOT NULL counts only where the column has no other condition, since SQL implies it. */
function leavesOf(filter: BoundExpression): BoundPredicate[] {
  const all = allLeaves(filter);
  const compared = new Set(
    all.filter((leaf) => leaf.op !== 'not_null').map((leaf) => leaf.term.fieldId),
  );
  return all.filter((leaf) => leaf.op !== 'not_null' || !compared.has(leaf.term.fieldId));
}

function allLeaves(filter: BoundExpression): BoundPredicate[] {
  if (filter.kind === 'predicate') return [filter];
  if (filter.kind !== 'and' && filter.kind !== 'or') return [];
  return [...allLeaves(filter.left), ...allLeaves(filter.right)];
}

function unusedConditions(
  filter: BoundExpression,
  spec: BoundSpec,
  rules: Profile,
): { text: string; reason: string }[] {
  const unused = leavesOf(filter).flatMap((leaf) => {
    const reason = whyUnused(leaf, spec, rules);
    return reason === undefined ? [] : [{ text: printWithin(leaf, filter), reason }];
  });
  return [...unused, ...opaqueConditions(filter)];
}

function opaqueConditions(filter: BoundExpression): { text: string; reason: string }[] {
  if (filter.kind === 'opaque') return [{ text: filter.text, reason: filter.reason }];
  if (filter.kind !== 'and' && filter.kind !== 'or') return [];
  return [...opaqueConditions(filter.left), ...opaqueConditions(filter.right)];
}

/** Why a leaf has no inclusive projection on a spec; undefined where it has one. */
export function whyUnused(
  leaf: BoundPredicate,
  spec: BoundSpec,
  rules: Profile,
): string | undefined {
  const projection = projectLeaf(leaf, spec, rules);
  if (projection.absence === undefined) return undefined;
  const column = leaf.term.name;
  const [field] = projection.fields.map((f) => f.field);
  if (field === undefined) return `${column} is no field of spec ${spec.specId}`;
  switch (field.transform.kind) {
    case 'void':
      return `${column} was removed from spec ${spec.specId}`;
    case 'unknown':
      return `transform ${field.transform.text} is unknown here, so it never skips`;
    case 'bucket':
      return `${printTransform(field.transform)} keeps no order, so only = and IN help`;
    default:
      return `${field.name} does not keep enough of ${column} to decide it`;
  }
}
