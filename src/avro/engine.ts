/**
 * The WebAssembly module (wasm/module.as.ts): an instance with its memory for each that decodes at a time in a thread,
 * mostly one, and inflating in it, which is several times as fast as a DecompressionStream and needs no promise.
 */
import wasm from './wasm/module.wasm.ts';

export interface Engine {
  readonly memory: WebAssembly.Memory;
  /** The first free address. */
  heapBase(): number;
  /** The number of bytes written at `to`, or −1, −2 and so on for one of {@link FAULTS}. */
  inflate(from: number, length: number, to: number, limit: number): number;
  /** Whether `count` rows were decoded from exactly `size` bytes at `from`. Takes 0 for false. */
  run(code: number, from: number, size: number, row: number, count: number): number;
  /** Copies the byte strings of a column to `to`, their offsets beginning with `base`; where that ends. */
  gather(column: number, count: number, to: number, base: number): number;
  /** The same of rows that begin and end alike, without that; see the source. */
  gatherRests(
    column: number,
    row: number,
    count: number,
    to: number,
    base: number,
    head: number,
    headLength: number,
    tail: number,
    tailLength: number,
    stop: number,
  ): number;
}

const FAULTS = [
  'a deflate block is of no known type',
  'the length of a stored deflate block is wrong',
  'a deflate block begins with codes that cannot be',
  'a deflate code stands for nothing',
  'a deflate distance reaches before the first byte',
  'the deflate stream is cut',
] as const;
const TOO_LONG = -7;

/** What the module touches at most beyond what it is given to read and to write, as its sources say. */
export const SLACK = 512;
const PAGE = 65_536;
/** A memory that has grown beyond this is not kept for the next file. */
const KEPT_BYTES = 16 * 2 ** 20;
/** Addresses must stay positive as 32-bit numbers. */
const LAST_ADDRESS = 2 ** 31 - PAGE;

/** undefined until the first use, null where WebAssembly is refused. */
let compiled: WebAssembly.Module | null | undefined;
/** The one that nobody has borrowed. */
let kept: Engine | undefined;

/** An engine of the caller's own until {@link returnEngine}; undefined where WebAssembly is refused. Its memory is void. */
export function borrowEngine(): Engine | undefined {
  compiled ??= compile();
  if (compiled === null) return undefined;
  const engine = kept ?? (new WebAssembly.Instance(compiled).exports as unknown as Engine);
  kept = undefined;
  return engine;
}

/** Ends a {@link borrowEngine}: frees a memory that has become large. */
export function returnEngine(engine: Engine): void {
  if (engine.memory.buffer.byteLength <= KEPT_BYTES) kept = engine;
}

function compile(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(wasm), (c) => c.charCodeAt(0)));
  } catch {
    // Refused by a policy or a browser's setting: slower, yet all can still be read.
    return null;
  }
}

/** Makes all addresses below `end` exist; false where there is no memory left. */
export function reserve({ memory }: Engine, end: number): boolean {
  const missing = end - memory.buffer.byteLength;
  if (missing <= 0) return true;
  if (end > LAST_ADDRESS) return false;
  try {
    memory.grow(Math.ceil(missing / PAGE));
    return true;
  } catch {
    return false;
  }
}

/**
 * Inflates raw deflate (RFC 1951) from `bytes`, which are copied to `from`, to `to`, which must lie SLACK behind them.
 * The number of bytes, or a sentence saying what is wrong, which may be that they are more than `limit`; undefined where
 * there is no memory for them. What follows the end of the stream is not looked at.
 */
export function inflateInto(
  engine: Engine,
  bytes: Uint8Array,
  from: number,
  to: number,
  limit: number,
): number | string | undefined {
  // Eight times the input is room enough for most; otherwise it is all inflated again, into four times the room.
  for (let room = Math.max(8 * bytes.length, PAGE); ; room *= 4) {
    const most = Math.min(room, limit);
    if (!reserve(engine, to + most + SLACK)) return undefined;
    new Uint8Array(engine.memory.buffer).set(bytes, from);
    const written = engine.inflate(from, bytes.length, to, most);
    if (written >= 0) return written;
    if (written !== TOO_LONG) return FAULTS[-1 - written] ?? 'the deflate stream is damaged';
    if (most === limit) return `a deflate bomb, which inflates to more than ${limit} bytes`;
  }
}

/**
 * Inflates raw deflate as {@link inflateInto} does; undefined also where WebAssembly is refused. The bytes are
 * memory that the next use of the engine overwrites.
 */
export function inflateRaw(bytes: Uint8Array, limit: number): Uint8Array | string | undefined {
  const engine = borrowEngine();
  if (engine === undefined) return undefined;
  const from = engine.heapBase();
  const to = from + bytes.length + SLACK;
  const size = inflateInto(engine, bytes, from, to, limit);
  returnEngine(engine);
  return typeof size !== 'number' ? size : new Uint8Array(engine.memory.buffer, to, size);
}
