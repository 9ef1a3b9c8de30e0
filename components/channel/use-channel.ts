"use client";

import { type RefObject, startTransition, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { boundRun, type Run, runPage } from "@/components/conversation/run/run";
import { useConversation } from "@/components/conversation/run/use-conversation";
import { matches } from "@/components/conversation/webhooks/muted";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import { connection } from "@/lib/browser/events";
import { readingOf } from "@/lib/browser/sidebar";
import type { MessagePageDto } from "@/lib/messages/dto";
import type { MessageFilter } from "@/lib/messages/schema";
import { paths } from "@/lib/paths";

/**
 * A channel's messages as this browser holds them. `middle` is the `seq` in the middle of what is in view; null at the channel's end.
 * With a filter it holds what that shows, and what is sent here. A page that was open before begins as it was left; `caughtUp` says
 * whether what has happened since is there.
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
      before: (seq: number) => paths.api.messagesBefore(channelId, seq, filter),
      after: (seq: number) => paths.api.messagesAfter(channelId, seq, filter),
    }),
    [channelId, filter],
  );
  const latest = paths.api.messages(channelId, filter);
  const around = (seq: number) => paths.api.messagesAround(channelId, seq, filter);
  // Who followed a link to a message is to see it again.
  const [left] = useState(() => (target === null ? leftPage(page) : undefined));
  const [caughtUp, setCaughtUp] = useState(left === undefined);
  const readingAnew = useRef(left === null);
  const start = () => {
    const reading = filter === null ? readingOf(channelId) : null;
    return reading && reading.unread > 0 ? around(reading.lastReadSeq + 1) : latest;
  };
  const reread = async () => {
    readingAnew.current = true;
    // Where the reader is, not at the end.
    await readAnew(middle.current !== null ? around(middle.current) : caughtUp ? latest : start());
    readingAnew.current = false;
    setCaughtUp(true);
  };
  const { paging, ...conversation } = useConversation({
    channelId,
    threadId: null,
    start: left ?? page,
    addresses,
    shows: (message) => matches(filter, message),
    onReset: () => void reread(),
  });
  const { loading, loadOlder, loadNewer, replaceBy, readAnew } = paging;

  const startRev = useRef(page.rev);
  useEffect(() => connection.open(channelId, startRev.current), [channelId]);

  const readFirst = useEffectEvent(reread);
  useEffect(() => {
    if (left === null) void readFirst();
  }, [left]);
  useEffect(() => {
    if (caughtUp) return;
    return onChannelEvent(channelId, (event) => {
      if (event.type !== "ready" || readingAnew.current) return;
      // Everything since has come before this, unless that was too much. It is rendered before it, too, or at once with it.
      startTransition(() => setCaughtUp(true));
    });
  }, [channelId, caughtUp]);

  useLeave(page, conversation.run);

  const loadLatest = () => replaceBy(latest);
  const loadFirst = () => replaceBy(around(1));
  return { ...conversation, caughtUp, pages: { loading, loadOlder, loadNewer, loadLatest, loadFirst } };
}

// As many as a page has that the server renders.
const MOST_KEPT = 50;

// The framework shows a channel's page again for a while without asking for it. What stands here lasts no longer than that page.
const left = new WeakMap<MessagePageDto, MessagePageDto | null>();

/** Remembers how a channel is left that was opened with `page`: its last messages, or null where the reader hadn't come that far. */
function useLeave(page: MessagePageDto, run: Run): void {
  const current = useRef(run);
  current.current = run;
  useEffect(() => () => void left.set(page, runPage(current.current, MOST_KEPT, page.rev)), [page]);
}

/** The messages of a channel that was opened with `page` as they were left, or null; undefined where it is opened for the first time. */
function leftPage(page: MessagePageDto): MessagePageDto | null | undefined {
  return left.get(page);
}

// The least that a message takes of the window's height.
const LEAST_PX = 28;

// What the server has rendered is there at once, and whole.
let renderedHere = false;

/**
 * The run, or at first, in a channel that opens at its end without the server having rendered it, only as many of its last messages
 * as fill the window: they are painted sooner, and the others stand above them right after.
 */
export function useLastFirst(run: Run, opensAtEnd: boolean): { shown: Run; isWhole: boolean } {
  const [start] = useState(run.messages);
  const [few] = useState(() => (renderedHere && opensAtEnd ? Math.ceil(window.innerHeight / LEAST_PX) : Infinity));
  const [waits, setWaits] = useState(true);
  useEffect(() => {
    renderedHere = true;
    startTransition(() => setWaits(false));
  }, []);
  const isWhole = !waits || run.messages !== start;
  const shown = useMemo(
    () => (isWhole ? run : boundRun(run, { first: run.to, last: run.to, kept: [] }, few)),
    [run, isWhole, few],
  );
  return { shown, isWhole };
}
