/** The condition's language over a schema: parsing, completion, colours, intervals. A chunk of its own. */
import type { Span } from '../../src/base/errors.ts';
import { bind } from '../../src/expressions/bind.ts';
import type { BoundExpression } from '../../src/expressions/bound.ts';
import { columnsNamed } from '../../src/expressions/columns-named.ts';
import {
  type Completions,
  completionsAt,
  type Token,
  tokensOf,
} from '../../src/expressions/complete.ts';
import type { Expression } from '../../src/expressions/expression.ts';
import { intervalsByColumn } from '../../src/expressions/intervals.ts';
import { excludesRow } from '../../src/expressions/row-excluded.ts';
import { quoteName } from '../../src/expressions/sql/names.ts';
import { parseWhere, type Where } from '../../src/expressions/where.ts';
import { bindSpec } from '../../src/metadata/bound-spec.ts';
import type { PartitionSpec } from '../../src/metadata/records.ts';
import { partitionTerms as partitionTermsOf } from '../../src/metadata/spec-words.ts';
import {
  type DescribedProjection,
  describeProjections,
} from '../../src/planning/describe-projection.ts';
import { isPredicateTooLong } from '../../src/share/link.ts';
import type { TableContext } from '../../src/table/api.ts';
import { displayValue } from '../../src/types/format.ts';
import { isPrimitive, printType } from '../../src/types/parse-type.ts';
import { JAVA, SAFE } from '../../src/types/profile.ts';
import { indexSchema, type SchemaIndex } from '../../src/types/schema.ts';
import type { PrimitiveType, Schema, Value } from '../../src/types/type.ts';
import type { AxisRange } from './axis.ts';

/** An interval of the predicate: its edges as positions, where they have one, and as text. */
export interface AskedRange extends AxisRange {
  readonly lowerText: string | undefined;
  readonly upperText: string | undefined;
}

/** A column of the predicate with the intervals outside of which it cannot hold. */
export interface AskedColumn {
  readonly fieldId: number;
  readonly name: string;
  /** As printed: `timestamptz`, `decimal(9, 2)`. */
  readonly type: string;
  /** Empty where the predicate bounds the column nowhere. */
  readonly ranges: readonly AskedRange[];
  /** The intervals as text: `09:00:00 to 12:00:00`. */
  readonly words: string;
  /** The same without empty seconds. */
  readonly short: string;
}

export interface Language {
  readonly schema: SchemaIndex;
  readonly parse: (text: string) => Where;
  /** A column's name as SQL. */
  readonly quote: (name: string) => string;
  readonly tokens: (text: string) => readonly Token[];
  /** Field ids of columns that a text names, whole or not. */
  readonly columnsNamed: (text: string) => readonly number[];
  readonly complete: (text: string, position: number) => Completions;
  /** Columns that the text names, in its order. Needs a text without errors. */
  readonly asked: (where: Where) => readonly AskedColumn[];
  /** Sentences on the parts of a text whose ranges leave no value of a column. */
  readonly emptyRanges: (text: string, where: Where) => readonly string[];
  /** Whether the second, a row's known values as a condition, cannot satisfy the first. */
  readonly excludesRow: (predicate: Expression, row: Expression) => boolean;
  /** Whether no row at all can match, as of an int that is asked for a larger number. */
  readonly isNeverTrue: (expression: Expression) => boolean;
  /** What each spec makes of a text without errors, by spec id. */
  readonly projections: (
    where: Where,
    specs: readonly PartitionSpec[],
    profile: 'safe' | 'java',
  ) => ReadonlyMap<number, DescribedProjection>;
}

/** What names of a table's other layouts and schemas mean. */
export type TableTerms = Pick<TableContext, 'specs' | 'schemas'>;

/** @param table for hints at what else a name may mean */
export function makeLanguage(
  schema: Schema,
  caseSensitive: boolean,
  { specs, schemas }: TableTerms = { specs: [], schemas: [] },
): Language {
  const index = indexSchema(schema);
  const options = { caseSensitive };
  const partitionTerms = partitionTermsOf(specs, index);
  const bound = (expression: Expression) => bind(expression, index, { ...options, profile: SAFE });
  return {
    schema: index,
    parse: (text) =>
      isPredicateTooLong(text)
        ? tooLong(text)
        : parseWhere(text, index, { ...options, partitionTerms, tableSchemas: schemas }),
    quote: quoteName,
    projections: ({ expression }, of, name) => {
      const profile = name === 'java' ? JAVA : SAFE;
      const filter = bind(expression, index, { ...options, profile });
      const bounds = of.map((spec) => bindSpec(spec, index));
      const described = describeProjections(filter, bounds, profile);
      return new Map(described.map((one) => [one.specId, one]));
    },
    emptyRanges: (text, { expression }) => emptyRanges(text, expression, bound),
    excludesRow: (predicate, row) => excludesRow(bound(predicate), bound(row)),
    isNeverTrue: (expression) => bound(expression).kind === 'false',
    tokens: tokensOf,
    columnsNamed: (text) => columnsNamed(text, index, options),
    complete: (text, position) => completionsAt(text, position, index),
    asked: ({ expression, columns }) => {
      const byColumn = intervalsByColumn(bound(expression));
      return columns.flatMap((fieldId) => {
        const column = index.byId.get(fieldId);
        if (column === undefined || !isPrimitive(column.type)) return [];
        const type = column.type;
        const found = byColumn.get(fieldId) ?? [];
        const text = (value: Value | undefined) =>
          value === undefined ? undefined : displayValue(type, value);
        return [
          {
            fieldId,
            name: column.name,
            type: printType(type),
            ranges: found.map((interval) => ({
              lower: positionOf(type, interval.lower),
              upper: positionOf(type, interval.upper),
              lowerInclusive: interval.lowerInclusive,
              upperInclusive: interval.upperInclusive,
              lowerText: text(interval.lower),
              upperText: text(interval.upper),
            })),
            words: found.map((i) => rangeWords(text(i.lower), text(i.upper), i)).join(', '),
            short: found
              .map((i) => rangeWords(shortTime(text(i.lower)), shortTime(text(i.upper)), i))
              .join(', '),
          },
        ];
      });
    },
  };
}

/** Of the smallest parts: what holds them holds no row either, and need not be told. */
function emptyRanges(
  text: string,
  node: Expression,
  bound: (expression: Expression) => BoundExpression,
): readonly string[] {
  if (node.kind !== 'and' && node.kind !== 'or') return [];
  const isEmpty =
    node.kind === 'and' &&
    [...intervalsByColumn(bound(node)).values()].some(({ length }) => length === 0);
  // No part of a chain is empty where the chain is not, but for sides of an OR.
  const parts = isEmpty || node.kind === 'or' ? [node.left, node.right] : alternativesIn(node);
  const inner = parts.flatMap((part) => emptyRanges(text, part, bound));
  if (inner.length > 0 || !isEmpty) return inner;
  const spans = spansOf(node);
  const from = Math.min(...spans.map((span) => span.from));
  const to = Math.max(...spans.map((span) => span.to));
  const isOne = spans.every((span) => span.from === from && span.to === to);
  const why = isOne ? 'BETWEEN takes the lower end first' : 'its conditions exclude each other';
  return [`${text.slice(from, to)} matches no row: ${why}.`];
}

function alternativesIn(node: Expression): readonly Expression[] {
  if (node.kind !== 'and') return node.kind === 'or' ? [node] : [];
  return [...alternativesIn(node.left), ...alternativesIn(node.right)];
}

function spansOf(node: Expression): readonly Span[] {
  if (node.kind === 'and' || node.kind === 'or') {
    return [...spansOf(node.left), ...spansOf(node.right)];
  }
  return node.kind === 'predicate' && node.span !== undefined ? [node.span] : [];
}

/** The link holds what is asked, so what it cannot hold cannot be asked. */
function tooLong(text: string): Where {
  const message = `${text.length.toLocaleString('en-US')} characters are more than a link can hold. Ranges say the same shorter, or fewer values.`;
  return {
    expression: { kind: 'true' },
    errors: [{ span: { from: 0, to: text.length }, message }],
    notes: [],
    columns: [],
  };
}

/** As rows' positions: numbers as they are, times in the type's own unit. */
function positionOf(type: PrimitiveType, value: Value | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'bigint') return undefined;
  return type.kind === 'decimal' ? Number(value) / 10 ** type.scale : Number(value);
}

/** `2026-03-01 09:00:00 to 12:00:00`: what both have in common is said once; `> 5` where one edge is open. */
export function rangeWords(
  lower: string | undefined,
  upper: string | undefined,
  edges: { readonly lowerInclusive: boolean; readonly upperInclusive: boolean },
): string {
  if (lower === undefined) {
    return upper === undefined ? '' : `${edges.upperInclusive ? '≤' : '<'} ${upper}`;
  }
  if (upper === undefined) return `${edges.lowerInclusive ? '≥' : '>'} ${lower}`;
  if (lower === upper) return lower;
  const day = /^(?:\d{4}-)?\d\d-\d\d (?=\d\d:)/.exec(lower)?.[0];
  return `${lower} to ${day !== undefined && upper.startsWith(day) ? upper.slice(day.length) : upper}`;
}

/** `2026-03-01 09:00:00` to `2026-03-01 09:00`; other texts as they are. */
function shortTime(text: string | undefined): string | undefined {
  return text?.replace(/^(\d{4}-\d\d-\d\d \d\d:\d\d)(?::00)?(?=$|[:.])/, '$1');
}
