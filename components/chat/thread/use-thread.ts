"use client";

import { useCallback, useEffect, useMemo, useReducer, useState } from "react";
import { earlyReplies, takeReplies } from "@/components/chat/conversation/asked-replies";
import { isGone } from "@/components/chat/conversation/run/run";
import { useConversation } from "@/components/chat/conversation/run/use-conversation";
import { openChannel } from "@/lib/browser/open-channel";
import { request } from "@/lib/browser/request";
import type { MessagePageDto, ThreadPageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/text/paths";
import { threadPaths } from "@/lib/text/thread-paths";

const nothing: MessagePageDto = { messages: [], hasOlder: false, hasNewer: false, rev: 0 };

/** Loads a thread of the open channel and keeps it live, with whether the user follows it. */
export function useThread(channelId: string, rootId: string) {
  const address = paths.api.thread(channelId, rootId);
  const [early] = useState(() => earlyReplies(address));
  const [{ status, following, lastReadSeq }, dispatch] = useReducer(threadReducer, opening, (state) =>
    early ? threadReducer(state, { type: "loaded", page: early }) : state,
  );
  const addresses = useMemo(
    // The first page contains the last replies, so nothing follows it.
    () => ({ before: (seq: number) => threadPaths.before(channelId, rootId, seq), after: null }),
    [channelId, rootId],
  );
  // The channel beside it usually shows the root message, so the thread can, too, before its replies are here.
  const [start] = useState(() => {
    if (early) return early;
    const root = openChannel.get()?.messages.find(({ id }) => id === rootId);
    return root ? { ...nothing, root } : nothing;
  });
  const conversation = useConversation({
    channelId,
    threadId: rootId,
    start,
    addresses,
    onReset: () => void load(),
    onSent: () => dispatch({ type: "replied" }),
  });
  const { replace } = conversation.paging;

  const load = useCallback(async () => {
    dispatch({ type: "loading" });
    const answer = await takeReplies(address);
    if (!answer.ok) return dispatch({ type: answer.status === 404 ? "gone" : "failed" });
    replace(answer.data);
    dispatch({ type: "loaded", page: answer.data });
  }, [address, replace]);
  useEffect(() => void load(), [load]);

  const setFollowing = useCallback(
    async (follow: boolean) => {
      dispatch({ type: "following", following: follow });
      const { ok } = await request(threadPaths.follow(channelId, rootId), { method: follow ? "PUT" : "DELETE" });
      if (!ok) dispatch({ type: "following", following: !follow });
      return ok;
    },
    [channelId, rootId],
  );

  const { root } = conversation.run;
  return {
    ...conversation,
    root,
    status: root && isGone(root) ? ("gone" as const) : status,
    following,
    lastReadSeq,
    load,
    setFollowing,
  };
}

/** A thread's state, apart from its messages. */
export type ThreadState = {
  /** `failed`: loading it failed, and a retry may help. `gone`: it doesn't exist (any more). */
  status: "loading" | "failed" | "gone" | "ready";
  following: boolean;
  /** The read position when it was opened. */
  lastReadSeq: number;
};

export type ThreadAction =
  | { type: "loading" }
  | { type: "loaded"; page: Pick<ThreadPageDto, "following" | "lastReadSeq"> }
  | { type: "failed" }
  | { type: "gone" }
  | { type: "following"; following: boolean }
  /** The user's own reply has arrived. */
  | { type: "replied" };

/** The state of a thread while it loads. */
export const opening: ThreadState = { status: "loading", following: false, lastReadSeq: 0 };

/** Returns the next state. */
export function threadReducer(state: ThreadState, action: ThreadAction): ThreadState {
  const isReady = state.status === "ready";
  switch (action.type) {
    // Keep showing loaded replies, even if reloading fails.
    case "loading":
    case "failed":
      return isReady ? state : { ...state, status: action.type };
    case "gone":
      return { ...state, status: "gone" };
    case "loaded": {
      const { following, lastReadSeq } = action.page;
      // Someone may have replied before the page was here, which may have been read before the reply.
      if (!isReady) return { status: "ready", following: following || state.following, lastReadSeq };
      return { ...state, following };
    }
    case "following":
      return { ...state, following: action.following };
    // Replying follows the thread.
    case "replied":
      return { ...state, following: true };
  }
}
