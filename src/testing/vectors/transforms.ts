/** `transforms.json`: applying, parsing and ordering of transforms (section 4). */
import {
  applyTransform,
  canTransform,
  humanTransform,
  parseTransform,
  preservesOrder,
  printTransform,
  satisfiesOrderOf,
  transformResultType,
} from '../../transforms/transform.ts';
import { equalValues } from '../../types/compare.ts';
import { isPrimitive, printType } from '../../types/parse-type.ts';
import { JAVA, type Profile, SAFE } from '../../types/profile.ts';
import { floorMod } from '../../types/time.ts';
import type { PrimitiveType, Type, Value } from '../../types/type.ts';
import {
  attempt,
  differs,
  type FileChecks,
  type VectorLine,
  vectorType,
  vectorValue,
} from './lines.ts';

interface Result {
  readonly type: PrimitiveType;
  readonly value: Value | null;
}

function resultOf(line: VectorLine, profile: Profile): Result {
  const transform = parseTransform(String(line.transform));
  const source = vectorType(line.type);
  const value = vectorValue(source, line.value, line.raw);
  const type = transformResultType(transform, source);
  if (!isPrimitive(type)) throw new Error('a nested result');
  return { type, value: applyTransform(transform, source, value, profile) };
}

function same({ type, value }: Result, expected: Value | null): boolean {
  if (value === null || expected === null) return value === expected;
  return equalValues(type, value, expected);
}

function apply(line: VectorLine): string | undefined {
  const java = resultOf(line, JAVA);
  const expected = vectorValue(java.type, line.result);
  if (!same(java, expected)) return differs('result', java.value, expected) ?? 'result differs';
  const human = humanTransform(
    parseTransform(String(line.transform)),
    vectorType(line.type),
    java.value,
  );
  const safe = resultOf(line, SAFE);
  const sound = soundResult(line, expected);
  const wrong = same(safe, sound)
    ? undefined
    : differs('result in profile safe', safe.value, sound);
  return differs('human text', human, line.human) ?? wrong;
}

/** What profile safe must give: the reference's result, but where it overflows or misses the floor. */
function soundResult(line: VectorLine, java: Value | null): Value | null {
  if (isLastTickBeforeEpoch(line)) {
    // TR-14: one tick earlier, in the same second, Java floors too.
    return resultOf({ ...line, raw: String(BigInt(String(line.raw)) - 1n) }, JAVA).value;
  }
  if (line.type === 'int' && String(line.transform).startsWith('truncate')) {
    // Section 16, TR-9: Java's int addition overflows.
    const value = vectorValue({ kind: 'int' }, line.value);
    if (value === null) return null;
    const width = BigInt(String(line.transform).slice('truncate['.length, -1));
    const exact = BigInt(value as number) - floorMod(BigInt(value as number), width);
    return Number(BigInt.asIntN(32, exact));
  }
  return java;
}

function isLastTickBeforeEpoch(line: VectorLine): boolean {
  if (!['year', 'month', 'day', 'hour'].includes(String(line.transform))) return false;
  if (typeof line.raw !== 'string' || !String(line.type).startsWith('timestamp')) return false;
  const perSecond = String(line.type).endsWith('_ns') ? 1_000_000_000n : 1_000_000n;
  return BigInt(line.raw) < 0n && floorMod(BigInt(line.raw) + 1n, perSecond) === 0n;
}

const INT: PrimitiveType = { kind: 'int' };
const NESTED: Readonly<Record<string, Type>> = {
  struct: { kind: 'struct', fields: [{ id: 1, name: 'x', required: false, type: INT }] },
  list: { kind: 'list', elementId: 1, element: INT, elementRequired: false },
  map: { kind: 'map', keyId: 1, key: INT, valueId: 2, value: INT, valueRequired: false },
};

function can(line: VectorLine): string | undefined {
  const transform = parseTransform(String(line.transform));
  const type = NESTED[String(line.type)] ?? vectorType(line.type);
  return (
    differs('can', canTransform(transform, type), line.can) ??
    differs('result type', printType(transformResultType(transform, type)), line.resultType)
  );
}

function parse(line: VectorLine): string | undefined {
  const parsed = attempt(() => parseTransform(String(line.text)));
  if ('refused' in parsed)
    return line.error === undefined ? `refused: ${parsed.refused}` : undefined;
  if (line.error !== undefined) return `accepted; refused there: ${String(line.error)}`;
  const transform = parsed.value;
  return (
    differs('text', printTransform(transform), line.transform) ??
    differs('unknown', transform.kind === 'unknown', line.unknown) ??
    differs('identity', transform.kind === 'identity', line.identity) ??
    differs('void', transform.kind === 'void', line.void) ??
    differs('preserves order', preservesOrder(transform), line.preservesOrder)
  );
}

function order(line: VectorLine): string | undefined {
  const [a, b] = [parseTransform(String(line.a)), parseTransform(String(line.b))];
  return differs('satisfies order', satisfiesOrderOf(a, b), line.result);
}

export const TRANSFORMS: FileChecks = () => ({ apply, can, parse, satisfiesOrderOf: order });
