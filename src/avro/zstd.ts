/**
 * Zstandard. fzstd decodes; here every frame is walked first, because fzstd believes what headers claim: it reserves
 * the window that a header names and moves it for every block.
 */
import { decompress } from 'fzstd';
import { joined } from '../base/bytes.ts';

/** RFC 8878, 3.1.1.2.3: no block inflates to more. */
const MAX_BLOCK = 128 * 1024;

interface Frame {
  /** `-1` for a skippable frame. */
  readonly blocksFrom: number;
  readonly to: number;
  readonly descriptor: number;
  /** Upper bound of what it inflates to. */
  readonly bound: number;
  readonly contentSize: number | undefined;
}

/**
 * The inflated bytes of all frames, or a sentence saying what is wrong. Nothing is inflated where the blocks could make
 * more than `limit` bytes, or a frame needs a dictionary.
 */
export function inflateZstd(bytes: Uint8Array, limit: number): Uint8Array | string {
  const parts: Uint8Array[] = [];
  let total = 0;
  for (let pos = 0; pos < bytes.length; ) {
    const frame = readFrame(bytes, pos);
    if (typeof frame === 'string') return frame;
    if (frame.blocksFrom >= 0) {
      if (total + frame.bound > limit) return `a Zstandard frame may inflate beyond ${limit} bytes`;
      const part = inflateFrame(bytes, pos, frame);
      if (typeof part === 'string') return part;
      parts.push(part);
      total += part.length;
    }
    pos = frame.to;
  }
  return joined(parts, total);
}

function readFrame(bytes: Uint8Array, start: number): Frame | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length - start < 8) return 'a Zstandard frame is cut';
  const magic = view.getUint32(start, true);
  if (magic >>> 4 === 0x184d2a5) {
    const to = start + 8 + view.getUint32(start + 4, true);
    if (to > bytes.length) return 'a Zstandard frame is cut';
    return { blocksFrom: -1, to, descriptor: 0, bound: 0, contentSize: 0 };
  }
  if (magic !== 0xfd2fb528) return 'the bytes are not Zstandard';
  const descriptor = bytes[start + 4] as number;
  const single = (descriptor & 0x20) !== 0;
  if ((descriptor & 3) !== 0) return 'a Zstandard frame needs a dictionary';
  const sizeAt = start + (single ? 5 : 6);
  const sizeBytes = descriptor >>> 6 === 0 ? (single ? 1 : 0) : 1 << (descriptor >>> 6);
  const blocksFrom = sizeAt + sizeBytes;
  if (blocksFrom > bytes.length) return 'a Zstandard frame is cut';
  const walked = walkBlocks(bytes, blocksFrom);
  if (walked === undefined) return 'a Zstandard frame is cut';
  const contentSize = sizeBytes === 0 ? undefined : readContentSize(view, sizeAt, sizeBytes);
  if (contentSize !== undefined && contentSize > walked.bound) {
    return 'a Zstandard frame claims more than its blocks can hold';
  }
  const to = walked.to + (descriptor & 4);
  return to > bytes.length
    ? 'a Zstandard frame is cut'
    : { blocksFrom, to, descriptor, bound: contentSize ?? walked.bound, contentSize };
}

function readContentSize(view: DataView, at: number, size: number): number {
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at, true) + 256;
  const low = view.getUint32(at, true);
  return size === 4 ? low : low + view.getUint32(at + 4, true) * 2 ** 32;
}

function walkBlocks(bytes: Uint8Array, start: number): { to: number; bound: number } | undefined {
  let pos = start;
  let bound = 0;
  for (;;) {
    if (bytes.length - pos < 3) return undefined;
    const head =
      (bytes[pos] as number) |
      ((bytes[pos + 1] as number) << 8) |
      ((bytes[pos + 2] as number) << 16);
    const type = (head >>> 1) & 3;
    const size = head >>> 3;
    if (type === 3 || size > MAX_BLOCK) return undefined;
    pos += 3 + (type === 1 ? 1 : size);
    if (pos > bytes.length) return undefined;
    bound += type === 2 ? MAX_BLOCK : size;
    if ((head & 1) !== 0) return { to: pos, bound };
  }
}

/** Window of 2^17 bytes, the smallest that holds any block. */
const LEAST_WINDOW_EXPONENT = 17;

function inflateFrame(bytes: Uint8Array, start: number, frame: Frame): Uint8Array | string {
  try {
    const out = decompress(withOwnHeader(bytes, start, frame));
    if (frame.contentSize !== undefined && out.length !== frame.contentSize) {
      return 'a Zstandard frame does not hold what it claims';
    }
    return out;
  } catch (cause) {
    return `a Zstandard frame is damaged (${String(cause)})`;
  }
}

/**
 * The frame behind a header of ours: same content size, and a window no larger than what the frame can make, which no
 * reference can reach beyond.
 */
function withOwnHeader(bytes: Uint8Array, start: number, frame: Frame): Uint8Array {
  if ((frame.descriptor & 0x20) !== 0) return bytes.subarray(start, frame.to);
  let exponent = LEAST_WINDOW_EXPONENT;
  while (2 ** exponent < frame.bound) exponent += 1;
  const declared = 10 + ((bytes[start + 5] as number) >>> 3);
  if (exponent > declared) return bytes.subarray(start, frame.to);
  // Not `slice`, which in Node's Buffer is no copy.
  const copy = new Uint8Array(bytes.subarray(start, frame.to));
  copy[5] = (exponent - 10) << 3;
  return copy;
}
