/** Making bundles in a worker of its own. */
import { IcecoreError } from '../base/errors.ts';
import type { BundleProgress, BundleRequest } from '../share/make-bundle.ts';
import { connect } from './channel.ts';
import type { WorkerPort } from './pool.ts';

export interface ShareOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BundleProgress) => void) | undefined;
}

export interface ShareApi {
  makeBundle(request: BundleRequest, options?: ShareOptions): Promise<Blob>;
}

/** Starts a worker for this bundle alone and ends it. Errors: of reading and packing; the signal's reason. */
export async function makeBundleIn(
  worker: WorkerPort,
  request: BundleRequest,
  options: ShareOptions,
): Promise<Blob> {
  const client = connect<ShareApi>(worker, ['makeBundle']);
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    client.fail(
      new IcecoreError('unsupported', 'The maker of bundles stopped in the background', {
        advice: 'Ask again. If it stops again, take one snapshot, or only what a predicate keeps.',
      }),
    );
  });
  try {
    return await client.api.makeBundle(request, options);
  } finally {
    worker.terminate();
  }
}
