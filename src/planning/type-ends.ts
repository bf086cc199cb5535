/** Values beyond which a type has none. */
import type { PrimitiveType, Value } from '../types/type.ts';

/** A float's NaN is beside its order. */
const ENDS: Readonly<Partial<Record<PrimitiveType['kind'], readonly [Value, Value]>>> = {
  boolean: [false, true],
  int: [-(2 ** 31), 2 ** 31 - 1],
  date: [-(2 ** 31), 2 ** 31 - 1],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  float: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  double: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
};

export function isGreatest({ kind }: PrimitiveType, value: Value): boolean {
  return value === ENDS[kind]?.[1];
}

/** The least text and the least bytes are the empty ones. */
export function isLeast({ kind }: PrimitiveType, value: Value): boolean {
  if (value instanceof Uint8Array)
    return (kind === 'string' || kind === 'binary') && value.length === 0;
  return value === ENDS[kind]?.[0];
}
