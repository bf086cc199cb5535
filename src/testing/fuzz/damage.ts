/** Damage to files: bits, bytes, cuts, doubled pieces, lengths, and, in JSON, values of another kind. */
import { utf8, utf8Text } from '../../base/bytes.ts';

export type Random = (below: number) => number;

/** A damaged copy. */
export function damaged(bytes: Uint8Array, random: Random): Uint8Array {
  if (bytes.length === 0) return Uint8Array.of(random(256));
  const at = random(bytes.length);
  switch (random(7)) {
    case 0:
      return bytes.slice(0, at);
    case 1:
      return Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(random(bytes.length))]);
    case 2:
      return bytes.slice().fill(0xff, at, at + 1 + random(12));
    case 3: {
      const out = bytes.slice();
      out.copyWithin(at, random(out.length), out.length);
      return out;
    }
    default: {
      const out = bytes.slice();
      for (let n = random(4); n >= 0; n--) {
        const i = Math.min(at + random(40), out.length - 1);
        out[i] = random(2) === 0 ? (out[i] as number) ^ (1 << random(8)) : random(256);
      }
      return out;
    }
  }
}

const VALUES = [
  'null',
  '-1',
  '0',
  '9223372036854775808',
  '1.5',
  '""',
  '"x"',
  '[]',
  '{}',
  'true',
  '[[[]]]',
  '-9223372036854775809',
];

/** JSON that is still JSON, with one value, or one key, that is another. */
export function oddJson(bytes: Uint8Array, random: Random): Uint8Array {
  const text = utf8Text(bytes);
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null/g)];
  const token = tokens[random(Math.max(1, tokens.length))];
  if (token === undefined) return damaged(bytes, random);
  const isKey = /^\s*:/.test(text.slice(token.index + token[0].length));
  const other = isKey ? `"${'x'.repeat(random(3))}"` : (VALUES[random(VALUES.length)] as string);
  return utf8(text.slice(0, token.index) + other + text.slice(token.index + token[0].length));
}
