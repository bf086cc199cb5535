/** The footer of a Puffin file: which blobs it holds, and where (DL-21, Puffin specification). */
import { utf8Text } from '../base/bytes.ts';
import { IcecoreError } from '../base/errors.ts';
import { parseJson } from '../base/json.ts';
import type { Input } from '../io/input.ts';

export interface PuffinBlob {
  readonly type: string;
  /** Field ids that it was computed for. */
  readonly fields: readonly number[];
  /** −1 in a deletion vector: it is inherited. */
  readonly snapshotId: bigint;
  readonly sequenceNumber: bigint;
  readonly offset: number;
  readonly length: number;
  /** `lz4` or `zstd`; undefined = stored as it is. */
  readonly compressionCodec: string | undefined;
  readonly properties: Readonly<Record<string, string>>;
}

export interface PuffinFooter {
  readonly blobs: readonly PuffinBlob[];
  readonly properties: Readonly<Record<string, string>>;
}

const MAGIC = 'PFA1';
/** Behind the payload: its size, flags, the magic. */
const FRAME = 12;
/** The magic at the start of the file, and that before the payload. */
const LEAST = 2 * MAGIC.length + FRAME;
/** Most footers are in the last bytes of a file. */
const TAIL = 16 << 10;
const LARGEST_PAYLOAD = 64 << 20;
const COMPRESSED = 1;

/**
 * @param size bytes of the file
 * @throws IcecoreError `invalid-data` for what is no Puffin file or damaged, with the offset; `unsupported` for a compressed
 * footer, flags of a later version, or a footer over 64 MiB; and the errors of reading.
 */
export async function readPuffinFooter(
  input: Input,
  size: number,
  signal?: AbortSignal,
): Promise<PuffinFooter> {
  const place = input.name;
  if (size < LEAST) throw damaged(place, 0, `it has ${size} bytes`);
  const head = await input.read(0, MAGIC.length, signal);
  if (utf8Text(head) !== MAGIC) throw damaged(place, 0, `it does not begin with ${MAGIC}`);
  const tailFrom = Math.max(0, size - TAIL);
  const tail = await input.read(tailFrom, size, signal);
  if (tail.length !== size - tailFrom) {
    throw damaged(place, tailFrom + tail.length, `it ends before its ${size} bytes`);
  }
  const payloadSize = payloadSizeOf(tail.subarray(tail.length - FRAME), size, place);
  const from = size - FRAME - payloadSize - MAGIC.length;
  const length = MAGIC.length + payloadSize;
  const footer =
    from >= tailFrom
      ? tail.subarray(from - tailFrom, from - tailFrom + length)
      : await input.read(from, from + length, signal);
  if (utf8Text(footer.subarray(0, MAGIC.length)) !== MAGIC) {
    throw damaged(place, from, `its footer does not begin with ${MAGIC}`);
  }
  return footerOf(utf8Text(footer.subarray(MAGIC.length)), from, place);
}

function payloadSizeOf(frame: Uint8Array, size: number, place: string): number {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.length);
  const magic = utf8Text(frame.subarray(FRAME - MAGIC.length));
  if (magic !== MAGIC) throw damaged(place, size - MAGIC.length, `it does not end with ${MAGIC}`);
  const flags = view.getUint32(4, true);
  if (flags !== 0) {
    const what = flags === COMPRESSED ? 'is compressed by LZ4' : `has flags ${flags}`;
    throw new IcecoreError('unsupported', `The footer of ${place} ${what}`, {
      place,
      offset: size - 8,
      advice: 'Footers are read where they are stored as they are, as all known writers do.',
    });
  }
  const payloadSize = view.getInt32(0, true);
  if (payloadSize < 0 || payloadSize > size - LEAST) {
    throw damaged(place, size - FRAME, `its footer claims ${payloadSize} bytes`);
  }
  if (payloadSize > LARGEST_PAYLOAD) {
    throw new IcecoreError('unsupported', `${place} has a footer of ${payloadSize} bytes`, {
      place,
      advice: `Footers are read up to ${LARGEST_PAYLOAD} bytes.`,
    });
  }
  return payloadSize;
}

function damaged(place: string, offset: number, finding: string): IcecoreError {
  return new IcecoreError('invalid-data', `${place} is no readable Puffin file: ${finding}`, {
    place,
    offset,
  });
}

/** `blobsTo`: where the footer begins, behind all blobs. */
function footerOf(payload: string, blobsTo: number, place: string): PuffinFooter {
  const json = parseJson(payload, place);
  const refuse = (path: string, finding: string): never => {
    throw damaged(place, blobsTo, `in its footer, ${path} ${finding}`);
  };
  const root = fieldsOf(json, 'the payload', refuse);
  const blobs = root['blobs'];
  if (!Array.isArray(blobs)) return refuse('blobs', 'is no list');
  return {
    blobs: blobs.map((blob, i) => blobOf(blob, `blobs[${i}]`, blobsTo, refuse)),
    properties: textsOf(root['properties'], 'properties', refuse),
  };
}

type Refuse = (path: string, finding: string) => never;

function blobOf(json: unknown, path: string, blobsTo: number, refuse: Refuse): PuffinBlob {
  const blob = fieldsOf(json, path, refuse);
  const { type, fields, offset, length } = blob;
  const codec = blob['compression-codec'];
  if (typeof type !== 'string') return refuse(`${path}.type`, 'is no text');
  if (!Array.isArray(fields) || !fields.every((id) => Number.isInteger(id))) {
    return refuse(`${path}.fields`, 'is no list of field ids');
  }
  const [from, size] = [sizeOf(offset), sizeOf(length)];
  if (from === undefined || size === undefined || from < MAGIC.length || from + size > blobsTo) {
    return refuse(path, `is said to be ${String(length)} bytes at ${String(offset)}`);
  }
  if (codec !== undefined && codec !== null && typeof codec !== 'string') {
    return refuse(`${path}.compression-codec`, 'is no text');
  }
  return {
    type,
    fields: fields as readonly number[],
    snapshotId: longOf(blob['snapshot-id'], `${path}.snapshot-id`, refuse),
    sequenceNumber: longOf(blob['sequence-number'], `${path}.sequence-number`, refuse),
    offset: from,
    length: size,
    compressionCodec: codec ?? undefined,
    properties: textsOf(blob['properties'], `${path}.properties`, refuse),
  };
}

function fieldsOf(json: unknown, path: string, refuse: Refuse): Readonly<Record<string, unknown>> {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return refuse(path, 'is no object');
  }
  return json as Readonly<Record<string, unknown>>;
}

function sizeOf(json: unknown): number | undefined {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : undefined;
}

function longOf(json: unknown, path: string, refuse: Refuse): bigint {
  if (typeof json === 'bigint') return json;
  return typeof json === 'number' && Number.isSafeInteger(json)
    ? BigInt(json)
    : refuse(path, 'is no whole number');
}

function textsOf(json: unknown, path: string, refuse: Refuse): Readonly<Record<string, string>> {
  if (json === undefined || json === null) return {};
  const entries = Object.entries(fieldsOf(json, path, refuse));
  for (const [key, value] of entries) {
    if (typeof value !== 'string') refuse(`${path}.${key}`, 'is no text');
  }
  return Object.fromEntries(entries) as Readonly<Record<string, string>>;
}
