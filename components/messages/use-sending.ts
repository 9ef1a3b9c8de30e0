"use client";

import { type Dispatch, type RefObject, useCallback, useEffect, useRef } from "react";
import { useConnectionStatus } from "@/components/events/events-provider";
import type { ChannelAction, PendingMessage } from "./channel-store";
import { makeNonce, send } from "./send";

type Sending = {
  channelId: string;
  /** The message that is answered; null for the channel itself. */
  threadId: string | null;
  /** What is on its way. */
  pending: RefObject<readonly PendingMessage[]>;
  dispatch: Dispatch<ChannelAction>;
};

/** Sends messages one after the other, and again what failed for want of a connection once there is one. */
export function useSending({ channelId, threadId, pending, dispatch }: Sending) {
  const status = useConnectionStatus();
  // One at a time, so that messages arrive in the order in which they were written.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const deliver = useCallback(
    (message: PendingMessage) => {
      dispatch({ type: "sending", message: { ...message, error: null } });
      queue.current = queue.current.then(async () => {
        const outcome = await send(channelId, { ...message, threadId });
        if ("message" in outcome) dispatch({ type: "changes", messages: [outcome.message] });
        else dispatch({ type: "failed", nonce: message.nonce, error: outcome.error, offline: outcome.offline });
      });
    },
    [channelId, threadId, dispatch],
  );

  const sendText = useCallback(
    (content: string) =>
      deliver({ nonce: makeNonce(), content, createdAt: new Date().toISOString(), error: null, offline: false }),
    [deliver],
  );

  useEffect(() => {
    if (status !== "open") return;
    for (const message of pending.current) if (message.error && message.offline) deliver(message);
  }, [status, deliver, pending]);

  const discard = useCallback((nonce: string) => dispatch({ type: "discarded", nonce }), [dispatch]);
  return { sendText, retry: deliver, discard };
}
