/** A small Avro encoder for tests, written from the Avro specification and sharing no code with the reader: only the bytes of {@link AvroSink}. */
import { deflateRawSync, crc32 as zlibCrc32 } from 'node:zlib';
import { AvroSink } from '../avro/write.ts';

export type AvroJson =
  | string
  | readonly AvroJson[]
  | (Readonly<Record<string, unknown>> & { readonly type: unknown });

/** A value of one branch of a union, where the first that is not null is not meant. */
export class InBranch {
  readonly index: number;
  readonly value: unknown;
  constructor(index: number, value: unknown) {
    this.index = index;
    this.value = value;
  }
}

/** Array items written in one block with a negative count and its size in bytes. */
export class SizedItems {
  readonly items: readonly unknown[];
  constructor(items: readonly unknown[]) {
    this.items = items;
  }
}

type Names = Map<string, Record<string, unknown>>;

/** Writes `value` as `schema` says. Records are objects by field name, maps are objects, bytes are Uint8Arrays. */
function writeAvro(
  sink: AvroSink,
  schema: AvroJson,
  value: unknown,
  names: Names = new Map(),
): void {
  if (Array.isArray(schema)) {
    writeUnion(sink, schema as readonly AvroJson[], value, names);
    return;
  }
  if (typeof schema === 'string') {
    const named = names.get(schema);
    writeTyped(sink, named ?? { type: schema }, value, names);
    return;
  }
  writeTyped(sink, schema as Record<string, unknown>, value, names);
}

function writeUnion(
  sink: AvroSink,
  branches: readonly AvroJson[],
  value: unknown,
  names: Names,
): void {
  const isNull = (b: AvroJson) => b === 'null';
  const index =
    value instanceof InBranch
      ? value.index
      : branches.findIndex((b) => isNull(b) === (value === null || value === undefined));
  sink.long(index);
  const inner = value instanceof InBranch ? value.value : value;
  writeAvro(sink, branches[index] as AvroJson, inner, names);
}

function writeTyped(
  sink: AvroSink,
  schema: Record<string, unknown>,
  value: unknown,
  names: Names,
): void {
  const type = schema['type'];
  if (typeof schema['name'] === 'string') names.set(schema['name'], schema);
  if (typeof type !== 'string') {
    writeAvro(sink, type as AvroJson, value, names);
    return;
  }
  switch (type) {
    case 'null':
      return;
    case 'boolean':
      sink.byte(value ? 1 : 0);
      return;
    case 'int':
    case 'long':
      sink.long(value as number | bigint);
      return;
    case 'float':
      sink.raw(new Uint8Array(Float32Array.of(value as number).buffer));
      return;
    case 'double':
      sink.raw(new Uint8Array(Float64Array.of(value as number).buffer));
      return;
    case 'bytes':
    case 'string':
      if (typeof value === 'string') sink.text(value);
      else sink.sized(value as Uint8Array);
      return;
    case 'fixed':
      sink.raw(value as Uint8Array);
      return;
    case 'enum':
      sink.long((schema['symbols'] as string[]).indexOf(value as string));
      return;
    case 'array':
      writeItems(sink, schema['items'] as AvroJson, value, names);
      return;
    case 'map':
      writeEntries(sink, schema['values'] as AvroJson, value as object, names);
      return;
    case 'record':
      for (const field of schema['fields'] as { name: string; type: AvroJson }[]) {
        writeAvro(sink, field.type, (value as Record<string, unknown>)[field.name], names);
      }
      return;
    default:
      throw new Error(`No Avro type ${type}`);
  }
}

function writeItems(sink: AvroSink, items: AvroJson, value: unknown, names: Names): void {
  if (value instanceof SizedItems) {
    const inner = new AvroSink();
    for (const item of value.items) writeAvro(inner, items, item, names);
    sink.long(-value.items.length);
    sink.sized(inner.done());
  } else if ((value as unknown[]).length > 0) {
    sink.long((value as unknown[]).length);
    for (const item of value as unknown[]) writeAvro(sink, items, item, names);
  }
  sink.long(0);
}

function writeEntries(sink: AvroSink, values: AvroJson, value: object, names: Names): void {
  sink.items(Object.entries(value), ([key, v]) => {
    sink.text(key);
    writeAvro(sink, values, v, names);
  });
}

export interface AvroFileOptions {
  readonly schema: AvroJson;
  /** One list a block. */
  readonly blocks: readonly (readonly unknown[])[];
  /** undefined leaves `avro.codec` out. */
  readonly codec?: 'null' | 'deflate' | 'snappy' | undefined;
  readonly header?: Readonly<Record<string, string>>;
}

const SYNC = Uint8Array.from({ length: 16 }, (_, i) => 0xa0 + i);

/** An object container file. */
export function avroFile(options: AvroFileOptions): Uint8Array {
  const { schema, blocks, codec, header = {} } = options;
  const sink = new AvroSink();
  sink.raw(Uint8Array.of(0x4f, 0x62, 0x6a, 1));
  const entries = Object.entries({
    'avro.schema': JSON.stringify(schema),
    ...(codec === undefined ? {} : { 'avro.codec': codec }),
    ...header,
  });
  sink.items(entries, ([key, value]) => {
    sink.text(key);
    sink.text(value);
  });
  sink.raw(SYNC);
  for (const rows of blocks) {
    const body = new AvroSink();
    for (const row of rows) writeAvro(body, schema, row);
    rawBlock(sink, rows.length, compressed(codec, body.done()));
  }
  return sink.done();
}

/** A block of bytes as they are, with the count it claims. */
export function rawBlock(sink: AvroSink, count: number | bigint, data: Uint8Array): void {
  sink.long(count);
  sink.sized(data);
  sink.raw(SYNC);
}

function compressed(codec: AvroFileOptions['codec'], data: Uint8Array): Uint8Array {
  if (codec === 'deflate') return deflateRawSync(data);
  return codec === 'snappy' ? snappyLiterals(data) : data;
}

/** Snappy without a single copy, which is legal, and the CRC-32 that Avro puts behind it. */
function snappyLiterals(data: Uint8Array): Uint8Array {
  const sink = new AvroSink();
  for (let n = data.length; ; n >>>= 7) {
    sink.byte(n > 0x7f ? (n & 0x7f) | 0x80 : n);
    if (n <= 0x7f) break;
  }
  for (let at = 0; at < data.length; at += 65536) {
    const part = data.subarray(at, at + 65536);
    sink.byte(61 << 2);
    sink.byte((part.length - 1) & 0xff);
    sink.byte((part.length - 1) >>> 8);
    sink.raw(part);
  }
  const crc = zlibCrc32(data);
  for (const shift of [24, 16, 8, 0]) sink.byte((crc >>> shift) & 0xff);
  return sink.done();
}
