const FILE = "/service-worker.js";

let registered: Promise<ServiceWorkerRegistration | null> | undefined;

/** Registers Parley's service worker once per page. Null if the browser has none, or refuses it (private windows, plain HTTP). */
export function serviceWorker(): Promise<ServiceWorkerRegistration | null> {
  registered ??=
    "serviceWorker" in navigator
      ? navigator.serviceWorker.register(FILE, { updateViaCache: "none" }).catch(() => null)
      : Promise.resolve(null);
  return registered;
}
