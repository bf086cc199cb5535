/** Going through many manifests: reading ahead, giving way, and what a damaged one costs. */
import { IcecoreError, type Problem } from '../base/errors.ts';
import type { ManifestSource } from './api.ts';

/** Reading of the next ones overlaps with decoding of one. */
const AT_ONCE = 3;
/** Longer without giving way, and an abort or another call would wait. */
const LONGEST_TURN_MS = 12;

/** Calls `visit` for every manifest, a few at a time. Stops at the first error and when aborted. */
export async function eachManifest(
  manifests: readonly ManifestSource[],
  signal: AbortSignal | undefined,
  visit: (source: ManifestSource) => Promise<void>,
): Promise<void> {
  let next = 0;
  let turnBegan = performance.now();
  const walk = async () => {
    for (let i = next++; i < manifests.length; i = next++) {
      if (performance.now() - turnBegan > LONGEST_TURN_MS) {
        // A promise alone would not let a message (an abort) in.
        await new Promise((resolve) => setTimeout(resolve, 0));
        turnBegan = performance.now();
      }
      signal?.throwIfAborted();
      await visit(manifests[i] as ManifestSource);
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, manifests.length) }, walk));
}

/** The problem that a manifest's failure is. Rethrows aborts and our own bugs. */
export function manifestProblem(
  source: ManifestSource,
  error: unknown,
  signal: AbortSignal | undefined,
): Problem {
  signal?.throwIfAborted();
  if (!(error instanceof IcecoreError)) throw error;
  const at = error.offset === undefined ? '' : ` at byte ${error.offset}`;
  return {
    severity: 'can-change-answer',
    code: error.kind === 'missing-file' ? 'manifest-missing' : 'manifest-damaged',
    message: `A manifest can’t be read${at}: ${error.message}`,
    place: source.manifest.manifestPath,
    consequence: 'Its files count as unknown unless its row in the manifest list rules them out.',
  };
}
