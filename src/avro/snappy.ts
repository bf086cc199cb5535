/** Snappy as Avro frames it: a raw Snappy block, then the CRC-32 of what it inflates to, big-endian (MF-1, B184). */
import { crc32 } from '../base/crc32.ts';

/**
 * The inflated bytes, or a sentence saying what is wrong. `limit` is the greatest size that is inflated; the size a
 * block claims is believed only where its bytes could make it (a copy of 64 bytes takes at least 2).
 */
export function inflateAvroSnappy(bytes: Uint8Array, limit: number): Uint8Array | string {
  if (bytes.length < 5) return 'a Snappy block is too short';
  const body = bytes.subarray(0, -4);
  const out = inflateRawSnappy(body, limit);
  if (typeof out === 'string') return out;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(bytes.length - 4) !== crc32(out))
    return 'the CRC-32 of a Snappy block is wrong';
  return out;
}

/** The same for a Snappy block alone. */
export function inflateRawSnappy(input: Uint8Array, limit: number): Uint8Array | string {
  let pos = 0;
  let size = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = input[pos++];
    if (byte === undefined || shift > 28) return 'the size of a Snappy block is damaged';
    size += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) break;
  }
  if (size > limit || size > input.length * 32) return `a Snappy block claims ${size} bytes`;
  const out = new Uint8Array(size);
  let at = 0;
  while (pos < input.length) {
    const tag = input[pos++] as number;
    const element = tag & 3;
    let length: number;
    if (element === 0) {
      length = tag >>> 2;
      if (length >= 60) {
        const extra = length - 59;
        length = littleEndian(input, pos, extra);
        pos += extra;
      }
      length += 1;
      if (length > input.length - pos || length > size - at) return DAMAGED;
      out.set(input.subarray(pos, pos + length), at);
      pos += length;
    } else {
      const offset =
        element === 1
          ? ((tag >>> 5) << 8) | (input[pos] ?? 0)
          : littleEndian(input, pos, element === 2 ? 2 : 4);
      length = element === 1 ? ((tag >>> 2) & 7) + 4 : (tag >>> 2) + 1;
      pos += element === 1 ? 1 : element === 2 ? 2 : 4;
      if (offset === 0 || offset > at || length > size - at) return DAMAGED;
      // Byte by byte: a copy may overlap what it writes, which is how runs are stored.
      for (let i = 0; i < length; i++) out[at + i] = out[at - offset + i] as number;
    }
    at += length;
  }
  return at === size ? out : DAMAGED;
}

const DAMAGED = 'a Snappy block is damaged';

function littleEndian(bytes: Uint8Array, pos: number, count: number): number {
  let value = 0;
  for (let i = count - 1; i >= 0; i--) value = value * 256 + (bytes[pos + i] ?? 0);
  return value;
}
