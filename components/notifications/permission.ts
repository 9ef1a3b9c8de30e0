import { useSyncExternalStore } from "react";

/** Whether this browser shows notifications; `insecure`: not at this address, `missing`: nowhere. */
export type Permission = NotificationPermission | "insecure" | "missing";

const listeners = new Set<() => void>();

/** What the browser says now. */
export function currentPermission(): Permission {
  if (!window.isSecureContext) return "insecure";
  return "Notification" in window ? Notification.permission : "missing";
}

/** The same, live; null until the page is alive. */
export function usePermission(): Permission | null {
  return useSyncExternalStore(subscribe, currentPermission, () => null);
}

/** Lets the browser ask. Only for a click: nobody likes to be asked out of the blue, and browsers refuse it then. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission();
  for (const listener of listeners) listener();
}

// Whoever changes it in the browser's own settings comes back to the page afterwards.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("focus", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("focus", listener);
  };
}
