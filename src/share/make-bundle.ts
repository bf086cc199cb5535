/** Makes the bytes of a bundle. Runs in a worker of its own, since it reads and packs all that goes in. */
import { utf8 } from '../base/bytes.ts';
import type { InputRef } from '../io/input.ts';
import { type OpenInputOptions, openInput } from '../io/open.ts';
import { type Bundle, type BundledFile, printBundle } from './bundle.ts';
import { BUNDLE_FILE } from './bundle-file.ts';
import { zipWriter } from './zip-writer.ts';

export interface FileToPack extends BundledFile {
  readonly input: InputRef;
}

/** Plain data: all that a worker needs. */
export interface BundleRequest {
  readonly bundle: Bundle;
  readonly files: readonly FileToPack[];
}

export interface BundleProgress {
  readonly files: number;
  readonly of: number;
  /** Packed. */
  readonly bytes: number;
}

/** Errors: of reading, `unsupported` past the size of a zip. */
export async function makeBundle(
  { bundle, files }: BundleRequest,
  options: OpenInputOptions & {
    readonly signal?: AbortSignal | undefined;
    readonly onProgress?: ((progress: BundleProgress) => void) | undefined;
  } = {},
): Promise<Blob> {
  const { signal, onProgress } = options;
  const zip = zipWriter();
  await zip.add(BUNDLE_FILE, utf8(printBundle(bundle)));
  for (const [done, { path, input }] of files.entries()) {
    signal?.throwIfAborted();
    onProgress?.({ files: done, of: files.length, bytes: zip.size() });
    await zip.add(path, await openInput(input, options).whole(signal));
  }
  onProgress?.({ files: files.length, of: files.length, bytes: zip.size() });
  return zip.done();
}
