/**
 * The page without a network: what the build is made of is kept at the first visit, and nothing else ever is, so no part
 * of a table. The page itself is asked for first, so that a new build shows at once; its files carry hashes of their
 * content, and one that is not of this build is left to the network. The next build's worker waits until no page of this
 * one is left, for the parts that such a page has still to load.
 */

/** Set before this by the build: where the page's files are below it, and a hash over their contents. */
declare const BUILD: { readonly version: string; readonly files: readonly string[] };
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

const SCOPE = new URL(worker.registration.scope);
/** Caches are those of the origin, which may have another Icecore under another path. */
const PREFIX = `icecore ${SCOPE.pathname} `;
const CACHE = PREFIX + BUILD.version;
const FILES: ReadonlySet<string> = new Set(BUILD.files.map((file) => new URL(file, SCOPE).href));

worker.addEventListener('install', (event) => {
  event.waitUntil(keep());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  if (request.mode === 'navigate') {
    const isPage = address === SCOPE.href || address === `${SCOPE.href}index.html`;
    if (isPage) event.respondWith(fetch(request).catch(() => kept(SCOPE.href, request)));
  } else if (FILES.has(address)) {
    event.respondWith(kept(address, request));
  }
});

async function keep(): Promise<void> {
  const cache = await caches.open(CACHE);
  // What has no hash in its name may be in the browser's cache as it was before.
  await cache.addAll(
    [SCOPE.href, ...FILES].map((address) =>
      address.includes('/assets/') ? address : new Request(address, { cache: 'reload' }),
    ),
  );
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(others.map((name) => caches.delete(name)));
}

async function kept(address: string, request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(address, { ignoreVary: true })) ?? fetch(request);
}
