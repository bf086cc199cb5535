/**
 * Inflates raw DEFLATE (RFC 1951). AssemblyScript; `npm run generate` compiles it.
 *
 * Tables of 32-bit entries and a 64-bit bit buffer, in the manner of libdeflate. An entry is
 *
 *     bits 0 to 5    what to drop: the bits of the code and those that follow as part of its value
 *     literal        LITERAL, from 16 the byte
 *     length, distance   bits 8 to 11 the bits of the code alone, from 16 the base
 *     pointer        EXCEPTION | POINTER, bits 8 to 11 the width of the second table, from 16 its first index
 *     end of block   EXCEPTION | END
 *     no such code   EXCEPTION
 *
 * Shifts take their count modulo 64, so neither an entry nor `left` (the number of valid bits, in its low six bits) is
 * masked before it serves as one.
 *
 * Safety. Reads: filling the bit buffer reaches at most 30 bytes beyond the input before that is noticed (8 when the loop
 * goes on, twice 7, and a word), and no distance reaches before the output. Writes: one turn of the loop writes at most 3
 * literals and a match of 258 with 15 bytes of overshoot before the limit is tested. SLACK bytes after input and output,
 * which the caller reserves, cover both. Tables have the sizes that zlib's `enough` computes for complete codes, and no
 * other code builds one.
 *
 * What is valid is what zlib takes for valid.
 */

/** Bytes that must exist after the input and after the output's limit. */
const SLACK: usize = 512;

const BAD_BLOCK: i32 = -1;
const BAD_STORED: i32 = -2;
const BAD_CODE: i32 = -3;
const BAD_SYMBOL: i32 = -4;
const TOO_FAR: i32 = -5;
const TRUNCATED: i32 = -6;
const TOO_LONG: i32 = -7;

const LITERAL: u32 = 64;
const END: u32 = 1 << 13;
const POINTER: u32 = 1 << 14;
const EXCEPTION: u32 = 1 << 15;

const LITERAL_BITS: u32 = 11;
const DISTANCE_BITS: u32 = 8;
const ORDER_BITS: u32 = 7;
const LITERAL_MASK: u64 = (1 << LITERAL_BITS) - 1;
const DISTANCE_MASK: u64 = (1 << DISTANCE_BITS) - 1;
const MAX_BITS: u32 = 15;

const LITERALS: usize = memory.data(2342 * 4, 16);
const DISTANCES: usize = memory.data(402 * 4, 16);
const ORDER_TABLE: usize = memory.data(128 * 4, 16);
const LITERAL_SYMBOLS: usize = memory.data(288 * 4, 16);
const DISTANCE_SYMBOLS: usize = memory.data(32 * 4, 16);
const ORDER_SYMBOLS: usize = memory.data(19 * 4, 16);
/** Code lengths, a byte each. */
const LENGTHS: usize = memory.data(320, 16);
const ORDER_LENGTHS: usize = memory.data(19, 16);
/** How many codes of each length there are. */
const COUNTS: usize = memory.data(16 * 4, 16);
const STARTS: usize = memory.data(17 * 4, 16);
/** Symbols by length, then by themselves. */
const SORTED: usize = memory.data(288 * 2, 16);
const ORDER: usize = memory.data<u8>([
  16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
]);

// What the functions hand on; the loop keeps its own copies.
let input: usize = 0;
let inputEnd: usize = 0;
let output: usize = 0;
let outputStart: usize = 0;
let outputEnd: usize = 0;
let buffer: u64 = 0;
let left: u64 = 0;
let tablesAreFixed: bool = false;

/** The first address that is free for input and output. */
export function heapBase(): usize {
  return __heap_base;
}

/**
 * Inflates `length` bytes at `from` to `to`. The result is the number of bytes written, or a negative code. Nothing is
 * said about bytes after the stream's end. `limit + SLACK` bytes from `to` must exist, as must SLACK after the input.
 */
export function inflate(from: usize, length: u32, to: usize, limit: u32): i32 {
  input = from;
  inputEnd = from + length;
  output = to;
  outputStart = to;
  outputEnd = to + limit;
  buffer = 0;
  left = 0;
  while (true) {
    refill();
    const head = <u32>take(3);
    const status = inflateBlock(head >> 1);
    // What was made of bits beyond the end says nothing.
    if (overrun()) return TRUNCATED;
    if (status < 0) return status;
    if (head & 1) return <i32>(output - to);
  }
}

function inflateBlock(type: u32): i32 {
  if (type == 0) return copyStored();
  if (type == 3) return BAD_BLOCK;
  const status = type == 1 ? buildFixed() : buildDynamic();
  return status < 0 ? status : inflateCodes();
}

function refill(): void {
  buffer |= load<u64>(input) << left;
  input += <usize>((~left >> 3) & 7);
  left |= 56;
}

function take(count: u64): u64 {
  const value = buffer & ((1 << count) - 1);
  buffer >>= count;
  left -= count;
  return value;
}

/** Whether more bits were taken than there are. */
function overrun(): bool {
  return input > inputEnd && <u64>(input - inputEnd) << 3 > (left & 63);
}

function copyStored(): i32 {
  input -= <usize>((left & 63) >> 3);
  buffer = 0;
  left = 0;
  if (input > inputEnd || inputEnd - input < 4) return TRUNCATED;
  const size = <u32>load<u16>(input);
  if (size != (<u32>load<u16>(input, 2) ^ 0xffff)) return BAD_STORED;
  input += 4;
  if (inputEnd - input < size) return TRUNCATED;
  if (outputEnd - output < size) return TOO_LONG;
  memory.copy(output, input, size);
  input += size;
  output += size;
  return 0;
}

function buildFixed(): i32 {
  if (tablesAreFixed) return 0;
  memory.fill(LENGTHS, 8, 144);
  memory.fill(LENGTHS + 144, 9, 112);
  memory.fill(LENGTHS + 256, 7, 24);
  memory.fill(LENGTHS + 280, 8, 8);
  build(LITERAL_SYMBOLS, LENGTHS, 288, LITERAL_BITS, LITERALS);
  memory.fill(LENGTHS, 5, 32);
  build(DISTANCE_SYMBOLS, LENGTHS, 32, DISTANCE_BITS, DISTANCES);
  tablesAreFixed = true;
  return 0;
}

function buildDynamic(): i32 {
  tablesAreFixed = false;
  const literals = <u32>take(5) + 257;
  const distances = <u32>take(5) + 1;
  const orders = <u32>take(4) + 4;
  if (literals > 286 || distances > 30) return BAD_CODE;
  memory.fill(ORDER_LENGTHS, 0, 19);
  for (let i: u32 = 0; i < orders; i++) {
    refill();
    store<u8>(ORDER_LENGTHS + load<u8>(ORDER + i), <u8>take(3));
  }
  if (overrun()) return TRUNCATED;
  if (build(ORDER_SYMBOLS, ORDER_LENGTHS, 19, ORDER_BITS, ORDER_TABLE) != COMPLETE) return BAD_CODE;
  const status = readLengths(literals + distances);
  if (status < 0) return status;
  // A block without an end is none.
  if (load<u8>(LENGTHS + 256) == 0) return BAD_CODE;
  if (build(LITERAL_SYMBOLS, LENGTHS, literals, LITERAL_BITS, LITERALS) == BAD) return BAD_CODE;
  if (build(DISTANCE_SYMBOLS, LENGTHS + literals, distances, DISTANCE_BITS, DISTANCES) == BAD) {
    return BAD_CODE;
  }
  return 0;
}

function readLengths(count: u32): i32 {
  let i: u32 = 0;
  while (i < count) {
    refill();
    if (overrun()) return TRUNCATED;
    const entry = load<u32>(ORDER_TABLE + (<usize>(buffer & 127) << 2));
    take(entry & 63);
    const symbol = entry >> 16;
    if (symbol < 16) {
      store<u8>(LENGTHS + i++, <u8>symbol);
      continue;
    }
    if (symbol == 16 && i == 0) return BAD_CODE;
    const value = symbol == 16 ? load<u8>(LENGTHS + i - 1) : 0;
    const times = <u32>(symbol == 16 ? 3 + take(2) : symbol == 17 ? 3 + take(3) : 11 + take(7));
    if (times > count - i) return BAD_CODE;
    memory.fill(LENGTHS + i, value, times);
    i += times;
  }
  return 0;
}

const BAD: i32 = 0;
const COMPLETE: i32 = 1;
/** No code, or one of a single bit: zlib takes these for literals and distances. */
const SPARSE: i32 = 2;

/** Builds the table of a code from the lengths of `count` symbols. */
function build(symbols: usize, lengths: usize, count: u32, bits: u32, table: usize): i32 {
  memory.fill(COUNTS, 0, 64);
  for (let i: u32 = 0; i < count; i++) {
    const at = COUNTS + (<usize>load<u8>(lengths + i) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
  let used: u32 = 0;
  let start = load<u32>(COUNTS);
  store<u32>(STARTS, 0);
  for (let length: u32 = 1; length <= MAX_BITS; length++) {
    const n = load<u32>(COUNTS + (length << 2));
    used = (used << 1) + n;
    store<u32>(STARTS + (length << 2), start);
    start += n;
  }
  const space: u32 = 1 << MAX_BITS;
  if (used > space) return BAD;
  for (let i: u32 = 0; i < count; i++) {
    const at = STARTS + (<usize>load<u8>(lengths + i) << 2);
    const place = load<u32>(at);
    store<u32>(at, place + 1);
    store<u16>(SORTED + (place << 1), <u16>i);
  }
  const first = SORTED + (load<u32>(COUNTS) << 1);
  if (used == space) {
    fill(symbols, first, bits, table);
    return COMPLETE;
  }
  const unused = load<u32>(COUNTS);
  if (unused != count && (unused + 1 != count || load<u32>(COUNTS, 4) != 1)) return BAD;
  fillSparse(symbols, first, count - unused, bits, table);
  return SPARSE;
}

function fillSparse(symbols: usize, sorted: usize, codes: u32, bits: u32, table: usize): void {
  const none: u32 = EXCEPTION | 1;
  const entry = codes == 0 ? none : entryOf(symbols, sorted, 1);
  for (let i: u32 = 0; i < (1 << bits); i += 2) {
    store<u32>(table + (i << 2), entry);
    store<u32>(table + (i << 2), none, 4);
  }
}

function entryOf(symbols: usize, sorted: usize, length: u32): u32 {
  const symbol = load<u32>(symbols + (<usize>load<u16>(sorted) << 2));
  return symbol + length + (length << 8);
}

/** The code after `code` in order, both with their bits reversed; the last of a length is all ones and has none. */
function nextCode(code: u32, length: u32): u32 {
  const bit: u32 = 0x80000000 >> clz<u32>(code ^ ((1 << length) - 1));
  return (code & (bit - 1)) | bit;
}

function double(table: usize, size: u32): void {
  memory.copy(table + (size << 2), table, size << 2);
}

/** Fills the table of a complete code; short codes are entered once and doubled with the table. */
function fill(symbols: usize, sorted: usize, bits: u32, table: usize): void {
  let length: u32 = 1;
  while (load<u32>(COUNTS + (length << 2)) == 0) length++;
  let count = load<u32>(COUNTS + (length << 2));
  let size: u32 = 1 << min(length, bits);
  let code: u32 = 0;
  while (length <= bits) {
    do {
      store<u32>(table + (code << 2), entryOf(symbols, sorted, length));
      sorted += 2;
      if (code == size - 1) {
        for (; length < bits; length++, size <<= 1) double(table, size);
        return;
      }
      code = nextCode(code, length);
    } while (--count > 0);
    do {
      if (++length <= bits) {
        double(table, size);
        size <<= 1;
      }
      count = load<u32>(COUNTS + (length << 2));
    } while (count == 0);
  }
  fillSecond(symbols, sorted, bits, table, length, code, count);
}

/** Fills the second tables, of codes that are longer than `bits`. */
function fillSecond(
  symbols: usize,
  sorted: usize,
  bits: u32,
  table: usize,
  length: u32,
  code: u32,
  count: u32,
): void {
  const mask: u32 = (1 << bits) - 1;
  let prefix: u32 = 0xffffffff;
  let start: u32 = 0;
  let end: u32 = 1 << bits;
  while (true) {
    if ((code & mask) != prefix) {
      prefix = code & mask;
      start = end;
      const width = secondWidth(bits, length, count);
      end = start + (1 << width);
      store<u32>(table + (prefix << 2), (start << 16) | EXCEPTION | POINTER | (width << 8) | bits);
    }
    const entry = entryOf(symbols, sorted, length - bits);
    sorted += 2;
    const step: u32 = 1 << (length - bits);
    for (let i = start + (code >> bits); i < end; i += step) store<u32>(table + (i << 2), entry);
    if (code == <u32>((1 << length) - 1)) return;
    code = nextCode(code, length);
    count--;
    while (count == 0) count = load<u32>(COUNTS + (++length << 2));
  }
}

/** The width of a second table whose codes begin with `count` ones of `length` bits. */
function secondWidth(bits: u32, length: u32, count: u32): u32 {
  let width = length - bits;
  let used = count;
  while (used < <u32>(1 << width)) {
    width++;
    used = (used << 1) + load<u32>(COUNTS + ((bits + width) << 2));
  }
  return width;
}

/** Inflates the codes of one block. */
function inflateCodes(): i32 {
  const last = inputEnd + 8;
  const end = outputEnd;
  let from = input;
  let bits = buffer;
  let valid = left;
  let to = output;
  let status: i32 = 0;
  // Each turn looks the next entry up before it writes, so that the two overlap.
  bits |= load<u64>(from) << valid;
  from += <usize>((~valid >> 3) & 7);
  valid |= 56;
  let entry = load<u32>(LITERALS + (<usize>(bits & LITERAL_MASK) << 2));
  while (from < last && to <= end) {
    // Three literals of the first table take 33 bits at most; so do two and a length of the second.
    if (entry & LITERAL) {
      store<u8>(to++, entry >> 16);
      bits >>= entry;
      valid -= entry;
      entry = load<u32>(LITERALS + (<usize>(bits & LITERAL_MASK) << 2));
      if (entry & LITERAL) {
        store<u8>(to++, entry >> 16);
        bits >>= entry;
        valid -= entry;
        entry = load<u32>(LITERALS + (<usize>(bits & LITERAL_MASK) << 2));
      }
    }
    if (entry & POINTER) {
      bits >>= entry;
      valid -= entry;
      entry = secondEntry(LITERALS, entry, bits);
    }
    const before = bits;
    bits >>= entry;
    valid -= entry;
    if (entry & LITERAL) {
      store<u8>(to++, entry >> 16);
      bits |= load<u64>(from) << valid;
      from += <usize>((~valid >> 3) & 7);
      valid |= 56;
      entry = load<u32>(LITERALS + (<usize>(bits & LITERAL_MASK) << 2));
      continue;
    }
    if (entry & EXCEPTION) {
      if (!(entry & END)) status = BAD_SYMBOL;
      break;
    }
    const length = valueOf(entry, before);
    bits |= load<u64>(from) << valid;
    from += <usize>((~valid >> 3) & 7);
    valid |= 56;
    entry = load<u32>(DISTANCES + (<usize>(bits & DISTANCE_MASK) << 2));
    if (entry & POINTER) {
      bits >>= entry;
      valid -= entry;
      entry = secondEntry(DISTANCES, entry, bits);
    }
    const distance = valueOf(entry, bits);
    bits >>= entry;
    valid -= entry;
    if (entry & EXCEPTION || distance > to - outputStart) {
      status = entry & EXCEPTION ? BAD_SYMBOL : TOO_FAR;
      break;
    }
    bits |= load<u64>(from) << valid;
    from += <usize>((~valid >> 3) & 7);
    valid |= 56;
    entry = load<u32>(LITERALS + (<usize>(bits & LITERAL_MASK) << 2));
    copyMatch(to, distance, length);
    to += length;
  }
  input = from;
  buffer = bits;
  left = valid;
  output = to;
  return to > end ? TOO_LONG : status;
}

function secondEntry(table: usize, pointer: u32, bits: u64): u32 {
  const index = (pointer >> 16) + (<u32>bits & ((1 << ((pointer >> 8) & 15)) - 1));
  return load<u32>(table + (<usize>index << 2));
}

/** The base of a length or distance and the extra bits behind its code. */
function valueOf(entry: u32, bits: u64): usize {
  return (
    <usize>(entry >> 16) + <usize>((bits & ((<u64>1 << entry) - 1)) >> ((entry >> 8) & 15))
  );
}

function copyMatch(to: usize, distance: usize, length: usize): void {
  const end = to + length;
  let from = to - distance;
  if (distance >= 8) {
    store<u64>(to, load<u64>(from));
    store<u64>(to, load<u64>(from, 8), 8);
    if (length <= 16) return;
    to += 16;
    from += 16;
    do {
      store<u64>(to, load<u64>(from));
      store<u64>(to, load<u64>(from, 8), 8);
      to += 16;
      from += 16;
    } while (to < end);
  } else if (distance == 1) {
    const word = <u64>load<u8>(from) * 0x0101010101010101;
    do {
      store<u64>(to, word);
      to += 8;
    } while (to < end);
  } else {
    // Each step makes `distance` bytes that are right, and the next one starts after these.
    do {
      store<u64>(to, load<u64>(from));
      to += distance;
      from += distance;
    } while (to < end);
  }
}

function makeSymbols(): void {
  for (let i: u32 = 0; i < 256; i++) store<u32>(LITERAL_SYMBOLS + (i << 2), LITERAL | (i << 16));
  store<u32>(LITERAL_SYMBOLS, EXCEPTION | END, 256 * 4);
  let base: u32 = 3;
  for (let i: u32 = 257; i < 285; i++) {
    const extra: u32 = i < 265 ? 0 : (i - 261) >> 2;
    store<u32>(LITERAL_SYMBOLS + (i << 2), (base << 16) | extra);
    base += 1 << extra;
  }
  store<u32>(LITERAL_SYMBOLS, 258 << 16, 285 * 4);
  store<u32>(LITERAL_SYMBOLS, EXCEPTION, 286 * 4);
  store<u32>(LITERAL_SYMBOLS, EXCEPTION, 287 * 4);
  base = 1;
  for (let i: u32 = 0; i < 30; i++) {
    const extra: u32 = i < 4 ? 0 : (i >> 1) - 1;
    store<u32>(DISTANCE_SYMBOLS + (i << 2), (base << 16) | extra);
    base += 1 << extra;
  }
  store<u32>(DISTANCE_SYMBOLS, EXCEPTION, 30 * 4);
  store<u32>(DISTANCE_SYMBOLS, EXCEPTION, 31 * 4);
  for (let i: u32 = 0; i < 19; i++) store<u32>(ORDER_SYMBOLS + (i << 2), i << 16);
}

makeSymbols();
