"use client";

import { useCallback, useEffect, useReducer } from "react";
import { useLooking } from "@/components/ui/use-looking";
import { markRead, onRead } from "@/lib/browser/reading";

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
  const looking = useLooking() && atEnd;
  const [state, dispatch] = useReducer(readingReducer, startReading(lastReadSeq, newest));
  const { read, line, frozen, told } = state;

  // While it is rendered, so that no line flashes before what one sees coming, and the messages are rendered once.
  const shown: ReadingEvent = { type: "shown", newest, looking };
  if (readingReducer(state, shown) !== state) dispatch(shown);

  useEffect(() => {
    if (told > 0) void markRead(channelId, told);
  }, [channelId, told]);

  useEffect(
    () =>
      onRead((move) => {
        if (move.channelId === channelId) dispatch({ ...move, type: "moved" });
      }),
    [channelId],
  );

  const release = useCallback(() => dispatch({ type: "released" }), []);
  const catchUp = useCallback(() => dispatch({ type: "caught-up" }), []);
  return { read, line, frozen, release, catchUp };
}

/** How far one has read in the open channel, and where that puts the line "New". */
export type Reading = {
  /** The last message that is read. */
  read: number;
  /** "New" stands after this one. It stays where it is while one reads on. */
  line: number;
  /** The last message that the page holds. */
  newest: number;
  /** Messages were marked as unread: nothing here is read by being looked at until the reader moves. */
  frozen: boolean;
  /** The last message that was read here and is to be told to the server; 0 when there is none. */
  told: number;
};

export type ReadingEvent =
  /** The page holds messages up to `newest`; `looking`: the reader has the channel's end in front of them. */
  | { type: "shown"; newest: number; looking: boolean }
  /** The read position was moved, in this tab by marking or in another one. */
  | { type: "moved"; lastReadSeq: number; back: boolean }
  /** The reader has scrolled. */
  | { type: "released" }
  /** The reader says that everything here is read. */
  | { type: "caught-up" };

/** A channel as it is opened. */
export function startReading(lastReadSeq: number, newest: number): Reading {
  return { read: lastReadSeq, line: lastReadSeq, newest, frozen: false, told: 0 };
}

/** The next state; the same object when nothing changes. */
export function readingReducer(state: Reading, event: ReadingEvent): Reading {
  switch (event.type) {
    case "shown":
      return show(state, event.newest, event.looking && !state.frozen);
    case "moved":
      return move(state, event.lastReadSeq, event.back);
    case "released":
      return state.frozen ? { ...state, frozen: false } : state;
    case "caught-up": {
      const read = Math.max(state.read, state.newest);
      return { ...state, read, line: read, frozen: false, told: read };
    }
  }
}

function show(state: Reading, newest: number, looking: boolean): Reading {
  const read = looking ? Math.max(state.read, newest) : state.read;
  if (newest === state.newest && read === state.read) return state;
  const told = read > state.read ? read : state.told;
  return { ...state, newest, read, told, line: lineAfter(state, newest, looking) };
}

/** What comes while one looks on is not new; what comes unseen, after all else was read, is new from its first message on. */
function lineAfter({ read, line, newest: before }: Reading, newest: number, looking: boolean): number {
  if (newest <= before || read < before) return line;
  if (!looking) return read;
  return line >= read ? Math.max(read, newest) : line;
}

function move(state: Reading, lastReadSeq: number, back: boolean): Reading {
  if (back) {
    const at = Math.min(state.read, lastReadSeq);
    return { ...state, read: at, line: Math.min(state.line, at), frozen: true, told: 0 };
  }
  // What this tab has told comes back to it, and may be behind what it has told since.
  return lastReadSeq <= state.read ? state : { ...state, read: lastReadSeq, line: lastReadSeq, frozen: false };
}
