/** Findings about leaves as sentences with their values (look.md 9): what the reason of a verdict byte says here. */
import { onceFor } from '../base/memo.ts';
import type { BoundPredicate } from '../expressions/bound.ts';
import { termName } from '../expressions/print.ts';
import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import { preservesOrder } from '../transforms/transform.ts';
import { formatCount, joinWords } from '../types/format.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { groupBy } from './group-by.ts';
import type { LeafTexts, OperationWords } from './operations/operation.ts';
import { OPERATIONS } from './operations.ts';
import { orderWords } from './order-words.ts';
import { fieldsOf, type PartitionExpression } from './partition-expression.ts';
import { fieldValue, foldPartition } from './partition-text.ts';
import { couldMatchWords, hourWords } from './partition-words.ts';
import { REASONS } from './reasons.ts';
import { type ColumnStatistics, type SummaryValues, shown } from './statistics.ts';
import { reasonOf, rowsOf } from './verdict.ts';

/** `runs from BR to GB`, `is 7`, `begins at 30`; undefined without bounds. */
export function extentWords(
  type: PrimitiveType | undefined,
  s: Pick<ColumnStatistics, 'lower' | 'upper'>,
): string | undefined {
  const { lower, upper } = s;
  if (lower === undefined) return upper === undefined ? undefined : `ends at ${shown(type, upper)}`;
  if (upper === undefined) return `begins at ${shown(type, lower)}`;
  const [from, to] = [shown(type, lower), shown(type, upper)];
  return from === to ? `is ${from}` : `runs from ${from} to ${to}`;
}

/** `LIKE '%'`: every text begins with the empty one. */
export function asksAnyText({ op, literals: [literal] }: BoundPredicate): boolean {
  return op === 'starts_with' && literal instanceof Uint8Array && literal.length === 0;
}

function leafTexts(leaf: BoundPredicate, s: ColumnStatistics): LeafTexts {
  const { term, literals, literalType } = leaf;
  const [literal] = literals;
  const bound = (value: Value | undefined) =>
    value === undefined ? undefined : shown(s.type, value);
  const counted = (n: bigint | undefined) => (n === undefined ? undefined : formatCount(n));
  return {
    name: termName(term),
    value: literal === undefined ? '' : shown(literalType, literal),
    size: literals.length,
    order: orderWords(s.type?.kind),
    lower: bound(s.lower),
    upper: bound(s.upper),
    extent: extentWords(s.type, s),
    values: counted(s.valueCount),
    nulls: counted(s.nullCount),
    nans: counted(s.nanCount),
    isAnyText: asksAnyText(leaf),
  };
}

/** The finding of a leaf's verdict by column metrics, without the full stop. */
export function boundsFinding(leaf: BoundPredicate, byte: number, s: ColumnStatistics): string {
  const { words } = OPERATIONS[leaf.op];
  const texts = leafTexts(leaf, s);
  const { name, value, extent } = texts;
  const reason = REASONS[reasonOf(byte)]?.name;
  switch (reason) {
    case 'null-count':
      return allOf(s.valueCount, name, 'null');
    case 'null-count-zero':
      return `no value of ${name} is null`;
    case 'nan-count':
      return allOf(s.valueCount, name, 'NaN');
    case 'nan-count-zero':
      return `no value of ${name} is NaN`;
    case 'unique-value':
      return `every value of ${name} is ${s.lower === undefined ? 'the same' : shown(s.type, s.lower)}`;
    case 'shared-prefix':
      return `every value of ${name} begins with ${value}`;
    case 'missing-statistic':
      // Bounds are not what a condition waits for that every text meets.
      return texts.isAnyText ? words.might(texts) : missing(words.mustRecord, texts);
    case 'bounds-untrusted':
      return `the bounds of ${name} are NaN or contradict each other, so they prove nothing`;
    case 'truncated-bounds':
      return `the bounds of ${name} are truncated, so equal bounds prove nothing`;
    case 'in-limit':
      return `the list has ${formatCount(leaf.literals.length)} elements, and longer ones than 200 are not compared`;
    case 'lower-bound':
    case 'upper-bound':
    case 'between-elements':
      return rowsOf(byte) === 'cannot'
        ? `${name} ${extent ?? 'has bounds'}; ${words.outside?.(texts, reason) ?? 'that is outside'}`
        : insideWords(texts);
    case 'nested-column':
    case 'transform-unproven': {
      const inside =
        OPERATIONS[leaf.op].against === 'nothing' ? words.might(texts) : among(leaf, texts);
      return `${inside}, but ${REASONS[reasonOf(byte)]?.words}`;
    }
    case 'may-be-nan':
      return `${among(leaf, texts)}, but ${uncounted(texts, texts.nans, 'NaN')}`;
    case 'may-be-null':
      return `${among(leaf, texts)}, but ${uncounted(texts, texts.nulls, 'null')}`;
    case 'zero-sign':
      return `${name} ${extent ?? 'has bounds'}, and the sign of a zero decides nothing`;
    case 'transform-term':
      return leaf.term.transform !== undefined && preservesOrder(leaf.term.transform)
        ? `bounds do not answer such a condition on ${name}`
        : `${name} keeps no order of values, so bounds do not answer it`;
    case 'might-match':
      return words.might(texts);
    default:
      return REASONS[reasonOf(byte)]?.words ?? '';
  }
}

function insideWords({ name, extent }: LeafTexts): string {
  return `${name} ${extent ?? 'has bounds'}, all of it inside`;
}

/** Bounds that would decide but for the values that they do not speak of, which a negated comparison keeps. */
function among({ op }: BoundPredicate, texts: LeafTexts): string {
  return op.startsWith('not_')
    ? `${texts.name} ${texts.extent ?? 'has bounds'}`
    : insideWords(texts);
}

/** The values that no comparison holds for: how many there are, or that nobody counted. */
function uncounted({ values }: LeafTexts, count: string | undefined, what: string): string {
  if (count === undefined) return `${what === 'null' ? 'nulls' : what} in it are not counted`;
  return `${count} of ${values ?? 'its'} values ${count === '1' ? 'is' : 'are'} ${what}`;
}

function allOf(count: bigint | undefined, name: string, what: string): string {
  if (count === 1n) return `the one value of ${name} is ${what}`;
  const values = count === undefined ? 'all values' : `all ${formatCount(count)} values`;
  return `${values} of ${name} are ${what}`;
}

function missing(what: OperationWords['mustRecord'], { name, lower, upper }: LeafTexts): string {
  if (what !== 'bounds') return `no ${what} is recorded for ${name}`;
  // Bounds that are there wait for the null count.
  if (lower !== undefined && upper !== undefined) return `no null count is recorded for ${name}`;
  const none = lower === undefined && upper === undefined;
  const bounds = none ? 'no bounds are' : `no ${lower === undefined ? 'lower' : 'upper'} bound is`;
  return `${bounds} recorded for ${name}`;
}

/** `ts_hour is 2026-03-01-14; only 2026-03-01 09 to 11 could match`. */
export function partitionFinding(
  expression: PartitionExpression,
  valueText: (field: BoundPartitionField) => string,
  byte: number,
): string {
  const fields = fieldsOf(expression);
  const values = fields.map((field) => `${field.name} is ${valueText(field)}`).join(', ');
  const rows = rowsOf(byte);
  if (rows === 'must') return `${values}, and all of it lies inside`;
  if (rows === 'might') return `${values}, and some of it may lie inside`;
  return `${values}; ${couldMatch(expression)}`;
}

/** `only 2026-03-01 09 to 11 could match`. */
export const couldMatch = onceFor((expression: PartitionExpression): string =>
  couldMatchWords(foldPartition(expression)),
);

const TOLD = 3;

/** Findings that decide together, of one column in one clause: `n is 5; one condition ends before 3, another begins after 100`. */
export function joinFindings(findings: readonly string[]): string {
  const all = [...new Set(findings)];
  const parts = all.slice(0, TOLD).map((finding) => {
    const at = finding.indexOf('; ');
    return at < 0
      ? { head: finding, tail: '' }
      : { head: finding.slice(0, at), tail: finding.slice(at + 2) };
  });
  const clauses = [...groupBy(parts, ({ head }) => head)].map(([head, own]) => {
    const tails = own.map(({ tail }) => tail).filter((tail) => tail !== '');
    if (tails.length === 0) return head;
    return `${head}; ${tails.length === 1 ? tails[0] : tails.map(oneOfSeveral).join(', ')}`;
  });
  const more = all.length - parts.length;
  return [...clauses, ...(more > 0 ? [`${more} more`] : [])].join(', and ');
}

function oneOfSeveral(tail: string, i: number): string {
  return tail.replace(/^the condition/, i === 0 ? 'one condition' : 'another');
}

/** `its days run from 2026-02-27 to 2026-03-03`, by a manifest's summary of a field. */
export function summaryExtent(
  field: BoundPartitionField,
  summary: SummaryValues,
  whose: string,
): string {
  const { lower, upper } = summary;
  const { kind } = field.transform;
  const isUnit = ['year', 'month', 'day', 'hour'].includes(kind);
  const subject = `${whose} ${isUnit ? `${kind}s` : field.name}`;
  const others = [
    ...(summary.containsNull ? ['null'] : []),
    ...(summary.containsNan === true ? ['NaN'] : []),
  ];
  const is = isUnit ? 'are' : 'is';
  if (lower === undefined || upper === undefined) {
    const isNone = lower === undefined && upper === undefined && others.length > 0;
    return isNone
      ? `${subject} ${is} always ${joinWords(others, 'or')}`
      : `${subject} ${isUnit ? 'have' : 'has'} no bounds`;
  }
  const text = (value: Value) => hourWords(kind, fieldValue(field, value));
  const [from, to] = [text(lower), text(upper)];
  if (from === to) {
    const all = isUnit && others.length === 0 ? ' all' : '';
    return `${subject} ${is}${all} ${joinWords([from, ...others], 'or')}`;
  }
  const beside = others.length === 0 ? '' : ` or ${is} ${joinWords(others, 'or')}`;
  return `${subject} ${isUnit ? 'run' : 'runs'} from ${from} to ${to}${beside}`;
}
