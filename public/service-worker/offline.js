// @ts-check
// Without a network, shows one page, which reads what's saved on this device. lib/browser/kept/shell.ts puts that page into
// the cache and removes it at sign-out. Everything else goes to the network: other pages, /api, /webhooks, pages' files.
{
  const worker = /** @type {any} */ (self);
  const CACHE = "parley-offline";
  const SHELL = "/offline";
  /** The pages for signed-in people. */
  const PAGES = /^\/(?:(?:channels|inbox|drafts|threads|notices|search|people|account|workspace|offline)(?:\/.*)?)?$/;
  /** A proxy responds with these when Parley is down, and Parley when its database is. */
  const DOWN = [502, 503, 504];
  const PATIENCE_MS = 10_000;

  /** The client ids of open pages that came from the cache. Their files come from it too. */
  const shells = new Set();

  /**
   * The response from the network, for every page: a navigation left to the browser would be requested twice, because
   * it has already been preloaded. A callback of single sign-on works only once.
   * @param {any} event
   */
  const network = async (event) => (await event.preloadResponse) ?? fetch(event.request);

  /** @param {any} event */
  const page = async (event) => {
    const answer = network(event);
    // A failure is handled below; this only prevents an unhandled rejection.
    answer.catch(() => undefined);
    const slow = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS, null));
    const first = await Promise.race([answer, slow]).catch(() => null);
    if (first !== null && !DOWN.includes(first.status)) return first;
    return (await shell(event)) ?? answer;
  };

  /** @param {any} event */
  const shell = async (event) => {
    const kept = await caches.match(SHELL, { cacheName: CACHE, ignoreVary: true });
    if (kept) shells.add(event.resultingClientId);
    return kept;
  };

  /** @param {Request} request */
  const file = async (request) =>
    (await caches.match(request, { cacheName: CACHE, ignoreVary: true, ignoreSearch: true })) ?? fetch(request);

  worker.addEventListener("install", (/** @type {any} */ event) => {
    // A new version can take over at once, because open pages don't depend on the old one.
    event.waitUntil(worker.skipWaiting());
  });

  worker.addEventListener("activate", (/** @type {any} */ event) => {
    // Lets the browser request a page while the worker starts, not after.
    event.waitUntil(worker.registration.navigationPreload?.enable());
  });

  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request, clientId } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate") {
      event.respondWith(PAGES.test(pathname) ? page(event) : network(event));
    } else if (shells.has(clientId) && pathname.startsWith("/_next/static/")) event.respondWith(file(request));
  });
}
