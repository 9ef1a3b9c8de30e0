"use client";

import { startTransition, useCallback, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef } from "react";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import { throttle } from "@/lib/browser/throttle";
import type { MessageDto } from "@/lib/messages/dto";
import { type Run, type RunPage, runReducer, startFrom, type View } from "./run";
import { keepUnsent, takeUnsent } from "./unsent";
import { useChange } from "./use-change";
import { type PageAddresses, usePaging } from "./use-paging";
import { useSending } from "./use-sending";

// Renders messages at most 20 times a second, faster than anyone reads.
const GATHER_MS = 50;

type Conversation = {
  channelId: string;
  /** The root message's id; null for the channel itself. */
  threadId: string | null;
  /** The initial page. */
  start: RunPage;
  addresses: PageAddresses;
  /** Which of the channel's changes belong here. */
  shows?: (message: MessageDto) => boolean;
  /** Too much has changed to send as events, so reload. */
  onReset: () => void;
  /** Called in the transition that renders the last of what happened since the page. */
  onReady?: () => void;
  /** Called when a message by the user has arrived. */
  onSent?: () => void;
};

/** Provides a live run of messages of a channel or thread, with paging, sending and changing. */
export function useConversation({
  channelId,
  threadId,
  start,
  addresses,
  shows,
  onReset,
  onReady,
  onSent,
}: Conversation) {
  const [run, dispatch] = useReducer(runReducer, start, (page) =>
    startFrom(page, takeUnsent({ channelId, threadId }), threadId),
  );
  const current = useRef<Run>(run);
  useLayoutEffect(() => {
    current.current = run;
  }, [run]);
  useEffect(() => keepUnsent({ channelId, threadId }, run.pending), [channelId, threadId, run.pending]);

  // Rendered in a transition, so that a burst doesn't block typing and pressing. One batch at a time: React would restart
  // unfinished work with each. Null stands for being ready.
  const before = useRef<Run | null>(null);
  const isRendering = useCallback(() => before.current === current.current, []);
  const tell = useEffectEvent((news: (MessageDto | null)[]) => {
    const messages = news.filter((each) => each !== null);
    if (messages.length > 0) before.current = current.current;
    // One transition: React may render that of a later event first.
    startTransition(() => {
      if (messages.length > 0) dispatch({ type: "changes", messages: shows ? messages.filter(shows) : messages });
      if (news.includes(null)) onReady?.();
    });
  });
  const reset = useEffectEvent(onReset);
  useEffect(() => {
    const changes = throttle<MessageDto | null>(GATHER_MS, (news) => tell(news), { isBusy: isRendering });
    const stopHearing = onChannelEvent(channelId, (event) => {
      if (event.type === "changes") changes.add(event.messages);
      if (event.type === "ready") changes.add([null]);
      if (event.type === "reset") reset();
      if (event.type === "expired") dispatch(event);
    });
    return () => {
      stopHearing();
      // The stream won't send them again to a conversation that is kept, but will say anew when it's ready.
      tell(changes.stop().filter((each) => each !== null));
    };
  }, [channelId, isRendering]);

  const paging = usePaging(channelId, addresses, current, dispatch);
  const sending = useSending({ channelId, threadId, run: current, dispatch, onSent });
  const change = useChange(channelId, dispatch);
  // Behind pending updates, never in their place.
  const bound = useCallback(
    (view: View, most: number) => startTransition(() => dispatch({ type: "bound", view, most })),
    [],
  );
  return { run, paging, bound, change, ...sending };
}
