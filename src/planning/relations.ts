/**
 * The relation of every row of a column to one literal, in a loop of its own for each form of values: judging a million
 * files is mostly this, and a call a row would cost more than the comparison.
 */
import { wordsOf } from '../base/bytes.ts';
import type { BytesColumn } from '../metadata/entries.ts';
import type { PrimitiveType, Value } from '../types/type.ts';
import { ABOVE, BELOW, BOUND_MISSING, BOUND_UNUSABLE, EQUAL } from './facts.ts';
import {
  KNOWN,
  type LiteralOrder,
  MISSING,
  orderAgainst,
  type UuidOrder,
  type ValueColumn,
} from './values.ts';

export interface RelationRules {
  readonly literal: Value;
  readonly literalType: PrimitiveType;
  readonly uuidOrder: UuidOrder;
  /** −0 is below 0 (EV-38). */
  readonly signedZeros: boolean;
  /** What a value that equals the literal counts as. */
  readonly equal: number;
}

/** BELOW, ABOVE or `equal` of KNOWN rows; BOUND_MISSING or BOUND_UNUSABLE of others. */
export function relationsToLiteral(column: ValueColumn, rules: RelationRules): Uint8Array {
  const { values, type } = column;
  const { literal, equal } = rules;
  const out = new Uint8Array(column.state.length);
  if ('arena' in values && type.kind !== 'uuid')
    compareAllBytes(values, literal as Uint8Array, out);
  else if (values instanceof Int32Array) compareAll(values, Number(literal), out);
  else if (values instanceof Float64Array && !(rules.signedZeros && literal === 0)) {
    compareAll(values, literal as number, out);
  } else if (values instanceof BigInt64Array && type.kind !== 'decimal' && isLong(literal)) {
    compareAllWords(values, literal as bigint, out);
  } else {
    const { literalType, uuidOrder, signedZeros } = rules;
    const order = orderAgainst(column, [literal], literalType, { uuidOrder, signedZeros });
    return relationsByOrder(column, order, equal);
  }
  return withStates(out, column.state, equal);
}

/** The same by any order. */
export function relationsByOrder(
  { state }: ValueColumn,
  order: LiteralOrder,
  equal: number,
): Uint8Array {
  const out = new Uint8Array(state.length);
  for (let i = 0; i < out.length; i++) {
    if (state[i] !== KNOWN) continue;
    const c = order(i, 0);
    out[i] = c < 0 ? BELOW : c > 0 ? ABOVE : EQUAL;
  }
  return withStates(out, state, equal);
}

function isLong(literal: Value): boolean {
  return typeof literal === 'bigint' && BigInt.asIntN(64, literal) === literal;
}

/** Four bytes at a time, most significant first: most of what columns hold begins alike. */
function compareAllBytes(column: BytesColumn, literal: Uint8Array, out: Uint8Array): void {
  const { arena, start, length } = column;
  const view = new DataView(arena.buffer, arena.byteOffset, arena.byteLength);
  const other = new DataView(literal.buffer, literal.byteOffset, literal.byteLength);
  const size = literal.length;
  for (let i = 0; i < out.length; i++) {
    const from = start[i] as number;
    const own = length[i] as number;
    const n = Math.min(own, size);
    let k = 0;
    let c = 0;
    for (; c === 0 && k + 4 <= n; k += 4) c = view.getUint32(from + k) - other.getUint32(k);
    for (; c === 0 && k < n; k++) c = (arena[from + k] as number) - (literal[k] as number);
    if (c === 0) c = own - size;
    out[i] = c < 0 ? BELOW : c > 0 ? ABOVE : EQUAL;
  }
}

function compareAll(values: Int32Array | Float64Array, literal: number, out: Uint8Array): void {
  for (let i = 0; i < out.length; i++) {
    const value = values[i] as number;
    out[i] = value < literal ? BELOW : value > literal ? ABOVE : EQUAL;
  }
}

/** By the two halves of each: a BigInt a row would cost more than all the rest. All hosts are little-endian. */
function compareAllWords(values: BigInt64Array, literal: bigint, out: Uint8Array): void {
  const words = wordsOf(values);
  const [low = 0, high = 0] = new Int32Array(BigInt64Array.of(literal).buffer);
  for (let i = 0; i < out.length; i++) {
    let c = (words[2 * i + 1] as number) - high;
    if (c === 0) c = ((words[2 * i] as number) >>> 0) - (low >>> 0);
    out[i] = c < 0 ? BELOW : c > 0 ? ABOVE : EQUAL;
  }
}

/** Relations of rows that are not KNOWN, and EQUAL as it counts. */
export function withStates(out: Uint8Array, state: Uint8Array, equal = EQUAL): Uint8Array {
  for (let i = 0; i < out.length; i++) {
    const known = state[i] as number;
    if (known !== KNOWN) out[i] = known === MISSING ? BOUND_MISSING : BOUND_UNUSABLE;
    else if (out[i] === EQUAL) out[i] = equal;
  }
  return out;
}
