/** The partition tuple of a manifest's entries, a column a field, in the types it was written in (MF-6 to MF-8). */
import {
  type BytesBuilder,
  booleanColumn,
  bytesColumn,
  doubleColumn,
  intColumn,
  longColumn,
  reserveRows,
  rowGroup,
  type ScalarColumn,
  trimmed,
} from '../avro/columns.ts';
import type { WantedField } from '../avro/program.ts';
import {
  type AvroField,
  type AvroFixed,
  type AvroRecord,
  type AvroScalar,
  type AvroSchema,
  findField,
  nonNullBranches,
} from '../avro/schema.ts';
import type { Problem } from '../base/errors.ts';
import { indexSchema } from '../types/schema.ts';
import type { PrimitiveType, Schema } from '../types/type.ts';
import { bindSpec } from './bound-spec.ts';
import { bytesOf } from './bytes-column.ts';
import type { PartitionColumn } from './entries.ts';
import { manifestProblem } from './manifest-problems.ts';
import type { PartitionSpec } from './records.ts';

/** How one field of the tuple is read. Neither type nor column: it cannot be, and is unknown. */
interface FieldReading {
  readonly fieldId: number;
  readonly type: PrimitiveType | undefined;
  /** undefined with a type: every value is null (EV-11). */
  readonly column: ScalarColumn | undefined;
}

export interface PartitionReading {
  readonly fields: readonly FieldReading[];
  readonly columns: readonly ScalarColumn[];
  readonly wanted: readonly WantedField[];
}

/**
 * Decides how each field of `spec` is read from the tuple's record, which is undefined where the writer left the tuple
 * out. `schemas` are the table's, oldest first; they tell apart types that Avro writes alike. Fresh columns each time.
 */
export function readingOf(
  spec: PartitionSpec,
  tuple: AvroRecord | undefined,
  schemas: readonly Schema[],
): PartitionReading {
  const expected = expectedTypes(spec, schemas);
  const fields: FieldReading[] = [];
  const wanted: WantedField[] = [];
  spec.fields.forEach((field, position) => {
    const names = [field.name];
    const written = tuple === undefined ? undefined : findField(tuple, field.fieldId, names);
    const candidates = expected[position] ?? [];
    const reading = fieldReading(field.fieldId, tuple, written, candidates);
    fields.push(reading);
    if (reading.column !== undefined) {
      wanted.push({
        id: field.fieldId,
        names,
        wanted: { kind: 'column', column: reading.column },
      });
    }
  });
  return { fields, wanted, columns: fields.flatMap((f) => (f.column ? [f.column] : [])) };
}

function expectedTypes(
  spec: PartitionSpec,
  schemas: readonly Schema[],
): readonly (readonly PrimitiveType[])[] {
  const bound = schemas.toReversed().map((schema) => bindSpec(spec, indexSchema(schema)));
  return spec.fields.map((_, position) =>
    bound.flatMap((b) => {
      const type = b.fields[position]?.resultType;
      return type === undefined ? [] : [type];
    }),
  );
}

function fieldReading(
  fieldId: number,
  tuple: AvroRecord | undefined,
  written: AvroField | undefined,
  expected: readonly PrimitiveType[],
): FieldReading {
  if (tuple === undefined) return { fieldId, type: undefined, column: undefined };
  const branches = written === undefined ? [] : nonNullBranches(written.type);
  // Written before the field was, or as Avro's null (void): null, whatever the type (EV-11).
  if (branches.length === 0) {
    return { fieldId, type: expected[0] ?? { kind: 'unknown' }, column: undefined };
  }
  const natural = branches.length === 1 ? naturalType(branches[0] as AvroSchema) : undefined;
  if (natural === undefined) return { fieldId, type: undefined, column: undefined };
  const type = expected.find((t) => means(t, natural, branches[0] as AvroSchema)) ?? natural;
  return { fieldId, type, column: columnOf(natural) };
}

/** The type that the written one says by itself; undefined for what Iceberg has no type for. */
function naturalType(schema: AvroSchema): PrimitiveType | undefined {
  switch (schema.kind) {
    case 'boolean':
    case 'float':
    case 'double':
      return { kind: schema.kind };
    case 'int':
      if (schema.logicalType === 'date') return { kind: 'date' };
      return schema.logicalType === undefined ? { kind: 'int' } : undefined;
    case 'long':
      return longType(schema);
    case 'string':
    case 'enum':
      return { kind: 'string' };
    case 'bytes':
      return decimalType(schema) ?? { kind: 'binary' };
    case 'fixed':
      if (schema.logicalType === 'uuid') return schema.size === 16 ? { kind: 'uuid' } : undefined;
      return decimalType(schema) ?? { kind: 'fixed', length: schema.size };
    default:
      return undefined;
  }
}

function longType(schema: AvroScalar): PrimitiveType | undefined {
  switch (schema.logicalType) {
    case undefined:
      return { kind: 'long' };
    case 'time-micros':
      return { kind: 'time' };
    case 'timestamp-micros':
      return { kind: schema.adjustToUtc === true ? 'timestamptz' : 'timestamp' };
    case 'timestamp-nanos':
      return { kind: schema.adjustToUtc === true ? 'timestamptz_ns' : 'timestamp_ns' };
    case 'local-timestamp-micros':
      return { kind: 'timestamp' };
    case 'local-timestamp-nanos':
      return { kind: 'timestamp_ns' };
    default:
      return undefined;
  }
}

function decimalType(schema: AvroScalar | AvroFixed): PrimitiveType | undefined {
  const { logicalType, precision, scale = 0 } = schema;
  if (logicalType !== 'decimal' || precision === undefined) return undefined;
  return { kind: 'decimal', precision, scale };
}

const SAME_UNIT: Readonly<Record<string, string>> = {
  timestamp: 'micros',
  timestamptz: 'micros',
  timestamp_ns: 'nanos',
  timestamptz_ns: 'nanos',
};

/** Whether what was written may be the expected type, of which Avro's type tells less or nothing. */
function means(expected: PrimitiveType, natural: PrimitiveType, written: AvroSchema): boolean {
  const silent = !('logicalType' in written) || written.logicalType === undefined;
  switch (natural.kind) {
    case 'int':
    case 'date':
      return expected.kind === 'int' || expected.kind === 'date';
    case 'long':
      return expected.kind === 'long' || expected.kind === 'time' || expected.kind in SAME_UNIT;
    case 'timestamp':
    case 'timestamptz':
    case 'timestamp_ns':
    case 'timestamptz_ns':
      return SAME_UNIT[expected.kind] === SAME_UNIT[natural.kind];
    case 'fixed':
      if (expected.kind === 'uuid') return natural.length === 16;
      return silent && isBytes(expected) && expected.kind !== 'string';
    case 'string':
    case 'binary':
      return silent && isBytes(expected) && expected.kind !== 'uuid';
    default:
      return false;
  }
}

function isBytes(type: PrimitiveType): boolean {
  return ['string', 'binary', 'fixed', 'uuid', 'decimal'].includes(type.kind);
}

function columnOf(type: PrimitiveType): ScalarColumn {
  switch (type.kind) {
    case 'boolean':
      return booleanColumn();
    case 'int':
    case 'date':
      return intColumn();
    case 'float':
    case 'double':
      return doubleColumn();
    case 'string':
    case 'binary':
    case 'fixed':
    case 'uuid':
    case 'decimal':
      return bytesColumn();
    default:
      return longColumn();
  }
}

/** The decoded columns, each cut to `count` entries; fields that cannot be read are reported. */
export function partitionColumns(
  reading: PartitionReading,
  count: number,
  place: string,
  problems: Problem[],
): PartitionColumn[] {
  return reading.fields.map(({ fieldId, type, column }) => {
    if (type === undefined) {
      const message = `The values of partition field ${fieldId} are of no type that can be read.`;
      problems.push(manifestProblem('partition-field-unreadable', message, place));
    }
    if (column === undefined) return { fieldId, type, ...nulls(type, count) };
    if (column.kind !== 'bytes') {
      const valid = trimmed(column.valid, count);
      return { fieldId, type, valid, values: trimmed(column.values, count) };
    }
    if (type?.kind === 'decimal') trimDecimals(column, count);
    const values = bytesOf(column, count);
    return { fieldId, type, valid: Uint8Array.from(values.length, (n) => (n < 0 ? 0 : 1)), values };
  });
}

function nulls(
  type: PrimitiveType | undefined,
  count: number,
): Pick<PartitionColumn, 'valid' | 'values'> {
  const column = type === undefined ? booleanColumn() : columnOf(type);
  reserveRows(rowGroup([column]), count);
  const values = column.kind === 'bytes' ? bytesOf(column, count) : column.values;
  return { valid: new Uint8Array(count), values };
}

/**
 * Cuts the sign bytes that a fixed size needs: minimal two's complement is the form in which equal numbers have equal
 * bytes, whatever precision they were written with.
 */
function trimDecimals(column: BytesBuilder, count: number): void {
  const { arena, start, length } = column;
  for (let i = 0; i < count; i++) {
    let from = start[i] as number;
    let n = length[i] as number;
    for (; n > 1; from++, n--) {
      const sign = arena[from] as number;
      const next = arena[from + 1] as number;
      if (!((sign === 0 && next < 0x80) || (sign === 0xff && next >= 0x80))) break;
    }
    start[i] = from;
    length[i] = n;
  }
}
