/** Help while a condition is typed: what may come next, and what each token is. From the grammar's own tree. */
import type { SyntaxNode, Tree } from '@lezer/common';
import { isPrimitive, printType } from '../types/parse-type.ts';
import type { ColumnInfo, SchemaIndex } from '../types/schema.ts';
import type { Type } from '../types/type.ts';
import { exampleOf } from './sql/literal.ts';
import { quoteName, unquote } from './sql/names.ts';
import { accepts, parseLoosely } from './sql/parse.ts';

export interface Completion {
  /** What is put in place of the range, too. */
  readonly label: string;
  /** The column's type, or what the word does. */
  readonly detail: string;
  readonly kind: 'column' | 'operator' | 'literal' | 'keyword' | 'function';
  /** Where the caret goes, from the start of the label; absent: behind it. */
  readonly caret?: number | undefined;
}

export interface Completions {
  /** Half-open range of UTF-16 offsets that a completion replaces. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly Completion[];
}

/**
 * What may stand at `position`: columns where a condition begins, operators behind a column, literals of the column's
 * type behind an operator, AND and OR behind a condition. Those that begin with the typed word first, then those that
 * contain it. None inside text and comments.
 */
export function completionsAt(text: string, position: number, schema: SchemaIndex): Completions {
  const lexical = lexicalState(text.slice(0, position));
  const none = { from: position, to: position, options: [] };
  if (lexical.inside === 'text' || lexical.inside === 'comment') return none;
  const from = wordStart(text, lexical.inside === 'name' ? lexical.from : position);
  const to = lexical.inside === 'name' ? position : wordEnd(text, position);
  const prefix = text.slice(0, from);
  const options = optionsAfter(prefix, schema);
  return { from, to, options: matching(options, text.slice(from, position)) };
}

interface Lexical {
  readonly inside: 'code' | 'text' | 'name' | 'comment';
  /** Where that began. */
  readonly from: number;
}

/** Whether the end of a text lies inside quotes or a comment that it does not close. */
function lexicalState(text: string): Lexical {
  const pieces =
    /'(?:[^']|'')*('?)|"(?:[^"]|"")*("?)|`(?:[^`]|``)*(`?)|--[^\n]*(\n?)|\/\*[\s\S]*?(\*\/|$)/g;
  let last: Lexical = { inside: 'code', from: text.length };
  for (const match of text.matchAll(pieces)) {
    const atEnd = match.index + match[0].length === text.length;
    const closed = match.slice(1).some((close) => close !== undefined && close !== '');
    if (!atEnd || closed) continue;
    const first = match[0].charAt(0);
    const inside = first === "'" ? 'text' : first === '"' || first === '`' ? 'name' : 'comment';
    last = { inside, from: match.index };
  }
  return last;
}

/** Start of the dotted name that ends at `at`. */
function wordStart(text: string, at: number): number {
  const match = /(?:(?:"(?:[^"]|"")*"|`(?:[^`]|``)*`|[\p{L}\p{N}_$]+)\.?)*$/u.exec(
    text.slice(0, at),
  );
  // A number, or the end of one, is no name.
  return match === null || /^[0-9.]/.test(match[0]) ? at : match.index;
}

function wordEnd(text: string, at: number): number {
  return at + (/^[\p{L}\p{N}_$]*/u.exec(text.slice(at))?.[0].length ?? 0);
}

function matching(options: readonly Completion[], typed: string): readonly Completion[] {
  const word = typed.replace(/^["`]|["`]$/g, '').toLowerCase();
  if (word === '') return options;
  const plain = (option: Completion) => option.label.replace(/["`]/g, '').toLowerCase();
  const begin = options.filter((option) => plain(option).startsWith(word));
  const contain = options.filter((option) => plain(option).indexOf(word) > 0);
  return [...begin, ...contain];
}

function optionsAfter(prefix: string, schema: SchemaIndex): Completion[] {
  const tree = parseLoosely(prefix);
  const before = tree.resolveInner(prefix.trimEnd().length, -1);
  if (accepts(prefix, 'x9') || accepts(prefix, "'a'")) {
    const column = comparedColumn(before, prefix, schema);
    return column === undefined ? conditionStarts(prefix, schema) : valuesOf(column, prefix);
  }
  const options: Completion[] = [];
  const column = columnAt(before, prefix, schema);
  if (column !== undefined && accepts(prefix, '= 9')) options.push(...operatorsOf(column.type));
  const isCondition = column === undefined || column.type.kind === 'boolean' || isValue(before);
  if (isCondition && accepts(prefix, 'AND')) options.push(...CONNECTIVES);
  if (isCondition && accepts(prefix, ')')) {
    options.push({ label: ')', detail: 'closes the parenthesis', kind: 'keyword' });
  }
  return options.length > 0 ? options : keywordsAfter(prefix);
}

const CONNECTIVES: readonly Completion[] = [
  { label: 'AND', detail: 'both must hold', kind: 'keyword' },
  { label: 'OR', detail: 'one must hold', kind: 'keyword' },
];

/** The column stands behind an operator, so a whole condition ends with it. */
function isValue(before: SyntaxNode): boolean {
  return comparisonAround(before) !== undefined;
}

function comparisonAround(node: SyntaxNode): SyntaxNode | undefined {
  for (let at: SyntaxNode | null = node; at !== null; at = at.parent) {
    if (/^(?:Compare|In|Between|Like|Is)$/.test(at.name)) return at;
    if (/^(?:And|Or|Not|Parens|Where)$/.test(at.name)) return undefined;
  }
  return undefined;
}

/** The column that a value at this place is compared with. */
function comparedColumn(
  before: SyntaxNode,
  text: string,
  schema: SchemaIndex,
): ColumnInfo | undefined {
  const comparison = comparisonAround(before);
  const subject = comparison?.firstChild;
  return subject === null || subject === undefined ? undefined : columnOf(subject, text, schema);
}

/** The column that ends at this place. */
function columnAt(before: SyntaxNode, text: string, schema: SchemaIndex): ColumnInfo | undefined {
  for (let at: SyntaxNode | null = before; at !== null; at = at.parent) {
    if (at.name === 'ColumnName') return columnOf(at, text, schema);
  }
  return undefined;
}

function columnOf(node: SyntaxNode, text: string, schema: SchemaIndex): ColumnInfo | undefined {
  if (node.name !== 'ColumnName') return undefined;
  const name = spelled(node, text);
  return (
    schema.columns.find((column) => column.name === name) ??
    schema.columns.find((column) => column.name.toLowerCase() === name.toLowerCase())
  );
}

function spelled(node: SyntaxNode, text: string): string {
  const parts: string[] = [];
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    const written = text.slice(child.from, child.to);
    if (child.name === 'Identifier') parts.push(written);
    if (child.name === 'QuotedName') parts.push(unquote(written));
  }
  return parts.join('.');
}

function conditionStarts(prefix: string, schema: SchemaIndex): Completion[] {
  const columns = schema.columns.filter((column) => column.accessible && isPrimitive(column.type));
  const options: Completion[] = columns.map((column) => ({
    label: quoteName(column.name),
    detail: printType(column.type),
    kind: 'column',
  }));
  if (!accepts(prefix, 'NOT')) return options;
  options.push(
    { label: 'NOT', detail: 'the opposite', kind: 'keyword' },
    { label: '(', detail: 'opens a parenthesis', kind: 'keyword' },
  );
  return [...options, ...functionsFor(columns)];
}

/** Functions that Iceberg can plan with, as far as the table has columns for them. */
function functionsFor(columns: readonly ColumnInfo[]): Completion[] {
  const has = (...kinds: string[]) => columns.some((column) => kinds.includes(column.type.kind));
  const options: Completion[] = [];
  if (has('float', 'double')) {
    options.push({ label: 'is_nan(', detail: 'float or double is not a number', kind: 'function' });
  }
  if (has('timestamp', 'timestamptz', 'timestamp_ns', 'timestamptz_ns')) {
    options.push({ label: 'date(', detail: 'the day of a time', kind: 'function' });
    options.push({ label: 'days(', detail: "Iceberg's partition transform", kind: 'function' });
    options.push({ label: 'hours(', detail: "Iceberg's partition transform", kind: 'function' });
  }
  options.push({ label: 'bucket(', detail: "Iceberg's partition transform", kind: 'function' });
  options.push({ label: 'truncate(', detail: "Iceberg's partition transform", kind: 'function' });
  return options;
}

function operatorsOf(type: Type): Completion[] {
  const unary: Completion[] = [
    { label: 'IS NULL', detail: 'has no value', kind: 'operator' },
    { label: 'IS NOT NULL', detail: 'has a value', kind: 'operator' },
  ];
  if (!isPrimitive(type) || exampleOf(type) === undefined) return unary;
  const equal: Completion[] = [
    { label: '=', detail: 'equals', kind: 'operator' },
    { label: '<>', detail: 'differs from', kind: 'operator' },
  ];
  if (type.kind === 'boolean') return [...equal, ...unary];
  const likes: Completion[] =
    type.kind === 'string'
      ? [{ label: 'LIKE', detail: "begins with, as 'abc%'", kind: 'operator' }]
      : [];
  return [
    ...equal,
    { label: '<', detail: 'below', kind: 'operator' },
    { label: '<=', detail: 'at most', kind: 'operator' },
    { label: '>', detail: 'above', kind: 'operator' },
    { label: '>=', detail: 'at least', kind: 'operator' },
    { label: 'BETWEEN', detail: 'from … AND to …, both included', kind: 'operator' },
    { label: 'IN (', detail: 'one of', kind: 'operator' },
    ...likes,
    ...unary,
  ];
}

function valuesOf(column: ColumnInfo, prefix: string): Completion[] {
  const { type, name } = column;
  if (/\bLIKE\s*$/i.test(prefix)) {
    return [{ label: "'abc%'", detail: 'begins with abc', kind: 'literal' }];
  }
  if (type.kind === 'boolean') {
    return ['TRUE', 'FALSE'].map((label) => ({
      label,
      detail: 'boolean',
      kind: 'literal' as const,
    }));
  }
  const example = exampleOf(type);
  if (example === undefined || !isPrimitive(type)) return [];
  return [{ label: example, detail: `a ${printType(type)}, as ${name} is`, kind: 'literal' }];
}

const OTHER_KEYWORDS: readonly (readonly [string, string])[] = [
  ['NULL', 'no value'],
  ['NOT NULL', 'a value'],
  ['TRUE', 'holds'],
  ['FALSE', 'does not hold'],
  ['DISTINCT FROM', 'differs, null counted as a value'],
  ['FROM', 'of DISTINCT FROM'],
  ['AND', 'both must hold'],
  ['IN (', 'one of'],
  ['LIKE', 'begins with'],
  ['BETWEEN', 'from … AND to …'],
];

function keywordsAfter(prefix: string): Completion[] {
  return OTHER_KEYWORDS.filter(([label]) => accepts(prefix, label)).map(([label, detail]) => ({
    label,
    detail,
    kind: 'keyword',
  }));
}

export type TokenKind =
  | 'keyword'
  | 'column'
  | 'function'
  | 'type'
  | 'string'
  | 'number'
  | 'operator'
  | 'punctuation'
  | 'comment'
  | 'error';

export interface Token {
  readonly from: number;
  readonly to: number;
  readonly kind: TokenKind;
}

const KINDS: Readonly<Record<string, TokenKind>> = {
  True: 'keyword',
  False: 'keyword',
  Null: 'keyword',
  Unknown: 'keyword',
  TypeKw: 'type',
  String: 'string',
  HexText: 'string',
  Number: 'number',
  CompareOp: 'operator',
  Plus: 'operator',
  Minus: 'operator',
  Times: 'operator',
  Concat: 'operator',
  '::': 'operator',
  '(': 'punctuation',
  ')': 'punctuation',
  ',': 'punctuation',
  '.': 'punctuation',
  Semicolon: 'punctuation',
  LineComment: 'comment',
  BlockComment: 'comment',
  Parameter: 'error',
  '⚠': 'error',
};

const NAMES: Readonly<Record<string, TokenKind>> = {
  ColumnName: 'column',
  FunctionName: 'function',
  TypeName: 'type',
};

/** The tokens of a text, whole or not, in order, for colouring. Blanks are between them. */
export function tokensOf(text: string): readonly Token[] {
  return leaves(parseLoosely(text));
}

function leaves(tree: Tree): Token[] {
  const tokens: Token[] = [];
  const around: string[] = [];
  tree.iterate({
    enter: ({ name, from, to }) => {
      const kind = kindOf(name, around.at(-1));
      around.push(name);
      if (kind !== undefined && to > from && (tokens.at(-1)?.to ?? 0) <= from) {
        tokens.push({ from, to, kind });
      }
    },
    leave: () => {
      around.pop();
    },
  });
  return tokens;
}

function kindOf(name: string, parent: string | undefined): TokenKind | undefined {
  if (name === 'Identifier' || name === 'QuotedName') return NAMES[parent ?? ''] ?? 'keyword';
  return KINDS[name] ?? (name.endsWith('Kw') ? 'keyword' : undefined);
}
