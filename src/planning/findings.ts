/** Findings about leaves as sentences with their values (look.md 9): what the reason of a verdict byte says here. */
import type { BoundPredicate } from '../expressions/bound.ts';
import type { BoundPartitionField } from '../metadata/bound-spec.ts';
import { formatCount } from '../types/format.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { groupBy } from './group-by.ts';
import { fieldsOf, type PartitionExpression } from './partition-expression.ts';
import { fieldValue, foldPartition } from './partition-text.ts';
import { joinWords, matchWords } from './partition-words.ts';
import { REASONS } from './reasons.ts';
import { type ColumnStatistics, type SummaryValues, shown } from './statistics.ts';
import { reasonOf, rowsOf } from './verdict.ts';

/** How values of a type stand to each other, as verbs. */
interface OrderWords {
  readonly before: string;
  readonly after: string;
}

const NUMBERS: ReadonlySet<string> = new Set([
  'boolean',
  'int',
  'long',
  'float',
  'double',
  'decimal',
]);
const TEXTS: ReadonlySet<string> = new Set(['string', 'uuid', 'fixed', 'binary']);

function orderWords(type: PrimitiveType | undefined): OrderWords {
  if (type === undefined || TEXTS.has(type.kind))
    return { before: 'comes before', after: 'comes after' };
  if (NUMBERS.has(type.kind)) return { before: 'is below', after: 'is above' };
  return { before: 'is before', after: 'is after' };
}

/** `runs from BR to GB`, `is 7`, `begins at 30`; undefined without bounds. */
function extentWords(
  type: PrimitiveType | undefined,
  s: Pick<ColumnStatistics, 'lower' | 'upper'>,
): string | undefined {
  const { lower, upper } = s;
  if (lower === undefined) return upper === undefined ? undefined : `ends at ${shown(type, upper)}`;
  if (upper === undefined) return `begins at ${shown(type, lower)}`;
  const [from, to] = [shown(type, lower), shown(type, upper)];
  return from === to ? `is ${from}` : `runs from ${from} to ${to}`;
}

function literalOf(leaf: BoundPredicate, index = 0): string {
  const value = leaf.literals[index];
  return value === undefined ? '' : shown(leaf.literalType, value);
}

/** The finding of a leaf's verdict by column metrics, without the full stop. */
export function boundsFinding(leaf: BoundPredicate, byte: number, s: ColumnStatistics): string {
  const { term } = leaf;
  const name = term.name;
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
      return `every value of ${name} begins with ${literalOf(leaf)}`;
    case 'missing-statistic':
      return missing(leaf, s);
    case 'bounds-untrusted':
      return `the bounds of ${name} are NaN or contradict each other, so they prove nothing`;
    case 'truncated-bounds':
      return `the bounds of ${name} are truncated, so equal bounds prove nothing`;
    case 'in-limit':
      return `the list has ${formatCount(leaf.literals.length)} elements, and longer ones than 200 are not compared`;
    case 'lower-bound':
    case 'upper-bound':
    case 'between-elements':
      return rowsOf(byte) === 'cannot' ? outsideWords(leaf, reason, s) : insideWords(leaf, s);
    case 'might-match':
      return mightWords(leaf, s);
    default:
      return REASONS[reasonOf(byte)]?.words ?? '';
  }
}

function allOf(count: bigint | undefined, name: string, what: string): string {
  if (count === 1n) return `the one value of ${name} is ${what}`;
  const values = count === undefined ? 'all values' : `all ${formatCount(count)} values`;
  return `${values} of ${name} are ${what}`;
}

function missing(leaf: BoundPredicate, s: ColumnStatistics): string {
  const { name } = leaf.term;
  if (leaf.op === 'is_null' || leaf.op === 'not_null')
    return `no null count is recorded for ${name}`;
  if (leaf.op === 'is_nan' || leaf.op === 'not_nan') return `no NaN count is recorded for ${name}`;
  const none = s.lower === undefined && s.upper === undefined;
  const what = none ? 'no bounds are' : `no ${s.lower === undefined ? 'lower' : 'upper'} bound is`;
  return `${what} recorded for ${name}, so nothing can be ruled out`;
}

/** Why the bounds leave no row. */
function outsideWords(leaf: BoundPredicate, reason: string, s: ColumnStatistics): string {
  const { name } = leaf.term;
  const words = orderWords(s.type);
  const extent = `${name} ${extentWords(s.type, s) ?? 'has bounds'}`;
  const value = literalOf(leaf);
  switch (leaf.op) {
    case 'lt':
      return `${extent}; the condition ends before ${value}`;
    case 'lt_eq':
      return `${extent}; the condition ends at ${value}`;
    case 'gt':
      return `${extent}; the condition begins after ${value}`;
    case 'gt_eq':
      return `${extent}; the condition begins at ${value}`;
    case 'starts_with':
      return `${extent}; no text in between begins with ${value}`;
    case 'in':
      if (reason === 'between-elements') return `${extent}; no element of the list lies between`;
      return `${extent}; every element of the list ${reason === 'lower-bound' ? words.before : words.after} that`;
    default:
      return `${extent}; ${value} ${reason === 'lower-bound' ? before(words, s) : after(words, s)}`;
  }
}

function before(words: OrderWords, s: ColumnStatistics): string {
  return `${words.before} ${s.lower === undefined ? 'it' : shown(s.type, s.lower)}`;
}

function after(words: OrderWords, s: ColumnStatistics): string {
  return `${words.after} ${s.upper === undefined ? 'it' : shown(s.type, s.upper)}`;
}

/** Why the bounds prove every row. */
function insideWords(leaf: BoundPredicate, s: ColumnStatistics): string {
  return `${leaf.term.name} ${extentWords(s.type, s) ?? 'has bounds'}, all of it inside`;
}

function mightWords(leaf: BoundPredicate, s: ColumnStatistics): string {
  const { name } = leaf.term;
  switch (leaf.op) {
    case 'is_null':
    case 'not_null':
      return s.nullCount === undefined
        ? `${name} may hold nulls`
        : `${formatCount(s.nullCount)} of ${countOf(s.valueCount)} values of ${name} are null`;
    case 'is_nan':
    case 'not_nan':
      return s.nanCount === undefined
        ? `${name} may hold NaN`
        : `${formatCount(s.nanCount)} of ${countOf(s.valueCount)} values of ${name} are NaN`;
    default:
      return includeWords(leaf, s);
  }
}

function countOf(count: bigint | undefined): string {
  return count === undefined ? 'its' : formatCount(count);
}

function includeWords(leaf: BoundPredicate, s: ColumnStatistics): string {
  const { name } = leaf.term;
  const extent = extentWords(s.type, s);
  if (extent === undefined || s.lower === undefined || s.upper === undefined) {
    return `${name} ${extent ?? 'has no bounds'}, which leaves room for ${literalOf(leaf)}`;
  }
  const bounds = `bounds ${shown(s.type, s.lower)} to ${shown(s.type, s.upper)}`;
  switch (leaf.op) {
    case 'eq':
      return `${bounds} include ${literalOf(leaf)}`;
    case 'in':
      return `${bounds} include elements of the list`;
    case 'starts_with':
      return `${bounds} include texts that begin with ${literalOf(leaf)}`;
    case 'not_eq':
    case 'not_in':
    case 'not_starts_with':
      return `${bounds} include other values`;
    default:
      return `${name} ${extent}, which the range overlaps`;
  }
}

/** `ts_hour is 2026-03-01-14; 2026-03-01 09 to 11 could match`. */
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

/** `2026-03-01 09 to 11 could match`. */
export function couldMatch(expression: PartitionExpression): string {
  return `${matchWords(foldPartition(expression))} could match`;
}

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
export function summaryExtent(field: BoundPartitionField, summary: SummaryValues): string {
  const { lower, upper } = summary;
  const { kind } = field.transform;
  const isUnit = ['year', 'month', 'day', 'hour'].includes(kind);
  const subject = isUnit ? `its ${kind}s` : `its ${field.name}`;
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
  const text = (value: Value) => fieldValue(field, value);
  const [from, to] = [text(lower), text(upper)];
  if (from === to) {
    const all = isUnit && others.length === 0 ? ' all' : '';
    return `${subject} ${is}${all} ${joinWords([from, ...others], 'or')}`;
  }
  const beside = others.length === 0 ? '' : ` or ${is} ${joinWords(others, 'or')}`;
  return `${subject} ${isUnit ? 'run' : 'runs'} from ${from} to ${to}${beside}`;
}
