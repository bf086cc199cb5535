/** Types of Parquet columns: as written, in words, and as the Iceberg type whose values they are. */
import type { PrimitiveType } from '../types/type.ts';

export type PhysicalType =
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'int96'
  | 'float'
  | 'double'
  | 'byte_array'
  | 'fixed_len_byte_array';

const PHYSICAL: readonly PhysicalType[] = [
  'boolean',
  'int32',
  'int64',
  'int96',
  'float',
  'double',
  'byte_array',
  'fixed_len_byte_array',
];

export type TimeUnit = 'millis' | 'micros' | 'nanos';

export type LogicalType =
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'time' | 'timestamp'; readonly unit: TimeUnit; readonly utc: boolean }
  | { readonly kind: 'integer'; readonly bits: number; readonly signed: boolean }
  | { readonly kind: PlainKind };

type PlainKind =
  | 'string'
  | 'map'
  | 'list'
  | 'enum'
  | 'date'
  | 'null'
  | 'json'
  | 'bson'
  | 'uuid'
  | 'float16'
  | 'variant'
  | 'geometry'
  | 'geography'
  | 'interval';

/** A struct of the footer: values by `field_<id>`; bytes, numbers, bigints, lists and structs. */
export type Thrift = Readonly<Record<string, unknown>>;

/** Parts of a `SchemaElement` that decide its type. */
export interface ElementType {
  readonly physicalType: PhysicalType | undefined;
  /** Of `fixed_len_byte_array`, bytes. */
  readonly typeLength: number | undefined;
  readonly logicalType: LogicalType | undefined;
}

export function elementType(element: Thrift): ElementType {
  return {
    physicalType: PHYSICAL[element['field_1'] as number],
    typeLength: numberAt(element, 2),
    logicalType: annotated(element['field_10'] as Thrift | undefined) ?? converted(element),
  };
}

/** A small integer of a struct; undefined where it is absent. */
export function numberAt(struct: Thrift, id: number): number | undefined {
  const value = struct[`field_${id}`];
  return typeof value === 'number' ? value : undefined;
}

/** By field id of the union `LogicalType`. */
const PLAIN: Readonly<Record<number, PlainKind>> = {
  1: 'string',
  2: 'map',
  3: 'list',
  4: 'enum',
  6: 'date',
  11: 'null',
  12: 'json',
  13: 'bson',
  14: 'uuid',
  15: 'float16',
  16: 'variant',
  17: 'geometry',
  18: 'geography',
};

function annotated(union: Thrift | undefined): LogicalType | undefined {
  const [name, value] = Object.entries(union ?? {})[0] ?? [];
  if (name === undefined) return undefined;
  const id = Number(name.slice('field_'.length));
  const own = value as Thrift;
  switch (id) {
    case 5:
      return { kind: 'decimal', scale: numberAt(own, 1) ?? 0, precision: numberAt(own, 2) ?? 0 };
    case 7:
      return { kind: 'time', unit: unitOf(own), utc: own['field_1'] === true };
    case 8:
      return { kind: 'timestamp', unit: unitOf(own), utc: own['field_1'] === true };
    case 10:
      return { kind: 'integer', bits: numberAt(own, 1) ?? 0, signed: own['field_2'] === true };
    default: {
      const kind = PLAIN[id];
      return kind === undefined ? undefined : { kind };
    }
  }
}

function unitOf(own: Thrift): TimeUnit {
  const unit = (own['field_2'] ?? {}) as Thrift;
  return 'field_1' in unit ? 'millis' : 'field_3' in unit ? 'nanos' : 'micros';
}

/** `ConvertedType`, which older writers have alone; its times are UTC by definition. */
function converted(element: Thrift): LogicalType | undefined {
  const time = (kind: 'time' | 'timestamp', unit: TimeUnit) => ({ kind, unit, utc: true });
  const type = numberAt(element, 6);
  switch (type) {
    case 0:
      return { kind: 'string' };
    case 1:
    case 2:
      return { kind: 'map' };
    case 3:
      return { kind: 'list' };
    case 4:
      return { kind: 'enum' };
    case 5:
      return {
        kind: 'decimal',
        scale: numberAt(element, 7) ?? 0,
        precision: numberAt(element, 8) ?? 0,
      };
    case 6:
      return { kind: 'date' };
    case 7:
      return time('time', 'millis');
    case 8:
      return time('time', 'micros');
    case 9:
      return time('timestamp', 'millis');
    case 10:
      return time('timestamp', 'micros');
    case 19:
      return { kind: 'json' };
    case 20:
      return { kind: 'bson' };
    case 21:
      return { kind: 'interval' };
    default:
      // UINT_8 … UINT_64, then INT_8 … INT_64.
      if (type === undefined || type < 11 || type > 18) return undefined;
      return { kind: 'integer', bits: 8 << ((type - 11) % 4), signed: type >= 15 };
  }
}

const UNIT_SIGN = { millis: 'ms', micros: 'µs', nanos: 'ns' } as const;

/** `int64`, `string`, `timestamp µs UTC`, `decimal(9, 2)`: what a person would call the stored type. */
export function describeType({ physicalType, typeLength, logicalType }: ElementType): string {
  if (logicalType !== undefined) return describeLogical(logicalType);
  if (physicalType === 'byte_array') return 'binary';
  if (physicalType === 'fixed_len_byte_array') return `fixed[${typeLength ?? 0}]`;
  return physicalType ?? 'struct';
}

function describeLogical(type: LogicalType): string {
  switch (type.kind) {
    case 'decimal':
      return `decimal(${type.precision}, ${type.scale})`;
    case 'time':
    case 'timestamp':
      return `${type.kind} ${UNIT_SIGN[type.unit]}${type.utc ? ' UTC' : ''}`;
    case 'integer':
      return `${type.signed ? 'int' : 'uint'}${type.bits}`;
    default:
      return type.kind;
  }
}

/** The Iceberg type whose values such a column holds (spec, Appendix A); undefined for groups and foreign types. */
export function icebergType(element: ElementType): PrimitiveType | undefined {
  const { physicalType, typeLength, logicalType } = element;
  if (physicalType === undefined) return undefined;
  switch (logicalType?.kind) {
    case 'decimal':
      return { kind: 'decimal', precision: logicalType.precision, scale: logicalType.scale };
    case 'timestamp': {
      const isNanos = logicalType.unit === 'nanos';
      if (logicalType.utc) return { kind: isNanos ? 'timestamptz_ns' : 'timestamptz' };
      return { kind: isNanos ? 'timestamp_ns' : 'timestamp' };
    }
    case 'time':
    case 'date':
    case 'uuid':
      return { kind: logicalType.kind };
    case 'string':
    case 'enum':
    case 'json':
      return { kind: 'string' };
    case 'integer':
    case undefined:
      return plainType(physicalType, typeLength);
    default:
      return undefined;
  }
}

function plainType(physical: PhysicalType, length: number | undefined): PrimitiveType {
  switch (physical) {
    case 'boolean':
    case 'float':
    case 'double':
      return { kind: physical };
    case 'int32':
      return { kind: 'int' };
    case 'int64':
      return { kind: 'long' };
    case 'int96':
      return { kind: 'timestamptz' };
    case 'byte_array':
      return { kind: 'binary' };
    case 'fixed_len_byte_array':
      return { kind: 'fixed', length: length ?? 0 };
  }
}
