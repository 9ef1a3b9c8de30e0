"use client";

import { type RefObject, useEffect, useMemo, useRef } from "react";
import { useConversation } from "@/components/conversation/run/use-conversation";
import { matches } from "@/components/conversation/webhooks/matches";
import { useConnection } from "@/components/events/events-provider";
import type { MessagePageDto } from "@/lib/messages/dto";
import type { MessageFilter } from "@/lib/messages/schema";
import { paths } from "@/lib/paths";

/**
 * A channel's messages as this browser holds them. `place` is the `seq` around which the reader reads; null at the channel's end.
 * With a filter it holds what that shows, and what is sent here.
 */
export function useChannel(
  channelId: string,
  page: MessagePageDto,
  filter: MessageFilter | null,
  place: RefObject<number | null>,
) {
  const connection = useConnection();
  const addresses = useMemo(
    () => ({
      before: (seq: number) => paths.api.messagesBefore(channelId, seq, filter),
      after: (seq: number) => paths.api.messagesAfter(channelId, seq, filter),
    }),
    [channelId, filter],
  );
  const latest = paths.api.messages(channelId, filter);
  const around = (seq: number) => paths.api.messagesAround(channelId, seq, filter);
  const { paging, ...conversation } = useConversation({
    channelId,
    threadId: null,
    start: page,
    addresses,
    shows: (message) => matches(filter, message),
    // Read again where the reader is, not at the end.
    onReset: () => readAnew(place.current === null ? latest : around(place.current)),
  });
  const { loading, loadOlder, loadNewer, replaceBy, readAnew } = paging;

  const startRev = useRef(page.rev);
  useEffect(() => connection.open(channelId, startRev.current), [connection, channelId]);

  const loadLatest = () => replaceBy(latest);
  const loadFirst = () => replaceBy(around(1));
  return { ...conversation, pages: { loading, loadOlder, loadNewer, loadLatest, loadFirst } };
}
