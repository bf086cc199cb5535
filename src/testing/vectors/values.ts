/** `values.json`: binary and JSON single values, promotions (3.2, 3.3, 3.5). */
import { fromHex, toHex, utf8 } from '../../base/bytes.ts';
import { parseJson, printJson } from '../../base/json.ts';
import { equalValues } from '../../types/compare.ts';
import { parsePrimitiveType } from '../../types/parse-type.ts';
import { JAVA, type Profile, SAFE } from '../../types/profile.ts';
import {
  decodeSingleValue,
  encodeSingleValue,
  singleValueFromJson,
  singleValueToJson,
} from '../../types/single-value.ts';
import type { PrimitiveType, Value } from '../../types/type.ts';
import {
  attempt,
  differs,
  type FileChecks,
  type VectorLine,
  vectorType,
  vectorValue,
} from './lines.ts';

function sameValue(
  what: string,
  type: PrimitiveType,
  ours: Value | null | undefined,
  expected: Value | null | undefined,
): string | undefined {
  if (ours == null || expected == null) return differs(what, ours, expected);
  return equalValues(type, ours, expected) ? undefined : (differs(what, ours, expected) ?? what);
}

function decode(type: PrimitiveType, hex: unknown, profile: Profile): Value | undefined {
  return decodeSingleValue(type, fromHex(String(hex)) ?? new Uint8Array(), profile);
}

/** Both forms, both ways. */
function value(line: VectorLine): string | undefined {
  const type = vectorType(line.type);
  const own = vectorValue(type, line.value, line.raw);
  if (own === null) return 'a null';
  const bytes = encodeSingleValue(type, own);
  return (
    differs('bytes', bytes && toHex(bytes), line.binary) ??
    sameValue('read', type, decode(type, line.binary, JAVA), own) ??
    sameValue('read in profile safe', type, decode(type, line.binary, SAFE), own) ??
    writtenJson(type, own, line) ??
    readJson(type, own, line)
  );
}

/** Hexadecimal is lower case here (TY-25); of a float, the fewest digits are a matter of printing. */
function writtenJson(type: PrimitiveType, own: Value, line: VectorLine): string | undefined {
  const json = singleValueToJson(type, own);
  const expected = String(line.json);
  if (type.kind === 'float' || type.kind === 'double') {
    const round = (n: unknown) => (type.kind === 'float' ? Math.fround(Number(n)) : Number(n));
    return differs('JSON', round(JSON.parse(printJson(json))), round(JSON.parse(expected)));
  }
  const isHex = type.kind === 'fixed' || type.kind === 'binary';
  return differs('JSON', json, parseJson(isHex ? expected.toLowerCase() : expected, 'vector'));
}

function readJson(type: PrimitiveType, own: Value, line: VectorLine): string | undefined {
  const read = attempt(() => singleValueFromJson(type, parseJson(String(line.json), ''), 'vector'));
  const refused = line.jsonBackError !== undefined;
  if ('refused' in read) return refused ? undefined : `its JSON is refused: ${read.refused}`;
  return refused
    ? 'its JSON is read; refused there'
    : sameValue('JSON read', type, read.value, own);
}

/** Bytes of one type read as another. */
function promoted(line: VectorLine): string | undefined {
  const type = vectorType(line.to);
  const safe = decode(type, line.binary, SAFE);
  return readsAsJava(type, line) ?? sameValue('safe', type, safe, soundPromotion(type, line));
}

/** What is right for old bytes: a day is a day (TY-16), and what is too wide is no value (TY-5). */
function soundPromotion(type: PrimitiveType, line: VectorLine): Value | undefined {
  const written = line.from === 'date' ? vectorValue({ kind: 'date' }, line.written) : undefined;
  if (typeof written === 'number' && type.kind.startsWith('timestamp')) {
    if (type.kind === 'timestamptz' || type.kind === 'timestamptz_ns') return undefined;
    const perDay = type.kind === 'timestamp' ? 86_400_000_000n : 86_400_000_000_000n;
    const units = BigInt(written) * perDay;
    return BigInt.asIntN(64, units) === units ? units : undefined;
  }
  const width = { int: 4, date: 4, float: 4 }[type.kind as string];
  if (width !== undefined && String(line.binary).length !== 2 * width) return undefined;
  return decode(type, line.binary, JAVA);
}

/** TY-7: where Java throws on bytes that are no UTF-8, we keep them as they are, for comparing. */
function readsAsJava(type: PrimitiveType, line: VectorLine): string | undefined {
  const own = decode(type, line.binary, JAVA);
  if (line.error === undefined) {
    const expected = vectorValue(type, line.value, line.raw);
    // The reference's null for `unknown` is our "no value".
    return sameValue('read', type, own, expected ?? undefined);
  }
  if (type.kind !== 'string') return differs('read', own, undefined);
  return differs('bytes kept', own instanceof Uint8Array && toHex(own), line.binary);
}

function parse(line: VectorLine): string | undefined {
  const type = parsePrimitiveType(String(line.type));
  const read =
    type === undefined
      ? { refused: 'no such type' }
      : attempt(() => singleValueFromJson(type, parseJson(String(line.json), ''), 'vector'));
  if ('refused' in read) return line.error === undefined ? `refused: ${read.refused}` : undefined;
  if (line.error !== undefined) return differs('accepted', read.value, undefined);
  return type && sameValue('read', type, read.value, vectorValue(type, line.value, line.raw));
}

/** TY-21: refused there; UTF-8 here writes U+FFFD, and literals refuse them (binding.json). */
function loneSurrogate(line: VectorLine): string | undefined {
  const isReplaced = toHex(utf8(String(line.value))).includes('efbfbd');
  return differs('replaced', isReplaced, line.error !== undefined);
}

export const VALUES: FileChecks = () => ({
  value,
  promoted,
  bytes: (line) => readsAsJava(vectorType(line.type), line),
  parse,
  loneSurrogate,
});
