// @ts-check
// What is shown while there is no network: one page, which reads what this device has kept. lib/browser/kept/shell.ts puts it
// into the cache, and takes it away when somebody signs out. Nothing else is answered here: not /api, not /webhooks, no file of an
// ordinary page.
{
  const worker = /** @type {any} */ (self);
  const CACHE = "parley-offline";
  const SHELL = "/offline";
  /** The pages of a signed-in person. */
  const PAGES = /^\/(?:(?:channels|threads|notices|search|people|account|workspace|offline)(?:\/.*)?)?$/;
  /** A proxy says these when Parley is down, and Parley itself when its database is. */
  const DOWN = [502, 503, 504];
  const PATIENCE_MS = 10_000;

  /** Open pages, by the browser's id, that were answered from the cache: what they ask for is there, too. */
  const shells = new Set();

  /** @param {any} event */
  const page = async (event) => {
    const answer = (async () => (await event.preloadResponse) ?? fetch(event.request))();
    // Whether it fails is asked below, at the latest.
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
    // A new one takes over at once: it answers nothing that an open page would miss.
    event.waitUntil(worker.skipWaiting());
  });

  worker.addEventListener("activate", (/** @type {any} */ event) => {
    // Pages are asked for while the worker starts, not after.
    event.waitUntil(worker.registration.navigationPreload?.enable());
  });

  worker.addEventListener("fetch", (/** @type {any} */ event) => {
    const { request, clientId } = event;
    const { origin, pathname } = new URL(request.url);
    if (request.method !== "GET" || origin !== location.origin) return;
    if (request.mode === "navigate") {
      if (PAGES.test(pathname)) event.respondWith(page(event));
    } else if (shells.has(clientId) && pathname.startsWith("/_next/static/")) event.respondWith(file(request));
  });
}
