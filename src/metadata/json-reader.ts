/**
 * Reads fields of parsed JSON (base/json.ts: large integers are bigint) leniently: what is missing or of another type
 * is noted as a problem at its JSON path and comes back as undefined, so that each reader states what it assumes then.
 */
import type { Problem } from '../base/errors.ts';
import { type MetadataProblemCode, metadataProblem } from './metadata-problems.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** One file being read: where it is, and what was odd in it so far. */
export interface Reading {
  readonly place: string;
  readonly problems: Problem[];
}

const INT64_MAX = (1n << 63n) - 1n;
const INT64_MIN = -(1n << 63n);
const INT32_MAX = 2 ** 31 - 1;

export function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** `v3.metadata.json: snapshots[2].summary`. */
export function placeOf(reading: Reading, path: string): string {
  return path === '' ? reading.place : `${reading.place}: ${path}`;
}

export function note(
  reading: Reading,
  code: MetadataProblemCode,
  path: string,
  message: string,
  consequence?: string,
): void {
  reading.problems.push(metadataProblem(code, message, placeOf(reading, path), consequence));
}

/** `a list`, `the text "2"`: a JSON value in words. */
export function describeJson(json: unknown): string {
  if (json === null) return 'null';
  if (Array.isArray(json)) return 'a list';
  if (typeof json === 'object') return 'an object';
  if (typeof json === 'string')
    return `the text "${json.length > 60 ? `${json.slice(0, 60)}…` : json}"`;
  if (typeof json === 'number' || typeof json === 'bigint') return `the number ${json}`;
  return String(json);
}

export function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The key that a path ends with. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

function wrongType(reading: Reading, path: string, found: unknown, expected: string): undefined {
  const name = nameOf(path);
  note(reading, 'wrong-json-type', path, `${name} is ${describeJson(found)}, not ${expected}.`);
}

/** Notes that a field which the format demands is absent; `assumed` says what is taken in its place. */
export function noteMissing(reading: Reading, path: string, assumed: string): void {
  note(reading, 'field-missing', path, `${nameOf(path)} is missing.`, assumed);
}

/** A 64-bit integer, exact. undefined when absent, null or not an integer. A larger one is kept, and noted. */
export function readLong(
  reading: Reading,
  object: JsonObject,
  key: string,
  path: string,
): bigint | undefined {
  const json = object[key];
  const at = join(path, key);
  if (json === undefined || json === null) return undefined;
  const value = integerOf(reading, json, at);
  if (value !== undefined && (value > INT64_MAX || value < INT64_MIN)) {
    note(reading, 'number-too-large', at, `${key} ${value} is outside 64 signed bits.`);
  }
  return value;
}

/** A 32-bit integer. undefined when absent, null, not an integer, or out of range. */
export function readInt(
  reading: Reading,
  object: JsonObject,
  key: string,
  path: string,
): number | undefined {
  const json = object[key];
  const at = join(path, key);
  if (json === undefined || json === null) return undefined;
  const value = integerOf(reading, json, at);
  if (value === undefined) return undefined;
  if (value > INT32_MAX || value < -INT32_MAX - 1) {
    return wrongType(reading, at, json, 'an integer of 32 bits');
  }
  return Number(value);
}

function integerOf(reading: Reading, json: unknown, at: string): bigint | undefined {
  if (typeof json === 'bigint') return json;
  if (typeof json === 'number' && Number.isSafeInteger(json)) return BigInt(json);
  if (typeof json === 'string' && /^-?\d{1,20}$/.test(json)) {
    note(reading, 'number-as-text', at, `${nameOf(at)} is ${describeJson(json)}, not a number.`);
    return BigInt(json);
  }
  return wrongType(reading, at, json, 'an integer');
}

export function readText(
  reading: Reading,
  object: JsonObject,
  key: string,
  path: string,
): string | undefined {
  const json = object[key];
  if (json === undefined || json === null) return undefined;
  return typeof json === 'string' ? json : wrongType(reading, join(path, key), json, 'a text');
}

/** Elements of a list; empty when absent. A null or another type is noted and read as empty. */
export function readList(
  reading: Reading,
  object: JsonObject,
  key: string,
  path: string,
): readonly unknown[] {
  const json = object[key];
  if (json === undefined) return [];
  if (Array.isArray(json)) return json;
  wrongType(reading, join(path, key), json, 'a list');
  return [];
}

/** An object; undefined when absent. A null or another type is noted. */
export function readObject(
  reading: Reading,
  object: JsonObject,
  key: string,
  path: string,
): JsonObject | undefined {
  const json = object[key];
  if (json === undefined) return undefined;
  return isObject(json) ? json : wrongType(reading, join(path, key), json, 'an object');
}

/** A map from text to text; a value of another type is noted and kept as its text. */
export function readTextMap(
  reading: Reading,
  object: JsonObject,
  path: string,
): Readonly<Record<string, string>> {
  const entries: [string, string][] = [];
  for (const [key, json] of Object.entries(object)) {
    if (typeof json === 'string') entries.push([key, json]);
    else {
      wrongType(reading, join(path, key), json, 'a text');
      if (typeof json !== 'object') entries.push([key, String(json)]);
    }
  }
  return Object.fromEntries(entries);
}
