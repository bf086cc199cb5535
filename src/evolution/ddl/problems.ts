/** What is wrong with a statement that does not parse: the place, and what the grammar would take there. */

import type { Span } from '../../base/errors.ts';
import { joinWords } from '../../types/format.ts';
import { DIALECT_NAMES, type ReadDialect } from '../dialects.ts';

export interface DdlProblem {
  readonly span: Span;
  readonly message: string;
  readonly suggestion?: string | undefined;
  /** What to put in place of the span, where that would help. */
  readonly replacement?: string | undefined;
}

type Accepts = (prefix: string, sample: string) => boolean;

const TERM = 'a column or a transform of one';

/** Kinds of continuation and a sample of each. Words first: a name is taken wherever a word is a name, too. */
const CONTINUATIONS: readonly (readonly [string, string])[] = [
  ['ALTER TABLE', 'ALTER'],
  ['TABLE', 'TABLE'],
  ['ADD', 'ADD PARTITION'],
  ['DROP', 'DROP PARTITION'],
  ['REPLACE', 'REPLACE PARTITION'],
  ['WRITE', 'WRITE ORDERED'],
  ['SET PARTITION SPEC', 'SET PARTITION'],
  ['SET PROPERTIES', 'SET PROPERTIES'],
  ['PARTITION', 'PARTITION FIELD'],
  ['PARTITION', 'PARTITION SPEC'],
  ['FIELD', 'FIELD x9'],
  ['SPEC', 'SPEC ('],
  ['WITH', 'WITH x9'],
  ['AS', 'AS x9'],
  ['BY', 'BY x9'],
  ['ORDERED BY', 'ORDERED BY'],
  ['PROPERTIES', 'PROPERTIES x9'],
  ["ARRAY['…']", 'ARRAY ['],
  ["text in quotes, '…'", "'a'"],
  [TERM, 'x9(x9)'],
  ['a name', 'x9'],
  ['a number', '9'],
  ['=', '='],
  ['[', '['],
  ['(', '('],
  [',', ','],
  [')', ')'],
  [']', ']'],
];

export function problemAt(
  text: string,
  at: number,
  dialect: ReadDialect,
  accepts: Accepts,
): DdlProblem {
  const expected = expectedAt(text.slice(0, at), accepts);
  if (text.slice(at).trim() === '') {
    const end = text.trimEnd().length;
    return {
      span: { from: Math.max(0, end - 1), to: end },
      message: `The statement ends too early: ${expected} must follow.`,
    };
  }
  const token = tokenAt(text, at);
  const span = { from: at, to: at + token.length };
  return (
    unclosed(text, at) ?? {
      span,
      message: `${token} can’t stand here: expected ${expected}.`,
      suggestion: otherDialect(text, dialect) ?? elsewhere(text, token),
    }
  );
}

function tokenAt(text: string, at: number): string {
  const match = /^(?:[\p{L}\p{N}_$]+|'(?:[^']|'')*'|"(?:[^"]|"")*"|.)/su.exec(text.slice(at));
  return match?.[0] ?? text.charAt(at);
}

function unclosed(text: string, at: number): DdlProblem | undefined {
  const quote = text.charAt(at);
  if (!['"', '`', "'"].includes(quote)) return undefined;
  const closed = new RegExp(`^${quote}(?:[^${quote}]|${quote}${quote})*${quote}`);
  if (closed.test(text.slice(at))) return undefined;
  return {
    span: { from: at, to: text.length },
    message: `This ${quote === "'" ? 'text' : 'name'} has no closing ${quote}.`,
    suggestion: `Close it with ${quote}.`,
    replacement: `${text.slice(at)}${quote}`,
  };
}

/** The statements of others are well known, too. */
function otherDialect(text: string, dialect: ReadDialect): string | undefined {
  const looks: readonly (readonly [RegExp, readonly ReadDialect[]])[] = [
    [/\bset\s+partition\s+spec\b/i, ['hive', 'impala']],
    [/\bset\s+properties\b/i, ['trino']],
    [/\b(add|drop|replace)\s+partition\s+field\b/i, ['spark']],
  ];
  const own = looks.find(([pattern]) => pattern.test(text))?.[1];
  if (own === undefined || own.includes(dialect)) return undefined;
  const names = own.map((name) => DIALECT_NAMES[name]).join(' and ');
  return `This is how ${names} ${own.length === 1 ? 'writes' : 'write'} it.`;
}

const NOT_LAYOUT =
  /\b(create|drop)\s+(table|view)\b|\b(add|drop|alter|change|rename)\s+columns?\b|\brename\s+to\b|\btblproperties\b|^\s*(select|insert|update|delete|merge|call)\b/i;

/** What is meant is no change of layout, or two of them. */
function elsewhere(text: string, token: string): string | undefined {
  if (NOT_LAYOUT.test(text)) return 'Only changes of the partition layout are tried here.';
  return token === ',' && /\bpartition\s+field\b/i.test(text)
    ? 'A statement changes one field; part statements by ;.'
    : undefined;
}

function expectedAt(prefix: string, accepts: Accepts): string {
  const isTerm = accepts(prefix, 'x9(x9)');
  const found = CONTINUATIONS.filter(([, sample]) => accepts(prefix, sample)).map(([name]) => name);
  const names = [...new Set(found)];
  // Where a name may stand every word may, too, and is no news.
  const shown = isTerm
    ? names.filter((name) => name === TERM)
    : accepts(prefix, 'x9')
      ? names.filter((name) => name === 'a name' || !/^[A-Z]/.test(name))
      : names;
  if (shown.length === 0) return 'the end';
  return joinWords(shown, 'or');
}
