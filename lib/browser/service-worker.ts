const FILE = "/service-worker.js";

let registered: Promise<ServiceWorkerRegistration | null> | undefined;

/** Parley's service worker, registered once a page; null where the browser has none, or refuses it (private windows, plain http). */
export function serviceWorker(): Promise<ServiceWorkerRegistration | null> {
  registered ??=
    "serviceWorker" in navigator
      ? navigator.serviceWorker.register(FILE, { updateViaCache: "none" }).catch(() => null)
      : Promise.resolve(null);
  return registered;
}
