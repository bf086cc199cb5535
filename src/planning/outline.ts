/**
 * The statistics of a column in a few bytes an entry, kept of columns that nobody has asked for yet, so that a question
 * about them need not wait for their manifests to be read again. Shares and states are as they are. Of a bound is kept
 * which of few values it is or, where they are many, in which part of their range it lies.
 *
 * Few values lose nothing. Parts are numbered by a function that never falls while values rise, literals by the same
 * function: so where two parts differ, the values differ in the same direction. Where a literal shares its part with the
 * bound of an entry nothing is known, and nothing is judged (undefined): the statistics must be read.
 */
import { wordsOf } from '../base/bytes.ts';
import type { BytesColumn, ManifestEntries } from '../metadata/entries.ts';
import { sharedBytes } from '../metadata/shared-columns.ts';
import type { Profile } from '../types/profile.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { type BoundFacts, type ColumnTerm, factsKey, sourceFacts } from './column-facts.ts';
import { ABOVE, BELOW } from './facts.ts';
import { distinctValues } from './outline-values.ts';
import { withStates } from './relations.ts';
import { bytesAt, floorAtScale, hasOrder, KNOWN, type ValueColumn } from './values.ts';

export interface ColumnOutline extends BoundFacts<BoundOutline> {
  /** What it was made for (column-facts.ts). */
  readonly factsKey: string;
}

/** The bounds on one side. */
export type BoundOutline = FewValues | ManyValues;

interface FewValues {
  readonly type: PrimitiveType;
  readonly state: Uint8Array;
  /** Of each KNOWN entry, the row of `values`. */
  readonly parts: Uint8Array | Uint16Array;
  readonly values: ValueColumn;
}

interface ManyValues {
  readonly type: PrimitiveType;
  readonly state: Uint8Array;
  readonly parts: Uint16Array;
  readonly range: Range;
}

/** Values become doubles that never fall while the values rise, and these become parts. */
interface Range {
  readonly min: number;
  readonly max: number;
  readonly scale: number;
  /** What all begin with, of byte strings. */
  readonly prefix: Uint8Array;
}

const LAST_PART = 2 ** 16 - 1;
const BEFORE = -1;
const BEHIND = LAST_PART + 1;

/** The outline of a column that `entries` have metrics of; undefined where its bounds have no order that is sure. */
export function outlineColumn(
  entries: ManifestEntries,
  term: ColumnTerm,
  rules: Profile,
): ColumnOutline | undefined {
  const facts = sourceFacts(entries, term, rules, NO_UUID);
  if (facts === undefined) return undefined;
  const { shares, boundsAreOne } = facts;
  const lower = boundOutline(facts.lower);
  const upper = lower && boundOutline(facts.upper);
  if (lower === undefined || upper === undefined) return undefined;
  return { factsKey: factsKey(term, rules, NO_UUID), shares, boundsAreOne, lower, upper };
}

/** UUIDs may be in either of two orders, and get no outline. */
const NO_UUID = 'unsigned';

function boundOutline(column: ValueColumn): BoundOutline | undefined {
  const { type, state } = column;
  if (!hasOrder(type) || type.kind === 'uuid') return undefined;
  const few = distinctValues(column);
  if (few !== undefined) return { type, state, parts: sharedBytes(few.parts), values: few.values };
  const prefix = commonPrefix(column);
  const keys = keysOf(column, prefix);
  const range = keys && rangeOf(keys, state, prefix);
  return range && { type, state, parts: partsOf(keys, range), range };
}

const NOTHING = new Uint8Array(0);

/** What all KNOWN byte strings begin with; empty for anything else. */
function commonPrefix({ values, state }: ValueColumn): Uint8Array {
  if (!('arena' in values)) return NOTHING;
  const first = bytesAt(values, state.indexOf(KNOWN)) ?? NOTHING;
  const { arena, start, length } = values;
  let n = first.length;
  for (let row = 0; row < state.length && n > 0; row++) {
    if (state[row] === KNOWN) {
      n = commonLength(arena, start[row] as number, Math.min(n, length[row] as number), first);
    }
  }
  return first.slice(0, n);
}

/** Of the `most` bytes from `from`, how many `other` begins with. */
function commonLength(bytes: Uint8Array, from: number, most: number, other: Uint8Array): number {
  let n = 0;
  while (n < most && bytes[from + n] === other[n]) n++;
  return n;
}

const KEY_BYTES = 6;

/** The bytes behind the first `from`, as one number: what is missing counts as zeros, which no byte string falls below. */
function bytesKey(bytes: Uint8Array, start: number, length: number, from: number): number {
  let key = 0;
  for (let i = from; i < from + KEY_BYTES; i++) {
    key = key * 256 + (i < length ? (bytes[start + i] as number) : 0);
  }
  return key;
}

/** Of KNOWN rows; undefined for decimals beyond 64 bits. */
function keysOf({ values, state }: ValueColumn, prefix: Uint8Array): Float64Array | undefined {
  if (values instanceof Float64Array) return values;
  if (values instanceof Int32Array) return new Float64Array(values);
  if (values instanceof BigInt64Array) return wordKeys(values);
  if ('arena' in values) return textKeys(values, state, prefix.length);
  return undefined;
}

/** As Number(value), which rounds to the nearest double, without a BigInt a row. */
function wordKeys(values: BigInt64Array): Float64Array {
  const words = wordsOf(values);
  const keys = new Float64Array(values.length);
  for (let i = 0; i < keys.length; i++) {
    keys[i] = (words[2 * i + 1] as number) * 2 ** 32 + ((words[2 * i] as number) >>> 0);
  }
  return keys;
}

function textKeys({ arena, start, length }: BytesColumn, state: Uint8Array, from: number) {
  const keys = new Float64Array(state.length);
  for (let i = 0; i < keys.length; i++) {
    if (state[i] !== KNOWN) continue;
    keys[i] = bytesKey(arena, start[i] as number, length[i] as number, from);
  }
  return keys;
}

function rangeOf(keys: Float64Array, state: Uint8Array, prefix: Uint8Array): Range | undefined {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < keys.length; i++) {
    if (state[i] !== KNOWN) continue;
    const key = keys[i] as number;
    if (key < min) min = key;
    if (key > max) max = key;
  }
  const scale = LAST_PART / (max - min);
  // Infinities, and doubles too far apart or too near each other to be divided.
  return Number.isFinite(scale) && scale > 0 ? { min, max, scale, prefix } : undefined;
}

/** Each step is rounded, and rounding keeps the order. */
function partOf(key: number, { min, scale }: Range): number {
  return Math.min(LAST_PART, Math.floor((key - min) * scale));
}

/** Those of other than KNOWN rows mean nothing. */
function partsOf(keys: Float64Array, range: Range): Uint16Array {
  const parts = new Uint16Array(keys.length);
  for (let i = 0; i < parts.length; i++) parts[i] = partOf(keys[i] as number, range);
  return parts;
}

/** The part of a literal; undefined where it has none to be compared by. */
function literalPart(
  { type, range }: ManyValues,
  literal: Value,
  literalType: PrimitiveType,
): number | undefined {
  if (literal instanceof Uint8Array) return bytesPart(literal, range);
  const key = Number(
    type.kind === 'decimal' ? floorAtScale(literal as bigint, literalType, type) : literal,
  );
  return Number.isNaN(key) ? undefined : partIn(key, range);
}

function partIn(key: number, range: Range): number {
  if (key < range.min) return BEFORE;
  return key > range.max ? BEHIND : partOf(key, range);
}

function bytesPart(literal: Uint8Array, range: Range): number {
  const { prefix } = range;
  const n = commonLength(literal, 0, Math.min(literal.length, prefix.length), prefix);
  if (n === prefix.length) return partIn(bytesKey(literal, 0, literal.length, n), range);
  // It ends inside the prefix, or differs from it there.
  const isBefore = n === literal.length || (literal[n] as number) < (prefix[n] as number);
  return isBefore ? BEFORE : BEHIND;
}

/** Parts of all literals; undefined where an entry shares one. */
function closedParts(
  bound: ManyValues,
  { literals, literalType }: Literals,
): Int32Array | undefined {
  const parts = literals.map((literal) => literalPart(bound, literal, literalType));
  if (parts.includes(undefined)) return undefined;
  const closed = Int32Array.from(parts as number[]);
  for (const part of closed) if (part !== BEFORE) marked[part] = 1;
  const isOpen = hasMarked(bound);
  for (const part of closed) if (part !== BEFORE) marked[part] = 0;
  return isOpen ? undefined : closed;
}

/** By part, all zero between calls: fresh ones would be 64 kB for each bound of each manifest. */
const marked = new Uint8Array(BEHIND + 1);

function hasMarked({ parts, state }: ManyValues): boolean {
  for (let i = 0; i < parts.length; i++) {
    if (marked[parts[i] as number] === 1 && state[i] === KNOWN) return true;
  }
  return false;
}

interface Literals {
  readonly literals: readonly Value[];
  readonly literalType: PrimitiveType;
}

/**
 * The relation of every entry's bound to the one literal; `toValues` gives those of a column of values. Without `compared`
 * parts tell nothing.
 */
export function outlinedRelations(
  bound: BoundOutline,
  compared: Literals | undefined,
  toValues: (values: ValueColumn) => Uint8Array,
): Uint8Array | undefined {
  const { state, parts } = bound;
  const out = new Uint8Array(parts.length);
  if ('values' in bound) {
    const relations = toValues(bound.values);
    for (let i = 0; i < out.length; i++) out[i] = relations[parts[i] as number] as number;
    return withStates(out, state);
  }
  const [part] = (compared && closedParts(bound, compared)) ?? [];
  if (part === undefined) return undefined;
  for (let i = 0; i < out.length; i++) out[i] = (parts[i] as number) < part ? BELOW : ABOVE;
  return withStates(out, state);
}

/** The order of every entry's bound against the literals. */
export function outlinedOrder(
  bound: BoundOutline,
  compared: Literals,
  toValues: (values: ValueColumn) => (row: number, k: number) => number,
): ((row: number, k: number) => number) | undefined {
  const { parts } = bound;
  if ('values' in bound) {
    const order = toValues(bound.values);
    return (row, k) => order(parts[row] as number, k);
  }
  const closed = closedParts(bound, compared);
  return closed && ((row, k) => (parts[row] as number) - (closed[k] as number));
}
