/**
 * Zstandard frames (RFC 8878). What headers claim is checked before anything is inflated: a frame is walked first, block by
 * block, so that its bytes bound what it may make.
 */
import { joined } from '../base/bytes.ts';
import { inflateBlockInto, MAX_BLOCK, newFrame, ZstdDamage } from './zstd-block.ts';

interface Frame {
  /** `-1` for a skippable frame. */
  readonly blocksFrom: number;
  readonly to: number;
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
      const part = inflateFrame(bytes, frame);
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
    return { blocksFrom: -1, to, bound: 0, contentSize: 0 };
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
    : { blocksFrom, to, bound: contentSize ?? walked.bound, contentSize };
}

function readContentSize(view: DataView, at: number, size: number): number {
  if (size === 1) return view.getUint8(at);
  if (size === 2) return view.getUint16(at, true) + 256;
  const low = view.getUint32(at, true);
  return size === 4 ? low : low + view.getUint32(at + 4, true) * 2 ** 32;
}

const BLOCK_HEADER = 3;

/** Three bytes before a block, all there; `to`: where the next one is. */
function readBlock(bytes: Uint8Array, pos: number) {
  const head =
    (bytes[pos] as number) | ((bytes[pos + 1] as number) << 8) | ((bytes[pos + 2] as number) << 16);
  const type = (head >>> 1) & 3;
  const size = head >>> 3;
  const to = pos + BLOCK_HEADER + (type === 1 ? 1 : size);
  return { type, size, to, last: (head & 1) !== 0 };
}

function walkBlocks(bytes: Uint8Array, start: number): { to: number; bound: number } | undefined {
  let pos = start;
  let bound = 0;
  for (;;) {
    if (bytes.length - pos < BLOCK_HEADER) return undefined;
    const { type, size, to, last } = readBlock(bytes, pos);
    if (type === 3 || size > MAX_BLOCK || to > bytes.length) return undefined;
    pos = to;
    bound += type === 2 ? MAX_BLOCK : size;
    if (last) return { to: pos, bound };
  }
}

function inflateFrame(bytes: Uint8Array, frame: Frame): Uint8Array | string {
  const state = newFrame(frame.bound);
  try {
    for (let pos = frame.blocksFrom, isLast = false; !isLast; ) {
      const { type, size, to, last } = readBlock(bytes, pos);
      inflateBlockInto(state, type, bytes, pos + BLOCK_HEADER, to, size);
      pos = to;
      isLast = last;
    }
  } catch (cause) {
    if (cause instanceof ZstdDamage) return `a Zstandard frame is damaged: ${cause.message}`;
    throw cause;
  }
  if (frame.contentSize !== undefined && state.length !== frame.contentSize) {
    return 'a Zstandard frame does not hold what it claims';
  }
  return state.out.subarray(0, state.length);
}
