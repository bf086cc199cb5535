/** Compresses blocks as Avro's codecs do. */
import { spawnSync } from 'node:child_process';
import * as zlib from 'node:zlib';

/** What `--codec` may say. */
export const CODECS = ['deflate', 'null', 'snappy', 'zstd'];

/** Iceberg's own level for gzip, so that blocks are as small and as slow to inflate as real ones. */
const DEFLATE_LEVEL = 9;
/** Iceberg's default level for zstd. */
const ZSTD_LEVEL = 1;

/** Snappy's blocks of input: matches do not cross them, so offsets fit two bytes. */
const SNAPPY_BLOCK = 65_536;
const HASH_BITS = 14;

/**
 * @param {string} codec one of CODECS
 * @param {Buffer} raw
 * @returns {Uint8Array}
 */
export function compress(codec, raw) {
  switch (codec) {
    case 'deflate':
      return zlib.deflateRawSync(raw, { level: DEFLATE_LEVEL });
    case 'null':
      return raw;
    case 'snappy':
      return snappyWithChecksum(raw);
    case 'zstd':
      return zstd(raw);
    default:
      throw new Error(`--codec is one of ${CODECS.join(', ')}; found ${codec}`);
  }
}

/** @param {Buffer} raw */
function zstd(raw) {
  // Node has it from 22.15 on.
  const inNode = /** @type {any} */ (zlib).zstdCompressSync;
  if (inNode !== undefined) return inNode(raw);
  const options = { input: raw, maxBuffer: 1 << 26 };
  const done = spawnSync('zstd', ['-q', '-c', `-${ZSTD_LEVEL}`], options);
  if (done.status !== 0) {
    throw new Error('--codec zstd needs Node 22.15 or newer, or the command zstd.');
  }
  return done.stdout;
}

/** Avro's snappy: the block, then the checksum of what it expands to. @param {Buffer} raw */
function snappyWithChecksum(raw) {
  const packed = snappy(raw);
  const out = Buffer.alloc(packed.length + 4);
  out.set(packed);
  out.writeUInt32BE(zlib.crc32(raw), packed.length);
  return out;
}

/** @param {Buffer} raw */
function snappy(raw) {
  const out = Buffer.alloc(32 + raw.length + Math.ceil(raw.length / 6));
  let at = 0;
  let length = raw.length;
  for (; length > 127; length >>>= 7) out[at++] = (length & 127) | 128;
  out[at++] = length;
  for (let from = 0; from < raw.length; from += SNAPPY_BLOCK) {
    const block = raw.subarray(from, Math.min(raw.length, from + SNAPPY_BLOCK));
    at = snappyBlock(block, out, at);
  }
  return out.subarray(0, at);
}

/**
 * Greedy matching over a table of the last place of each four bytes.
 * @param {Buffer} raw at most SNAPPY_BLOCK
 * @param {Buffer} out
 * @param {number} at where to write
 */
function snappyBlock(raw, out, at) {
  const last = new Int32Array(1 << HASH_BITS).fill(-1);
  let to = at;
  let literal = 0;
  let i = 0;
  while (i + 4 <= raw.length) {
    const four = raw.readUInt32LE(i);
    const slot = Math.imul(four, 0x1e35a7bd) >>> (32 - HASH_BITS);
    const match = last[slot] ?? -1;
    last[slot] = i;
    if (match < 0 || raw.readUInt32LE(match) !== four) {
      i++;
      continue;
    }
    to = snappyLiteral(raw.subarray(literal, i), out, to);
    let length = 4;
    while (i + length < raw.length && raw[match + length] === raw[i + length]) length++;
    to = snappyCopy(i - match, length, out, to);
    i += length;
    literal = i;
  }
  return snappyLiteral(raw.subarray(literal), out, to);
}

/**
 * @param {Buffer} bytes
 * @param {Buffer} out
 * @param {number} at
 */
function snappyLiteral(bytes, out, at) {
  if (bytes.length === 0) return at;
  let to = at;
  const n = bytes.length - 1;
  if (n < 60) out[to++] = n << 2;
  else if (n < 256) {
    out[to++] = 60 << 2;
    out[to++] = n;
  } else {
    out[to++] = 61 << 2;
    out[to++] = n & 255;
    out[to++] = n >>> 8;
  }
  out.set(bytes, to);
  return to + bytes.length;
}

/**
 * Copies of two-byte offset, of at most 64 bytes each.
 * @param {number} offset
 * @param {number} length
 * @param {Buffer} out
 * @param {number} at
 */
function snappyCopy(offset, length, out, at) {
  let to = at;
  for (let rest = length; rest > 0; ) {
    const n = Math.min(64, rest);
    out[to++] = ((n - 1) << 2) | 2;
    out[to++] = offset & 255;
    out[to++] = offset >>> 8;
    rest -= n;
  }
  return to;
}
