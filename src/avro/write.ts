/** Avro object container files, written: one block, not packed, since what holds them is packed as a whole. */
import { utf8 } from '../base/bytes.ts';

/** Values in Avro's binary encoding, one behind the other. */
export class AvroSink {
  private bytes = new Uint8Array(4096);
  private length = 0;

  byte(value: number): void {
    this.room(1);
    this.bytes[this.length++] = value;
  }

  raw(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A zig-zag varint: int, long, the index of a union's branch. */
  long(value: number | bigint): void {
    if (typeof value === 'number' && value >= 0 && value < 2 ** 30) {
      let n = value * 2;
      for (; n > 0x7f; n >>>= 7) this.byte((n & 0x7f) | 0x80);
      this.byte(n);
      return;
    }
    const v = BigInt(value);
    let z = BigInt.asUintN(64, (v << 1n) ^ (v >> 63n));
    for (; z > 0x7fn; z >>= 7n) this.byte(Number(z & 0x7fn) | 0x80);
    this.byte(Number(z));
  }

  boolean(value: boolean): void {
    this.byte(value ? 1 : 0);
  }

  float(value: number): void {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setFloat32(0, value, true);
    this.raw(bytes);
  }

  double(value: number): void {
    const bytes = new Uint8Array(8);
    new DataView(bytes.buffer).setFloat64(0, value, true);
    this.raw(bytes);
  }

  /** bytes, or a string's UTF-8. */
  sized(bytes: Uint8Array): void {
    this.long(bytes.length);
    this.raw(bytes);
  }

  text(text: string): void {
    this.sized(utf8(text));
  }

  /** Of a union of null and one type. */
  optional<T>(value: T | undefined, write: (value: T) => void): void {
    this.long(value === undefined ? 0 : 1);
    if (value !== undefined) write(value);
  }

  /** An array in one block. */
  items<T>(items: readonly T[], write: (item: T) => void): void {
    if (items.length > 0) this.long(items.length);
    for (const item of items) write(item);
    this.long(0);
  }

  done(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  private room(n: number): void {
    if (this.length + n <= this.bytes.length) return;
    const grown = new Uint8Array(2 * (this.length + n));
    grown.set(this.bytes);
    this.bytes = grown;
  }
}

/** Any sixteen bytes will do: there is one block. */
const SYNC = utf8('icecore.was.here');

/** A file of `count` rows that `rows` holds, in the encoding of `schema`, which is Avro's JSON. */
export function avroContainer(
  schema: unknown,
  header: Readonly<Record<string, string>>,
  count: number,
  rows: Uint8Array,
): Uint8Array {
  const out = new AvroSink();
  out.raw(Uint8Array.of(0x4f, 0x62, 0x6a, 1));
  const entries = Object.entries({
    'avro.schema': JSON.stringify(schema),
    'avro.codec': 'null',
    ...header,
  });
  out.items(entries, ([key, value]) => {
    out.text(key);
    out.text(value);
  });
  out.raw(SYNC);
  if (count > 0) {
    out.long(count);
    out.sized(rows);
    out.raw(SYNC);
  }
  return out.done();
}
