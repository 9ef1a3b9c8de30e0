"use client";

import { useCallback, useEffect, useReducer, useRef, useState } from "react";
import { useConnection } from "@/components/events/events-provider";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";
import { useChange } from "../actions/use-change";
import type { ChannelAction, PendingMessage } from "../channel-store";
import { keepUnsent, takeUnsent } from "../unsent";
import { useSending } from "../use-sending";
import { fetchThread } from "./fetch-thread";
import { threadReducer } from "./thread-store";

const RETRY_MS = 2_000;

/** A thread of the open channel: read when it is opened, kept live, growing upwards, with what is being sent to it. */
export function useThread(channelId: string, rootId: string) {
  const connection = useConnection();
  const [state, dispatch] = useReducer(threadReducer, { status: "loading" });
  const run = state.status === "ready" ? state.run : null;
  const runDispatch = useCallback((action: ChannelAction) => dispatch({ type: "run", action }), []);

  const key = `${channelId} ${rootId}`;
  const load = useCallback(async () => {
    dispatch({ type: "loading" });
    const page = await fetchThread(paths.api.thread(channelId, rootId));
    if (typeof page === "string") return dispatch({ type: page });
    dispatch({ type: "loaded", page, unsent: takeUnsent(key) });
    connection.rewind(channelId, page.rev);
  }, [channelId, rootId, key, connection]);

  useEffect(() => {
    void load();
    return connection.listen((event) => {
      if (!("channelId" in event) || event.channelId !== channelId) return;
      if (event.type === "changes") dispatch({ type: "told", messages: event.messages });
      if (event.type === "reset") void load();
    });
  }, [connection, channelId, load]);

  const pending = useRef<readonly PendingMessage[]>([]);
  pending.current = run?.pending ?? [];
  useEffect(() => {
    if (run) keepUnsent(key, run.pending);
  }, [key, run]);
  const sending = useSending({ channelId, threadId: rootId, pending, dispatch: runDispatch });

  const [loading, setLoading] = useState(false);
  const busy = useRef(false);
  const loadOlder = useCallback(async () => {
    if (!run?.hasOlder || busy.current) return;
    busy.current = true;
    setLoading(true);
    const before = run.from;
    const page = await fetchThread(paths.api.threadBefore(channelId, rootId, before));
    if (typeof page === "string") await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    else {
      runDispatch({ type: "older", page, before });
      connection.rewind(channelId, page.rev);
    }
    busy.current = false;
    setLoading(false);
  }, [run, channelId, rootId, connection, runDispatch]);

  const setFollowing = useCallback(
    async (following: boolean) => {
      dispatch({ type: "following", following });
      const { ok } = await request(paths.api.threadFollow(channelId, rootId), { method: following ? "PUT" : "DELETE" });
      if (!ok) dispatch({ type: "following", following: !following });
      return ok;
    },
    [channelId, rootId],
  );

  const change = useChange(channelId, runDispatch);
  return { state, load, loading, loadOlder, setFollowing, change, ...sending };
}
