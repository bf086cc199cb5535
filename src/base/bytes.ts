/** Bytes as values: order, text and hexadecimal forms. */

const utf8Encoder = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

export function utf8(text: string): Uint8Array {
  return utf8Encoder.encode(text);
}

/** Decodes for display; invalid sequences become U+FFFD, so never compare the result (TY-7). */
export function utf8Text(bytes: Uint8Array): string {
  return utf8Decoder.decode(bytes);
}

/** Unsigned lexicographic, the shorter first on a tie: the order of strings (TY-20), fixed and binary (TY-19). */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    const d = (a[i] as number) - (b[i] as number);
    if (d !== 0) return d;
  }
  return a.length - b.length;
}

const HEX = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, '0'));

/** Lower-case hexadecimal (TY-25). */
export function toHex(bytes: Uint8Array): string {
  let out = '';
  for (const b of bytes) out += HEX[b];
  return out;
}

/** Accepts both cases; undefined for anything that is not whole bytes of hexadecimal digits. */
export function fromHex(text: string): Uint8Array | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return undefined;
  const out = new Uint8Array(text.length / 2);
  for (let i = 0; i < out.length; i++) out[i] = Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
  return out;
}

/** The parts behind each other, `total` bytes in all; a single part is given as it is. */
export function joined(parts: readonly Uint8Array[], total: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const out = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/**
 * The same memory as 32-bit words, the low one of each eight bytes first: 64-bit numbers are compared by them without a
 * BigInt each. Relies on little-endian memory, as every JavaScript engine in use has.
 */
export function wordsOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength / 4);
}
