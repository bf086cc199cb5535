/**
 * Writes Avro object container files: a growing buffer for the binary encoding, and blocks of about
 * 64 KB as Iceberg's writers make them.
 */
import { compress } from './codecs.mjs';

/** Avro's codec names of `avro.codec`. */
const CODEC_NAMES = { deflate: 'deflate', null: 'null', snappy: 'snappy', zstd: 'zstandard' };

/** Avro's default sync interval: a block ends at the first record that reaches it. */
const BLOCK_BYTES = 64_000;

/** Avro's binary encoding, appended to one buffer. Integers are safe ones (below 2^53). */
export class AvroBytes {
  constructor(size = 1 << 17) {
    this.buffer = Buffer.alloc(size);
    this.length = 0;
  }

  clear() {
    this.length = 0;
  }

  /** The bytes so far; they are overwritten after `clear`. */
  written() {
    return this.buffer.subarray(0, this.length);
  }

  /** @param {number} more */
  reserve(more) {
    if (this.length + more <= this.buffer.length) return;
    const grown = Buffer.alloc(2 * (this.length + more));
    this.buffer.copy(grown, 0, 0, this.length);
    this.buffer = grown;
  }

  /** @param {number} value from 0 to 255 */
  byte(value) {
    this.reserve(1);
    this.buffer[this.length++] = value;
  }

  /** An int or long. @param {number} value */
  long(value) {
    this.reserve(10);
    // Zigzag without 64-bit integers: 2n, or -2n - 1 for negative ones.
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    while (rest > 0x7fffffff) {
      this.buffer[this.length++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    while (rest > 127) {
      this.buffer[this.length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.buffer[this.length++] = rest;
  }

  /** Any long. @param {bigint} value */
  bigLong(value) {
    this.reserve(10);
    let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
    for (; rest > 127n; rest >>= 7n) this.buffer[this.length++] = Number(rest & 127n) | 128;
    this.buffer[this.length++] = Number(rest);
  }

  /** ASCII text with its length. @param {string} value */
  text(value) {
    this.long(value.length);
    this.reserve(value.length);
    this.length += this.buffer.write(value, this.length, 'latin1');
  }

  /** @param {Uint8Array} value */
  bytes(value) {
    this.long(value.length);
    this.raw(value);
  }

  /** @param {Uint8Array} value */
  raw(value) {
    this.reserve(value.length);
    this.buffer.set(value, this.length);
    this.length += value.length;
  }

  /** Bytes of eight: a long as little endian. @param {number} value */
  long64(value) {
    this.byte(16);
    this.reserve(8);
    this.buffer.writeUInt32LE(value % 2 ** 32, this.length);
    this.buffer.writeInt32LE(Math.floor(value / 2 ** 32), this.length + 4);
    this.length += 8;
  }

  /** Bytes of four: an int as little endian. @param {number} value */
  int32(value) {
    this.byte(8);
    this.reserve(4);
    this.length = this.buffer.writeInt32LE(value, this.length);
  }

  /** Bytes of eight: a double. @param {number} value */
  float64(value) {
    this.byte(16);
    this.reserve(8);
    this.length = this.buffer.writeDoubleLE(value, this.length);
  }
}

/** Collects records into the blocks of one container file. */
export class AvroFile {
  /**
   * @param {{ codec: string, metadata: Record<string, string>, sync: Uint8Array }} options
   */
  constructor({ codec, metadata, sync }) {
    /** Write one record here, then call `endRecord`. */
    this.record = new AvroBytes();
    this.codec = codec;
    this.sync = sync;
    this.records = 0;
    this.rawBytes = 0;
    /** @type {Uint8Array[]} */
    this.parts = [header({ ...metadata, 'avro.codec': codecName(codec) }, sync)];
  }

  endRecord() {
    this.records++;
    if (this.record.length >= BLOCK_BYTES) this.endBlock();
  }

  endBlock() {
    if (this.records === 0) return;
    const raw = this.record.written();
    const data = compress(this.codec, raw);
    const head = new AvroBytes(16);
    head.long(this.records);
    head.long(data.length);
    // Copies: without a codec `data` is the buffer that the next block overwrites.
    this.parts.push(Buffer.from(head.written()), Buffer.from(data), this.sync);
    this.rawBytes += raw.length;
    this.record.clear();
    this.records = 0;
  }

  /** The whole file. */
  finish() {
    this.endBlock();
    return Buffer.concat(this.parts);
  }
}

/** @param {string} codec */
function codecName(codec) {
  return CODEC_NAMES[/** @type {keyof typeof CODEC_NAMES} */ (codec)];
}

/**
 * @param {Record<string, string>} metadata
 * @param {Uint8Array} sync
 */
function header(metadata, sync) {
  const out = new AvroBytes();
  out.raw(Buffer.from('Obj\x01', 'latin1'));
  const pairs = Object.entries(metadata);
  out.long(pairs.length);
  for (const [key, value] of pairs) {
    out.text(key);
    out.text(value);
  }
  out.long(0);
  out.raw(sync);
  return Buffer.from(out.written());
}
