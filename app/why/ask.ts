/** What is asked: a part of a path, or a row as `column = value, …`, told apart by the text itself. */
import type { WhereError } from '../../src/expressions/where.ts';
import type { Language } from '../pruning/language.ts';

export type Asked =
  /** `unknown`: of a text in the form of a row, what of its first name is no column. */
  | { readonly kind: 'path'; readonly text: string; readonly unknown?: UnknownName | undefined }
  /** `where`: the row as a condition without errors. */
  | { readonly kind: 'row'; readonly where: string; readonly columns: readonly string[] }
  | { readonly kind: 'misread'; readonly message: string };

interface UnknownName {
  readonly name: string;
  /** `Did you mean country, a string?` */
  readonly advice: string;
}

/** A name, quoted or not, then `=` or `is`, then a value. */
const PAIR =
  /^\s*("(?:[^"]|"")+"|`(?:[^`]|``)+`|[\p{L}_][\p{L}\p{N}_.]*)\s*(?:==?|\bis\b)\s*(.+?)\s*$/iu;

/**
 * A slash outside of quotes makes it a path, and so does a name that is no column: `ts_day=2026-03-01` is part of a path
 * where no column is called ts_day.
 */
export function readAsk(text: string, language: Language): Asked {
  const parts = splitRow(text);
  const pairs = parts.map((part) => PAIR.exec(part));
  const names = pairs.flatMap((pair) => pair?.[1] ?? []);
  const looksLikeRow = !/\//.test(withoutQuoted(text)) && names.length === pairs.length;
  const unknown = looksLikeRow ? unknownName(language, names) : undefined;
  if (!looksLikeRow || unknown !== undefined) return { kind: 'path', text: text.trim(), unknown };
  const conditions: string[] = [];
  for (const pair of pairs) {
    const [, name = '', value = ''] = pair ?? [];
    const found = condition(language, name, value);
    if ('message' in found) return { kind: 'misread', message: found.message };
    conditions.push(found.where);
  }
  return { kind: 'row', where: conditions.join(' AND '), columns: names };
}

/** At commas and ANDs outside of quotes. */
function splitRow(text: string): readonly string[] {
  const parts = [''];
  for (const piece of text.split(/('(?:[^']|'')*'?|"(?:[^"]|"")*"?|,|\band\b)/i)) {
    if (piece === ',' || /^and$/i.test(piece)) parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts.filter((part, i) => part.trim() !== '' || i === 0);
}

function withoutQuoted(text: string): string {
  return text.replaceAll(/'(?:[^']|'')*'?|"(?:[^"]|"")*"?/g, '');
}

/** Columns that are told where none is near. */
const TOLD = 5;

function unknownName(language: Language, names: readonly string[]): UnknownName | undefined {
  for (const name of names) {
    const [error] = language.parse(`${name} IS NULL`).errors;
    if (error === undefined) continue;
    const advice = error.suggestion?.message ?? columnsOf(language);
    return { name, advice };
  }
  return undefined;
}

function columnsOf({ schema, quote }: Language): string {
  const names = schema.columns
    .filter(({ accessible }) => accessible)
    .map(({ name }) => quote(name));
  const rest = names.length - TOLD;
  if (names.length === 0) return 'It has none.';
  return `Its columns: ${names.slice(0, TOLD).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

/** As typed where that is a literal of the column; else in quotes, since nobody types those around a time. */
function condition(
  language: Language,
  name: string,
  value: string,
): { readonly where: string } | WhereError {
  if (/^null$/i.test(value)) return { where: `${name} IS NULL` };
  const typed = `${name} = ${value}`;
  const parsed = language.parse(typed);
  if (parsed.errors.length === 0) return { where: typed };
  const quoted = `${name} = '${value.replaceAll("'", "''")}'`;
  const again = language.parse(quoted);
  if (again.errors.length === 0) return { where: quoted };
  return (again.errors[0] ?? parsed.errors[0]) as WhereError;
}
