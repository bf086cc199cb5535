/** Making bundles in a worker of its own. */
import { IcecoreError } from '../base/errors.ts';
import type { BundleProgress, BundleRequest } from '../share/make-bundle.ts';
import type { RedactedBundle, RedactRequest } from '../share/redact-bundle.ts';
import { connect } from './channel.ts';
import type { WorkerPort } from './pool.ts';

export interface ShareOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: BundleProgress) => void) | undefined;
}

export interface ShareApi {
  makeBundle(request: BundleRequest, options?: ShareOptions): Promise<Blob>;
  /** Names and values replaced, or less of the table. */
  redactBundle(
    request: RedactRequest,
    options?: Pick<ShareOptions, 'signal'>,
  ): Promise<RedactedBundle>;
  /** The source of a link that carries the table. */
  inlineText(request: BundleRequest, options?: Pick<ShareOptions, 'signal'>): Promise<string>;
}

/** Calls a worker that is started for this alone, and ends it. Errors: of what is called; the signal's reason. */
export async function inShareWorker<R>(
  worker: WorkerPort,
  call: (api: ShareApi) => Promise<R>,
): Promise<R> {
  const client = connect<ShareApi>(worker, ['makeBundle', 'redactBundle', 'inlineText']);
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    client.fail(
      new IcecoreError('unsupported', 'The maker of bundles stopped in the background', {
        advice: 'Ask again. If it stops again, take one snapshot, or only what a predicate keeps.',
      }),
    );
  });
  try {
    return await call(client.api);
  } finally {
    worker.terminate();
  }
}
