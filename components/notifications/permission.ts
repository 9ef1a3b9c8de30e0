import { useSyncExternalStore } from "react";
import { emitter } from "@/lib/browser/store";

/** Whether this browser shows notifications; `insecure`: not at this address, `missing`: nowhere. */
export type Permission = NotificationPermission | "insecure" | "missing";

// Whoever changes the permission in the browser's settings comes back to the page afterwards, which then gets the focus.
const changes = emitter(() => {
  const changed = () => changes.emit();
  window.addEventListener("focus", changed);
  return () => window.removeEventListener("focus", changed);
});

/** What the browser says now. */
export function currentPermission(): Permission {
  if (!window.isSecureContext) return "insecure";
  return "Notification" in window ? Notification.permission : "missing";
}

/** The same, live; null on the server and while the page hydrates. */
export function usePermission(): Permission | null {
  return useSyncExternalStore(changes.subscribe, currentPermission, () => null);
}

/** Lets the browser ask. Only for a click: nobody likes to be asked out of the blue, and browsers refuse it then. */
export async function askPermission(): Promise<void> {
  await Notification.requestPermission();
  changes.emit();
}
