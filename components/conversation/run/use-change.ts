"use client";

import { type Dispatch, useCallback, useRef } from "react";
import { makeNonce } from "@/lib/browser/nonce";
import { type RequestOptions, request } from "@/lib/browser/request";
import type { MessageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import type { Change, LocalChange } from "./local-change";
import type { RunAction } from "./run";

/** The message as the server has it now, null if deleted; or an error. */
type ChangeOutcome = { message: MessageDto | null } | { error: string };

/** Sends a change to the server. Never throws. */
export async function requestChange(channelId: string, messageId: string, change: Change): Promise<ChangeOutcome> {
  const { url, ...options } = requestOf(channelId, messageId, change);
  const answer = await request<MessageDto | null>(url, options);
  if (answer.ok) return { message: answer.data };
  // The message was already deleted.
  if (change.type === "delete" && answer.status === 404) return { message: null };
  return { error: answer.error ?? "Couldn't reach the server. Check your connection and try again." };
}

function requestOf(channelId: string, messageId: string, change: Change): { url: string } & RequestOptions {
  switch (change.type) {
    case "edit":
      return { url: paths.api.message(channelId, messageId), method: "PATCH", body: { content: change.content } };
    case "delete":
      return { url: paths.api.message(channelId, messageId), method: "DELETE" };
    case "react":
      return {
        url: paths.api.reaction(channelId, messageId, change.emoji),
        method: change.on ? "PUT" : "DELETE",
      };
    case "pin":
      return { url: paths.api.pin(channelId, messageId), method: change.on ? "PUT" : "DELETE" };
  }
}

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
