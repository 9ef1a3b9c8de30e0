"use client";

import { useSearchParams } from "next/navigation";
import { useSyncExternalStore } from "react";
import { focusComposer } from "./focus";

/** The thread beside a channel: its root's id, and the `seq` of the reply that a link led to. */
export type OpenThread = { rootId: string; reply: number | null };

const OPENED = "parley.thread";

/** Which thread the address asks for; null for none. */
export function useOpenThread(): OpenThread | null {
  return threadIn(useSearchParams());
}

// Where there is no room for both, as in the layout.
const NARROW = "(width < 64rem)";

/** Whether a thread covers the channel, so that nobody sees what stands there. */
export function useThreadCovers(): boolean {
  const narrow = useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(NARROW);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => window.matchMedia(NARROW).matches,
    () => false,
  );
  return useOpenThread() !== null && narrow;
}

function threadIn(query: Pick<URLSearchParams, "get">): OpenThread | null {
  const rootId = query.get("thread");
  if (rootId === null || !/^\d{1,19}$/.test(rootId)) return null;
  const reply = query.get("reply") ?? "";
  return { rootId, reply: /^\d{1,15}$/.test(reply) ? Number(reply) : null };
}

/** Opens a thread beside the channel that is shown. Going back closes it. */
export function openThread(rootId: string): void {
  const url = new URL(window.location.href);
  if (url.searchParams.get("thread") === rootId) {
    focusComposer("thread");
    return;
  }
  const isInstead = url.searchParams.has("thread");
  url.searchParams.set("thread", rootId);
  url.searchParams.delete("reply");
  // Next adds its own to the state, and takes one that has it already for its own doing.
  if (isInstead) window.history.replaceState({ [OPENED]: wasOpenedHere() }, "", url);
  else window.history.pushState({ [OPENED]: true }, "", url);
}

/** Closes the thread, as going back would if it was opened here. */
export function closeThread(): void {
  if (wasOpenedHere()) {
    window.history.back();
    return;
  }
  const url = new URL(window.location.href);
  url.searchParams.delete("thread");
  url.searchParams.delete("reply");
  window.history.replaceState({}, "", url);
}

function wasOpenedHere(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && Reflect.get(state, OPENED) === true;
}
