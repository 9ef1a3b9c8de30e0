"use client";

import { useSyncExternalStore } from "react";

// Beside the channel's state: it changes many times a second, and only the bar shows it.
const shares = new Map<string, number>();
const listeners = new Set<() => void>();

/** Notes how much of an upload has left, from 0 to 1; null when it is over. */
export function noteProgress(nonce: string, share: number | null): void {
  if (share === null) shares.delete(nonce);
  else shares.set(nonce, share);
  for (const listener of listeners) listener();
}

/** How much of the message with this nonce has left, from 0 to 1; null while it waits for its turn. */
export function useProgress(nonce: string): number | null {
  return useSyncExternalStore(listen, () => shares.get(nonce) ?? null, nothing);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function nothing(): null {
  return null;
}
