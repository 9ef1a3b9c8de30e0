"use client";

import { useCallback, useEffect, useReducer, useRef } from "react";
import { useConnection, useConnectionStatus } from "@/components/events/events-provider";
import type { MessagePageDto } from "@/lib/messages/dto";
import { paths } from "@/lib/paths";
import { useChange } from "./actions/use-change";
import { type ChannelState, channelReducer, type PendingMessage, startFrom } from "./channel-store";
import { makeNonce, send } from "./send";
import { keepUnsent, takeUnsent } from "./unsent";

const RETRY_MS = 2_000;

/** A channel's messages as this browser holds them: kept live, growing at both ends, with what is being sent. */
export function useChannel(channelId: string, page: MessagePageDto) {
  const connection = useConnection();
  const status = useConnectionStatus();
  const [state, dispatch] = useReducer(channelReducer, page, (first) => startFrom(first, takeUnsent(channelId)));
  useEffect(() => keepUnsent(channelId, state.pending), [channelId, state.pending]);
  const current = useRef<ChannelState>(state);
  current.current = state;

  const loading = useRef(false);
  const generation = useRef(0);
  const load = useCallback(
    async (type: "older" | "newer", url: string) => {
      if (loading.current) return;
      loading.current = true;
      const mine = generation.current;
      const loaded = await fetchPage(url);
      loading.current = false;
      // A page that belongs to a run that has been replaced meanwhile would tear a gap.
      if (!loaded || mine !== generation.current) return;
      dispatch({ type, page: loaded });
      connection.rewind(channelId, loaded.rev);
    },
    [channelId, connection],
  );

  const loadLatest = useCallback(async () => {
    generation.current += 1;
    const mine = generation.current;
    for (;;) {
      const loaded = await fetchPage(paths.api.messages(channelId));
      if (mine !== generation.current) return;
      if (loaded) {
        dispatch({ type: "page", page: loaded });
        connection.rewind(channelId, loaded.rev);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }, [channelId, connection]);

  const loadOlder = useCallback(() => {
    const { from, hasOlder } = current.current;
    if (hasOlder) void load("older", paths.api.messagesBefore(channelId, from));
  }, [channelId, load]);

  const loadNewer = useCallback(() => {
    const { to, hasNewer } = current.current;
    if (hasNewer) void load("newer", paths.api.messagesAfter(channelId, to));
  }, [channelId, load]);

  const startRev = useRef(page.rev);
  useEffect(() => {
    const stop = connection.listen((event) => {
      if (!("channelId" in event) || event.channelId !== channelId) return;
      if (event.type === "changes") dispatch({ type: "changes", messages: event.messages });
      if (event.type === "reset") void loadLatest();
    });
    const leave = connection.open(channelId, startRev.current);
    return () => {
      generation.current += 1;
      stop();
      leave();
    };
  }, [connection, channelId, loadLatest]);

  // One at a time, so that messages arrive in the order in which they were written.
  const queue = useRef<Promise<void>>(Promise.resolve());
  const deliver = useCallback(
    (message: PendingMessage) => {
      dispatch({ type: "sending", message: { ...message, error: null } });
      queue.current = queue.current.then(async () => {
        const outcome = await send(channelId, message);
        if ("message" in outcome) dispatch({ type: "changes", messages: [outcome.message] });
        else dispatch({ type: "failed", nonce: message.nonce, error: outcome.error, offline: outcome.offline });
      });
    },
    [channelId],
  );

  const sendText = useCallback(
    (content: string) =>
      deliver({ nonce: makeNonce(), content, createdAt: new Date().toISOString(), error: null, offline: false }),
    [deliver],
  );

  useEffect(() => {
    if (status !== "open") return;
    for (const message of current.current.pending) if (message.error && message.offline) deliver(message);
  }, [status, deliver]);

  const discard = useCallback((nonce: string) => dispatch({ type: "discarded", nonce }), []);

  const change = useChange(channelId, dispatch);

  return { state, loadOlder, loadNewer, loadLatest, sendText, retry: deliver, discard, change };
}

/** The page, or null when it can't be had just now: the bar above says why. */
async function fetchPage(url: string): Promise<MessagePageDto | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
    return response.ok ? ((await response.json()) as MessagePageDto) : null;
  } catch {
    return null;
  }
}
