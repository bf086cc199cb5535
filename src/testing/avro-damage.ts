/** Ways in which an Avro file can be broken or hostile. */
import { deflateRawSync } from 'node:zlib';

/** The Avro encoding of a long: zig-zag, seven bits a byte. */
export function avroLong(value: bigint): Uint8Array {
  let rest = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  const bytes: number[] = [];
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Uint8Array.from([...bytes, Number(rest)]);
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}

const text = (s: string) => concat(avroLong(BigInt(s.length)), Buffer.from(s));

/** A container without blocks, from its header's entries. */
export function containerHeader(entries: Readonly<Record<string, string>>): Uint8Array {
  const pairs = Object.entries(entries).flatMap(([key, value]) => [text(key), text(value)]);
  const count = avroLong(BigInt(Object.keys(entries).length));
  return concat(Buffer.from('Obj\x01'), count, ...pairs, avroLong(0n), new Uint8Array(16));
}

/** One block of zeros that inflates to `size` bytes, behind the header of a real container without its blocks. */
export function deflateBomb(schema: string, size: number): Uint8Array {
  const data = deflateRawSync(Buffer.alloc(size), { level: 9 });
  const head = containerHeader({ 'avro.schema': schema, 'avro.codec': 'deflate' });
  return concat(head, avroLong(1n), avroLong(BigInt(data.length)), data, new Uint8Array(16));
}
