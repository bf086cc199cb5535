/** Text to syntax tree, or to what is wrong with it: where, what, and what was expected. */

import type { Tree } from '@lezer/common';
import type { Span } from '../../base/errors.ts';
import { joinWords } from '../../types/format.ts';
import { parser } from './where.parser.ts';
import { reservedWord } from './words.ts';

export interface Suggestion {
  /** A sentence: `Did you mean country, a string?` */
  readonly message: string;
  /** What to put in place of the error's span; absent where only words help. */
  readonly replacement?: string | undefined;
}

export interface SyntaxProblem {
  readonly span: Span;
  readonly message: string;
  readonly suggestion?: Suggestion | undefined;
}

/** Longer texts are refused before they are parsed. */
const MAX_LENGTH = 1_000_000;

/** Deeper trees are refused, so that what walks them can recurse. */
const MAX_DEPTH = 400;

const strictParser = parser.configure({ strict: true });

/** The tree with its gaps, for completion and colours: never fails. */
export function parseLoosely(text: string): Tree {
  return parser.parse(text);
}

export function parseStrictly(text: string): Tree | SyntaxProblem {
  if (text.length > MAX_LENGTH) {
    const span = { from: MAX_LENGTH, to: text.length };
    return { span, message: `The condition is longer than ${MAX_LENGTH} characters.` };
  }
  const tree = parseOrFail(text);
  return typeof tree === 'number' ? explain(text, tree) : (tooDeep(tree) ?? tree);
}

/** The tree, or the offset of the first token that can't stand where it stands. */
function parseOrFail(text: string): Tree | number {
  try {
    return strictParser.parse(text);
  } catch (error) {
    // The parser's only way to tell the place.
    const match = error instanceof SyntaxError ? /^No parse at (\d+)$/.exec(error.message) : null;
    if (match === null) throw error;
    return Number(match[1]);
  }
}

/** Lezer itself goes no deeper than 2500, and builds what lies below flat. */
function tooDeep(tree: Tree): SyntaxProblem | undefined {
  let depth = 0;
  let problem: SyntaxProblem | undefined;
  tree.iterate({
    enter: ({ from }) => {
      if (problem !== undefined) return false;
      depth++;
      if (depth > MAX_DEPTH) {
        const message = `Conditions nest more than ${MAX_DEPTH} levels deep here.`;
        problem = { span: { from, to: from + 1 }, message };
      }
      return undefined;
    },
    leave: () => {
      depth--;
    },
  });
  return problem;
}

function explain(text: string, at: number): SyntaxProblem {
  // Past its own limit of nesting the parser fails, whatever comes.
  const deep = tooDeep(parser.parse(text));
  if (deep !== undefined) return deep;
  if (at >= text.length || text.slice(at).trim() === '') {
    const end = text.trimEnd().length;
    const expected = expectedAt(text, text.length);
    return {
      span: { from: Math.max(0, end - 1), to: end },
      message: `The condition ends too early: ${expected} must follow.`,
    };
  }
  const query = wholeQuery(text);
  if (query !== undefined) return query;
  const token = tokenAt(text, at);
  const span = { from: at, to: at + token.length };
  return unclosed(text, at) ?? special(text, token, span) ?? unexpected(text, token, span);
}

const QUERY = /^\s*(?:explain\s+)?(?:select|delete|update|with)\b/i;

/** A whole statement where its condition is wanted, and the condition, where it can be cut out. */
function wholeQuery(text: string): SyntaxProblem | undefined {
  if (!QUERY.test(text)) return undefined;
  const span = { from: 0, to: text.length };
  const message = 'Only the condition is wanted here: what stands after WHERE.';
  const [, behind = ''] = /\bwhere\s([\s\S]*)$/i.exec(text) ?? [];
  const end = parseOrFail(behind);
  const condition = typeof end === 'number' ? behind.slice(0, end) : behind;
  const replacement = condition.replace(/[\s;]+$/, '');
  const isSimple = typeof end !== 'number' || AFTER_WHERE.test(tokenAt(behind, end));
  if (replacement === '' || !isSimple || typeof parseOrFail(replacement) === 'number') {
    return { span, message };
  }
  return { span, message, suggestion: { message: `Take ${replacement}.`, replacement } };
}

function tokenAt(text: string, at: number): string {
  const rest = text.slice(at);
  const match = /^(?:[\p{L}\p{N}_$]+|'(?:[^']|'')*'|"(?:[^"]|"")*"|[<>=!|&]+|.)/su.exec(rest);
  return match?.[0] ?? rest.slice(0, 1);
}

function unclosed(text: string, at: number): SyntaxProblem | undefined {
  const quote = text.charAt(at);
  const what = quote === "'" ? 'text' : quote === '"' || quote === '`' ? 'name' : undefined;
  if (what === undefined) return undefined;
  const closed = new RegExp(`^${quote}(?:[^${quote}]|${quote}${quote})*${quote}`).test(
    text.slice(at),
  );
  if (closed) return undefined;
  return {
    span: { from: at, to: text.length },
    message: `This ${what} has no closing ${quote}.`,
    suggestion: { message: `Close it with ${quote}.`, replacement: `${text.slice(at)}${quote}` },
  };
}

const MISSPELT: Readonly<Record<string, string>> = { '&&': 'AND', '&': 'AND', '|': 'OR' };
const AFTER_WHERE = /^(?:order|group|limit|having|select|union|offset|qualify)$/i;

function special(text: string, token: string, span: Span): SyntaxProblem | undefined {
  const better = MISSPELT[token];
  if (better !== undefined) {
    return {
      span,
      message: `${token} is no operator of SQL.`,
      suggestion: { message: `Did you mean ${better}?`, replacement: better },
    };
  }
  if (text.charAt(span.from - 1) === '=' && (token === '>' || token === '<')) {
    const wide = { from: span.from - 1, to: span.to };
    return {
      span: wide,
      message: `=${token} is no operator of SQL.`,
      suggestion: { message: `Did you mean ${token}=?`, replacement: `${token}=` },
    };
  }
  if (/^nan$/i.test(token)) {
    const nan = isNan(text, span);
    if (nan !== undefined) return nan;
  }
  if (AFTER_WHERE.test(token) && !accepts(text.slice(0, span.from), 'x9')) {
    return {
      span,
      message: `Only the condition of a WHERE stands here, without ${token.toUpperCase()}.`,
    };
  }
  return undefined;
}

/** `d IS [NOT] NAN` */
function isNan(text: string, span: Span): SyntaxProblem | undefined {
  const before = text.slice(0, span.from);
  const [whole, subject, not = ''] =
    /((?:[\w.]|"[^"]*"|`[^`]*`)+)\s+is\s+(not\s+)?$/i.exec(before) ?? [];
  if (whole === undefined || subject === undefined) return undefined;
  const replacement = `${not === '' ? '' : 'NOT '}is_nan(${subject})`;
  return {
    span: { from: span.from - whole.length, to: span.to },
    message: 'IS asks for NULL, TRUE, FALSE and UNKNOWN, and a function for NaN.',
    suggestion: { message: `Write ${replacement}.`, replacement },
  };
}

function unexpected(text: string, token: string, span: Span): SyntaxProblem {
  const message = `${token} can't stand here: expected ${expectedAt(text, span.from)}.`;
  const wantsName = accepts(text.slice(0, span.from), 'x9');
  if (!wantsName || reservedWord(token) < 0) return { span, message };
  return {
    span,
    message,
    suggestion: {
      message: `As the name of a column, ${token} needs quotes.`,
      replacement: `"${token}"`,
    },
  };
}

const AN_OPERATOR = 'an operator such as = or IN';

/** Kinds of continuation and a sample of each; what the grammar takes is asked of the parser itself. */
const CONTINUATIONS: readonly (readonly [string, string])[] = [
  ['a condition', 'NOT x9'],
  ['a value', '9'],
  ["text in quotes, '…'", "'a'"],
  ['NULL', 'NULL'],
  [AN_OPERATOR, '= 9'],
  ['a name', 'x9'],
  ['AND', 'AND'],
  ['OR', 'OR'],
  ['IN', 'IN'],
  ['LIKE', 'LIKE'],
  ['(', '('],
  [',', ','],
  [')', ')'],
];

function expectedAt(text: string, at: number): string {
  const prefix = text.slice(0, at);
  const found = CONTINUATIONS.filter(([, sample]) => accepts(prefix, sample)).map(([name]) => name);
  // A condition may begin with all that follows it in the list.
  const shown = found.includes('a condition')
    ? ['a condition', ...found.filter((name) => name === ')')]
    : found.includes('a value')
      ? ['a value']
      : found.includes(AN_OPERATOR)
        ? found.filter((name) => name !== 'IN' && name !== 'LIKE')
        : found;
  if (shown.length === 0) return 'the end';
  return joinWords(shown, 'or');
}

/** Whether the grammar takes `sample` behind `prefix`, whatever must still follow. */
export function accepts(prefix: string, sample: string): boolean {
  const text = `${prefix} ${sample}`;
  const result = parseOrFail(text);
  return typeof result !== 'number' || result >= text.length;
}
