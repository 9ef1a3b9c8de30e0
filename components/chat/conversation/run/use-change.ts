"use client";

import { type Dispatch, useCallback, useRef } from "react";
import { makeNonce } from "@/lib/browser/nonce";
import type { Change, LocalChange } from "./local-change";
import type { RunAction } from "./run";
import { UNREACHED } from "./unsent";
import { sender } from "./use-sending";

/** Changes a message immediately, and undoes that if the server refuses. Resolves to null, or to an error. */
export type ChangeMessage = (messageId: string, change: Change) => Promise<string | null>;

/** Returns how to change this channel's messages. Changes to one message reach the server in order. */
export function useChange(channelId: string, dispatch: Dispatch<RunAction>): ChangeMessage {
  const queues = useRef(new Map<string, Promise<unknown>>());
  return useCallback(
    async (messageId, change) => {
      const local: LocalChange = { ...change, key: makeNonce(), messageId, at: new Date().toISOString() };
      dispatch({ type: "changing", change: local });
      const before = queues.current.get(messageId);
      const request = (before ?? Promise.resolve())
        .then(sender.load)
        .then((code) => code?.requestChange(channelId, messageId, change));
      queues.current.set(messageId, request);
      const outcome = await request;
      if (queues.current.get(messageId) === request) queues.current.delete(messageId);
      if (!outcome || "error" in outcome) {
        dispatch({ type: "unchanged", change: local });
        return outcome?.error ?? UNREACHED;
      }
      dispatch({ type: "changed", change: local, message: outcome.message });
      return null;
    },
    [channelId, dispatch],
  );
}
