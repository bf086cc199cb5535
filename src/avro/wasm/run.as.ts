/**
 * Runs a decode program (../program.ts) over blocks in this memory, as ../run.ts does, but only what is regular:
 * whatever is odd or damaged ends the run, and the caller has ../run.ts judge the block. So nothing here may succeed
 * where that fails, or differ from it.
 *
 * A position is handed from function to function and comes back behind what was read; FAULT is behind everything. An
 * instruction or an item begins only where the position is not beyond the end, and the bytes from there are zeros, which
 * end every number. So what is read lies at most PADDING bytes beyond the end.
 *
 * Columns are described by words in memory (../staging.ts writes them):
 *
 *     numbers  values, validity
 *     bytes    offsets into the memory, lengths
 *     maps     slots by key, their number, addresses of the columns' descriptions, presence, bit
 */

const END: i32 = 0;
const SKIP_VARINT: i32 = 1;
const SKIP_BYTES: i32 = 2;
const SKIP_FIXED: i32 = 3;
const SKIP_BLOCKS: i32 = 4;
const SKIP_VARINT_BLOCKS: i32 = 5;
const SKIP_COUNT_MAP: i32 = 6;
const SKIP_BYTES_MAP: i32 = 7;
const UNION: i32 = 8;
const JUMP: i32 = 9;
const INT: i32 = 10;
const LONG: i32 = 11;
const FLOAT: i32 = 12;
const DOUBLE: i32 = 13;
const BOOLEAN: i32 = 14;
const BYTES: i32 = 15;
const FIXED: i32 = 16;
const COUNT_MAP: i32 = 20;
const BYTES_MAP: i32 = 21;

const FAULT: usize = 0xffffffff;
const PADDING: usize = 64;
/** Nobody writes so many items; beyond it, sums and products would need care. */
const MOST_ITEMS: i64 = 1 << 24;

let end: usize = 0;
/** What the last number read was. */
let number: i64 = 0;
/** Where the items just entered end, 0 where the writer did not say. */
let itemsEnd: usize = 0;

/**
 * Decodes `count` rows that fill `size` bytes at `from` exactly, into the columns' rows from `row`. False where they
 * must be decoded by other means. PADDING bytes behind are overwritten.
 */
export function run(code: usize, from: usize, size: u32, row: u32, count: u32): bool {
  end = from + size;
  memory.fill(end, 0, PADDING);
  let pos = from;
  for (let i: u32 = 0; i < count; i++) {
    pos = execute(code, row + i, pos);
    if (pos > end) return false;
  }
  return pos == end;
}

/**
 * Copies the byte strings of `count` rows of a column to `to`, one after the other, and turns their offsets into offsets
 * from there, beginning with `base`. Returns where it ended. Up to 7 bytes behind are overwritten.
 */
export function gather(column: usize, count: u32, to: usize, base: u32): usize {
  const starts = load<usize>(column);
  const lengths = load<usize>(column, 4);
  const shift = base - <u32>to;
  for (let i: u32 = 0; i < count; i++) {
    const length = load<i32>(lengths + (i << 2));
    if (length < 0) continue;
    const at = starts + (i << 2);
    let from = load<usize>(at);
    store<u32>(at, <u32>to + shift);
    const last = to + length;
    for (; to < last; to += 8, from += 8) store<u64>(to, load<u64>(from));
    to = last;
  }
  return to;
}

const SLASHES: u64 = 0x2f2f2f2f2f2f2f2f;
const LOW_BITS: u64 = 0x0101010101010101;

/**
 * As gather, of rows from `row` on that begin with the `headLength` bytes at `head`, have no slash behind them, and end
 * with the `tailLength` bytes at `tail`, among which is none: only what is between is copied, and lengths become those of
 * it. Ends before the first other row, whose number goes to `stop`.
 */
export function gatherRests(
  column: usize,
  row: u32,
  count: u32,
  to: usize,
  base: u32,
  head: usize,
  headLength: u32,
  tail: usize,
  tailLength: u32,
  stop: usize,
): usize {
  const starts = load<usize>(column);
  const lengths = load<usize>(column, 4);
  const shift = base - <u32>to;
  for (; row < count; row++) {
    const length = load<i32>(lengths + (row << 2));
    if (length < 0) continue;
    const at = starts + (row << 2);
    const from = load<usize>(at);
    const rest = length - headLength - tailLength;
    if (<i32>rest < 0 || !isSame(from, head, headLength)) break;
    if (!isSame(from + length - tailLength, tail, tailLength)) break;
    if (!copyUnlessSlash(from + headLength, to, rest)) break;
    store<u32>(at, <u32>to + shift);
    store<u32>(lengths + (row << 2), rest);
    to += rest;
  }
  store<u32>(stop, row);
  return to;
}

function isSame(a: usize, b: usize, length: u32): bool {
  const last = a + length;
  for (; a + 8 <= last; a += 8, b += 8) if (load<u64>(a) != load<u64>(b)) return false;
  // What is behind the end is shifted out.
  return a == last || (load<u64>(a) ^ load<u64>(b)) << ((a + 8 - last) << 3) == 0;
}

/** Up to 7 bytes behind are overwritten, and all where there is a slash. */
function copyUnlessSlash(from: usize, to: usize, length: u32): bool {
  const last = from + length;
  for (; from < last; from += 8, to += 8) {
    const word = load<u64>(from);
    store<u64>(to, word);
    const left = last - from;
    // A byte of `other` is 0 where the word has a slash; the usual test for such a byte.
    const other = (left < 8 ? word | (~(<u64>0) << (<u64>left << 3)) : word) ^ SLASHES;
    if (((other - LOW_BITS) & ~other & HIGH_BITS) != 0) return false;
  }
  return true;
}

function execute(code: usize, row: u32, pos: usize): usize {
  while (pos <= end) {
    switch (load<i32>(code)) {
      case END:
        return pos;
      case SKIP_VARINT:
        pos = skipVarint(pos);
        code += 4;
        break;
      case SKIP_BYTES:
        pos = skipBytes(pos);
        code += 4;
        break;
      case SKIP_FIXED:
        pos = advance(pos, load<u32>(code, 4));
        code += 8;
        break;
      case SKIP_BLOCKS:
        pos = skipBlocks(code, row, pos);
        code = load<usize>(code, 4);
        break;
      case SKIP_VARINT_BLOCKS:
        pos = skipItems(pos, 1);
        code += 4;
        break;
      case SKIP_COUNT_MAP:
        pos = skipItems(pos, 2);
        code += 4;
        break;
      case SKIP_BYTES_MAP:
        pos = skipBytesMap(pos);
        code += 4;
        break;
      case UNION: {
        const branch = load<u8>(pos++);
        // A branch of one byte, not negative, and one that there is.
        if (branch & 0x81 || <u32>(branch >> 1) >= load<u32>(code, 4)) return FAULT;
        code = load<usize>(code + (<usize>branch << 1), 8);
        break;
      }
      case JUMP:
        code = load<usize>(code, 4);
        break;
      case INT:
        pos = readInt(load<usize>(code, 4), row, pos);
        code += 8;
        break;
      case LONG:
        pos = readLong(load<usize>(code, 4), row, pos);
        code += 8;
        break;
      case FLOAT:
        storeDouble(load<usize>(code, 4), row, load<f32>(pos));
        pos += 4;
        code += 8;
        break;
      case DOUBLE:
        storeDouble(load<usize>(code, 4), row, load<f64>(pos));
        pos += 8;
        code += 8;
        break;
      case BOOLEAN:
        store<u8>(load<usize>(load<usize>(code, 4)) + row, load<u8>(pos++) != 0 ? 1 : 0);
        setValid(load<usize>(code, 4), row);
        code += 8;
        break;
      case BYTES:
        pos = readLength(pos);
        if (pos > end) return FAULT;
        pos = storeBytes(load<usize>(code, 4), row, pos, <u32>number);
        code += 8;
        break;
      case FIXED:
        pos = storeBytes(load<usize>(code, 4), row, pos, load<u32>(code, 8));
        code += 12;
        break;
      case COUNT_MAP:
        pos = readCountMap(load<usize>(code, 4), row, pos);
        code += 8;
        break;
      case BYTES_MAP:
        pos = readBytesMap(load<usize>(code, 4), row, pos);
        code += 8;
        break;
      default:
        return FAULT;
    }
  }
  return FAULT;
}

function advance(pos: usize, size: u32): usize {
  return size > <u32>(end - pos) ? FAULT : pos + size;
}

function skipVarint(pos: usize): usize {
  while (load<u8>(pos++) >= 0x80) {}
  return pos;
}

/** Reads a zig-zag number of at most ten bytes into `number`. */
function readNumber(pos: usize): usize {
  let byte = <u64>load<u8>(pos++);
  if (byte < 0x80) {
    number = <i64>(byte >> 1) ^ -(<i64>(byte & 1));
    return pos;
  }
  let bits = byte & 0x7f;
  for (let shift: u64 = 7; byte >= 0x80; shift += 7) {
    if (shift > 63) return FAULT;
    byte = load<u8>(pos++);
    bits |= (byte & 0x7f) << shift;
  }
  number = <i64>(bits >> 1) ^ -(<i64>(bits & 1));
  return pos;
}

/** Reads a length into `number`: not negative, and no more than what is left. */
function readLength(pos: usize): usize {
  pos = readNumber(pos);
  return pos > end || number < 0 || number > <i64>(end - pos) ? FAULT : pos;
}

function skipBytes(pos: usize): usize {
  pos = readLength(pos);
  return pos > end ? FAULT : pos + <usize>number;
}

function setValid(column: usize, row: u32): void {
  store<u8>(load<usize>(column, 4) + row, 1);
}

function readInt(column: usize, row: u32, pos: usize): usize {
  pos = readNumber(pos);
  if (number != <i64>(<i32>number)) return FAULT;
  store<i32>(load<usize>(column) + (row << 2), <i32>number);
  setValid(column, row);
  return pos;
}

function readLong(column: usize, row: u32, pos: usize): usize {
  pos = readNumber(pos);
  store<i64>(load<usize>(column) + (row << 3), number);
  setValid(column, row);
  return pos;
}

function storeDouble(column: usize, row: u32, value: f64): void {
  store<f64>(load<usize>(column) + (row << 3), value);
  setValid(column, row);
}

function storeBytes(column: usize, row: u32, pos: usize, length: u32): usize {
  store<u32>(load<usize>(column) + (row << 2), <u32>pos);
  store<u32>(load<usize>(column, 4) + (row << 2), length);
  return advance(pos, length);
}

/** Enters the next items of an array or map: their number goes to `number`, 0 after the last. */
function enterItems(pos: usize, least: u32): usize {
  itemsEnd = 0;
  const byte = load<u8>(pos);
  if ((byte & 0x81) == 0) {
    number = byte >> 1;
    pos += 1;
    return <u64>number * least > <u64>(end - pos) ? FAULT : pos;
  }
  pos = readNumber(pos);
  if (pos > end || number > MOST_ITEMS || number < -MOST_ITEMS) return FAULT;
  if (number < 0) {
    const count = -number;
    pos = readLength(pos);
    if (pos > end) return FAULT;
    itemsEnd = pos + <usize>number;
    number = count;
  }
  return number * least > <i64>(end - pos) ? FAULT : pos;
}

function skipBlocks(code: usize, row: u32, pos: usize): usize {
  const least = load<u32>(code, 8);
  if (least == 0) return FAULT;
  while (true) {
    pos = enterItems(pos, least);
    const count = number;
    if (pos > end || count == 0) return pos;
    if (itemsEnd != 0) {
      pos = itemsEnd;
      continue;
    }
    for (let i: i64 = 0; i < count; i++) {
      pos = execute(code + 12, row, pos);
      if (pos > end) return FAULT;
    }
  }
}

const HIGH_BITS: u64 = 0x8080808080808080;

/** Skips blocks of items that are `numbers` numbers each. */
function skipItems(pos: usize, numbers: u32): usize {
  while (true) {
    pos = enterItems(pos, numbers);
    if (pos > end || number == 0) return pos;
    pos = itemsEnd != 0 ? itemsEnd : skipVarints(pos, <u32>number * numbers);
    if (pos > end) return FAULT;
  }
}

/** Eight bytes at a time: a number ends with each byte whose high bit is not set. */
function skipVarints(pos: usize, count: u32): usize {
  while (pos <= end) {
    let ends = ~load<u64>(pos) & HIGH_BITS;
    const n = <u32>popcnt(ends);
    if (n >= count) {
      for (; count > 1; count--) ends &= ends - 1;
      return pos + <usize>(ctz(ends) >> 3) + 1;
    }
    count -= n;
    pos += 8;
  }
  return FAULT;
}

function skipBytesMap(pos: usize): usize {
  while (true) {
    pos = enterItems(pos, 2);
    const count = <u32>number;
    if (pos > end || count == 0) return pos;
    if (itemsEnd != 0) {
      pos = itemsEnd;
      continue;
    }
    for (let i: u32 = 0; i < count; i++) {
      if (pos > end) return FAULT;
      pos = skipBytes(skipVarint(pos));
    }
    if (pos > end) return FAULT;
  }
}

function readCountMap(map: usize, row: u32, pos: usize): usize {
  const slots = load<usize>(map);
  while (true) {
    pos = enterItems(pos, 2);
    if (pos > end) return FAULT;
    const count = <u32>number;
    const last = itemsEnd;
    if (count == 0) break;
    for (let i: u32 = 0; i < count; i++) {
      if (pos > end) return FAULT;
      const key = <usize>load<u8>(pos);
      // Nearly every entry: a key of one byte that nobody asked for. Slots are 4 bytes wide, a key is half its byte.
      if (key < 0x80 && load<i32>(slots + ((key >> 1) << 2)) < 0) {
        pos = skipVarint(pos + 1);
        continue;
      }
      pos = readNumber(pos);
      if (pos > end) return FAULT;
      const column = columnOf(map);
      pos = column == 0 ? skipVarint(pos) : readLong(column, row, pos);
    }
    if (pos > end || (last != 0 && pos != last)) return FAULT;
  }
  markPresent(map, row);
  return pos;
}

function readBytesMap(map: usize, row: u32, pos: usize): usize {
  const slots = load<usize>(map);
  while (true) {
    pos = enterItems(pos, 2);
    if (pos > end) return FAULT;
    const count = <u32>number;
    const last = itemsEnd;
    if (count == 0) break;
    for (let i: u32 = 0; i < count; i++) {
      if (pos > end) return FAULT;
      const key = <usize>load<u8>(pos);
      const size = <usize>load<u8>(pos, 1);
      // Nearly every entry: a key of one byte that nobody asked for, and a value of less than 64 bytes.
      if ((key | size) < 0x80 && (size & 1) == 0 && load<i32>(slots + ((key >> 1) << 2)) < 0) {
        pos += 2 + (size >> 1);
        continue;
      }
      pos = readNumber(pos);
      if (pos > end) return FAULT;
      const column = columnOf(map);
      pos = readLength(pos);
      if (pos > end) return FAULT;
      const length = <u32>number;
      pos = column == 0 ? pos + length : storeBytes(column, row, pos, length);
    }
    if (pos > end || (last != 0 && pos != last)) return FAULT;
  }
  markPresent(map, row);
  return pos;
}

/** The description of the column that the key in `number` has, 0 where nobody asked for it. */
function columnOf(map: usize): usize {
  if (number < 0 || number >= <i64>load<u32>(map, 4)) return 0;
  const slot = load<i32>(load<usize>(map) + (<usize>number << 2));
  return slot < 0 ? 0 : load<usize>(load<usize>(map, 8) + (<usize>slot << 2));
}

function markPresent(map: usize, row: u32): void {
  const at = load<usize>(map, 12) + row;
  store<u8>(at, load<u8>(at) | load<u8>(map, 16));
}
