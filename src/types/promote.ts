/** Which types a column may be widened to: rules.md 3.1, spec "Schema Evolution". */
import { sameType } from './parse-type.ts';
import type { PrimitiveType } from './type.ts';

/** True where values of `from` are read as `to` without loss; false for the same type. */
export function isPromotion(from: PrimitiveType, to: PrimitiveType): boolean {
  switch (from.kind) {
    case 'int':
      return to.kind === 'long';
    case 'float':
      return to.kind === 'double';
    case 'decimal':
      return to.kind === 'decimal' && to.scale === from.scale && to.precision > from.precision;
    case 'date':
      return to.kind === 'timestamp' || to.kind === 'timestamp_ns';
    case 'unknown':
      return !sameType(from, to);
    default:
      return false;
  }
}
