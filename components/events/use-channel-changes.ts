"use client";

import { useEffect, useEffectEvent } from "react";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import { connection } from "@/lib/browser/events";
import type { MessageDto } from "@/lib/messages/dto";

/** Calls `onMessages` with every batch of changes in the channel after `rev`, for as long as the component is there. */
export function useChannelChanges(channelId: string, rev: number, onMessages: (messages: MessageDto[]) => void): void {
  const heard = useEffectEvent(onMessages);
  useEffect(() => {
    const stop = onChannelEvent(channelId, (event) => {
      if (event.type === "changes") heard(event.messages);
    });
    const leave = connection.open(channelId, rev);
    return () => {
      stop();
      leave();
    };
  }, [channelId, rev]);
}
