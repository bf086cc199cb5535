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
