/** A value in another type of the same kind of number, as Java's literals convert when a projection binds (5.4). */
import type { PrimitiveType, Value } from '../types/type.ts';

/** undefined = no such conversion. */
export function recast(
  value: Value,
  from: PrimitiveType,
  to: PrimitiveType | undefined,
): Value | undefined {
  if (to === undefined) return undefined;
  if (from.kind === to.kind) return value;
  if (from.kind !== 'int' && from.kind !== 'date') return undefined;
  switch (to.kind) {
    case 'int':
    case 'date':
      return value;
    case 'long':
      return BigInt(value as number);
    case 'float':
    case 'double':
      return value;
    case 'decimal':
      return BigInt(value as number) * 10n ** BigInt(to.scale);
    default:
      return undefined;
  }
}
