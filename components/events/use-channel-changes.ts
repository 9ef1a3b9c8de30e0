"use client";

import { useEffect, useEffectEvent } from "react";
import type { MessageDto } from "@/lib/messages/dto";
import { useConnection } from "./events-provider";

/** Calls `onMessages` with every batch of changes in the channel after `rev`, for as long as the component is there. */
export function useChannelChanges(channelId: string, rev: number, onMessages: (messages: MessageDto[]) => void): void {
  const connection = useConnection();
  const heard = useEffectEvent(onMessages);
  useEffect(() => {
    const stop = connection.listen((event) => {
      if (event.type === "changes" && event.channelId === channelId) heard(event.messages);
    });
    const leave = connection.open(channelId, rev);
    return () => {
      stop();
      leave();
    };
  }, [connection, channelId, rev]);
}
