"use client";

import { type RefObject, useCallback, useEffect, useReducer, useRef } from "react";
import { useConnection } from "@/components/events/events-provider";
import type { MessagePageDto } from "@/lib/messages/dto";
import type { MessageFilter } from "@/lib/messages/schema";
import { useChange } from "./actions/use-change";
import { type ChannelState, channelReducer, type PendingMessage, startFrom } from "./channel-store";
import { matches } from "./filter/matches";
import type { View } from "./history/bound-run";
import { usePages } from "./history/use-pages";
import { keepUnsent, takeUnsent } from "./unsent";
import { useSending } from "./use-sending";

/**
 * A channel's messages as this browser holds them: kept live, growing at both ends and bounded, with what is being sent. `place` is
 * the `seq` around which the reader reads; null at the channel's end. With a filter it holds what that shows, and what is sent here.
 */
export function useChannel(
  channelId: string,
  page: MessagePageDto,
  filter: MessageFilter | null,
  place: RefObject<number | null>,
) {
  const connection = useConnection();
  const [state, dispatch] = useReducer(channelReducer, page, (first) => startFrom(first, takeUnsent(channelId)));
  useEffect(() => keepUnsent(channelId, state.pending), [channelId, state.pending]);
  const current = useRef<ChannelState>(state);
  current.current = state;

  const pages = usePages(channelId, filter, current, dispatch);
  const { readAnew } = pages;

  const startRev = useRef(page.rev);
  useEffect(() => {
    const stop = connection.listen((event) => {
      if (!("channelId" in event) || event.channelId !== channelId) return;
      if (event.type === "changes") {
        dispatch({ type: "changes", messages: event.messages.filter((message) => matches(filter, message)) });
      }
      // Too much has happened to be told: it is read anew where the reader is.
      if (event.type === "reset") readAnew(place.current);
    });
    const leave = connection.open(channelId, startRev.current);
    return () => {
      stop();
      leave();
    };
  }, [connection, channelId, filter, readAnew, place]);

  const pending = useRef<readonly PendingMessage[]>(state.pending);
  pending.current = state.pending;
  const sending = useSending({ channelId, threadId: null, pending, dispatch });

  const change = useChange(channelId, dispatch);

  const bound = useCallback((view: View) => dispatch({ type: "bound", view }), []);
  return { state, pages, bound, change, ...sending };
}
