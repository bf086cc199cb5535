/** Decode programs in the form that the engine runs (wasm/run.as.ts): addresses instead of indexes. */
import type { ScalarColumn } from './columns.ts';
import { OP, type Program } from './program.ts';

/** A column and where its rows are put together. */
export interface StagedColumn {
  readonly column: ScalarColumn;
  /** Address of the values; of offsets into the memory for byte strings. */
  readonly values: number;
  /** Address of the validity; of lengths for byte strings. */
  readonly valid: number;
}

/** Every column that the program writes to, once. */
export function scalarColumns(program: Program): readonly ScalarColumn[] {
  const { booleans, ints, longs, doubles, bytes, keyed } = program;
  const maps = keyed.flatMap(({ present, columns }) => [present, ...columns]);
  return [...new Set([...booleans, ...ints, ...longs, ...doubles, ...bytes, ...maps])];
}

export interface StagedProgram {
  /** What is to be written at the address that the words were made for. */
  readonly words: readonly number[];
  /** Addresses of the columns' descriptions, and of the program. */
  readonly described: ReadonlyMap<ScalarColumn, number>;
  readonly code: number;
}

/** The program and the columns as words at `address`; undefined where the engine cannot run it. */
export function stagedProgram(
  program: Program,
  columns: readonly StagedColumn[],
  address: number,
): StagedProgram | undefined {
  if (!program.keyed.every((map) => map.farSlots.size === 0)) return undefined;
  const words: number[] = [];
  const here = () => address + 4 * words.length;
  const described = new Map<ScalarColumn, number>();
  for (const { column, values, valid } of columns) {
    described.set(column, here());
    words.push(values, valid);
  }
  const present = new Map(columns.map(({ column, values }) => [column, values]));
  const addressOf = (column: ScalarColumn) => described.get(column) ?? 0;
  const maps = program.keyed.map((map) => {
    const slots = here();
    for (const slot of map.slots) words.push(slot);
    const table = here();
    words.push(...map.columns.map(addressOf));
    const at = here();
    words.push(slots, map.slots.length, table, present.get(map.present) ?? 0, map.bit);
    return at;
  });
  const code = here();
  const translated = translate(program, code, addressOf, maps);
  if (translated === undefined) return undefined;
  for (const word of translated) words.push(word);
  return { words, described, code };
}

/** Operations of one word, and those of a column operand, with the list that this is an index of. */
const BARE: ReadonlySet<number> = new Set([
  OP.END,
  OP.SKIP_VARINT,
  OP.SKIP_BYTES,
  OP.SKIP_VARINT_BLOCKS,
  OP.SKIP_COUNT_MAP,
  OP.SKIP_BYTES_MAP,
]);
const LISTS: ReadonlyMap<number, 'booleans' | 'ints' | 'longs' | 'doubles' | 'bytes'> = new Map([
  [OP.BOOLEAN, 'booleans'],
  [OP.INT, 'ints'],
  [OP.LONG, 'longs'],
  [OP.FLOAT, 'doubles'],
  [OP.DOUBLE, 'doubles'],
  [OP.BYTES, 'bytes'],
  [OP.FIXED, 'bytes'],
]);

function translate(
  program: Program,
  address: number,
  addressOf: (column: ScalarColumn) => number,
  maps: readonly number[],
): Int32Array | undefined {
  const code = Int32Array.from(program.code);
  const at = (pc: number) => code[pc] as number;
  const target = (pc: number) => {
    code[pc] = address + 4 * at(pc);
  };
  for (let pc = 0; pc < code.length; ) {
    const op = at(pc);
    const list = LISTS.get(op);
    if (BARE.has(op)) pc += 1;
    else if (list !== undefined) {
      code[pc + 1] = addressOf(program[list][at(pc + 1)] as ScalarColumn);
      pc += op === OP.FIXED ? 3 : 2;
    } else if (op === OP.COUNT_MAP || op === OP.BYTES_MAP) {
      code[pc + 1] = maps[at(pc + 1)] as number;
      pc += 2;
    } else if (op === OP.SKIP_FIXED) pc += 2;
    else if (op === OP.JUMP || op === OP.SKIP_BLOCKS) {
      target(pc + 1);
      pc += op === OP.JUMP ? 2 : 3;
    } else if (op === OP.UNION) {
      const branches = at(pc + 1);
      for (let i = 0; i < branches; i++) target(pc + 2 + i);
      pc += 2 + branches;
    } else return undefined;
  }
  return code;
}
