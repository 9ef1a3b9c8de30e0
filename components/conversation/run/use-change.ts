"use client";

import { type Dispatch, useCallback, useRef } from "react";
import { makeNonce } from "@/lib/browser/nonce";
import type { Change, LocalChange } from "./local-change";
import { requestChange } from "./request-change";
import type { RunAction } from "./run";

/** Changes a message at once, and back if the server refuses. Resolves to null, or to one sentence on why it was refused. */
export type ChangeMessage = (messageId: string, change: Change) => Promise<string | null>;

/** How messages of this channel are changed: what is done to one message reaches the server in the order in which it was done. */
export function useChange(channelId: string, dispatch: Dispatch<RunAction>): ChangeMessage {
  const queues = useRef(new Map<string, Promise<unknown>>());
  return useCallback(
    async (messageId, change) => {
      const local: LocalChange = { ...change, key: makeNonce(), messageId, at: new Date().toISOString() };
      dispatch({ type: "changing", change: local });
      const before = queues.current.get(messageId);
      const request = (before ?? Promise.resolve()).then(() => requestChange(channelId, messageId, change));
      queues.current.set(messageId, request);
      const outcome = await request;
      if (queues.current.get(messageId) === request) queues.current.delete(messageId);
      if ("error" in outcome) {
        dispatch({ type: "unchanged", change: local });
        return outcome.error;
      }
      dispatch({ type: "changed", change: local, message: outcome.message });
      return null;
    },
    [channelId, dispatch],
  );
}
