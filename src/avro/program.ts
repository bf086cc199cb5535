/**
 * The decode program: one writer schema and what is wanted of it, flattened to integers. decode.ts runs it.
 *
 * `code` is a list of instructions, each an operation followed by its operands; a column operand is an index into the
 * list of that kind. Every body (the rows, the items of a list) ends with END.
 */
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

export const OP = {
  END: 0,
  SKIP_VARINT: 1,
  SKIP_BYTES: 2,
  /** size */
  SKIP_FIXED: 3,
  /** target: where the code goes on, least bytes an item, then the item's body */
  SKIP_BLOCKS: 4,
  /** blocks of varints */
  SKIP_VARINT_BLOCKS: 5,
  /** blocks of (varint, varint) */
  SKIP_COUNT_MAP: 6,
  /** blocks of (varint, bytes) */
  SKIP_BYTES_MAP: 7,
  /** number of branches, then a target for each */
  UNION: 8,
  /** target */
  JUMP: 9,
  /** column */
  INT: 10,
  /** column */
  LONG: 11,
  /** column */
  FLOAT: 12,
  /** column */
  DOUBLE: 13,
  /** column */
  BOOLEAN: 14,
  /** column */
  BYTES: 15,
  /** column, size */
  FIXED: 16,
  /** column, size; the bytes come with their length in front (MF-7 as measured, rules.md 16) */
  PREFIXED_FIXED: 17,
  /** column, index of the symbols */
  ENUM: 18,
  /** column, target, least bytes an item, then the item's body */
  LIST: 19,
  /** keyed columns; blocks of (varint, varint) */
  COUNT_MAP: 20,
  /** keyed columns; blocks of (varint, bytes) */
  BYTES_MAP: 21,
  /** keyed columns, target, least bytes an item, then the body that fills the scratch columns */
  KEYED_LIST: 22,
} as const;

/**
 * A map with int keys (an array of key-value records, MF-5), of which only the asked keys are kept: the value of a key
 * goes to the row's place in that key's column.
 */
export interface KeyedColumns {
  /**
   * Field id → index into `columns`, −1 where not asked; at least 64 long, which are the ids of one byte. Ids beyond its
   * end are looked up in `farSlots`.
   */
  readonly slots: Int32Array;
  readonly farSlots: ReadonlyMap<number, number>;
  readonly columns: readonly LongColumn[] | readonly BytesBuilder[];
  /** `present[row] |= bit` where the row has the map at all. */
  readonly present: BooleanColumn;
  readonly bit: number;
  /** Where an entry of unusual form is put together. */
  readonly scratch: {
    readonly rows: RowGroup;
    readonly key: IntColumn;
    readonly value: LongColumn | BytesBuilder;
  };
}

/** What a reader wants of a value. Names are used where a record has no ids at all (MF-4), first come first served. */
export type Wanted =
  | { readonly kind: 'column'; readonly column: ScalarColumn }
  | { readonly kind: 'record'; readonly fields: readonly WantedField[] }
  | { readonly kind: 'list'; readonly column: ListColumn; readonly item: Wanted }
  | { readonly kind: 'keyed'; readonly keyed: KeyedColumns; readonly entry: Wanted };

export interface WantedField {
  readonly id: number;
  readonly names: readonly string[];
  readonly wanted: Wanted;
}

export interface Program {
  readonly code: Int32Array;
  readonly rows: RowGroup;
  /** No encoded row is shorter; what a block claims is checked by it. */
  readonly leastRowBytes: number;
  readonly booleans: readonly BooleanColumn[];
  readonly ints: readonly IntColumn[];
  readonly longs: readonly LongColumn[];
  readonly doubles: readonly DoubleColumn[];
  readonly bytes: readonly BytesBuilder[];
  readonly lists: readonly ListColumn[];
  readonly keyed: readonly KeyedColumns[];
  readonly symbols: readonly (readonly Uint8Array[])[];
  /** Ids of wanted fields whose written type cannot be read as wanted; they are skipped. */
  readonly unreadable: readonly number[];
}
