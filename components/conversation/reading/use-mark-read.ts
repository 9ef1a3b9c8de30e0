"use client";

import { useCallback, useEffect, useReducer } from "react";
import { useConnection } from "@/components/events/events-provider";
import { useLooking } from "@/components/ui/use-looking";
import { markRead } from "@/components/unread/mark-read";
import { onRead, type ReadMove } from "@/components/unread/read-position";
import { type ReadingEvent, readingReducer, startReading } from "./read-line";

type Options = {
  /** How far this person had read when the channel was opened. */
  lastReadSeq: number;
  /** The last message that the page holds. */
  newest: number;
  /** The channel's end is in view. */
  atEnd: boolean;
};

/**
 * Moves the read position while the reader has the end of the channel in front of them: visible, focused, at the end. Answers
 * how far they have read, after which message "New" stands, and whether something was marked as unread here.
 */
export function useMarkRead(channelId: string, { lastReadSeq, newest, atEnd }: Options) {
  const connection = useConnection();
  const looking = useLooking() && atEnd;
  const [state, dispatch] = useReducer(readingReducer, startReading(lastReadSeq, newest));
  const { read, line, held, told } = state;

  // While it is rendered, so that no line flashes before what one sees coming, and the messages are rendered once.
  const shown: ReadingEvent = { type: "shown", newest, looking };
  if (readingReducer(state, shown) !== state) dispatch(shown);

  useEffect(() => {
    if (told > 0) void markRead(channelId, told);
  }, [channelId, told]);

  useEffect(() => {
    const moved = (move: ReadMove) => {
      if (move.channelId === channelId) dispatch({ ...move, type: "moved" });
    };
    const stopEvents = connection.listen((event) => event.type === "read" && moved(event));
    const stopRead = onRead(moved);
    return () => {
      stopEvents();
      stopRead();
    };
  }, [connection, channelId]);

  const release = useCallback(() => dispatch({ type: "released" }), []);
  const catchUp = useCallback(() => dispatch({ type: "caught-up" }), []);
  return { read, line, held, release, catchUp };
}
