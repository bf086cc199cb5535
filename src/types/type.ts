/**
 * Iceberg's types as plain data. Rules: rules.md 1.5 (JSON), 3.1 (TY-1…TY-4).
 * Parsing and printing are in parse-type.ts; schemas in schema.ts.
 */

export type PrimitiveType =
  | { readonly kind: 'boolean' }
  | { readonly kind: 'int' }
  | { readonly kind: 'long' }
  | { readonly kind: 'float' }
  | { readonly kind: 'double' }
  | { readonly kind: 'decimal'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'date' }
  | { readonly kind: 'time' }
  | { readonly kind: 'timestamp' }
  | { readonly kind: 'timestamptz' }
  | { readonly kind: 'timestamp_ns' }
  | { readonly kind: 'timestamptz_ns' }
  | { readonly kind: 'string' }
  | { readonly kind: 'uuid' }
  | { readonly kind: 'fixed'; readonly length: number }
  | { readonly kind: 'binary' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'variant' }
  | { readonly kind: 'geometry'; readonly crs: string }
  | { readonly kind: 'geography'; readonly crs: string; readonly algorithm: string };

export interface StructType {
  readonly kind: 'struct';
  readonly fields: readonly NestedField[];
}

export interface ListType {
  readonly kind: 'list';
  readonly elementId: number;
  readonly element: Type;
  readonly elementRequired: boolean;
}

export interface MapType {
  readonly kind: 'map';
  readonly keyId: number;
  readonly key: Type;
  readonly valueId: number;
  readonly value: Type;
  readonly valueRequired: boolean;
}

export type NestedType = StructType | ListType | MapType;
export type Type = PrimitiveType | NestedType;

export interface NestedField {
  readonly id: number;
  readonly name: string;
  readonly required: boolean;
  readonly type: Type;
  readonly doc?: string | undefined;
  /** JSON single values (rules.md 3.5), kept as parsed; the type gives them meaning. */
  readonly initialDefault?: unknown;
  readonly writeDefault?: unknown;
}

/** A schema as recorded; schema.ts indexes it. */
export interface Schema {
  readonly schemaId: number;
  readonly identifierFieldIds: readonly number[];
  readonly fields: readonly NestedField[];
}

/**
 * The one in-memory form of a non-null value, by type:
 * boolean → boolean · int, date, float, double → number · long, time, timestamps → bigint (µs or ns, the type's own
 * unit) · decimal → bigint, unscaled · string → its UTF-8 bytes · uuid → 16 bytes, big-endian · fixed, binary → bytes.
 * A null is `null` where it is a value (partition tuples) and `undefined` where it is unknown (a missing bound).
 */
export type Value = boolean | number | bigint | Uint8Array;
