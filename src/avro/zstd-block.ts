/**
 * Blocks of Zstandard frames (RFC 8878, 3.1.1.2 to 4.2). Every size, table and bit is checked, so that whatever the bytes, the
 * work is bounded by their number and by 128 KiB a block.
 */

/** RFC 8878, 3.1.1.2.3: no block inflates to more. */
export const MAX_BLOCK = 128 * 1024;

/** What is wrong with the bytes. Caught in zstd.ts, which is the only caller. */
export class ZstdDamage extends Error {}

function check(isRight: boolean, finding: string): asserts isRight {
  if (!isRight) throw new ZstdDamage(finding);
}

interface FseTable {
  readonly accuracy: number;
  /** By state. */
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly bases: Uint16Array;
}

interface HuffmanTable {
  readonly maxBits: number;
  /** By the next `maxBits` bits. */
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
}

type Tables = [literalLengths: FseTable, offsets: FseTable, matchLengths: FseTable];

/** What blocks of one frame hand on to the next, and the bytes made so far. */
export interface FrameState {
  out: Uint8Array;
  length: number;
  readonly limit: number;
  huffman: HuffmanTable | undefined;
  tables: Tables | undefined;
  readonly repeated: [number, number, number];
}

/** `limit`: the most bytes that the frame may make. */
export function newFrame(limit: number): FrameState {
  return {
    out: new Uint8Array(Math.min(limit, MAX_BLOCK)),
    length: 0,
    limit,
    huffman: undefined,
    tables: undefined,
    repeated: [1, 4, 8],
  };
}

/** Makes room for `more` bytes. */
function reserve(frame: FrameState, more: number): void {
  const needed = frame.length + more;
  check(needed <= frame.limit, 'its blocks make more bytes than it claims');
  if (needed <= frame.out.length) return;
  const grown = new Uint8Array(Math.min(frame.limit, Math.max(needed, 2 * frame.out.length)));
  grown.set(frame.out.subarray(0, frame.length));
  frame.out = grown;
}

/** Inflates the block of a type whose content is `[from, to)`; `size` is what its header says, of RLE the length. */
export function inflateBlockInto(
  frame: FrameState,
  type: number,
  bytes: Uint8Array,
  from: number,
  to: number,
  size: number,
): void {
  if (type === 2) {
    inflateCompressed(frame, bytes.subarray(from, to));
    return;
  }
  reserve(frame, size);
  if (type === 0) frame.out.set(bytes.subarray(from, to), frame.length);
  else frame.out.fill(bytes[from] as number, frame.length, frame.length + size);
  frame.length += size;
}

function inflateCompressed(frame: FrameState, block: Uint8Array): void {
  const { literals, next } = readLiterals(frame, block);
  const start = frame.length;
  const sequences = readSequencesHeader(frame, block, next);
  const used =
    sequences.count === 0
      ? 0
      : runSequences(frame, sequences, block.subarray(sequences.from), literals);
  const rest = literals.length - used;
  check(frame.length - start + rest <= MAX_BLOCK, 'a block makes more than 128 KiB');
  reserve(frame, rest);
  frame.out.set(literals.subarray(used), frame.length);
  frame.length += rest;
}

function byteAt(bytes: Uint8Array, at: number): number {
  const value = bytes[at];
  check(value !== undefined, 'a block ends early');
  return value;
}

function slice(bytes: Uint8Array, from: number, length: number): Uint8Array {
  check(length <= bytes.length - from, 'a block ends early');
  return bytes.subarray(from, from + length);
}

const RAW = 0;
const RLE = 1;
const COMPRESSED = 2;

/** 3.1.1.3.1. */
function readLiterals(
  frame: FrameState,
  block: Uint8Array,
): { readonly literals: Uint8Array; readonly next: number } {
  const first = byteAt(block, 0);
  const type = first & 3;
  const format = (first >> 2) & 3;
  if (type === RAW || type === RLE) {
    const header = format === 1 ? 2 : format === 3 ? 3 : 1;
    let size = header === 1 ? first >> 3 : (first >> 4) | (byteAt(block, 1) << 4);
    if (header === 3) size |= byteAt(block, 2) << 12;
    check(size <= MAX_BLOCK, 'its literals are more than 128 KiB');
    if (type === RAW) return { literals: slice(block, header, size), next: header + size };
    const literals = new Uint8Array(size).fill(byteAt(block, header));
    return { literals, next: header + 1 };
  }
  const header = format < 2 ? 3 : format + 2;
  const sizeBits = [10, 10, 14, 18][format] as number;
  let value = 0;
  for (let i = 0; i < header; i++) value += byteAt(block, i) * 2 ** (8 * i);
  const size = Math.floor(value / 16) % 2 ** sizeBits;
  const stored = Math.floor(value / 2 ** (4 + sizeBits)) % 2 ** sizeBits;
  check(size <= MAX_BLOCK, 'its literals are more than 128 KiB');
  let streams = slice(block, header, stored);
  if (type === COMPRESSED) {
    const { table, length } = readHuffmanTable(streams);
    frame.huffman = table;
    streams = streams.subarray(length);
  }
  const { huffman } = frame;
  check(huffman !== undefined, 'there is no Huffman table to repeat');
  const literals = new Uint8Array(size);
  if (format === 0) huffmanStream(huffman, streams, literals);
  else huffmanStreams(huffman, streams, literals);
  return { literals, next: header + stored };
}

function huffmanStreams(table: HuffmanTable, bytes: Uint8Array, out: Uint8Array): void {
  const each = (out.length + 3) >> 2;
  let from = 6;
  for (let i = 0; i < 4; i++) {
    const length =
      i === 3 ? bytes.length - from : byteAt(bytes, 2 * i) | (byteAt(bytes, 2 * i + 1) << 8);
    check(length >= 0, 'a block ends early');
    const to = Math.min(out.length, each * (i + 1));
    check(each * i <= out.length, 'its literals are fewer than its streams');
    huffmanStream(table, slice(bytes, from, length), out.subarray(each * i, to));
    from += length;
  }
}

/** Bits from the end of `bytes` to its start, below a highest bit that only marks the end. */
interface BitsBackward {
  readonly bytes: Uint8Array;
  /** Bits left; negative once more were taken than there are, which are zeros. */
  left: number;
}

function bitsBackward(bytes: Uint8Array): BitsBackward {
  const last = byteAt(bytes, bytes.length - 1);
  check(last !== 0, 'a bit stream has no end');
  return { bytes, left: 8 * bytes.length - 8 + highestBit(last) };
}

/** At most 24 bits at a place that may be before the first bit. */
function bitsAt(bytes: Uint8Array, at: number, count: number): number {
  if (at < 0) {
    const there = count + at;
    return there <= 0 ? 0 : bitsAt(bytes, 0, there) * 2 ** -at;
  }
  const byte = at >> 3;
  const word =
    ((bytes[byte] as number) |
      ((bytes[byte + 1] ?? 0) << 8) |
      ((bytes[byte + 2] ?? 0) << 16) |
      ((bytes[byte + 3] ?? 0) << 24)) >>>
    (at & 7);
  return word & ((1 << count) - 1);
}

function take(stream: BitsBackward, count: number): number {
  if (count > 16) {
    const high = take(stream, count - 16);
    return high * 65_536 + take(stream, 16);
  }
  if (count === 0) return 0;
  stream.left -= count;
  return bitsAt(stream.bytes, stream.left, count);
}

function highestBit(value: number): number {
  return 31 - Math.clz32(value);
}

function huffmanStream(table: HuffmanTable, bytes: Uint8Array, out: Uint8Array): void {
  const { maxBits, symbols, bits } = table;
  let { left } = bitsBackward(bytes);
  const mask = 2 ** maxBits - 1;
  for (let i = 0; i < out.length; i++) {
    const at = left - maxBits;
    const byte = at >> 3;
    // Codes are of 11 bits at most, so three bytes hold one.
    const code =
      at < 0
        ? bitsAt(bytes, at, maxBits)
        : (((bytes[byte] as number) |
            ((bytes[byte + 1] as number) << 8) |
            ((bytes[byte + 2] as number) << 16)) >>>
            (at & 7)) &
          mask;
    out[i] = symbols[code] as number;
    left -= bits[code] as number;
  }
  check(left === 0, 'a stream of literals and its bits differ');
}

const MAX_HUFFMAN_BITS = 11;

/** 4.2.1. `length`: the bytes of its description. */
function readHuffmanTable(bytes: Uint8Array): {
  readonly table: HuffmanTable;
  readonly length: number;
} {
  const header = byteAt(bytes, 0);
  const weights: number[] = [];
  let length = 1;
  if (header >= 128) {
    const count = header - 127;
    const body = slice(bytes, 1, (count + 1) >> 1);
    for (let i = 0; i < count; i++) {
      const byte = body[i >> 1] as number;
      weights.push(i % 2 === 0 ? byte >> 4 : byte & 15);
    }
    length += body.length;
  } else {
    huffmanWeights(slice(bytes, 1, header), weights);
    length += header;
  }
  return { table: huffmanTable(weights), length };
}

/** Two states take turns until the bits are used up (4.2.1.2). */
function huffmanWeights(bytes: Uint8Array, weights: number[]): void {
  const { table, length } = readFseTable(bytes, 6, 255);
  const stream = bitsBackward(bytes.subarray(length));
  const states = [take(stream, table.accuracy), take(stream, table.accuracy)];
  check(stream.left >= 0, 'the weights of a Huffman table end early');
  for (let turn = 0; ; turn ^= 1) {
    const state = states[turn] as number;
    weights.push(table.symbols[state] as number);
    check(weights.length < 255, 'a Huffman table has too many weights');
    const more = take(stream, table.bits[state] as number);
    if (stream.left < 0) {
      weights.push(table.symbols[states[turn ^ 1] as number] as number);
      return;
    }
    states[turn] = (table.bases[state] as number) + more;
  }
}

function huffmanTable(weights: readonly number[]): HuffmanTable {
  check(weights.length > 0 && weights.length < 256, 'a Huffman table has no weights');
  let sum = 0;
  for (const weight of weights) {
    check(weight <= MAX_HUFFMAN_BITS, 'a Huffman code is too long');
    if (weight > 0) sum += 2 ** (weight - 1);
  }
  check(sum > 0, 'a Huffman table has no weights');
  // The last weight is not written: it fills the sum up to a power of two.
  const maxBits = highestBit(sum) + 1;
  check(maxBits <= MAX_HUFFMAN_BITS, 'a Huffman code is too long');
  const rest = 2 ** maxBits - sum;
  check((rest & (rest - 1)) === 0, 'the weights of a Huffman table make no power of two');
  const all = [...weights, highestBit(rest) + 1];
  const symbols = new Uint8Array(2 ** maxBits);
  const bits = new Uint8Array(2 ** maxBits);
  let at = 0;
  for (let weight = 1; weight <= maxBits; weight++) {
    all.forEach((own, symbol) => {
      if (own !== weight) return;
      const end = at + 2 ** (weight - 1);
      symbols.fill(symbol, at, end);
      bits.fill(maxBits + 1 - weight, at, end);
      at = end;
    });
  }
  return { maxBits, symbols, bits };
}

/** 4.1.1. `length`: the bytes of its description. */
function readFseTable(
  bytes: Uint8Array,
  maxAccuracy: number,
  maxSymbol: number,
): { readonly table: FseTable; readonly length: number } {
  let at = 0;
  const forward = (count: number) => {
    const value = bitsAt(bytes, at, count);
    at += count;
    check(at <= 8 * bytes.length, 'a table ends early');
    return value;
  };
  check(bytes.length > 0, 'a table ends early');
  const accuracy = forward(4) + 5;
  check(accuracy <= maxAccuracy, 'a table is too accurate');
  const shares: number[] = [];
  let left = 2 ** accuracy;
  while (left > 0) {
    check(shares.length <= maxSymbol, 'a table has too many symbols');
    const width = highestBit(left + 1) + 1;
    // Values below a threshold take one bit less.
    const short = bitsAt(bytes, at, width - 1);
    const threshold = 2 ** width - 2 - left;
    const value = short < threshold ? forward(width - 1) : forward(width);
    const share = (short < threshold || value < 2 ** (width - 1) ? value : value - threshold) - 1;
    left -= Math.abs(share);
    shares.push(share);
    for (let zeros = share === 0 ? 3 : 0; zeros === 3; ) {
      zeros = forward(2);
      for (let i = 0; i < zeros; i++) shares.push(0);
    }
  }
  check(left === 0 && shares.length <= maxSymbol + 1, 'the shares of a table are wrong');
  return { table: fseTable(shares, accuracy), length: (at + 7) >> 3 };
}

/** From the share of each symbol; −1 is less than one (4.1.1). */
function fseTable(shares: readonly number[], accuracy: number): FseTable {
  const size = 2 ** accuracy;
  const symbols = new Uint8Array(size);
  const next = shares.map((share) => Math.abs(share));
  let high = size;
  shares.forEach((share, symbol) => {
    if (share === -1) symbols[--high] = symbol;
  });
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  shares.forEach((share, symbol) => {
    for (let i = 0; i < share; i++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at >= high);
    }
  });
  check(at === 0, 'the shares of a table are wrong');
  const bits = new Uint8Array(size);
  const bases = new Uint16Array(size);
  for (let state = 0; state < size; state++) {
    const symbol = symbols[state] as number;
    const own = next[symbol] as number;
    next[symbol] = own + 1;
    const width = accuracy - highestBit(own);
    bits[state] = width;
    bases[state] = own * 2 ** width - size;
  }
  return { accuracy, symbols, bits, bases };
}

/** 3.1.1.3.2.2: what tables are where a block has none of its own. */
const DEFAULT_TABLES: Tables = [
  fseTable(
    [
      4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1,
      1, -1, -1, -1, -1,
    ],
    6,
  ),
  fseTable(
    [1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1],
    5,
  ),
  fseTable(
    [
      1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
      1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1,
    ],
    6,
  ),
];

const MAX_ACCURACY = [9, 8, 9] as const;
const MAX_SYMBOL = [35, 31, 52] as const;

/** Extra bits of codes 16 and above, and the values from which codes on count. */
const LITERAL_BITS = codeBits(
  36,
  16,
  [1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
);
const MATCH_BITS = codeBits(
  53,
  32,
  [1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
);
const LITERAL_BASES = codeBases(LITERAL_BITS, 0);
const MATCH_BASES = codeBases(MATCH_BITS, 3);

function codeBits(codes: number, from: number, bits: readonly number[]): Uint8Array {
  const all = new Uint8Array(codes);
  all.set(bits, from);
  return all;
}

function codeBases(bits: Uint8Array, first: number): Uint32Array {
  const bases = new Uint32Array(bits.length);
  let base = first;
  bits.forEach((width, code) => {
    bases[code] = base;
    base += 2 ** width;
  });
  return bases;
}

interface Sequences {
  readonly count: number;
  readonly tables: Tables;
  /** Where the bits begin. */
  readonly from: number;
}

/** 3.1.1.3.2.1. */
function readSequencesHeader(frame: FrameState, block: Uint8Array, start: number): Sequences {
  let from = start;
  let count = byteAt(block, from++);
  if (count === 255) {
    count = byteAt(block, from) + (byteAt(block, from + 1) << 8) + 0x7f00;
    from += 2;
  } else if (count > 127) count = ((count - 128) << 8) + byteAt(block, from++);
  if (count === 0) {
    check(from === block.length, 'bytes follow a block without sequences');
    return { count, tables: DEFAULT_TABLES, from };
  }
  const modes = byteAt(block, from++);
  check((modes & 3) === 0, 'a block has reserved bits');
  const tables = [0, 1, 2].map((i) => {
    const mode = (modes >> (6 - 2 * i)) & 3;
    switch (mode) {
      case 0:
        return DEFAULT_TABLES[i] as FseTable;
      case 1: {
        const symbol = byteAt(block, from++);
        check(symbol <= (MAX_SYMBOL[i] as number), 'a code is too large');
        return oneSymbol(symbol);
      }
      case 2: {
        const own = readFseTable(
          block.subarray(from),
          MAX_ACCURACY[i] as number,
          MAX_SYMBOL[i] as number,
        );
        from += own.length;
        return own.table;
      }
      default: {
        const before = frame.tables?.[i];
        check(before !== undefined, 'there is no table to repeat');
        return before;
      }
    }
  }) as Tables;
  frame.tables = tables;
  return { count, tables, from };
}

function oneSymbol(symbol: number): FseTable {
  return {
    accuracy: 0,
    symbols: Uint8Array.of(symbol),
    bits: new Uint8Array(1),
    bases: new Uint16Array(1),
  };
}

/** Runs the sequences of a block; how many literals they used (3.1.1.4). */
function runSequences(
  frame: FrameState,
  { count, tables }: Sequences,
  bits: Uint8Array,
  literals: Uint8Array,
): number {
  const [lengths, offsets, matches] = tables;
  const stream = bitsBackward(bits);
  let lengthState = take(stream, lengths.accuracy);
  let offsetState = take(stream, offsets.accuracy);
  let matchState = take(stream, matches.accuracy);
  let used = 0;
  const end = frame.length + MAX_BLOCK;
  for (let i = 0; i < count; i++) {
    const offsetCode = offsets.symbols[offsetState] as number;
    const matchCode = matches.symbols[matchState] as number;
    const lengthCode = lengths.symbols[lengthState] as number;
    const value = 2 ** offsetCode + take(stream, offsetCode);
    const match =
      (MATCH_BASES[matchCode] as number) + take(stream, MATCH_BITS[matchCode] as number);
    const length =
      (LITERAL_BASES[lengthCode] as number) + take(stream, LITERAL_BITS[lengthCode] as number);
    check(length <= literals.length - used, 'a sequence takes more literals than there are');
    check(frame.length + length + match <= end, 'a block makes more than 128 KiB');
    reserve(frame, length + match);
    const { out } = frame;
    const to = frame.length;
    for (let k = 0; k < length; k++) out[to + k] = literals[used + k] as number;
    frame.length += length;
    used += length;
    copyMatch(frame, offsetOf(frame.repeated, value, length), match);
    if (i === count - 1) break;
    lengthState =
      (lengths.bases[lengthState] as number) + take(stream, lengths.bits[lengthState] as number);
    matchState =
      (matches.bases[matchState] as number) + take(stream, matches.bits[matchState] as number);
    offsetState =
      (offsets.bases[offsetState] as number) + take(stream, offsets.bits[offsetState] as number);
    check(stream.left >= 0, 'the sequences of a block end early');
  }
  check(stream.left === 0, 'the sequences of a block and their bits differ');
  return used;
}

/** 3.1.1.5: values 1 to 3 repeat one of the last three offsets. */
function offsetOf(repeated: [number, number, number], value: number, length: number): number {
  if (value > 3) {
    repeated[2] = repeated[1];
    repeated[1] = repeated[0];
    repeated[0] = value - 3;
    return repeated[0];
  }
  const index = value - 1 + (length === 0 ? 1 : 0);
  if (index === 0) return repeated[0];
  const offset = index === 3 ? repeated[0] - 1 : (repeated[index] as number);
  check(offset > 0, 'a match repeats no offset');
  if (index > 1) repeated[2] = repeated[1];
  repeated[1] = repeated[0];
  repeated[0] = offset;
  return offset;
}

/** It may overlap what it makes, which is how runs are stored. */
function copyMatch(frame: FrameState, offset: number, length: number): void {
  const { out } = frame;
  const to = frame.length;
  check(offset <= to, 'a match is from before the start');
  if (offset >= length) out.copyWithin(to, to - offset, to - offset + length);
  else for (let k = 0; k < length; k++) out[to + k] = out[to - offset + k] as number;
  frame.length += length;
}
