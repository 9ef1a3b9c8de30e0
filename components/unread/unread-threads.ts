"use client";

import { useEffect } from "react";
import { store, useStore } from "@/lib/browser/store";
import type { UnreadThreadDto } from "@/lib/messages/dto";

type Threads = readonly UnreadThreadDto[];

// What the sidebar knows, for whoever shows the same counts elsewhere. Null until it has said so.
const threads = store<Threads | null>(null);
const none: Threads = [];

/** Makes known to the page which threads have something new for this person. */
export function publishThreads(unread: Threads): void {
  threads.set(unread);
}

/** The threads with something new; until more is known, those that the server `rendered`. */
export function useUnreadThreads(rendered: Threads): Threads {
  // What the server renders later is newer than what was asked for before.
  useEffect(() => publishThreads(rendered), [rendered]);
  return useStore(threads, (known) => known ?? rendered, rendered);
}

/** The threads with something new, as far as that is known. */
export function useKnownThreads(): Threads {
  return useStore(threads, (known) => known ?? none, none);
}

/** How many replies in the thread of this message are new to this person, at most 100; until that is known, `rendered`. */
export function useUnreadInThread(rootId: string, rendered = 0): number {
  const unread = (known: Threads) => known.find((thread) => thread.rootId === rootId)?.unread ?? 0;
  return useStore(threads, (known) => (known === null ? rendered : unread(known)), rendered);
}
