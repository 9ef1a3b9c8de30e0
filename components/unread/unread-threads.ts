"use client";

import { useEffect, useSyncExternalStore } from "react";
import type { UnreadThreadDto } from "@/lib/messages/dto";

type Threads = readonly UnreadThreadDto[];

// What the sidebar knows, for whoever shows the same counts elsewhere. Null until it has said so.
let threads: Threads | null = null;
const none: Threads = [];
const listeners = new Set<() => void>();

/** Makes known to the page which threads have something new for this person. */
export function publishThreads(unread: Threads): void {
  threads = unread;
  for (const listener of listeners) listener();
}

/** The threads with something new; until more is known, those that the server `rendered`. */
export function useUnreadThreads(rendered: Threads): Threads {
  // What the server renders later is newer than what was asked for before.
  useEffect(() => publishThreads(rendered), [rendered]);
  return useSyncExternalStore(
    subscribe,
    () => threads ?? rendered,
    () => rendered,
  );
}

/** The threads with something new, as far as that is known. */
export function useKnownThreads(): Threads {
  return useSyncExternalStore(
    subscribe,
    () => threads ?? none,
    () => none,
  );
}

/** How many replies in the thread of this message are new to this person, at most 100; until that is known, `rendered`. */
export function useUnreadInThread(rootId: string, rendered = 0): number {
  return useSyncExternalStore(
    subscribe,
    () => (threads === null ? rendered : (threads.find((thread) => thread.rootId === rootId)?.unread ?? 0)),
    () => rendered,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
