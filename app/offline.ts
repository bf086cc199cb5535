/** Keeps the page for when there is no network: src/worker/service-worker.ts. */
import { embedding } from './embed/embedding.ts';
import { idle } from './ui/idle.ts';

/** What a person opens first comes before what she may need later. */
const FIRST_MS = 3000;

/** Once what is asked of the page now has come. */
export function keepOffline(): void {
  const isServed = /^https?:$/.test(window.location.protocol);
  if (!import.meta.env.PROD || !isServed || embedding !== undefined) return;
  window.addEventListener('load', () => setTimeout(keep, FIRST_MS));
}

async function keep(): Promise<void> {
  await idle();
  // Refused in private windows and on plain http: the page then needs its server each time.
  await navigator.serviceWorker
    ?.register(new URL('sw.js', document.baseURI))
    .catch(() => undefined);
}
