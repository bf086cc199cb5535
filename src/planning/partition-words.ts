/** What a folded partition condition says, in words: `the hour is 2026-03-01 09 to 11 and the country is NO`. */

import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { joinWords } from '../types/format.ts';
import { groupBy } from './group-by.ts';
import type { FieldTexts } from './operations/operation.ts';
import { OPERATIONS } from './operations.ts';
import { type OrderWords, orderWords, TIMES } from './order-words.ts';
import {
  fieldsOf,
  type PartitionExpression,
  type PartitionPredicate,
} from './partition-expression.ts';
import { conjunctsOf, disjunctsOf, literalText, printPartition } from './partition-text.ts';

/** Words of a condition that foldPartition has folded. */
export function partitionWords(expression: PartitionExpression): string {
  switch (expression.kind) {
    case 'true':
      return 'any partition';
    case 'false':
      return 'no partition';
    case 'or':
      return printPartition(expression);
    default: {
      const parts = conjunctsOf(expression);
      if (parts.some((part) => part.kind !== 'predicate')) return printPartition(expression);
      const groups = groupBy(parts as PartitionPredicate[], (p) => p.field);
      return joinWords(
        [...groups].map(([field, own]) => fieldWords(field, own)),
        'and',
      );
    }
  }
}

const SHOWN = 3;

/** `only 2026-03-01 09 to 11 could match`. What is told by what it leaves out is not a few values, so not `only` they. */
export function couldMatchWords(condition: PartitionExpression): string {
  const words = matchWords(condition);
  return `${/^(any|nothing) /.test(words) ? '' : 'only '}${words} could match`;
}

/** `2026-03-01 09 to 11`; of several fields each with its name. */
function matchWords(condition: PartitionExpression): string {
  if (condition.kind === 'false') return 'nothing of it';
  const isOne = fieldsOf(condition).length === 1;
  const texts = disjunctsOf(condition).map((one) => alternativeWords(one, isOne));
  const more = texts.length - SHOWN;
  const told = more > 0 ? [...texts.slice(0, SHOWN), `${more} more`] : texts;
  return told.join(', or ');
}

function alternativeWords(condition: PartitionExpression, isOne: boolean): string {
  const parts = conjunctsOf(condition);
  const predicates = parts.filter((p): p is PartitionPredicate => p.kind === 'predicate');
  if (predicates.length < parts.length) return printPartition(condition);
  const groups = groupBy(predicates, (p) => p.field);
  const words = [...groups].map(([field, own]) => {
    const range = rangeWords(own);
    return isOne ? range : `${field.name} ${range}`;
  });
  return words.join(' and ');
}

function fieldWords(field: BoundPartitionField, parts: readonly PartitionPredicate[]): string {
  return `${subjectOf(field)} is ${rangeWords(parts)}`;
}

/** `the hour`, `the country`, `the bucket of user_id`. */
export function subjectOf(field: BoundPartitionField): string {
  const column = field.source?.name ?? field.name;
  switch (field.transform.kind) {
    case 'year':
    case 'month':
    case 'day':
    case 'hour':
      return `the ${field.transform.kind}`;
    case 'identity':
      return `the ${column}`;
    case 'bucket':
      return `the bucket of ${column}`;
    default:
      return field.name;
  }
}

/** What the predicates on one field allow: `2026-03-01 09 to 11`, `NO`, `any value but NO or null`, `5 or more except 7`. */
export function rangeWords(parts: readonly PartitionPredicate[]): string {
  const lower = parts.find((p) => p.op === 'gt' || p.op === 'gt_eq');
  const upper = parts.find((p) => p.op === 'lt' || p.op === 'lt_eq');
  const others = mergedPrefixes(parts.filter((p) => p !== lower && p !== upper));
  const allowed = [...boundsWords(lower, upper), ...others.flatMap((p) => allowedBy(p) ?? [])];
  const excluded = [...new Set(others.flatMap(excludedBy))];
  if (allowed.length === 0) return `any value but ${joinWords(excluded, 'or')}`;
  // No null is in a range, nor equal to a value.
  const inside = excluded.filter((value) => value !== 'null');
  const except = inside.length === 0 ? '' : ` except ${joinWords(inside, 'and')}`;
  return `${joinWords(allowed, 'and')}${except}`;
}

/** Texts that begin neither with one nor with another: one list of prefixes. */
function mergedPrefixes(parts: readonly PartitionPredicate[]): readonly PartitionPredicate[] {
  const prefixes = parts.filter((p) => p.op === 'not_starts_with');
  const [first] = prefixes;
  if (first === undefined) return parts;
  const literals = prefixes.flatMap((p) => p.literals);
  return [{ ...first, literals }, ...parts.filter((p) => !prefixes.includes(p))];
}

function boundsWords(
  lower: PartitionPredicate | undefined,
  upper: PartitionPredicate | undefined,
): string[] {
  if (lower?.op === 'gt_eq' && upper?.op === 'lt_eq') {
    return [span(literalWords(lower), literalWords(upper))];
  }
  return [lower, upper].flatMap((p) => (p === undefined ? [] : (allowedBy(p) ?? [])));
}

/** The second value without what it shares with the first, as far as whole units go. */
function span(from: string, to: string): string {
  const day = /^(.+-\d\d-\d\d) \d\d$/.exec(from)?.[1];
  const short = day !== undefined && to.startsWith(`${day} `) ? to.slice(day.length + 1) : to;
  return from === to ? from : `${from} to ${short}`;
}

/** Hours read better with a blank before them. */
function literalWords(predicate: PartitionPredicate, index = 0): string {
  const value = predicate.literals[index];
  const text = value === undefined ? '' : literalText(predicate, value, false);
  const kind = (predicate.transform ?? predicate.field.transform).kind;
  return hourWords(kind, text);
}

export function hourWords(kind: Transform['kind'], text: string): string {
  return kind === 'hour' ? text.replace(/-(\d\d)$/, ' $1') : text;
}

function allowedBy(predicate: PartitionPredicate): string | undefined {
  return OPERATIONS[predicate.op].words.allows?.(fieldTexts(predicate));
}

function excludedBy(predicate: PartitionPredicate): readonly string[] {
  return OPERATIONS[predicate.op].words.excludes?.(fieldTexts(predicate)) ?? [];
}

function fieldTexts(predicate: PartitionPredicate): FieldTexts {
  const values = predicate.literals.map((_, i) => literalWords(predicate, i));
  return {
    value: literalWords(predicate),
    values,
    list: joinWords(values, 'or'),
    order: orderOf(predicate),
  };
}

function orderOf({ field, transform, literalType }: PartitionPredicate): OrderWords {
  const { kind } = transform ?? field.transform;
  const isUnit = ['year', 'month', 'day', 'hour'].includes(kind);
  return isUnit ? TIMES : orderWords(literalType.kind);
}
