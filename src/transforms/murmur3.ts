const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

/** MurmurHash3 x86 32-bit with seed 0, as a signed 32-bit number (TR-6). */
export function murmur3(bytes: Uint8Array): number {
  const { length } = bytes;
  const blocksEnd = length & ~3;
  let hash = 0;
  for (let i = 0; i < blocksEnd; i += 4) {
    hash ^= mixBlock(
      byteAt(bytes, i) |
        (byteAt(bytes, i + 1) << 8) |
        (byteAt(bytes, i + 2) << 16) |
        (byteAt(bytes, i + 3) << 24),
    );
    hash = (hash << 13) | (hash >>> 19);
    hash = (Math.imul(hash, 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let i = length - 1; i >= blocksEnd; i--) tail = (tail << 8) | byteAt(bytes, i);
  if (blocksEnd < length) hash ^= mixBlock(tail);
  return finalMix(hash ^ length);
}

function byteAt(bytes: Uint8Array, i: number): number {
  return bytes[i] as number;
}

function mixBlock(block: number): number {
  const k = Math.imul(block, C1);
  return Math.imul((k << 15) | (k >>> 17), C2);
}

function finalMix(hash: number): number {
  let h = hash ^ (hash >>> 16);
  h = Math.imul(h, 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return h ^ (h >>> 16);
}
