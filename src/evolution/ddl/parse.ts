/** Statements as text to what they say, with places; or what is wrong with them: where, what, and what was expected. */
import type { SyntaxNode, Tree } from '@lezer/common';
import type { Span } from '../../base/errors.ts';
import { nearestWord } from '../../expressions/sql/near.ts';
import type { Transform } from '../../transforms/transform-type.ts';
import { formatCount } from '../../types/format.ts';
import { DIALECT_NAMES, QUOTES, type ReadDialect } from '../dialects.ts';
import type { Term } from '../term.ts';
import { parser } from './ddl.parser.ts';
import { type DdlProblem, problemAt } from './problems.ts';

/** A term and where it stands; `columnSpan` is the column alone. */
export interface TermNode {
  readonly term: Term;
  readonly span: Span;
  readonly columnSpan: Span;
  /** The column as its parts, without quotes. */
  readonly parts: readonly string[];
  /** A column without a transform. */
  readonly isBare: boolean;
}

export interface NameNode {
  readonly name: string;
  readonly span: Span;
}

export type Distribution = 'none' | 'hash' | 'range';

export type Statement = { readonly span: Span; readonly table: readonly string[] } & (
  | { readonly kind: 'add'; readonly term: TermNode; readonly alias: NameNode | undefined }
  | { readonly kind: 'drop'; readonly term: TermNode }
  | {
      readonly kind: 'replace';
      readonly old: TermNode;
      readonly term: TermNode;
      readonly alias: NameNode | undefined;
    }
  /** The whole layout in one list. */
  | { readonly kind: 'whole'; readonly terms: readonly TermNode[] }
  /** How writers distribute rows: no change of the layout. */
  | {
      readonly kind: 'write';
      readonly distribution: Distribution;
      readonly words: string;
      /** What rows are sorted by. */
      readonly terms: readonly TermNode[];
    }
);

type StatementBody = Statement extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'span' | 'table'>
    : never
  : never;

/** The rule of the grammar for each. */
const TOPS: Readonly<Record<ReadDialect, string>> = {
  spark: 'Spark',
  hive: 'Hive',
  impala: 'Hive',
  trino: 'Trino',
};

const loose = new Map(
  ['Spark', 'Hive', 'Trino', 'TrinoField'].map((top) => [top, parser.configure({ top })]),
);
const strict = new Map(
  ['Spark', 'Hive', 'Trino', 'TrinoField'].map((top) => [
    top,
    parser.configure({ top, strict: true }),
  ]),
);

/** The tree with its gaps, for colours: never fails. */
export function parseLoosely(text: string, dialect: ReadDialect): Tree {
  return (loose.get(TOPS[dialect]) as typeof parser).parse(text);
}

/** The tree, or the offset of the first token that can't stand where it stands. */
function parseOrFail(text: string, top: string): Tree | number {
  try {
    return (strict.get(top) as typeof parser).parse(text);
  } catch (error) {
    // The parser's only way to tell the place.
    const match = error instanceof SyntaxError ? /^No parse at (\d+)$/.exec(error.message) : null;
    if (match === null) throw error;
    return Number(match[1]);
  }
}

/** Whether the grammar takes `sample` behind `prefix`, whatever must still follow. */
export function accepts(prefix: string, sample: string, dialect: ReadDialect): boolean {
  const text = `${prefix} ${sample}`;
  const result = parseOrFail(text, TOPS[dialect]);
  return typeof result !== 'number' || result >= text.length;
}

/** Longer texts are refused before they are parsed. */
const MAX_LENGTH = 100_000;

/** All statements of a text, parted by `;`, or what is wrong first. */
export function parseDdl(text: string, dialect: ReadDialect): readonly Statement[] | DdlProblem {
  if (text.length > MAX_LENGTH) {
    const span = { from: MAX_LENGTH, to: text.length };
    return { span, message: `The statements are longer than ${MAX_LENGTH} characters.` };
  }
  const tree = parseOrFail(text, TOPS[dialect]);
  if (typeof tree === 'number') {
    return problemAt(text, tree, dialect, (prefix, sample) => accepts(prefix, sample, dialect));
  }
  const reading: Reading = { text, dialect, shift: (at) => at };
  try {
    const nodes = tree.topNode.getChildren('AlterTable');
    return nodes.length === 0 && text.trim() !== ''
      ? noStatement(text, dialect)
      : nodes.map((node) => statementOf(node, reading));
  } catch (error) {
    if (error instanceof Wrong) return error.problem;
    throw error;
  }
}

const ACTIONS: Readonly<Record<ReadDialect, string>> = {
  spark: 'ADD PARTITION FIELD …',
  hive: 'SET PARTITION SPEC (…)',
  impala: 'SET PARTITION SPEC (…)',
  trino: 'SET PROPERTIES partitioning = ARRAY[…]',
};

/** Of a text that holds semicolons and comments alone. */
function noStatement(text: string, dialect: ReadDialect): DdlProblem {
  return {
    span: { from: text.length - text.trimStart().length, to: text.trimEnd().length },
    message: 'There is no statement here.',
    suggestion: `Write one, such as ALTER TABLE … ${ACTIONS[dialect]}.`,
  };
}

/** How a transform of that name, half typed or misspelled, is called; undefined: nothing is near. */
export function nearestTransform(word: string, dialect: ReadDialect): string | undefined {
  const near = nearestWord(word, TRANSFORM_NAMES[dialect]);
  const kind = near === undefined ? undefined : kindOf(near, dialect);
  return kind === undefined ? undefined : usage(kind, dialect);
}

/** What a rule beyond the grammar refuses, on the way out of the tree. */
class Wrong extends Error {
  readonly problem: DdlProblem;

  constructor(problem: DdlProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

interface Reading {
  readonly text: string;
  readonly dialect: ReadDialect;
  /** From an offset in `text` to one in what the person typed. */
  readonly shift: (at: number) => number;
}

function spanOf(node: SyntaxNode, { shift }: Reading): Span {
  return { from: shift(node.from), to: shift(node.to) };
}

function textOf(node: SyntaxNode, { text }: Reading): string {
  return text.slice(node.from, node.to);
}

function child(node: SyntaxNode, name: string): SyntaxNode {
  const found = node.getChild(name);
  if (found === null) throw new Error(`Bug in Icecore: no ${name} in ${node.name}`);
  return found;
}

function statementOf(node: SyntaxNode, reading: Reading): Statement {
  const table = namesOf(child(node, 'TableName'), reading);
  return { span: spanOf(node, reading), table, ...bodyOf(node, reading) };
}

function bodyOf(node: SyntaxNode, reading: Reading): StatementBody {
  const body = node.lastChild as SyntaxNode;
  const [first, second] = termsOf(body, reading);
  const alias = body.getChild('Alias');
  const name = alias === null ? undefined : nameOf(alias, reading);
  switch (body.name) {
    case 'Add':
      return { kind: 'add', term: first as TermNode, alias: name };
    case 'Drop':
      return { kind: 'drop', term: first as TermNode };
    case 'Replace':
      return { kind: 'replace', old: first as TermNode, term: second as TermNode, alias: name };
    case 'SetSpec':
      return { kind: 'whole', terms: termsOf(body, reading) };
    case 'Write':
      return {
        kind: 'write',
        ...distributionOf(body),
        words: textOf(body, reading),
        terms: orderOf(body, reading),
      };
    default:
      return { kind: 'whole', terms: trinoTerms(child(body, 'Property'), reading) };
  }
}

/** As the engine sets `write.distribution-mode` with the order. */
function distributionOf(body: SyntaxNode): { readonly distribution: Distribution } {
  const ordered = body.getChild('Ordered');
  if (body.getChild('DistributedKw') !== null) return { distribution: 'hash' };
  const isLocal = ordered?.getChild('LocallyKw') !== null;
  return { distribution: ordered === null || isLocal ? 'none' : 'range' };
}

function orderOf(body: SyntaxNode, reading: Reading): readonly TermNode[] {
  const ordered = body.getChild('Ordered');
  return ordered === null ? [] : termsOf(ordered, reading);
}

function termsOf(node: SyntaxNode, reading: Reading): TermNode[] {
  const nodes: SyntaxNode[] = [];
  for (let at = node.firstChild; at !== null; at = at.nextSibling) {
    if (at.name === 'Transform' || at.name === 'ColumnName') nodes.push(at);
  }
  return nodes.map((term) => termOf(term, reading));
}

function nameOf(node: SyntaxNode, reading: Reading): NameNode {
  return { name: namesOf(node, reading).join('.'), span: spanOf(node, reading) };
}

/** The parts of a dotted name without their quotes. */
function namesOf(node: SyntaxNode, reading: Reading): readonly string[] {
  const parts: string[] = [];
  for (let at = node.firstChild; at !== null; at = at.nextSibling) {
    if (at.name === 'Identifier') parts.push(textOf(at, reading));
    if (at.name === 'QuotedName') parts.push(unquoted(at, reading));
  }
  return parts;
}

function unquoted(node: SyntaxNode, reading: Reading): string {
  const written = textOf(node, reading);
  const quote = written.charAt(0);
  const right = QUOTES[reading.dialect];
  const inner = written.slice(1, -1).replaceAll(quote + quote, quote);
  if (quote === right) return inner;
  throw new Wrong({
    span: spanOf(node, reading),
    message: `${DIALECT_NAMES[reading.dialect]} puts names in ${right}, not in ${quote}.`,
    suggestion: `Write ${right}${inner}${right}.`,
    replacement: `${right}${inner.replaceAll(right, right + right)}${right}`,
  });
}

function termOf(node: SyntaxNode, reading: Reading): TermNode {
  const span = spanOf(node, reading);
  if (node.name === 'ColumnName') {
    const parts = namesOf(node, reading);
    const term: Term = { transform: { kind: 'identity' }, column: parts.join('.'), isBare: true };
    return { term, span, columnSpan: span, parts, isBare: true };
  }
  const call = callOf(node, reading);
  const [column, ...others] = node.getChildren('ColumnName');
  const extra = others[0];
  if (column === undefined || extra !== undefined) {
    throw new Wrong({
      span: extra === undefined ? span : spanOf(extra, reading),
      message: `${call.written} is made of one column.`,
      suggestion: `Write ${usage(call.kind, reading.dialect)}.`,
    });
  }
  const parts = namesOf(column, reading);
  return {
    term: { transform: transformOf(call, node, reading), column: parts.join('.') },
    span,
    columnSpan: spanOf(column, reading),
    parts,
    isBare: false,
  };
}

interface Call {
  readonly kind: Transform['kind'];
  readonly written: string;
  readonly numbers: readonly SyntaxNode[];
}

const TIME_NAMES = ['year', 'month', 'day', 'hour'] as const;

/** TR-19, SE-30 to SE-33: what each calls the transforms. */
function kindOf(word: string, dialect: ReadDialect): Transform['kind'] | undefined {
  const lower = word.toLowerCase();
  if (lower === 'bucket' || lower === 'truncate') return lower;
  const takesPlural = dialect === 'spark' || dialect === 'impala';
  const time = TIME_NAMES.find((name) => name === lower || (takesPlural && `${name}s` === lower));
  if (time !== undefined) return time;
  switch (dialect) {
    case 'spark':
      if (lower === 'date') return 'day';
      if (lower === 'date_hour') return 'hour';
      return lower === 'identity' ? 'identity' : undefined;
    case 'impala':
      return lower === 'void' || lower === 'identity' ? lower : undefined;
    case 'trino':
      return lower === 'void' ? 'void' : undefined;
    default:
      return undefined;
  }
}

/** The transforms of a dialect, in its own words. */
export const TRANSFORM_NAMES: Readonly<Record<ReadDialect, readonly string[]>> = {
  spark: ['years', 'months', 'days', 'hours', 'bucket', 'truncate'],
  hive: ['year', 'month', 'day', 'hour', 'bucket', 'truncate'],
  impala: ['year', 'month', 'day', 'hour', 'bucket', 'truncate', 'void'],
  trino: ['year', 'month', 'day', 'hour', 'bucket', 'truncate', 'void'],
};

function callOf(node: SyntaxNode, reading: Reading): Call {
  const name = child(node, 'FunctionName');
  const written = textOf(name, reading);
  const kind = kindOf(written, reading.dialect);
  if (kind !== undefined) return { kind, written, numbers: node.getChildren('Number') };
  const elsewhere = kindOf(written, 'impala') ?? kindOf(written, 'spark');
  const near = nearestWord(written, TRANSFORM_NAMES[reading.dialect]);
  const known = `It has ${TRANSFORM_NAMES[reading.dialect].join(', ')}.`;
  throw new Wrong({
    span: spanOf(name, reading),
    message:
      elsewhere === undefined
        ? `There is no transform ${written}.`
        : `${DIALECT_NAMES[reading.dialect]} has no transform ${written}.`,
    suggestion: near === undefined ? known : `Did you mean ${near}? ${known}`,
    replacement: near,
  });
}

/** How a transform is called in a dialect. */
export function usage(kind: Transform['kind'], dialect: ReadDialect): string {
  if (kind === 'bucket') return dialect === 'trino' ? 'bucket(column, 16)' : 'bucket(16, column)';
  if (kind === 'truncate') {
    return dialect === 'trino' ? 'truncate(column, 4)' : 'truncate(4, column)';
  }
  return `${kind}${dialect === 'spark' && kind !== 'identity' ? 's' : ''}(column)`;
}

const INT_MAX = 2_147_483_647;

function transformOf(call: Call, node: SyntaxNode, reading: Reading): Transform {
  const { kind, written, numbers } = call;
  const number = numbers[0];
  const span = spanOf(node, reading);
  if (kind !== 'bucket' && kind !== 'truncate') {
    if (number === undefined) return { kind } as Transform;
    throw new Wrong({
      span: spanOf(number, reading),
      message: `${written} takes no number.`,
      suggestion: `Write ${usage(kind, reading.dialect)}.`,
    });
  }
  if (number === undefined || numbers.length > 1) {
    const message = `${written} takes one number beside the column.`;
    throw new Wrong({ span, message, suggestion: `Write ${usage(kind, reading.dialect)}.` });
  }
  checkOrder(kind, number, node, reading);
  const value = Number(textOf(number, reading));
  if (value < 1 || value > INT_MAX) {
    const message = `${written} takes a number from 1 to ${formatCount(INT_MAX)}.`;
    throw new Wrong({ span: spanOf(number, reading), message });
  }
  return kind === 'bucket' ? { kind, numBuckets: value } : { kind, width: value };
}

/** Trino has the column first, Hive and Impala the number; Spark takes both. */
function checkOrder(
  kind: Transform['kind'],
  number: SyntaxNode,
  node: SyntaxNode,
  reading: Reading,
): void {
  const { dialect } = reading;
  if (dialect === 'spark') return;
  const column = node.getChild('ColumnName');
  const isNumberFirst = column === null || number.from < column.from;
  if (isNumberFirst === (dialect !== 'trino')) return;
  const first = dialect === 'trino' ? 'column' : 'number';
  throw new Wrong({
    span: spanOf(node, reading),
    message: `In ${DIALECT_NAMES[dialect]} the ${first} comes first.`,
    suggestion: `Write ${usage(kind, dialect)}.`,
  });
}

/** The texts of `ARRAY['day(ts)', …]`, each a field. */
function trinoTerms(property: SyntaxNode, reading: Reading): readonly TermNode[] {
  const name = property.firstChild as SyntaxNode;
  if (textOf(name, reading).toLowerCase() !== 'partitioning') {
    throw new Wrong({
      span: spanOf(name, reading),
      message: `The layout is the property partitioning, not ${textOf(name, reading)}.`,
      suggestion: "Write partitioning = ARRAY['day(ts)'].",
      replacement: 'partitioning',
    });
  }
  const strings = child(property, 'ArrayOf').getChildren('String');
  return strings.map((string) => trinoTerm(string, reading));
}

function trinoTerm(node: SyntaxNode, reading: Reading): TermNode {
  const written = textOf(node, reading).slice(1, -1);
  const inner: Reading = {
    text: written.replaceAll("''", "'"),
    dialect: 'trino',
    shift: (at) => node.from + 1 + offsetWithQuotes(written, at),
  };
  const tree = parseOrFail(inner.text, 'TrinoField');
  if (typeof tree === 'number') {
    const from = Math.min(inner.shift(tree), node.to - 2);
    throw new Wrong({
      span: { from: Math.max(node.from, from), to: node.to - 1 },
      message: `'${inner.text}' is no partition field.`,
      suggestion: "Write a column, or a transform of one, such as 'day(ts)' or 'bucket(id, 16)'.",
    });
  }
  return termOf(tree.topNode.firstChild as SyntaxNode, inner);
}

/** Where the character `at` of a text stands when its quotes are doubled. */
function offsetWithQuotes(written: string, at: number): number {
  let i = 0;
  for (let seen = 0; seen < at && i < written.length; seen++) {
    i += written.startsWith("''", i) ? 2 : 1;
  }
  return i;
}
