"use client";

import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { countToFill } from "@/components/chat/conversation/rows";
import { boundRun, type Run, runPage } from "@/components/chat/conversation/run/run";
import { useConversation } from "@/components/chat/conversation/run/use-conversation";
import { matches } from "@/components/chat/conversation/webhooks/muted";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { usePainted } from "@/components/ui/hooks/use-painted";
import { connection } from "@/lib/browser/events";
import { readingOf } from "@/lib/browser/sidebar";
import type { MessagePageDto } from "@/lib/messages/dto";
import type { MessageFilter } from "@/lib/messages/schema";
import { paths } from "@/lib/text/paths";

// The first page is rendered by the server and shown whole; later ones are rendered here.
let renderedHere = false;

/**
 * Returns a channel's messages as this browser holds them: filtered if a filter is set, and where the reader left them
 * if the page was open before. `middle` is the `seq` in the middle of the view, null at the end. `caughtUp` tells
 * whether everything since the page was rendered has arrived.
 */
export function useChannel(
  channelId: string,
  page: MessagePageDto,
  filter: MessageFilter | null,
  middle: RefObject<number | null>,
  target: number | null,
) {
  const addresses = useMemo(
    () => ({
      before: (seq: number) => paths.api.messagesBeside(channelId, "before", seq, filter),
      after: (seq: number) => paths.api.messagesBeside(channelId, "after", seq, filter),
    }),
    [channelId, filter],
  );
  const latest = paths.api.messages(channelId, filter);
  const around = (seq: number) => paths.api.messagesBeside(channelId, "around", seq, filter);
  // A link to a message opens at that message, not where the reader left.
  const [left] = useState(() => (target === null ? leftPage(page) : undefined));
  // A page that the router brought may be older than what this browser knows: it was asked for before it was opened.
  const [caughtUp, setCaughtUp] = useState(left === undefined && (target !== null || !renderedHere));
  const reloading = useRef(left === null);
  const start = () => {
    const reading = filter === null ? readingOf(channelId) : null;
    return reading && reading.unread > 0 ? around(reading.lastReadSeq + 1) : latest;
  };
  const reread = async () => {
    reloading.current = true;
    // Where the reader is, unless that is the end.
    await reload(middle.current !== null ? around(middle.current) : caughtUp ? latest : start());
    reloading.current = false;
    setCaughtUp(true);
  };
  const { paging, ...conversation } = useConversation({
    channelId,
    threadId: null,
    start: left ?? page,
    addresses,
    shows: (message) => matches(filter, message),
    onReset: () => void reread(),
    onReady: () => {
      if (!reloading.current) setCaughtUp(true);
    },
  });
  const { loading, loadOlder, loadNewer, replaceBy, reload } = paging;

  const startRev = useRef(page.rev);
  useEffect(
    () =>
      connection.open(channelId, startRev.current, (reached) => {
        // What is still loading has to be asked for again.
        if (!reloading.current) startRev.current = reached;
      }),
    [channelId],
  );
  // Shown again, it has to catch up first.
  useLayoutEffect(() => () => setCaughtUp(false), []);

  const readFirst = useEffectEvent(reread);
  useEffect(() => {
    if (reloading.current) void readFirst();
  }, []);
  useLeave(page, conversation.run);

  const loadLatest = () => replaceBy(latest);
  const loadFirst = () => replaceBy(around(1));
  return { ...conversation, caughtUp, pages: { loading, loadOlder, loadNewer, loadLatest, loadFirst } };
}

// As many as the server renders on a page.
const MOST_KEPT = 50;

// The framework shows a channel's page again for a while without asking the server. What is kept here lasts exactly
// as long as that page object.
const left = new WeakMap<MessagePageDto, MessagePageDto | null>();

/** Remembers the last messages of a channel opened with `page` when the reader leaves it; null if they weren't at the end. */
function useLeave(page: MessagePageDto, run: Run): void {
  const current = useRef(run);
  current.current = run;
  useEffect(() => () => void left.set(page, runPage(current.current, MOST_KEPT, page.rev)), [page]);
}

/** Returns the messages of a channel opened with `page` as they were left, or null; undefined on its first opening. */
function leftPage(page: MessagePageDto): MessagePageDto | null | undefined {
  return left.get(page);
}

/**
 * Returns the run. In a channel opened at its end without server rendering, or shown again, it first contains only the
 * last messages that fill the window, so that these are painted sooner; the rest follow right after.
 */
export function useLastFirst(run: Run, opensAtEnd: boolean) {
  const { muted } = useWebhooks();
  const countFew = () => (opensAtEnd ? countToFill(run.messages, window.innerHeight, muted) : Infinity);
  const [{ start, few }, setStart] = useState(() => ({
    start: run.messages,
    few: renderedHere ? countFew() : Infinity,
  }));
  const startAgain = useEffectEvent(() => setStart({ start: run.messages, few: countFew() }));
  useLayoutEffect(() => () => startAgain(), []);
  const isPainted = usePainted();
  useEffect(() => {
    renderedHere = true;
  }, []);
  const isWhole = isPainted || run.messages !== start;
  const shown = useMemo(
    () => (isWhole ? run : boundRun(run, { first: run.to, last: run.to, kept: [] }, few)),
    [run, isWhole, few],
  );
  return { shown, isWhole };
}
