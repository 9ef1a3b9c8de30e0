"use client";

import { useSyncExternalStore } from "react";

/** Whether this keyboard has ⌘ where others have Ctrl. */
export function isMac(): boolean {
  return /^(Mac|iP)/.test(navigator.platform);
}

/** The same for markup; the server, which can't know, says no. */
export function useMac(): boolean {
  return useSyncExternalStore(never, isMac, () => false);
}

function never(): () => void {
  return () => {};
}
