/**
 * Decodes blocks inside the engine's memory: they are inflated there, the program runs over them there
 * (wasm/run.as.ts), and what it made of several blocks is copied into the columns at once.
 *
 * Memory, upwards: rows of every column; descriptions of columns and the program; a compressed block; inflated blocks;
 * byte strings on their way out.
 */
import {
  type BytesBuilder,
  type RowGroup,
  reserveBytes,
  reserveRows,
  type ScalarColumn,
} from './columns.ts';
import type { Block, Container } from './container.ts';
import { type Ends, headOf, tailOf } from './ends.ts';
import { type Engine, reserve, SLACK } from './engine.ts';
import type { Program } from './program.ts';
import { type StagedColumn, scalarColumns, stagedProgram } from './staged-program.ts';

/** How many rows and bytes are copied out at once, unless one block has more. */
const GROUP_ROWS = 1024;
const GROUP_BYTES = 2 ** 18;

/** Where rows and columns are so many that they would take more than this, it is done without. */
const MOST_BYTES = 64 * 2 ** 20;

/** What is reserved for byte strings on the strength of a guess. */
const MOST_LIKELY_BYTES = 16 * 2 ** 20;

export interface Staging {
  readonly engine: Engine;
  readonly program: Program;
  readonly columns: readonly StagedColumn[];
  /** Addresses of the columns' descriptions. */
  readonly described: ReadonlyMap<ScalarColumn, number>;
  /** Address of the program. */
  readonly code: number;
  readonly capacity: number;
  /** Address where a compressed block goes. */
  readonly inputAt: number;
  /** Address of the first inflated block; the others follow at once. */
  readonly blocksAt: number;
  /** Address where the next one goes. */
  next: number;
  /** Rows that wait to be copied out. */
  staged: number;
}

/** undefined where the program is not regular enough for the engine, or it would take too much memory. */
export function newStaging(
  engine: Engine,
  container: Container,
  program: Program,
): Staging | undefined {
  const { rows, longest } = largest(container.blocks);
  const capacity = Math.max(Math.min(GROUP_ROWS, container.claimedRows), rows);
  const base = alignedTo8(engine.heapBase());
  const { columns, end } = placeColumns(program, alignedTo8(capacity), base);
  if (end - base > MOST_BYTES) return undefined;
  const staged = stagedProgram(program, columns, end);
  if (staged === undefined) return undefined;
  const { words, code, described } = staged;
  const inputAt = alignedTo8(end + 4 * words.length);
  const blocksAt = alignedTo8(inputAt + longest + SLACK);
  if (!reserve(engine, blocksAt + SLACK)) return undefined;
  const { buffer } = engine.memory;
  new Int32Array(buffer).set(words, end / 4);
  for (const column of columns) clear(buffer, column, alignedTo8(capacity));
  const fixed = { engine, program, columns, described, code, capacity, inputAt, blocksAt };
  return { ...fixed, next: blocksAt, staged: 0 };
}

/** The most rows, and the most bytes, of a block. Its own function, since engines compile anew what holds a loop. */
function largest(blocks: readonly Block[]): { readonly rows: number; readonly longest: number } {
  let rows = 0;
  let longest = 0;
  for (const { count, from, to } of blocks) {
    rows = Math.max(rows, count);
    longest = Math.max(longest, to - from);
  }
  return { rows, longest };
}

function alignedTo8(address: number): number {
  return Math.ceil(address / 8) * 8;
}

const WIDTHS = { boolean: 1, int: 4, long: 8, double: 8, bytes: 4 } as const;

/** `capacity` is a multiple of 8, which aligns every column. */
function placeColumns(program: Program, capacity: number, base: number) {
  let end = base;
  const take = (width: number) => {
    const from = end;
    end += width * capacity;
    return from;
  };
  const columns = scalarColumns(program).map(
    (column): StagedColumn => ({
      column,
      values: take(WIDTHS[column.kind]),
      valid: take(column.kind === 'bytes' ? WIDTHS.int : 1),
    }),
  );
  return { columns, end };
}

function clear(buffer: ArrayBuffer, { column, values, valid }: StagedColumn, rows: number): void {
  const bytes = new Uint8Array(buffer);
  const isBytes = column.kind === 'bytes';
  const fill = column.kind === 'int' || column.kind === 'long' ? Number(column.fill) & 0xff : 0;
  bytes.fill(fill, values, values + WIDTHS[column.kind] * rows);
  bytes.fill(isBytes ? 0xff : 0, valid, valid + (isBytes ? WIDTHS.int : 1) * rows);
}

/**
 * Decodes the block of `count` rows that was put, `size` bytes inflated, at `next`. False, and nothing of it is staged,
 * where it is odd or damaged; what came before is in the columns then, so that another way can go on behind it.
 */
export function stageBlock(staging: Staging, size: number, count: number): boolean {
  const { engine, program, next, blocksAt } = staging;
  const end = next + size;
  if (staging.staged + count > staging.capacity) copyOut(staging, end);
  const isPlausible = count * Math.max(program.leastRowBytes, 1) <= size;
  // Byte strings on their way out take no more room than the blocks they come from.
  const hasRoom = reserve(engine, end + (end - blocksAt) + 2 * SLACK);
  if (isPlausible && hasRoom && engine.run(staging.code, next, size, staging.staged, count) !== 0) {
    staging.staged += count;
    staging.next = end;
    if (end - blocksAt > GROUP_BYTES) copyOut(staging, end);
    return true;
  }
  copyOut(staging, end);
  for (const column of staging.columns) {
    clear(engine.memory.buffer, column, alignedTo8(staging.capacity));
  }
  return false;
}

/** Copies the staged rows into the program's columns. Above `end`, memory is free. */
export function copyOut(staging: Staging, end: number): void {
  const { engine, program, columns, staged } = staging;
  const { rows } = program;
  reserveRows(rows, rows.count + staged);
  for (const column of columns) {
    copyColumn(staging, column, end + SLACK);
    clear(engine.memory.buffer, column, staged);
  }
  rows.count += staged;
  staging.staged = 0;
  staging.next = staging.blocksAt;
}

/** What all rows take if those to come are like these; a little more, so that it need not grow again. */
function likelyBytes({ capacity, count }: RowGroup, staged: number, size: number): number {
  const perRow = (1.05 * size) / Math.max(staged, 1);
  return Math.min(Math.ceil(perRow * (capacity - count)), MOST_LIKELY_BYTES);
}

interface Ended {
  readonly column: BytesBuilder;
  readonly ends: Ends;
  /** Address of the description; the rest as in {@link StagedColumn}. */
  readonly at: number;
  readonly values: number;
  readonly valid: number;
  readonly staged: number;
  /** Of the column, where the staged ones begin. */
  readonly row: number;
}

/** Gathers what is between heads and tails, and numbers those; nearly every row has the ones of the row before. */
function gatherRests(
  engine: Engine,
  { column, ends, at, values, valid, staged, row }: Ended,
  free: number,
): number {
  const { buffer } = engine.memory;
  const bytes = new Uint8Array(buffer);
  // One view for all words: there are many groups, and making a view takes long.
  const words = new Int32Array(buffer);
  // Before the bytes, where nothing lies.
  const stop = alignedTo8(free - 16);
  let to = free;
  for (let done = 0; done < staged; ) {
    const from = words[values / 4 + done] as number;
    const end = from + (words[valid / 4 + done] as number);
    if (end < from) {
      done += 1;
      continue;
    }
    const head = headOf(ends, bytes, from, end);
    const headLength = ends.heads.lengths[head] as number;
    const tail = tailOf(ends, bytes, from + headLength, end, row + done);
    const length = ends.tails.lengths[tail] as number;
    // Every row ends with the empty tail: as long as there are others, only this one is known to have it.
    const count = length === 0 && ends.hasTails ? done + 1 : staged;
    const base = column.used + to - free;
    to = engine.gatherRests(
      at,
      done,
      count,
      to,
      base,
      from,
      headLength,
      end - length,
      length,
      stop,
    );
    const next = words[stop / 4] as number;
    ends.head.fill(head, row + done, row + next);
    ends.tail.fill(tail, row + done, row + next);
    done = next;
  }
  return to;
}

function copyColumn(
  { engine, program, described, staged }: Staging,
  { column, values, valid }: StagedColumn,
  free: number,
): void {
  const { buffer } = engine.memory;
  const row = program.rows.count;
  if (column.kind === 'bytes') {
    const at = described.get(column) ?? 0;
    const { ends } = column;
    const end =
      ends === undefined
        ? engine.gather(at, staged, free, column.used)
        : gatherRests(engine, { column, ends, at, values, valid, staged, row }, free);
    const size = end - free;
    reserveBytes(column, column.used + size, likelyBytes(program.rows, staged, size));
    column.arena.set(new Uint8Array(buffer, free, size), column.used);
    column.used += size;
    column.start.set(new Uint32Array(buffer, values, staged), row);
    column.length.set(new Int32Array(buffer, valid, staged), row);
    return;
  }
  column.valid.set(new Uint8Array(buffer, valid, staged), row);
  if (column.kind === 'long') {
    column.values.set(new BigInt64Array(buffer, values, staged), row);
    return;
  }
  const Values = { boolean: Uint8Array, int: Int32Array, double: Float64Array }[column.kind];
  column.values.set(new Values(buffer, values, staged), row);
}
