"use client";

import { useSearchParams } from "next/navigation";
import { useSyncExternalStore } from "react";
import { focusComposer } from "@/components/chat/composer/open-composers";

/** The thread beside a channel: its root's id, and the `seq` of a linked reply. */
export type OpenThread = { rootId: string; reply: number | null };

/** The tabs of a channel's details. */
export const DETAILS_TABS = ["about", "members", "pins", "files", "webhooks"] as const;
export type DetailsTab = (typeof DETAILS_TABS)[number];

/** The URL parameters of the pane beside a channel, of which only one is open. */
const PARAMETERS = ["thread", "reply", "details"];

const OPENED = "parley.pane";

/** Returns the thread the URL asks for; null for none. */
export function useOpenThread(): OpenThread | null {
  return threadIn(useSearchParams());
}

/** Returns the details tab the URL asks for; null for none, or while a thread is open. */
export function useOpenDetails(): DetailsTab | null {
  const query = useSearchParams();
  if (threadIn(query) !== null) return null;
  return DETAILS_TABS.find((tab) => tab === query.get("details")) ?? null;
}

// The layout's breakpoint for a pane beside the channel.
const NARROW = "(width < 64rem)";

/** Returns whether a pane covers the channel. */
export function usePaneCovers(): boolean {
  const narrow = useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(NARROW);
      query.addEventListener("change", listener);
      return () => query.removeEventListener("change", listener);
    },
    () => window.matchMedia(NARROW).matches,
    () => false,
  );
  const thread = useOpenThread();
  return (useOpenDetails() ?? thread) !== null && narrow;
}

function threadIn(query: Pick<URLSearchParams, "get">): OpenThread | null {
  const rootId = query.get("thread");
  if (rootId === null || !/^\d{1,19}$/.test(rootId)) return null;
  const reply = query.get("reply") ?? "";
  return { rootId, reply: /^-?\d{1,15}$/.test(reply) ? Number(reply) : null };
}

/** Opens a thread beside the channel. Going back closes it. */
export function openThread(rootId: string): void {
  if (new URLSearchParams(window.location.search).get("thread") === rootId) focusComposer("thread");
  else openPane("thread", rootId);
}

/** Opens the channel's details beside it. Going back closes them. */
export function openDetails(tab: DetailsTab): void {
  openPane("details", tab);
}

function openPane(parameter: string, value: string): void {
  const url = new URL(window.location.href);
  const isInstead = PARAMETERS.some((name) => url.searchParams.has(name));
  for (const name of PARAMETERS) url.searchParams.delete(name);
  url.searchParams.set(parameter, value);
  // Next.js adds its own state, and takes a state that already has it for its own navigation.
  if (isInstead) window.history.replaceState({ [OPENED]: wasOpenedHere() }, "", url);
  else window.history.pushState({ [OPENED]: true }, "", url);
}

/** Closes the pane beside the channel, by going back if it was opened here. */
export function closePane(): void {
  if (wasOpenedHere()) {
    window.history.back();
    return;
  }
  const url = new URL(window.location.href);
  for (const name of PARAMETERS) url.searchParams.delete(name);
  window.history.replaceState({}, "", url);
}

function wasOpenedHere(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && Reflect.get(state, OPENED) === true;
}
