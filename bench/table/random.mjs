/**
 * Numbers that look random and are the same on every machine (sfc32).
 *
 * @typedef {ReturnType<typeof randomOf>} Random
 */

/** Bits that differ in every place for seeds that differ in one (the finalizer of MurmurHash3). @param {number} seed */
function mixed(seed) {
  let h = seed | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * A generator of its own for each pair, so that manifests can be written in any order.
 * @param {number} seed of the table
 * @param {number} stream which of its generators
 */
export function randomOf(seed, stream) {
  let a = mixed(seed + 0x9e3779b9);
  let b = mixed(stream + 0x243f6a88);
  let c = mixed(seed ^ mixed(stream));
  let counter = 1;
  /** A whole number of 32 bits. */
  const bits = () => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) bits();
  return {
    bits,
    /** From 0 to 1, without 1. */
    unit: () => bits() / 2 ** 32,
    /** A whole number below `n` (at most 2^32). @param {number} n */
    below: (n) => Math.floor((bits() / 2 ** 32) * n),
    /** `n` hexadecimal digits. @param {number} n */
    hex: (n) => {
      let text = '';
      while (text.length < n) text += bits().toString(16).padStart(8, '0');
      return text.slice(0, n);
    },
  };
}

/** @param {Random} random */
export function uuidOf(random) {
  const hex = random.hex(32);
  const parts = [0, 8, 12, 16, 20, 32];
  return parts
    .slice(1)
    .map((end, i) => hex.slice(parts[i], end))
    .join('-');
}
