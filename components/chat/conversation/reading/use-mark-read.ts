"use client";

import { useCallback, useEffect, useReducer } from "react";
import { useLooking } from "@/components/ui/hooks/use-looking";
import { markRead, onRead } from "@/lib/browser/reading";

type Options = {
  /** The read position when the channel was opened. */
  lastReadSeq: number;
  /** The last loaded message. */
  newest: number;
  /** Whether the channel's end is in view. */
  atEnd: boolean;
};

/**
 * Moves the read position while the reader is looking at the channel's end: page visible, focused and scrolled down.
 * Returns the read position, the message above the "New" line, and whether messages were marked as unread here.
 */
export function useMarkRead(channelId: string, { lastReadSeq, newest, atEnd }: Options) {
  const looking = useLooking() && atEnd;
  const [state, dispatch] = useReducer(readingReducer, startReading(lastReadSeq, newest));
  const { read, line, frozen, reportSeq } = state;

  // During render, so that the line doesn't flash and messages render once.
  const shown: ReadingEvent = { type: "shown", newest, looking };
  if (readingReducer(state, shown) !== state) dispatch(shown);

  useEffect(() => {
    if (reportSeq > 0) void markRead(channelId, reportSeq);
  }, [channelId, reportSeq]);

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

/** The read position in the open channel and where it puts the "New" line. */
export type ReadMark = {
  read: number;
  /** The "New" line appears after this message. It stays in place while the reader reads on. */
  line: number;
  /** The last loaded message. */
  newest: number;
  /** Messages were marked as unread: viewing marks nothing as read until the reader scrolls. */
  frozen: boolean;
  /** The read position to report to the server; 0 if there is none. */
  reportSeq: number;
};

export type ReadingEvent =
  /** Messages up to `newest` are loaded. `looking`: the reader is looking at the channel's end. */
  | { type: "shown"; newest: number; looking: boolean }
  /** The read position was moved, by marking in this tab or in another one. */
  | { type: "moved"; lastReadSeq: number; back: boolean }
  /** The reader scrolled. */
  | { type: "released" }
  /** The reader marked everything as read. */
  | { type: "caught-up" };

/** Returns the state of a newly opened channel. */
export function startReading(lastReadSeq: number, newest: number): ReadMark {
  return { read: lastReadSeq, line: lastReadSeq, newest, frozen: false, reportSeq: 0 };
}

/** Returns the next state; the same object if nothing changes. */
export function readingReducer(state: ReadMark, event: ReadingEvent): ReadMark {
  switch (event.type) {
    case "shown":
      return show(state, event.newest, event.looking && !state.frozen);
    case "moved":
      return move(state, event.lastReadSeq, event.back);
    case "released":
      return state.frozen ? { ...state, frozen: false } : state;
    case "caught-up": {
      const read = Math.max(state.read, state.newest);
      return { ...state, read, line: read, frozen: false, reportSeq: read };
    }
  }
}

function show(state: ReadMark, newest: number, looking: boolean): ReadMark {
  const read = looking ? Math.max(state.read, newest) : state.read;
  if (newest === state.newest && read === state.read) return state;
  const reportSeq = read > state.read ? read : state.reportSeq;
  return { ...state, newest, read, reportSeq, line: lineAfter(state, newest, looking) };
}

/**
 * Messages that arrive while the reader is looking aren't new. The first that arrives unseen, with all others read,
 * starts the new ones.
 */
function lineAfter({ read, line, newest: before }: ReadMark, newest: number, looking: boolean): number {
  if (newest <= before || read < before) return line;
  if (!looking) return read;
  return line >= read ? Math.max(read, newest) : line;
}

function move(state: ReadMark, lastReadSeq: number, back: boolean): ReadMark {
  if (back) {
    const at = Math.min(state.read, lastReadSeq);
    return { ...state, read: at, line: Math.min(state.line, at), frozen: true, reportSeq: 0 };
  }
  // What this tab reported comes back to it, and may be behind what it has reported since.
  return lastReadSeq <= state.read ? state : { ...state, read: lastReadSeq, line: lastReadSeq, frozen: false };
}
