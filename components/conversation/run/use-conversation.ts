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

// Whatever comes, the messages are laid out anew at most twenty times a second: nobody reads faster.
const GATHER_MS = 50;

type Conversation = {
  channelId: string;
  /** The message whose replies these are; null for the channel's own flow. */
  threadId: string | null;
  /** What is there before anything is asked for. */
  start: RunPage;
  addresses: PageAddresses;
  /** What of the channel's changes is taken in. */
  shows?: (message: MessageDto) => boolean;
  /** Too much has happened to be told, so it has to be read anew. */
  onReset: () => void;
  /** What one has written here has arrived. */
  onSent?: () => void;
};

/** A live run of messages, of a channel or of a thread: kept up to date, growing at its ends, with what is being sent and changed. */
export function useConversation({ channelId, threadId, start, addresses, shows, onReset, onSent }: Conversation) {
  const [run, dispatch] = useReducer(runReducer, start, (page) =>
    startFrom(page, takeUnsent({ channelId, threadId }), threadId),
  );
  const current = useRef<Run>(run);
  useLayoutEffect(() => {
    current.current = run;
  }, [run]);
  useEffect(() => keepUnsent({ channelId, threadId }, run.pending), [channelId, threadId, run.pending]);

  // Rendered piece by piece, so that a burst holds up nobody who writes or presses something. One batch after the other: with each, React
  // would begin anew with what it hasn't finished.
  const before = useRef<Run | null>(null);
  const isRendering = useCallback(() => before.current === current.current, []);
  const tell = useEffectEvent((messages: MessageDto[]) => {
    before.current = current.current;
    startTransition(() => dispatch({ type: "changes", messages: shows ? messages.filter(shows) : messages }));
  });
  const reset = useEffectEvent(onReset);
  useEffect(() => {
    const changes = throttle<MessageDto>(GATHER_MS, (messages) => tell(messages), { isBusy: isRendering });
    const stopHearing = onChannelEvent(channelId, (event) => {
      if (event.type === "changes") changes.add(event.messages);
      if (event.type === "reset") reset();
    });
    return () => {
      stopHearing();
      changes.stop();
    };
  }, [channelId, isRendering]);

  const paging = usePaging(channelId, addresses, current, dispatch);
  const sending = useSending({ channelId, threadId, run: current, dispatch, onSent });
  const change = useChange(channelId, dispatch);
  // After what waits to be rendered, and never in its place.
  const bound = useCallback(
    (view: View, most: number) => startTransition(() => dispatch({ type: "bound", view, most })),
    [],
  );
  return { run, paging, bound, change, ...sending };
}
