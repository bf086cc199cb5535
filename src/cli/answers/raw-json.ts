/** JSON whose numbers keep their text, for echoing what was read token for token: `1.50` is not `1.5`. */
import { IcecoreError } from '../../base/errors.ts';

/** A number by its text. */
export interface RawNumber {
  readonly number: string;
}

export type Raw = null | boolean | string | RawNumber | readonly Raw[] | ReadonlyMap<string, Raw>;

export function isNumber(raw: Raw | undefined): raw is RawNumber {
  return typeof raw === 'object' && raw !== null && 'number' in raw;
}

const TOKEN = /\s*(?:([[\]{}:,])|("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(\w+))/y;
const WORDS: ReadonlyMap<string, null | boolean> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
]);

interface Tokens {
  readonly text: string;
  readonly place: string;
  at: number;
}

/** Parses one JSON text. Errors: `invalid-data`, with the offset in characters. */
export function parseRaw(text: string, place: string): Raw {
  const tokens: Tokens = { text, place, at: 0 };
  const value = readValue(tokens);
  if (text.slice(tokens.at).trim() !== '') refuse(tokens);
  return value;
}

function refuse({ place, at }: Tokens): never {
  throw new IcecoreError('invalid-data', `Not JSON at character ${at}.`, { place });
}

function next(tokens: Tokens): RegExpExecArray {
  TOKEN.lastIndex = tokens.at;
  const match = TOKEN.exec(tokens.text) ?? refuse(tokens);
  tokens.at = TOKEN.lastIndex;
  return match;
}

/** Whether the next token is `mark`; it is taken then. */
function takes(tokens: Tokens, mark: string): boolean {
  TOKEN.lastIndex = tokens.at;
  const isNext = TOKEN.exec(tokens.text)?.[1] === mark;
  if (isNext) tokens.at = TOKEN.lastIndex;
  return isNext;
}

function readValue(tokens: Tokens): Raw {
  const [, mark, quoted, number, word] = next(tokens);
  if (quoted !== undefined) return JSON.parse(quoted) as string;
  if (number !== undefined) return { number };
  if (mark === '[') return readList(tokens);
  if (mark === '{') return readObject(tokens);
  const value = word === undefined ? undefined : WORDS.get(word);
  return value === undefined ? refuse(tokens) : value;
}

function readList(tokens: Tokens): readonly Raw[] {
  const items: Raw[] = [];
  if (takes(tokens, ']')) return items;
  do items.push(readValue(tokens));
  while (takes(tokens, ','));
  return takes(tokens, ']') ? items : refuse(tokens);
}

function readObject(tokens: Tokens): ReadonlyMap<string, Raw> {
  const entries = new Map<string, Raw>();
  if (takes(tokens, '}')) return entries;
  do {
    const key = next(tokens)[2];
    if (key === undefined || !takes(tokens, ':')) refuse(tokens);
    entries.set(JSON.parse(key) as string, readValue(tokens));
  } while (takes(tokens, ','));
  return takes(tokens, '}') ? entries : refuse(tokens);
}

export function printRaw(raw: Raw): string {
  if (isNumber(raw)) return raw.number;
  if (Array.isArray(raw)) return `[${(raw as readonly Raw[]).map(printRaw).join(',')}]`;
  if (raw instanceof Map) {
    const entries = [...(raw as ReadonlyMap<string, Raw>)];
    return `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${printRaw(value)}`).join(',')}}`;
  }
  return JSON.stringify(raw);
}
