/** `order.json`: comparison of values (3.4). */
import { comparator, equalValues } from '../../types/compare.ts';
import { JAVA, SAFE } from '../../types/profile.ts';
import { differs, type FileChecks, type VectorLine, vectorType, vectorValue } from './lines.ts';

function compare(line: VectorLine): string | undefined {
  const type = vectorType(line.type);
  const [a, b] = [vectorValue(type, line.a), vectorValue(type, line.b)];
  if (a === null || b === null) return 'a null in a comparison';
  const sign = (profile: typeof JAVA) => Math.sign(comparator(type, profile)(a, b)) + 0;
  // Safe orders uuids by their bytes, and hexadecimal texts of one length do the same (TY-23).
  const [x, y] = [String(line.a), String(line.b)];
  const safe = type.kind === 'uuid' ? (x < y ? -1 : x > y ? 1 : 0) : line.sign;
  return (
    differs('order', sign(JAVA), line.sign) ??
    differs('order in profile safe', sign(SAFE), safe) ??
    differs('equal', equalValues(type, a, b), line.sign === 0)
  );
}

export const ORDER: FileChecks = () => ({ compare });
