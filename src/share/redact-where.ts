/** The predicate of a redacted table: the same conditions on the replaced columns and values. */
import { utf8Text } from '../base/bytes.ts';
import { bind } from '../expressions/bind.ts';
import type { BoundExpression, BoundPredicate } from '../expressions/bound.ts';
import type { Expression, Literal, Op } from '../expressions/expression.ts';
import { printExpression } from '../expressions/print.ts';
import type { Transform } from '../transforms/transform-type.ts';
import { SAFE } from '../types/profile.ts';
import { indexSchema, type SchemaIndex } from '../types/schema.ts';
import type { PrimitiveType, Schema, Value } from '../types/type.ts';
import type { Redactor } from './redact.ts';

export interface RedactedQuestion {
  readonly filter: Expression;
  readonly caseSensitive: boolean;
}

interface FoundLiteral {
  readonly fieldId: number;
  readonly transform: Transform | undefined;
  readonly value: Value;
}

/** Every literal, in its column's type. */
export function literalsOf(question: RedactedQuestion, schema: Schema): readonly FoundLiteral[] {
  const index = indexSchema(schema);
  const found: FoundLiteral[] = [];
  const walk = (e: Expression): void => {
    switch (e.kind) {
      case 'and':
      case 'or':
        walk(e.left);
        walk(e.right);
        return;
      case 'not':
        walk(e.child);
        return;
      case 'predicate':
        for (const leaf of leavesOf(bindLeaf(e, index, question))) {
          const { fieldId, transform } = leaf.term;
          for (const value of leaf.literals) found.push({ fieldId, transform, value });
        }
        return;
      default:
    }
  };
  walk(question.filter);
  return found;
}

function bindLeaf(e: Expression, index: SchemaIndex, { caseSensitive }: RedactedQuestion) {
  return bind(e, index, { caseSensitive, profile: SAFE });
}

function leavesOf(e: BoundExpression): readonly BoundPredicate[] {
  if (e.kind === 'and' || e.kind === 'or') return [...leavesOf(e.left), ...leavesOf(e.right)];
  if (e.kind !== 'predicate') return [];
  return e.strict === undefined ? [e] : [e, ...leavesOf(e.strict)];
}

export interface RedactedWhere {
  readonly where: string;
  /** Conditions that don't keep their verdicts, each with the reason; empty = all do. */
  readonly lost: readonly string[];
}

/** SQL on the redacted schema. */
export function redactWhere(
  question: RedactedQuestion,
  schema: Schema,
  redactor: Redactor,
  bucketed: ReadonlySet<number>,
): RedactedWhere {
  const index = indexSchema(schema);
  const target = indexSchema(redactor.schema(schema));
  const lost = new Set<string>();
  const rewrite = (e: Expression): Expression => {
    switch (e.kind) {
      case 'and':
      case 'or':
        return { kind: e.kind, left: rewrite(e.left), right: rewrite(e.right) };
      case 'not':
        return { kind: 'not', child: rewrite(e.child) };
      case 'opaque':
        return opaqueOn(target, e, redactor);
      case 'predicate':
        return unbound(bindLeaf(e, index, question));
      default:
        return e;
    }
  };
  const unbound = (e: BoundExpression): Expression => {
    switch (e.kind) {
      case 'and':
      case 'or':
        return { kind: e.kind, left: unbound(e.left), right: unbound(e.right) };
      case 'predicate':
        return leaf(e);
      default:
        return e;
    }
  };
  const leaf = (e: BoundPredicate): Expression => {
    const { fieldId, transform } = e.term;
    const name = target.byId.get(fieldId)?.name ?? e.term.name;
    const values = e.literals.map((value) => redactor.value(fieldId, transform, value));
    if (e.strict !== undefined) {
      lost.add(
        'A value lies between two of its column’s type, and each side is replaced by itself.',
      );
    }
    if (values.some((value) => value === undefined)) {
      lost.add('A value is no valid text and can’t be replaced.');
    }
    const moved = e.literals.some((value, i) => !isSame(value, values[i]));
    const single = SINGLE.has(e.op);
    if (moved && single && transform === undefined && bucketed.has(fieldId)) {
      lost.add('A bucketed column is asked for single values, whose buckets change with them.');
    }
    const literals = values.flatMap((value) =>
      value === undefined ? [] : [literalOf(e.literalType, value)],
    );
    return { kind: 'predicate', op: e.op, term: { name, transform }, literals };
  };
  const where = printExpression(rewrite(question.filter), target);
  return { where, lost: [...lost] };
}

/** What a bucket answers, in one projection or the other. */
const SINGLE: ReadonlySet<Op> = new Set<Op>(['eq', 'in', 'not_eq', 'not_in']);

function isSame(a: Value, b: Value | undefined): boolean {
  if (a instanceof Uint8Array && b instanceof Uint8Array) return utf8Text(a) === utf8Text(b);
  return Object.is(a, b);
}

/** A condition that no statistic answers is any other such condition. */
function opaqueOn(target: SchemaIndex, e: Expression, { choice }: Redactor): Expression {
  if (!choice.names && !choice.text && !choice.numbers && !choice.times) return e;
  const [column] = target.columns;
  const name = column?.name ?? 'c';
  return { kind: 'opaque', text: `${name} = ${name}`, reason: 'It was redacted.' };
}

function literalOf(type: PrimitiveType, value: Value): Literal {
  switch (type.kind) {
    case 'string':
      return { kind: 'string', value: utf8Text(value as Uint8Array) };
    case 'decimal':
      return { kind: 'decimal', value: value as bigint, scale: type.scale };
    default:
      return { kind: type.kind, value } as Literal;
  }
}
