/** Bytes of a blob, with an error that says what a person can do. */
import { IcecoreError } from '../base/errors.ts';

/** Errors: `missing-file` where the file behind the blob has gone or changed. */
export async function readBlob(blob: Blob, name: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    throw new IcecoreError('missing-file', `${name} can no longer be read: ${String(cause)}`, {
      place: name,
      advice: 'It was moved or changed since it was given. Drop the folder again.',
      cause,
    });
  }
}

/** The bytes of a file, until they are released: what they lie in is then used for another. */
export interface Lent {
  readonly bytes: Uint8Array;
  release(): void;
}

export interface BlobReader {
  /** Errors: as of {@link readBlob}; the signal's reason where it is aborted before it is the file's turn. */
  lend(blob: Blob, name: string, signal: AbortSignal | undefined): Promise<Lent>;
}

interface Wanted {
  readonly blob: Blob;
  readonly name: string;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (lent: Lent) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Reads whole files one after another, of which many are asked for at once. A browser makes a pipe for everything that
 * is read and memory for everything that has been; so those that wait go through one pipe into one memory, which takes
 * half as long. While one is lent, the browser reads ahead.
 */
export function blobReader(): BlobReader {
  const waiting: Wanted[] = [];
  let isReading = false;
  const readAll = async () => {
    isReading = true;
    const memory = { buffer: new ArrayBuffer(0) };
    while (waiting.length > 0) {
      const group = waiting.splice(0);
      const done = await readTogether(group, memory);
      const left = group.slice(done);
      const [next] = left;
      // Those behind it in the pipe can only be had by another one.
      if (next !== undefined) {
        await readAlone(next);
        waiting.unshift(...left.slice(1));
      }
    }
    free(memory.buffer);
    isReading = false;
  };
  return {
    lend: (blob, name, signal) =>
      new Promise((resolve, reject) => {
        waiting.push({ blob, name, signal, resolve, reject });
        if (!isReading) void readAll();
      }),
  };
}

/** Pipes that are read. A browser that finds nobody to hold one collects it, and what waits for it would do so forever. */
const pipes = new Set<object>();

/** Lends files one by one; how many, until one was aborted or could not be read. */
async function readTogether(
  files: readonly Wanted[],
  memory: { buffer: ArrayBuffer },
): Promise<number> {
  const reader = readerOf(files);
  if (reader === undefined) return 0;
  pipes.add(reader);
  let done = 0;
  try {
    for (const { blob, signal, resolve } of files) {
      if (signal?.aborted === true) break;
      const bytes = await readNext(reader, blob.size, memory);
      if (bytes === undefined) break;
      await new Promise<void>((release) => resolve({ bytes, release }));
      done += 1;
    }
  } catch {
    // Of which file it is true that it can't be read is found out by reading it alone.
  }
  reader.cancel().catch(() => undefined);
  pipes.delete(reader);
  return done;
}

/** undefined where the browser can't read into memory of ours. */
function readerOf(files: readonly Wanted[]): ReadableStreamBYOBReader | undefined {
  try {
    return new Blob(files.map(({ blob }) => blob)).stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}

/** undefined where there is less. */
async function readNext(
  reader: ReadableStreamBYOBReader,
  size: number,
  memory: { buffer: ArrayBuffer },
): Promise<Uint8Array | undefined> {
  if (memory.buffer.byteLength < size) {
    free(memory.buffer);
    // Manifests of a table are about as large as each other.
    memory.buffer = new ArrayBuffer(Math.ceil(size * 1.25));
  }
  for (let at = 0; at < size; ) {
    // The memory goes to the browser with the view, and comes back as another object.
    const { value, done } = await reader.read(new Uint8Array(memory.buffer, at, size - at));
    if (value !== undefined) memory.buffer = value.buffer as ArrayBuffer;
    if (done || value === undefined) return undefined;
    at += value.byteLength;
  }
  return new Uint8Array(memory.buffer, 0, size);
}

async function readAlone({ blob, name, signal, resolve, reject }: Wanted): Promise<void> {
  try {
    signal?.throwIfAborted();
    const bytes = await readBlob(blob, name);
    await new Promise<void>((release) => resolve({ bytes, release }));
    free(bytes.buffer as ArrayBuffer);
  } catch (error) {
    reject(error);
  }
}

/**
 * Gives back memory that nobody else holds. What a browser has read it holds, too, until a collection that detached
 * memory does not hasten; so it is not enough to detach it. What is sent to a port that is closed is gone at once.
 */
function free(buffer: ArrayBuffer): void {
  if (buffer.byteLength === 0) return;
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(undefined, [buffer]);
  port1.close();
}
