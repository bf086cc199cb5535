/** Inflating, always against a limit: what a header claims is never believed. */
import { joined } from '../base/bytes.ts';
import { assert, IcecoreError } from '../base/errors.ts';
import { inflateRaw } from './engine.ts';

/** Gives a sentence where it can't. */
type Inflate = (bytes: Uint8Array, limit: number) => Uint8Array | string;

/** By the names of the Avro specification. Chunks of their own in the page: few tables need them. */
const RARE = {
  snappy: async (): Promise<Inflate> => (await import('./snappy.ts')).inflateAvroSnappy,
  zstandard: async (): Promise<Inflate> => (await import('./zstd.ts')).inflateZstd,
};

/** All that we can inflate; `null` needs nothing. */
const AVRO_CODECS = ['null', 'deflate', ...Object.keys(RARE)];

const loaded = new Map<string, Inflate>();

/**
 * Makes {@link inflateBlock} and {@link inflateAtOnce} ready for a codec. Throws IcecoreError `unsupported`, naming it,
 * for one we cannot inflate (B184).
 */
export async function loadCodec(codec: string, place: string): Promise<void> {
  if (Object.hasOwn(RARE, codec) && !loaded.has(codec)) {
    loaded.set(codec, await RARE[codec as keyof typeof RARE]());
  }
  if (AVRO_CODECS.includes(codec)) return;
  throw new IcecoreError('unsupported', `The Avro codec "${codec}" cannot be read`, {
    place,
    advice: `Rewrite the manifests with one of: ${AVRO_CODECS.join(', ')}.`,
  });
}

/** A block of an Avro container. */
export interface BlockSource {
  readonly codec: string;
  readonly stored: Uint8Array;
  /** The most bytes that it may inflate to. */
  readonly limit: number;
  readonly place: string;
  /** The block's place in the file. */
  readonly offset: number;
}

/**
 * Inflates one block of an Avro container. Throws IcecoreError `invalid-data` where it is damaged or inflates to more
 * than its limit.
 *
 * The result is a promise only where WebAssembly is refused, and it may be memory that the next call overwrites.
 */
export function inflateBlock(source: BlockSource): Uint8Array | Promise<Uint8Array> {
  if (source.codec !== 'deflate') return inflateAtOnce(source);
  const { stored, limit, place, offset } = source;
  const result = inflateRaw(stored, limit);
  if (result !== undefined) return orThrow(result, place, offset);
  return inflateStream(stored, 'deflate-raw', limit, place, offset);
}

/** As {@link inflateBlock}, for the codecs other than deflate. */
export function inflateAtOnce({ codec, stored, limit, place, offset }: BlockSource): Uint8Array {
  if (codec === 'null') return stored;
  const inflate = loaded.get(codec);
  assert(inflate !== undefined, `the codec ${codec} is not loaded`);
  return orThrow(inflate(stored, limit), place, offset);
}

/**
 * Inflates a whole file or value: `gzip` (RFC 1952), `deflate` (RFC 1951, without a zlib header) or `zstd`. Throws
 * IcecoreError `invalid-data` where it is damaged or inflates to more than `limit` bytes.
 */
export async function inflateBytes(
  bytes: Uint8Array,
  codec: 'gzip' | 'deflate' | 'zstd',
  limit: number,
  place: string,
): Promise<Uint8Array> {
  if (codec === 'zstd') {
    const inflateZstd = await RARE.zstandard();
    return orThrow(inflateZstd(bytes, limit), place, 0);
  }
  const format = codec === 'gzip' ? 'gzip' : 'deflate-raw';
  return await inflateStream(bytes, format, limit, place, 0);
}

/** What an inflater gave, or its sentence as an IcecoreError `invalid-data`. */
export function orThrow<R extends Uint8Array | number>(
  result: R | string,
  place: string,
  offset: number,
): R {
  if (typeof result !== 'string') return result;
  throw new IcecoreError('invalid-data', `Damaged data: ${result}`, { place, offset });
}

/**
 * Reader and writer by hand: a Response around a Blob is four times slower for blocks of the usual 64 KB.
 */
async function inflateStream(
  bytes: Uint8Array,
  format: CompressionFormat,
  limit: number,
  place: string,
  offset: number,
): Promise<Uint8Array> {
  const stream = new DecompressionStream(format);
  const writer = stream.writable.getWriter();
  // What goes wrong is seen by the reader below; these promises only say it again.
  writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => undefined);
  writer.close().catch(() => undefined);
  const reader = stream.readable.getReader();
  const parts: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new IcecoreError('invalid-data', 'Damaged data: the deflate stream is broken', {
        place,
        offset,
        cause,
      });
    });
    if (done) return joined(parts, total);
    total += value.length;
    if (total > limit) {
      reader.cancel().catch(() => undefined);
      throw new IcecoreError('invalid-data', `Deflate bomb: more than ${limit} bytes inflated`, {
        place,
        offset,
      });
    }
    parts.push(value);
  }
}
