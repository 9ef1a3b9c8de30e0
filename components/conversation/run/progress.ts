"use client";

import { store, useStore } from "@/lib/browser/store";

// Beside the channel's state: it changes many times a second, and only the bar shows it.
const shares = store<ReadonlyMap<string, number>>(new Map());

/** Notes how much of an upload has left, from 0 to 1; null when it is over. */
export function noteProgress(nonce: string, share: number | null): void {
  const next = new Map(shares.get());
  if (share === null) next.delete(nonce);
  else next.set(nonce, share);
  shares.set(next);
}

/** How much of the message with this nonce has left, from 0 to 1; null while it waits for its turn. */
export function useProgress(nonce: string): number | null {
  return useStore(shares, (all) => all.get(nonce) ?? null, null);
}
