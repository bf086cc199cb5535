/** The order of values of one type (rules.md 3.4). */

import { compareBytes } from '../base/bytes.ts';
import { assert, assertNever } from '../base/errors.ts';
import type { Profile } from './profile.ts';
import type { PrimitiveType, Value } from './type.ts';

export type Comparator = (a: Value, b: Value) => number;

/**
 * Negative, zero or positive. Floats by Java's `Double.compare`: −0.0 below +0.0, NaN equal to itself and greatest
 * (TY-22); what is sound about zeros is the judges' affair (EV-38). UUIDs by profile (TY-23).
 */
export function comparator(type: PrimitiveType, profile: Profile): Comparator {
  switch (type.kind) {
    case 'boolean':
    case 'int':
    case 'date':
      return (a, b) => Number(a) - Number(b);
    case 'float':
    case 'double':
      return (a, b) => compareDoubles(a as number, b as number);
    case 'long':
    case 'decimal':
    case 'time':
    case 'timestamp':
    case 'timestamptz':
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    case 'uuid':
      return profile.uuidsInBothOrders ? bytesInOrder : compareSignedUuids;
    case 'string':
    case 'fixed':
    case 'binary':
      return bytesInOrder;
    case 'unknown':
    case 'variant':
    case 'geometry':
    case 'geography':
      return () => assert(false, `${type.kind} has no order`) as never;
    default:
      return assertNever(type);
  }
}

/** Equality by the same rules, so the zeros differ and NaN equals NaN (TY-24). */
export function equalValues(type: PrimitiveType, a: Value, b: Value): boolean {
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0;
  if (type.kind === 'float' || type.kind === 'double') return Object.is(a, b);
  return a === b;
}

/** Java's `Double.compare`. */
function compareDoubles(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  if (a === b) return a !== 0 ? 0 : Number(Object.is(b, -0)) - Number(Object.is(a, -0));
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

function bytesInOrder(a: Value, b: Value): number {
  return compareBytes(a as Uint8Array, b as Uint8Array);
}

/** `java.util.UUID.compareTo`: two signed longs, so the sign bits of bytes 0 and 8 turn the order (TY-23). */
function compareSignedUuids(a: Value, b: Value): number {
  const x = a as Uint8Array;
  const y = b as Uint8Array;
  for (let i = 0; i < 16; i++) {
    const flip = i % 8 === 0 ? 0x80 : 0;
    const d = ((x[i] as number) ^ flip) - ((y[i] as number) ^ flip);
    if (d !== 0) return d;
  }
  return 0;
}
