/** Makes an {@link Input} of an {@link InputRef}. */
import { IcecoreError } from '../base/errors.ts';
import { readBlob } from './blob.ts';
import { type HttpOptions, httpInput } from './http.ts';
import type { Input, InputRef } from './input.ts';

export type PathRef = Extract<InputRef, { kind: 'path' }>;
type ZippedRef = Extract<InputRef, { kind: 'zipped' }>;
type BlobRef = Extract<InputRef, { kind: 'blob' }>;

export interface OpenInputOptions extends HttpOptions {
  /** Opens files of the machine; node-files.ts has one. Without it, a path is refused. */
  readonly openPath?: ((ref: PathRef) => Input) | undefined;
}

/** Nothing is read before the first `read` or `whole`. Errors: `unsupported` for a path outside Node. */
export function openInput(ref: InputRef, options: OpenInputOptions = {}): Input {
  switch (ref.kind) {
    case 'blob':
      return blobInput(ref);
    case 'zipped':
      return zippedInput(ref);
    case 'bytes':
      return bytesInput(ref.name, ref.bytes);
    case 'url':
      return httpInput(ref, options);
    case 'path':
      if (options.openPath !== undefined) return options.openPath(ref);
      throw new IcecoreError('unsupported', `${ref.path} is a path of a machine, not of a page`, {
        place: ref.path,
      });
  }
}

function bytesInput(name: string, bytes: Uint8Array): Input {
  return {
    name,
    size: bytes.length,
    read: async (from, to) => bytes.slice(from, to),
    whole: async () => bytes,
  };
}

/** Inflated once, on the first read: what is read of a zip is metadata, small beside the whole. */
function zippedInput(ref: ZippedRef): Input {
  let content: Promise<Uint8Array> | undefined;
  const whole = (signal?: AbortSignal) => {
    signal?.throwIfAborted();
    // A chunk of its own in the page: most tables come without.
    content ??= import('./zip.ts').then(({ readEntryContent }) => readEntryContent(ref));
    return content;
  };
  return {
    name: ref.name,
    size: ref.size,
    read: async (from, to, signal) => (await whole(signal)).slice(from, to),
    whole,
  };
}

function blobInput(ref: BlobRef): Input {
  const read = async (blob: Blob, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    const bytes = await readBlob(blob, ref.name);
    signal?.throwIfAborted();
    return bytes;
  };
  return {
    name: ref.name,
    size: ref.blob.size,
    read: (from, to, signal) => read(ref.blob.slice(from, to), signal),
    whole: (signal) => read(ref.blob, signal),
  };
}
