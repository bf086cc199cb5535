/**
 * Runs a decode program over the bytes of one block. Reading past the end of a typed array gives undefined, which the
 * varint loops take for a last byte 0; so the loops need no bounds test, every count is checked against what is left
 * before it is believed, and the position is checked where a row ends.
 */
import { IcecoreError } from '../base/errors.ts';
import type { BytesBuilder, LongColumn } from './columns.ts';
import { appendBytes, reserveRows } from './columns.ts';
import type { KeyedColumns, Program } from './program.ts';
import { OP } from './program.ts';

export interface Run {
  readonly program: Program;
  readonly place: string;
  buffer: Uint8Array;
  view: DataView;
  pos: number;
  end: number;
  /** File offset of the block's data; where the block is compressed, errors cannot be located better. */
  blockOffset: number;
  compressed: boolean;
  /** Where the array block that was just entered ends, −1 where the writer did not say. */
  itemsEnd: number;
  /** One 64-bit value in two words. */
  readonly words: Int32Array;
}

export function newRun(program: Program, place: string): Run {
  const empty = new Uint8Array(0);
  return {
    program,
    place,
    buffer: empty,
    view: new DataView(empty.buffer),
    pos: 0,
    end: 0,
    blockOffset: 0,
    compressed: false,
    itemsEnd: -1,
    words: new Int32Array(2),
  };
}

/**
 * Decodes the `count` rows that `data` must hold exactly, appending them to the program's columns. Throws IcecoreError
 * `invalid-data` with the place and the offset.
 */
export function runBlock(
  run: Run,
  data: Uint8Array,
  count: number,
  blockOffset: number,
  compressed: boolean,
): void {
  run.buffer = data;
  run.view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  run.pos = 0;
  run.end = data.length;
  run.blockOffset = blockOffset;
  run.compressed = compressed;
  const { rows, leastRowBytes } = run.program;
  if (count * Math.max(leastRowBytes, 1) > data.length) {
    fault(run, `a block of ${data.length} bytes claims ${count} rows`);
  }
  reserveRows(rows, rows.count + count);
  for (let i = 0; i < count; i++) {
    execute(run, 0, rows.count);
    if (run.pos > run.end) fault(run, 'a row runs past the end of its block');
    rows.count += 1;
  }
  if (run.pos !== run.end) {
    fault(run, `${run.end - run.pos} bytes of a block are left after its ${count} rows`);
  }
}

function fault(run: Run, message: string): never {
  const at = run.compressed ? ` (byte ${run.pos} of the inflated block)` : '';
  throw new IcecoreError('invalid-data', `Damaged Avro data: ${message}${at}`, {
    place: run.place,
    offset: run.compressed ? run.blockOffset : run.blockOffset + Math.min(run.pos, run.end),
  });
}

function execute(run: Run, start: number, row: number): void {
  const code = run.program.code;
  let pc = start;
  for (;;) {
    switch (code[pc]) {
      case OP.END:
        return;
      case OP.SKIP_VARINT:
        skipVarint(run);
        pc += 1;
        break;
      case OP.SKIP_BYTES:
        skipBytes(run);
        pc += 1;
        break;
      case OP.SKIP_FIXED:
        run.pos += code[pc + 1] as number;
        pc += 2;
        break;
      case OP.UNION:
        pc = branch(run, pc);
        break;
      case OP.JUMP:
        pc = code[pc + 1] as number;
        break;
      default:
        pc = (code[pc] as number) < OP.INT ? skipMany(run, pc, row) : store(run, pc, row);
    }
  }
}

function branch(run: Run, pc: number): number {
  const code = run.program.code;
  const index = readCount(run);
  if (!(index >= 0 && index < (code[pc + 1] as number))) {
    fault(run, `a union has no branch ${index}`);
  }
  return code[pc + 2 + index] as number;
}

function skipMany(run: Run, pc: number, row: number): number {
  const code = run.program.code;
  switch (code[pc]) {
    case OP.SKIP_VARINT_BLOCKS:
      for (let n = enterItems(run, 1); n > 0; n = enterItems(run, 1)) {
        if (!jumpItems(run)) skipVarints(run, n);
      }
      return pc + 1;
    case OP.SKIP_COUNT_MAP:
      for (let n = enterItems(run, 2); n > 0; n = enterItems(run, 2)) {
        if (!jumpItems(run)) skipVarints(run, 2 * n);
      }
      return pc + 1;
    case OP.SKIP_BYTES_MAP:
      for (let n = enterItems(run, 2); n > 0; n = enterItems(run, 2)) {
        if (!jumpItems(run)) skipBytesEntries(run, n);
      }
      return pc + 1;
    default: {
      const least = code[pc + 2] as number;
      for (let n = enterItems(run, least); n > 0; n = enterItems(run, least)) {
        // Items without bytes have nothing to walk, however many they are.
        if (jumpItems(run) || least === 0) continue;
        for (let i = 0; i < n; i++) execute(run, pc + 3, row);
      }
      return code[pc + 1] as number;
    }
  }
}

function store(run: Run, pc: number, row: number): number {
  const program = run.program;
  const code = program.code;
  const index = code[pc + 1] as number;
  switch (code[pc]) {
    case OP.INT:
      readInt(run, program.ints[index] as (typeof program.ints)[number], row);
      return pc + 2;
    case OP.LONG: {
      const column = program.longs[index] as LongColumn;
      readLong(run, column.words, 2 * row);
      column.valid[row] = 1;
      return pc + 2;
    }
    case OP.BOOLEAN: {
      const column = program.booleans[index] as (typeof program.booleans)[number];
      column.values[row] = run.buffer[run.pos++] === 0 ? 0 : 1;
      column.valid[row] = 1;
      return pc + 2;
    }
    case OP.FLOAT:
    case OP.DOUBLE:
      readDouble(run, index, row, code[pc] === OP.FLOAT ? 4 : 8);
      return pc + 2;
    case OP.BYTES:
      storeBytes(run, program.bytes[index] as BytesBuilder, row, readLength(run));
      return pc + 2;
    case OP.LIST:
      readList(run, pc, row);
      return code[pc + 2] as number;
    case OP.COUNT_MAP:
      readCountMap(run, program.keyed[index] as KeyedColumns, row);
      return pc + 2;
    case OP.BYTES_MAP:
      readBytesMap(run, program.keyed[index] as KeyedColumns, row);
      return pc + 2;
    case OP.KEYED_LIST:
      readKeyedList(run, pc, row);
      return code[pc + 2] as number;
    default:
      return storeNamed(run, pc, row);
  }
}

function storeNamed(run: Run, pc: number, row: number): number {
  const code = run.program.code;
  const column = run.program.bytes[code[pc + 1] as number] as BytesBuilder;
  const operand = code[pc + 2] as number;
  if (code[pc] === OP.ENUM) {
    const symbols = run.program.symbols[operand] as readonly Uint8Array[];
    const index = readCount(run);
    const symbol = symbols[index];
    if (symbol === undefined) fault(run, `an enum has no symbol ${index}`);
    appendBytes(column, row, symbol, 0, symbol.length);
  } else {
    if (code[pc] === OP.PREFIXED_FIXED && readLength(run) !== operand) {
      fault(run, `a fixed value of ${operand} bytes has another length in front`);
    }
    storeBytes(run, column, row, operand);
  }
  return pc + 3;
}

function storeBytes(run: Run, column: BytesBuilder, row: number, length: number): void {
  if (length > run.end - run.pos) fault(run, `${length} bytes are wanted, fewer are left`);
  appendBytes(column, row, run.buffer, run.pos, length);
  run.pos += length;
}

function readInt(
  run: Run,
  column: { readonly values: Int32Array; readonly valid: Uint8Array },
  row: number,
): void {
  readLong(run, run.words, 0);
  const low = run.words[0] as number;
  if (run.words[1] !== low >> 31) fault(run, 'a number does not fit into 32 bits');
  column.values[row] = low;
  column.valid[row] = 1;
}

function readDouble(run: Run, index: number, row: number, size: 4 | 8): void {
  const column = run.program.doubles[index] as (typeof run.program.doubles)[number];
  if (size > run.end - run.pos) fault(run, `${size} bytes are wanted, fewer are left`);
  column.values[row] =
    size === 4 ? run.view.getFloat32(run.pos, true) : run.view.getFloat64(run.pos, true);
  column.valid[row] = 1;
  run.pos += size;
}

function readList(run: Run, pc: number, row: number): void {
  const code = run.program.code;
  const list = run.program.lists[code[pc + 1] as number] as (typeof run.program.lists)[number];
  const least = code[pc + 3] as number;
  const items = list.items;
  list.start[row] = items.count;
  for (let n = enterItems(run, least); n > 0; n = enterItems(run, least)) {
    if (least === 0) fault(run, `a list of ${n} items without bytes`);
    const end = run.itemsEnd;
    reserveRows(items, items.count + n);
    for (let i = 0; i < n; i++) {
      execute(run, pc + 4, items.count);
      items.count += 1;
    }
    leaveItems(run, end);
  }
  list.length[row] = items.count - (list.start[row] as number);
}

function readCountMap(run: Run, map: KeyedColumns, row: number): void {
  const { buffer } = run;
  const { slots } = map;
  for (let n = enterItems(run, 2); n > 0; n = enterItems(run, 2)) {
    const end = run.itemsEnd;
    let pos = run.pos;
    for (let i = 0; i < n; i++) {
      const key = buffer[pos] as number;
      // Nearly every entry: a key of one byte that nobody asked for.
      if (key < 0x80 && (slots[key >>> 1] as number) < 0) {
        pos += 1;
        while ((buffer[pos++] as number) >= 0x80);
        continue;
      }
      run.pos = pos;
      readCountEntry(run, map, row);
      pos = run.pos;
    }
    run.pos = pos;
    leaveItems(run, end);
  }
  markPresent(map, row);
}

function readCountEntry(run: Run, map: KeyedColumns, row: number): void {
  const slot = slotOf(map, readCount(run));
  if (slot < 0) {
    skipVarint(run);
    return;
  }
  const column = map.columns[slot] as LongColumn;
  readLong(run, column.words, 2 * row);
  column.valid[row] = 1;
}

function readBytesMap(run: Run, map: KeyedColumns, row: number): void {
  const { buffer } = run;
  const { slots } = map;
  for (let n = enterItems(run, 2); n > 0; n = enterItems(run, 2)) {
    const end = run.itemsEnd;
    let pos = run.pos;
    for (let i = 0; i < n; i++) {
      const key = buffer[pos] as number;
      const length = buffer[pos + 1] as number;
      // Nearly every entry: a key of one byte that nobody asked for, and a value of less than 64 bytes.
      if ((key | length) < 0x80 && (length & 1) === 0 && (slots[key >>> 1] as number) < 0) {
        pos += 2 + (length >>> 1);
        continue;
      }
      run.pos = pos;
      readBytesEntry(run, map, row);
      pos = run.pos;
    }
    run.pos = pos;
    leaveItems(run, end);
  }
  markPresent(map, row);
}

function readBytesEntry(run: Run, map: KeyedColumns, row: number): void {
  const slot = slotOf(map, readCount(run));
  const length = readLength(run);
  if (slot < 0) run.pos += length;
  else storeBytes(run, map.columns[slot] as BytesBuilder, row, length);
}

/** Entries of unusual form: nullable, with more fields, or the value before the key. */
function readKeyedList(run: Run, pc: number, row: number): void {
  const code = run.program.code;
  const map = run.program.keyed[code[pc + 1] as number] as KeyedColumns;
  const least = code[pc + 3] as number;
  const { rows, key, value } = map.scratch;
  reserveRows(rows, 1);
  for (let n = enterItems(run, least); n > 0; n = enterItems(run, least)) {
    const end = run.itemsEnd;
    for (let i = 0; i < n; i++) {
      key.valid[0] = 0;
      clear(value);
      execute(run, pc + 4, 0);
      const slot = key.valid[0] === 1 ? slotOf(map, key.values[0] as number) : -1;
      if (slot >= 0) copyScratch(map, slot, row);
    }
    leaveItems(run, end);
  }
  markPresent(map, row);
}

function clear(value: LongColumn | BytesBuilder): void {
  if (value.kind === 'long') value.valid[0] = 0;
  else {
    value.length[0] = -1;
    value.used = 0;
  }
}

function copyScratch(map: KeyedColumns, slot: number, row: number): void {
  const from = map.scratch.value;
  const to = map.columns[slot] as LongColumn | BytesBuilder;
  if (from.kind === 'long' && to.kind === 'long') {
    if (from.valid[0] !== 1) return;
    to.values[row] = from.values[0] as bigint;
    to.valid[row] = 1;
  } else if (from.kind === 'bytes' && to.kind === 'bytes') {
    const length = from.length[0] as number;
    if (length >= 0) appendBytes(to, row, from.arena, 0, length);
  }
}

function markPresent(map: KeyedColumns, row: number): void {
  const present = map.present.values;
  present[row] = (present[row] as number) | map.bit;
}

function slotOf(map: KeyedColumns, key: number): number {
  if (key >= 0 && key < map.slots.length) return map.slots[key] as number;
  return map.farSlots.get(key) ?? -1;
}

/**
 * Enters the next block of an array or map: its number of items, 0 at the end. Sets `itemsEnd` where the writer gave
 * the size in bytes (a negative count).
 */
function enterItems(run: Run, least: number): number {
  let count = readCount(run);
  run.itemsEnd = -1;
  if (count < 0) {
    count = -count;
    const size = readLength(run);
    run.itemsEnd = run.pos + size;
  }
  if (count * least > run.end - run.pos) {
    if (count > 0) fault(run, `a list claims ${count} items, for which too few bytes are left`);
  }
  return count;
}

function jumpItems(run: Run): boolean {
  if (run.itemsEnd < 0) return false;
  run.pos = run.itemsEnd;
  return true;
}

function leaveItems(run: Run, end: number): void {
  if (end >= 0 && run.pos !== end) fault(run, 'the items of a list are not as long as it says');
}

function skipVarint(run: Run): void {
  const buffer = run.buffer;
  let pos = run.pos;
  while ((buffer[pos++] as number) >= 0x80);
  run.pos = pos;
}

function skipVarints(run: Run, count: number): void {
  const buffer = run.buffer;
  let pos = run.pos;
  for (let i = 0; i < count; i++) {
    while ((buffer[pos++] as number) >= 0x80);
  }
  run.pos = pos;
}

function skipBytesEntries(run: Run, count: number): void {
  const buffer = run.buffer;
  for (let i = 0; i < count; i++) {
    let pos = run.pos;
    while ((buffer[pos++] as number) >= 0x80);
    const length = buffer[pos] as number;
    if (length < 0x80 && (length & 1) === 0) run.pos = pos + 1 + (length >>> 1);
    else {
      run.pos = pos;
      skipBytes(run);
    }
  }
}

function skipBytes(run: Run): void {
  const length = readLength(run);
  run.pos += length;
}

/** A length in bytes, never negative and never beyond what is left. */
function readLength(run: Run): number {
  const length = readCount(run);
  if (length < 0) fault(run, `a length of ${length}`);
  if (length > run.end - run.pos) fault(run, `${length} bytes are wanted, fewer are left`);
  return length;
}

/** A long as a number; beyond 2^53 it is rounded, which no check minds. */
function readCount(run: Run): number {
  const first = run.buffer[run.pos] as number;
  if (first < 0x80) {
    run.pos += 1;
    return (first >>> 1) ^ -(first & 1);
  }
  readLong(run, run.words, 0);
  return (run.words[1] as number) * 2 ** 32 + ((run.words[0] as number) >>> 0);
}

/** Reads a zig-zag varint into two words: low, high. */
function readLong(run: Run, words: Int32Array, at: number): void {
  const buffer = run.buffer;
  let pos = run.pos;
  let byte = buffer[pos++] as number;
  if (byte < 0x80) {
    words[at] = (byte >>> 1) ^ -(byte & 1);
    words[at + 1] = -(byte & 1);
    run.pos = pos;
    return;
  }
  let low = byte & 0x7f;
  let high = 0;
  let shift = 7;
  do {
    if (shift > 63) fault(run, 'a number of more than ten bytes');
    byte = buffer[pos++] as number;
    if (shift < 28) low |= (byte & 0x7f) << shift;
    else if (shift === 28) {
      low |= (byte & 0x7f) << 28;
      high = (byte & 0x7f) >>> 4;
    } else high |= (byte & 0x7f) << (shift - 32);
    shift += 7;
  } while (byte >= 0x80);
  const sign = -(low & 1);
  words[at] = ((low >>> 1) | (high << 31)) ^ sign;
  words[at + 1] = (high >>> 1) ^ sign;
  run.pos = pos;
}
