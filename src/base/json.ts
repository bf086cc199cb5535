/**
 * Lossless JSON. `JSON.parse` rounds the 63-bit ids that metadata is full of (N-1), so we read it ourselves: an
 * integer outside ±(2^53−1) becomes a bigint, every other number a number.
 */
import { utf8 } from './bytes.ts';
import { IcecoreError } from './errors.ts';

/** Deeper nesting than any schema; bounds our recursion. */
const MAX_DEPTH = 1000;

interface Reader {
  readonly text: string;
  readonly place: string;
  readonly keys: string[];
  at: number;
  depth: number;
}

/**
 * Parses one JSON text. Of duplicate keys the last counts, as in `JSON.parse`.
 * Throws `invalid-data` with the byte offset of what could not be read.
 */
export function parseJson(text: string, place: string): unknown {
  const reader: Reader = { text, place, keys: [], at: 0, depth: 0 };
  const value = readValue(reader);
  skipBlanks(reader);
  if (reader.at < text.length) fail(reader, 'text after the end of the JSON value');
  return value;
}

function fail(r: Reader, finding: string): never {
  const offset = utf8(r.text.slice(0, r.at)).length;
  throw new IcecoreError('invalid-data', `Not JSON: ${finding} at byte ${offset}.`, {
    place: r.place,
    offset,
  });
}

function skipBlanks(r: Reader): number {
  const { text } = r;
  let code = text.charCodeAt(r.at);
  while (code === 32 || code === 10 || code === 13 || code === 9) code = text.charCodeAt(++r.at);
  return code;
}

function readValue(r: Reader): unknown {
  const code = skipBlanks(r);
  switch (code) {
    case 34:
      return readString(r);
    case 123:
      return readObject(r);
    case 91:
      return readArray(r);
    case 116:
      return readWord(r, 'true', true);
    case 102:
      return readWord(r, 'false', false);
    case 110:
      return readWord(r, 'null', null);
    default:
      if (code === 45 || (code >= 48 && code <= 57)) return readNumber(r);
      return fail(r, r.at >= r.text.length ? 'the text ends early' : 'unexpected character');
  }
}

function readWord<T>(r: Reader, word: string, value: T): T {
  if (!r.text.startsWith(word, r.at)) fail(r, 'unexpected word');
  r.at += word.length;
  return value;
}

function enter(r: Reader): void {
  if (++r.depth > MAX_DEPTH) fail(r, `more than ${MAX_DEPTH} levels of nesting`);
  r.at++;
}

function readObject(r: Reader): Record<string, unknown> {
  enter(r);
  const object: Record<string, unknown> = {};
  let code = skipBlanks(r);
  while (code !== 125) {
    if (code !== 34) fail(r, 'a key must be a string');
    const key = readKey(r);
    if (skipBlanks(r) !== 58) fail(r, 'no colon after a key');
    r.at++;
    const value = readValue(r);
    // Assigning would set the prototype.
    if (key === '__proto__') defineOwn(object, key, value);
    else object[key] = value;
    code = afterElement(r, 125);
  }
  r.at++;
  r.depth--;
  return object;
}

function defineOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

function readArray(r: Reader): unknown[] {
  enter(r);
  const array: unknown[] = [];
  let code = skipBlanks(r);
  while (code !== 93) {
    array.push(readValue(r));
    code = afterElement(r, 93);
  }
  r.at++;
  r.depth--;
  return array;
}

/** Steps over a comma to the next element; returns the code at hand, `close` at the end. */
function afterElement(r: Reader, close: number): number {
  const code = skipBlanks(r);
  if (code === close) return code;
  if (code !== 44) fail(r, 'no comma between elements');
  r.at++;
  const next = skipBlanks(r);
  if (next === close) fail(r, 'a comma before the end');
  return next;
}

function readString(r: Reader): string {
  const { text } = r;
  const start = r.at + 1;
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 34) break;
    if (code === 92) return readEscaped(r, at);
    // NaN past the end fails this comparison too.
    if (!(code >= 32)) {
      r.at = at;
      fail(r, at >= text.length ? 'an unfinished string' : 'a control character in a string');
    }
    at++;
  }
  r.at = at + 1;
  return text.slice(start, at);
}

/** Finds the end of a string that has escapes, and has the platform decode it. */
function readEscaped(r: Reader, firstEscape: number): string {
  const { text } = r;
  let at = firstEscape;
  for (let code = 92; code !== 34; code = text.charCodeAt(at)) {
    at += code === 92 ? 2 : 1;
    if (at >= text.length) {
      r.at = text.length;
      fail(r, 'an unfinished string');
    }
  }
  try {
    const value: string = JSON.parse(text.slice(r.at, at + 1));
    r.at = at + 1;
    return value;
  } catch {
    return fail(r, 'a string with a malformed escape or a control character');
  }
}

const KEY_SLOTS = 512;

/** Keys repeat: the same text again is the string made before, whose hash is known. Twice as fast on metadata. */
function readKey(r: Reader): string {
  const { text, keys } = r;
  const start = r.at + 1;
  const slot = keySlot(text, start);
  const known = keys[slot];
  if (
    known !== undefined &&
    text.charCodeAt(start + known.length) === 34 &&
    text.startsWith(known, start)
  ) {
    r.at = start + known.length + 1;
    return known;
  }
  const key = readString(r);
  // A key with escapes is longer in the text; its decoded form could be another key's text.
  if (slot >= 0 && r.at === start + key.length + 1) keys[slot] = key;
  return key;
}

/** Of a few characters, whatever they are; NaN near the end. */
function keySlot(text: string, start: number): number {
  const ends = text.charCodeAt(start) * 31 + text.charCodeAt(start + 9) * 3;
  return (ends + text.charCodeAt(start + 2) * 7 + text.charCodeAt(start + 5)) % KEY_SLOTS;
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/y;

function readNumber(r: Reader): number | bigint {
  const { text } = r;
  let at = r.at;
  const negative = text.charCodeAt(at) === 45;
  if (negative) at++;
  const start = at;
  let value = 0;
  let code = text.charCodeAt(at);
  while (code >= 48 && code <= 57) {
    value = value * 10 + (code - 48);
    code = text.charCodeAt(++at);
  }
  const digits = at - start;
  const plain = code !== 46 && code !== 101 && code !== 69;
  const leadingZero = digits > 1 && text.charCodeAt(start) === 48;
  if (plain && digits > 0 && digits <= 15 && !leadingZero) {
    r.at = at;
    return negative ? -value : value;
  }
  return readLongNumber(r);
}

function readLongNumber(r: Reader): number | bigint {
  NUMBER.lastIndex = r.at;
  const match = NUMBER.exec(r.text);
  if (match === null) return fail(r, 'a malformed number');
  const [token, fraction, exponent] = match;
  const end = r.at + token.length;
  const next = r.text.charCodeAt(end);
  // `01`, `1.`, `1e`, `1.e5`: what is left over can't follow a number.
  if ((next >= 48 && next <= 57) || next === 46 || next === 101 || next === 69) {
    fail(r, 'a malformed number');
  }
  r.at = end;
  const value = Number(token);
  if (fraction !== undefined || exponent !== undefined || Number.isSafeInteger(value)) return value;
  return BigInt(token);
}

/**
 * Prints as `JSON.stringify` does, with bigints as digits and a negative zero as `-0.0`.
 * Keys whose value is undefined are left out. Numbers that JSON cannot hold become null.
 */
export function printJson(value: unknown): string {
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'number':
      return Object.is(value, -0) ? '-0.0' : JSON.stringify(value);
    case 'object':
      return value === null ? 'null' : printComposite(value);
    default:
      return JSON.stringify(value) ?? 'null';
  }
}

function printComposite(value: object): string {
  if (Array.isArray(value)) return `[${value.map(printJson).join(',')}]`;
  const parts: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) parts.push(`${JSON.stringify(key)}:${printJson(member)}`);
  }
  return `{${parts.join(',')}}`;
}
