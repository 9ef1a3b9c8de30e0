"use client";

import { type Dispatch, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useConnection } from "@/components/events/events-provider";
import type { MessagePageDto } from "@/lib/messages/dto";
import type { MessageFilter } from "@/lib/messages/schema";
import { paths } from "@/lib/paths";
import type { ChannelAction, ChannelState } from "../channel-store";
import { fetchPage } from "./fetch-page";

const RETRY_MS = 2_000;

/**
 * Loads a channel's pages: what continues the run at either end, one at a time, and what replaces it, which is tried until it is
 * there. `loading` changes with every page that was asked for, also when it can't be had, so that whoever needs it asks again.
 */
export function usePages(
  channelId: string,
  filter: MessageFilter | null,
  state: RefObject<ChannelState>,
  dispatch: Dispatch<ChannelAction>,
) {
  const connection = useConnection();
  const [loading, setLoading] = useState(false);
  const busy = useRef(false);
  const generation = useRef(0);
  useEffect(
    () => () => {
      generation.current += 1;
    },
    [],
  );

  const take = useCallback(
    (page: MessagePageDto, action: ChannelAction) => {
      dispatch(action);
      connection.rewind(channelId, page.rev);
    },
    [channelId, connection, dispatch],
  );

  const extend = useCallback(
    async (url: string, toAction: (page: MessagePageDto) => ChannelAction) => {
      if (busy.current) return;
      busy.current = true;
      setLoading(true);
      const mine = generation.current;
      const page = await fetchPage(url);
      // A page that belongs to a run that has been replaced meanwhile would tear a gap.
      if (page && mine === generation.current) take(page, toAction(page));
      if (!page) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      busy.current = false;
      setLoading(false);
    },
    [take],
  );

  const replacing = useRef(false);
  const replaceBy = useCallback(
    async (url: string) => {
      generation.current += 1;
      const mine = generation.current;
      replacing.current = true;
      for (;;) {
        const page = await fetchPage(url);
        if (mine !== generation.current) return;
        if (page) {
          replacing.current = false;
          return take(page, { type: "page", page });
        }
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    },
    [take],
  );

  const loadOlder = useCallback(() => {
    const { from: before, hasOlder } = state.current;
    const url = paths.api.messagesBefore(channelId, before, filter);
    if (hasOlder) void extend(url, (page) => ({ type: "older", page, before }));
  }, [channelId, filter, state, extend]);

  const loadNewer = useCallback(() => {
    const { to: after, hasNewer } = state.current;
    const url = paths.api.messagesAfter(channelId, after, filter);
    if (hasNewer) void extend(url, (page) => ({ type: "newer", page, after }));
  }, [channelId, filter, state, extend]);

  const loadLatest = useCallback(
    () => replaceBy(paths.api.messages(channelId, filter)),
    [channelId, filter, replaceBy],
  );
  const loadFirst = useCallback(
    () => replaceBy(paths.api.messagesAround(channelId, 1, filter)),
    [channelId, filter, replaceBy],
  );
  const readAnew = useCallback(
    (around: number | null) => {
      // What is on its way is followed by what came after it, and beginning again and again would never end.
      if (replacing.current) return;
      void (around === null ? loadLatest() : replaceBy(paths.api.messagesAround(channelId, around, filter)));
    },
    [channelId, filter, loadLatest, replaceBy],
  );
  return { loading, loadOlder, loadNewer, loadLatest, loadFirst, readAnew };
}
