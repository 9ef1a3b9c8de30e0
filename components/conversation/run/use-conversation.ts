"use client";

import { useCallback, useEffect, useEffectEvent, useReducer, useRef } from "react";
import { useConnection } from "@/components/events/events-provider";
import type { MessageDto } from "@/lib/messages/dto";
import { gather } from "./gather";
import { type Run, type RunPage, runReducer, startFrom, type View } from "./run";
import { keepUnsent, takeUnsent } from "./unsent";
import { useChange } from "./use-change";
import { type PageAddresses, usePaging } from "./use-paging";
import { useSending } from "./use-sending";

// Whatever comes, the messages are laid out anew at most twenty times a second: nobody reads faster.
const GATHER_MS = 50;

type Conversation = {
  channelId: string;
  /** The message whose replies these are; null for the channel's own flow. */
  threadId: string | null;
  /** What is there before anything is asked for. */
  start: RunPage;
  addresses: PageAddresses;
  /** What of the channel's changes is taken in. */
  shows?: (message: MessageDto) => boolean;
  /** Too much has happened to be told, so it has to be read anew. */
  onReset: () => void;
  /** What one has written here has arrived. */
  onSent?: () => void;
};

/** A live run of messages, of a channel or of a thread: kept up to date, growing at its ends, with what is being sent and changed. */
export function useConversation({ channelId, threadId, start, addresses, shows, onReset, onSent }: Conversation) {
  const connection = useConnection();
  const key = threadId === null ? channelId : `${channelId} ${threadId}`;
  const [run, dispatch] = useReducer(runReducer, start, (page) => startFrom(page, takeUnsent(key), threadId));
  const current = useRef<Run>(run);
  current.current = run;
  useEffect(() => keepUnsent(key, run.pending), [key, run.pending]);

  const tell = useEffectEvent((messages: MessageDto[]) =>
    dispatch({ type: "changes", messages: shows ? messages.filter(shows) : messages }),
  );
  const reset = useEffectEvent(onReset);
  useEffect(() => {
    const changes = gather<MessageDto>(GATHER_MS, (messages) => tell(messages));
    const stopHearing = connection.listen((event) => {
      if (!("channelId" in event) || event.channelId !== channelId) return;
      if (event.type === "changes") changes.add(event.messages);
      if (event.type === "reset") reset();
    });
    return () => {
      stopHearing();
      changes.stop();
    };
  }, [connection, channelId]);

  const paging = usePaging(channelId, addresses, current, dispatch);
  const sending = useSending({ channelId, threadId, run: current, dispatch, onSent });
  const change = useChange(channelId, dispatch);
  const bound = useCallback((view: View) => dispatch({ type: "bound", view }), []);
  return { run, paging, bound, change, ...sending };
}
