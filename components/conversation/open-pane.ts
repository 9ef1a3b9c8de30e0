"use client";

import { useSearchParams } from "next/navigation";
import { useSyncExternalStore } from "react";
import { focusComposer } from "@/components/composer/open-composers";

/** The thread beside a channel: its root's id, and the `seq` of the reply that a link led to. */
export type OpenThread = { rootId: string; reply: number | null };

/** What the details of a channel are sorted into. */
export const DETAILS_TABS = ["about", "members", "pins", "files", "webhooks"] as const;
export type DetailsTab = (typeof DETAILS_TABS)[number];

/** What the address says of the pane beside a channel: there is room for one. */
const PARAMETERS = ["thread", "reply", "details"];

const OPENED = "parley.pane";

/** Which thread the address asks for; null for none. */
export function useOpenThread(): OpenThread | null {
  return threadIn(useSearchParams());
}

/** Which of the channel's details the address asks for; null for none, and where a thread stands. */
export function useOpenDetails(): DetailsTab | null {
  const query = useSearchParams();
  if (threadIn(query) !== null) return null;
  return DETAILS_TABS.find((tab) => tab === query.get("details")) ?? null;
}

// Where there is no room for both, as in the layout.
const NARROW = "(width < 64rem)";

/** Whether a pane covers the channel, so that nobody sees what stands there. */
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
  return { rootId, reply: /^\d{1,15}$/.test(reply) ? Number(reply) : null };
}

/** Opens a thread beside the channel that is shown. Going back closes it. */
export function openThread(rootId: string): void {
  if (new URL(window.location.href).searchParams.get("thread") === rootId) focusComposer("thread");
  else openPane("thread", rootId);
}

/** Opens the details of the channel that is shown beside it. Going back closes them. */
export function openDetails(tab: DetailsTab): void {
  openPane("details", tab);
}

function openPane(parameter: string, value: string): void {
  const url = new URL(window.location.href);
  const isInstead = PARAMETERS.some((name) => url.searchParams.has(name));
  for (const name of PARAMETERS) url.searchParams.delete(name);
  url.searchParams.set(parameter, value);
  // Next adds its own to the state, and takes one that has it already for its own doing.
  if (isInstead) window.history.replaceState({ [OPENED]: wasOpenedHere() }, "", url);
  else window.history.pushState({ [OPENED]: true }, "", url);
}

/** Closes the pane beside the channel, as going back would if it was opened here. */
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
