"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { focusComposer } from "@/components/chat/composer/open-composers";
import { type Answer, request } from "@/lib/browser/request";
import { store, useStore } from "@/lib/browser/store";
import type { ThreadPageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";

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
  return threadIn(useQuery());
}

/** Returns the details tab the URL asks for; null for none, or while a thread is open. */
export function useOpenDetails(): DetailsTab | null {
  const query = useQuery();
  if (threadIn(query) !== null) return null;
  return DETAILS_TABS.find((tab) => tab === query.get("details")) ?? null;
}

/** The address's query since the press that changed it from `before`, until the router has it: it takes longer than the pane. */
const changed = store<{ pathname: string; before: string; query: string } | null>(null);

function useQuery(): Pick<URLSearchParams, "get"> {
  const [pathname, query] = [usePathname(), useSearchParams()];
  const ahead = useStore(
    changed,
    (to) => (to && to.pathname === pathname && to.before === `${query}` ? to.query : null),
    null,
  );
  return useMemo(() => (ahead === null ? query : new URLSearchParams(ahead)), [ahead, query]);
}

function channelIn(pathname: string): string | undefined {
  return /^\/channels\/(\d+)$/.exec(pathname)?.[1];
}

function followRouter(): void {
  if (changed.get() !== null) changed.set(null);
}

/** Leaves the pane to the router once that has what was pressed, or the user goes back. Used where a pane is. */
export function useFollowRouter(): void {
  const query = useSearchParams();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router has changed the query.
  useEffect(followRouter, [query]);
  useEffect(() => {
    window.addEventListener("popstate", followRouter);
    return () => window.removeEventListener("popstate", followRouter);
  }, []);
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

/** The replies of the thread that was pointed at last, asked for before its pane is rendered. */
type AskedReplies = { address: string; at: number; answer: Promise<Answer<ThreadPageDto>>; page: ThreadPageDto | null };
let asked: AskedReplies | null = null;

// What was asked for longer ago is asked for again.
const RECENT_MS = 10_000;

function askedAt(address: string): AskedReplies | null {
  return asked?.address === address && Date.now() - asked.at < RECENT_MS ? asked : null;
}

/** Asks for a thread's replies, because the pointer is at what opens it. */
export function askForReplies(rootId: string): void {
  // Beside other pages than a channel, the pane asks on its own.
  const channelId = channelIn(window.location.pathname);
  const address = channelId && paths.api.thread(channelId, rootId);
  if (!address || askedAt(address)) return;
  const replies: AskedReplies = { address, at: Date.now(), answer: request(address), page: null };
  asked = replies;
  void replies.answer.then((answer) => {
    if (answer.ok) replies.page = answer.data;
  });
}

/** Returns a thread's replies if they are here already. */
export function earlyReplies(address: string): ThreadPageDto | null {
  return askedAt(address)?.page ?? null;
}

/** Returns a thread's replies, which may have been asked for. What comes later has to be asked for again. */
export function takeReplies(address: string): Promise<Answer<ThreadPageDto>> {
  const answer = askedAt(address)?.answer ?? request<ThreadPageDto>(address);
  asked = null;
  return answer;
}

/** Opens a thread beside the channel. Going back closes it. */
export function openThread(rootId: string): void {
  if (new URL(window.location.href).searchParams.get("thread") === rootId) focusComposer("thread");
  else {
    askForReplies(rootId);
    openPane("thread", rootId);
  }
}

/** Opens the channel's details beside it. Going back closes them. */
export function openDetails(tab: DetailsTab): void {
  openPane("details", tab);
}

function openPane(parameter: string, value: string): void {
  const url = new URL(window.location.href);
  const before = url.searchParams.toString();
  const isInstead = PARAMETERS.some((name) => url.searchParams.has(name));
  for (const name of PARAMETERS) url.searchParams.delete(name);
  url.searchParams.set(parameter, value);
  // Next.js adds its own state, and takes a state that already has it for its own navigation.
  if (isInstead) window.history.replaceState({ [OPENED]: wasOpenedHere() }, "", url);
  else window.history.pushState({ [OPENED]: true }, "", url);
  if (channelIn(url.pathname)) changed.set({ pathname: url.pathname, before, query: url.searchParams.toString() });
}

/** Closes the pane beside the channel, by going back if it was opened here. */
export function closePane(): void {
  followRouter();
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
