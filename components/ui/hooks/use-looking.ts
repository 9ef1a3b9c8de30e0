"use client";

import { useSyncExternalStore } from "react";

/** Returns whether the page is visible and focused. */
export function useLooking(): boolean {
  return useSyncExternalStore(subscribe, isLooking, () => false);
}

function isLooking(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("focus", listener);
  window.addEventListener("blur", listener);
  document.addEventListener("visibilitychange", listener);
  return () => {
    window.removeEventListener("focus", listener);
    window.removeEventListener("blur", listener);
    document.removeEventListener("visibilitychange", listener);
  };
}
