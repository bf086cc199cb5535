import { utf8 } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import type {
  BooleanColumn,
  BytesBuilder,
  DoubleColumn,
  IntColumn,
  ListColumn,
  LongColumn,
  RowGroup,
  ScalarColumn,
} from './columns.ts';
import type { KeyedColumns, Program, Wanted, WantedField } from './program.ts';
import { OP } from './program.ts';
import type { AvroField, AvroFixed, AvroRecord, AvroSchema } from './schema.ts';
import { findField, nonNullBranches } from './schema.ts';

/** Named types may be used many times over, and each use is written out. Iceberg's programs have under 300 words. */
const MAX_WORDS = 1 << 16;

/** Sizes are words of the program; one this long matches nothing anyway. */
const MAX_LEAST = 2 ** 31 - 1;

export interface CompileOptions {
  /** `fixed` values without a logical type are read with their length in front (MF-7, rules.md 16). */
  readonly prefixedFixed?: boolean;
  readonly place: string;
}

interface Compiler {
  readonly options: CompileOptions;
  readonly code: number[];
  readonly booleans: BooleanColumn[];
  readonly ints: IntColumn[];
  readonly longs: LongColumn[];
  readonly doubles: DoubleColumn[];
  readonly bytes: BytesBuilder[];
  readonly lists: ListColumn[];
  readonly keyed: KeyedColumns[];
  readonly symbols: Uint8Array[][];
  readonly unreadable: number[];
}

/**
 * Compiles what is wanted of a writer's schema to a program whose columns are those of `wanted`. Fields are found by
 * id, or by name in a record without ids; whatever is not wanted is stepped over. Throws IcecoreError `invalid-data`
 * for a schema whose program would be enormous.
 */
export function compile(
  schema: AvroSchema,
  wanted: Wanted,
  rows: RowGroup,
  options: CompileOptions,
): Program {
  const c: Compiler = {
    options,
    code: [],
    booleans: [],
    ints: [],
    longs: [],
    doubles: [],
    bytes: [],
    lists: [],
    keyed: [],
    symbols: [],
    unreadable: [],
  };
  if (!read(c, schema, wanted)) {
    throw new IcecoreError('invalid-data', 'Avro schema: the rows are not records', {
      place: options.place,
    });
  }
  emit(c, OP.END);
  const { code, options: _, ...columns } = c;
  return {
    ...columns,
    code: Int32Array.from(code),
    rows,
    leastRowBytes: leastBytes(schema),
  };
}

function emit(c: Compiler, ...words: readonly number[]): number {
  const at = c.code.length;
  if (at > MAX_WORDS) {
    throw new IcecoreError('invalid-data', 'Avro schema: too large to be a manifest', {
      place: c.options.place,
    });
  }
  c.code.push(...words);
  return at;
}

/** Emits code that reads `schema` as `wanted`; false, and nothing emitted, where no branch can be read so. */
function read(c: Compiler, schema: AvroSchema, wanted: Wanted): boolean {
  if (schema.kind === 'union') {
    if (!nonNullBranches(schema).some((b) => fits(b, wanted))) return false;
    union(c, schema.branches, (branch) => {
      if (branch.kind !== 'null' && !read(c, branch, wanted)) skip(c, branch);
    });
    return true;
  }
  if (!fits(schema, wanted)) return false;
  switch (wanted.kind) {
    case 'column':
      readScalar(c, schema, wanted.column);
      break;
    case 'record':
      readRecord(c, schema as AvroRecord, wanted.fields);
      break;
    case 'list':
      readList(c, schema, wanted);
      break;
    case 'keyed':
      readKeyed(c, schema, wanted);
      break;
  }
  return true;
}

const READABLE: Readonly<Record<ScalarColumn['kind'], readonly AvroSchema['kind'][]>> = {
  boolean: ['boolean'],
  int: ['int', 'long'],
  long: ['int', 'long'],
  double: ['float', 'double'],
  bytes: ['bytes', 'string', 'fixed', 'enum'],
};

/** Whether a written type other than a union can be read as wanted, with Avro's promotions (MF-6). */
function fits(schema: AvroSchema, wanted: Wanted): boolean {
  switch (wanted.kind) {
    case 'column':
      return READABLE[wanted.column.kind].includes(schema.kind);
    case 'record':
      return schema.kind === 'record';
    case 'list':
      return (
        schema.kind === 'array' && nonNullBranches(schema.items).some((b) => fits(b, wanted.item))
      );
    case 'keyed':
      return schema.kind === 'array' && entryFits(schema.items, wanted.entry);
  }
}

function entryFits(items: AvroSchema, entry: Wanted): boolean {
  if (entry.kind !== 'record') return false;
  return nonNullBranches(items).some(
    (b) =>
      b.kind === 'record' &&
      entry.fields.every((f) => {
        const written = findField(b, f.id, f.names);
        return (
          written !== undefined && nonNullBranches(written.type).some((t) => fits(t, f.wanted))
        );
      }),
  );
}

function readScalar(c: Compiler, schema: AvroSchema, column: ScalarColumn): void {
  switch (column.kind) {
    case 'boolean':
      emit(c, OP.BOOLEAN, c.booleans.push(column) - 1);
      break;
    case 'int':
      emit(c, OP.INT, c.ints.push(column) - 1);
      break;
    case 'long':
      emit(c, OP.LONG, c.longs.push(column) - 1);
      break;
    case 'double':
      emit(c, schema.kind === 'float' ? OP.FLOAT : OP.DOUBLE, c.doubles.push(column) - 1);
      break;
    case 'bytes':
      readBytes(c, schema, c.bytes.push(column) - 1);
      break;
  }
}

function readBytes(c: Compiler, schema: AvroSchema, column: number): void {
  if (schema.kind === 'fixed') {
    emit(c, isPrefixed(c, schema) ? OP.PREFIXED_FIXED : OP.FIXED, column, schema.size);
  } else if (schema.kind === 'enum') {
    emit(c, OP.ENUM, column, c.symbols.push(schema.symbols.map(utf8)) - 1);
  } else emit(c, OP.BYTES, column);
}

function isPrefixed(c: Compiler, schema: AvroFixed): boolean {
  return c.options.prefixedFixed === true && schema.logicalType === undefined;
}

function readRecord(c: Compiler, schema: AvroRecord, wanted: readonly WantedField[]): void {
  const byField = new Map<AvroField, WantedField>();
  for (const w of wanted) {
    const field = findField(schema, w.id, w.names);
    if (field !== undefined) byField.set(field, w);
  }
  for (const field of schema.fields) {
    const w = byField.get(field);
    if (w !== undefined && read(c, field.type, w.wanted)) continue;
    if (w !== undefined && nonNullBranches(field.type).length > 0) c.unreadable.push(w.id);
    skip(c, field.type);
  }
}

function readList(
  c: Compiler,
  schema: AvroSchema,
  wanted: Wanted & { readonly kind: 'list' },
): void {
  if (schema.kind !== 'array') return;
  const list = c.lists.push(wanted.column) - 1;
  const at = emit(c, OP.LIST, list, 0, leastBytes(schema.items));
  read(c, schema.items, wanted.item);
  emit(c, OP.END);
  c.code[at + 2] = c.code.length;
}

function readKeyed(
  c: Compiler,
  schema: AvroSchema,
  wanted: Wanted & { readonly kind: 'keyed' },
): void {
  if (schema.kind !== 'array') return;
  const keyed = c.keyed.push(wanted.keyed) - 1;
  const plain = plainEntry(schema.items, wanted.entry);
  if (plain !== undefined) {
    emit(c, plain, keyed);
    return;
  }
  const at = emit(c, OP.KEYED_LIST, keyed, 0, leastBytes(schema.items));
  read(c, schema.items, wanted.entry);
  emit(c, OP.END);
  c.code[at + 2] = c.code.length;
}

/** The tight loop for the form that nearly all writers use: a record of exactly key and value, both never null. */
function plainEntry(items: AvroSchema, entry: Wanted): number | undefined {
  if (items.kind !== 'record' || items.fields.length !== 2 || entry.kind !== 'record') return;
  const [key, value] = items.fields as readonly [AvroField, AvroField];
  const [wantedKey, wantedValue] = entry.fields as readonly [WantedField, WantedField];
  if (findField(items, wantedKey.id, wantedKey.names) !== key) return;
  if (findField(items, wantedValue.id, wantedValue.names) !== value) return;
  if (!isVarint(key.type)) return;
  if (isVarint(value.type)) return OP.COUNT_MAP;
  return isLengthed(value.type) ? OP.BYTES_MAP : undefined;
}

function isVarint(schema: AvroSchema): boolean {
  return schema.kind === 'int' || schema.kind === 'long';
}

function isLengthed(schema: AvroSchema): boolean {
  return schema.kind === 'bytes' || schema.kind === 'string';
}

function skip(c: Compiler, schema: AvroSchema): void {
  // Also what keeps the walk finite: records of records of nothing emit no word that could be counted.
  if (leastBytes(schema) === 0) return;
  switch (schema.kind) {
    case 'null':
      break;
    case 'int':
    case 'long':
    case 'enum':
      emit(c, OP.SKIP_VARINT);
      break;
    case 'boolean':
      emit(c, OP.SKIP_FIXED, 1);
      break;
    case 'float':
      emit(c, OP.SKIP_FIXED, 4);
      break;
    case 'double':
      emit(c, OP.SKIP_FIXED, 8);
      break;
    case 'fixed':
      if (isPrefixed(c, schema)) emit(c, OP.SKIP_BYTES);
      else emit(c, OP.SKIP_FIXED, schema.size);
      break;
    case 'bytes':
    case 'string':
      emit(c, OP.SKIP_BYTES);
      break;
    case 'union':
      union(c, schema.branches, (branch) => skip(c, branch));
      break;
    case 'record':
      for (const field of schema.fields) skip(c, field.type);
      break;
    case 'array':
      skipBlocks(c, [schema.items]);
      break;
    case 'map':
      skipBlocks(c, [{ kind: 'string' }, schema.values]);
      break;
  }
}

function skipBlocks(c: Compiler, items: readonly AvroSchema[]): void {
  const parts = items.flatMap((s) => (s.kind === 'record' ? s.fields.map((f) => f.type) : [s]));
  const [first, second] = parts;
  if (first !== undefined && isVarint(first) && parts.length <= 2) {
    if (second === undefined) {
      emit(c, OP.SKIP_VARINT_BLOCKS);
      return;
    }
    if (isVarint(second) || isLengthed(second)) {
      emit(c, isVarint(second) ? OP.SKIP_COUNT_MAP : OP.SKIP_BYTES_MAP);
      return;
    }
  }
  const least = items.reduce((sum, s) => sum + leastBytes(s), 0);
  const at = emit(c, OP.SKIP_BLOCKS, 0, least);
  for (const item of items) skip(c, item);
  emit(c, OP.END);
  c.code[at + 1] = c.code.length;
}

function union(
  c: Compiler,
  branches: readonly AvroSchema[],
  body: (branch: AvroSchema) => void,
): void {
  const at = emit(c, OP.UNION, branches.length, ...branches.map(() => 0));
  const jumps: number[] = [];
  branches.forEach((branch, i) => {
    c.code[at + 2 + i] = c.code.length;
    body(branch);
    jumps.push(emit(c, OP.JUMP, 0));
  });
  for (const jump of jumps) c.code[jump + 1] = c.code.length;
}

/**
 * Bytes of the shortest encoding. 0 exactly for what has no encoding at all (null, an empty record), so that a count
 * times this bounds what a block can claim.
 */
function leastBytes(schema: AvroSchema): number {
  const known = leastOf.get(schema);
  if (known !== undefined) return known;
  const least = Math.min(computeLeast(schema), MAX_LEAST);
  leastOf.set(schema, least);
  return least;
}

const leastOf = new WeakMap<AvroSchema, number>();

function computeLeast(schema: AvroSchema): number {
  switch (schema.kind) {
    case 'null':
      return 0;
    case 'float':
      return 4;
    case 'double':
      return 8;
    case 'fixed':
      return schema.size;
    case 'record':
      return schema.fields.reduce((sum, f) => sum + leastBytes(f.type), 0);
    case 'union':
      return 1 + Math.min(...schema.branches.map((b) => leastBytes(b)));
    default:
      return 1;
  }
}
