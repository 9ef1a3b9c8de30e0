import { useSyncExternalStore } from "react";
import { emitter } from "@/lib/browser/store";

/**
 * The browser's permission. `insecure`: the page isn't served over HTTPS; `missing`: notifications aren't supported.
 */
export type Permission = NotificationPermission | "insecure" | "missing";

// Asking the browser takes milliseconds, and each render asks.
let known: Permission | null = null;

// People who change the permission in the browser's settings come back to the page, which gets the focus.
const changes = emitter(() => {
  const changed = () => {
    known = null;
    changes.emit();
  };
  known = null;
  window.addEventListener("focus", changed);
  return () => window.removeEventListener("focus", changed);
});

/** Returns the current permission. */
export function currentPermission(): Permission {
  if (!window.isSecureContext) return "insecure";
  return "Notification" in window ? Notification.permission : "missing";
}

/** Returns the permission, live; null on the server and during hydration. */
export function usePermission(): Permission | null {
  return useSyncExternalStore(
    changes.subscribe,
    () => (known ??= currentPermission()),
    () => null,
  );
}

/** Lets the browser ask. Call it only on a click: browsers refuse other requests. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission();
  known = null;
  changes.emit();
}
