"use client";

import { useEffect, useState } from "react";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import type { StreamEvent } from "@/lib/live/streams/types";

/** Shows who is typing, starting with what was `heard` before it loaded. Screen readers don't announce it. */
export function TypingNames({ channelId, threadId, myId, heard }: TypingIn & { heard: readonly Heard[] }) {
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    const { hear, stop } = typists({ channelId, threadId, myId }, setNames);
    for (const { event, at } of heard) hear(event, at);
    const stopHearing = onChannelEvent(channelId, (event) => hear(event));
    return () => {
      stopHearing();
      stop();
    };
  }, [channelId, threadId, myId, heard]);
  const text = typingText(names);
  if (text === null) return null;
  return (
    <div className="relative z-10">
      <p
        data-typing
        className="absolute start-0 bottom-0 max-w-full truncate rounded-se-md bg-surface ps-4 pe-2 text-text-muted text-xs/4"
      >
        {text}
      </p>
    </div>
  );
}

const LASTS_MS = 6_000;
// A message may overtake its author's last typing event.
const QUIET_MS = 1_000;

/** The thread shown, or the channel itself if null. */
export type TypingIn = { channelId: string; threadId?: string | null | undefined; myId: string };

/** An event and when it arrived. */
export type Heard = { event: StreamEvent; at: number };

/**
 * Tracks who is typing in a channel or thread: each person for six seconds, or until their message arrives. Calls
 * `show` with the names whenever they may have changed.
 */
export function typists(
  { channelId, threadId = null, myId }: TypingIn,
  show: (names: string[]) => void,
): { hear: (event: StreamEvent, at?: number) => void; stop: () => void } {
  const typing = new Map<string, { name: string; timer: ReturnType<typeof setTimeout> }>();
  const wroteAt = new Map<string, number>();
  let newest = 0;
  const end = (id: string) => {
    clearTimeout(typing.get(id)?.timer);
    if (typing.delete(id)) tell();
  };
  const tell = () => show(Array.from(typing.values(), ({ name }) => name));
  const hear = (event: StreamEvent, at = Date.now()) => {
    if (event.type === "changes" && event.channelId === channelId) {
      for (const { seq, author, threadId: inThread } of event.messages) {
        // Earlier messages have only changed.
        if (seq <= newest) continue;
        newest = seq;
        if (inThread !== threadId || author.id === null) continue;
        wroteAt.set(author.id, at);
        end(author.id);
      }
    } else if (event.type === "typing" && event.channelId === channelId && event.threadId === threadId) {
      for (const [id, name, ago] of event.people) {
        if (id === myId || at - ago - (wroteAt.get(id) ?? 0) < QUIET_MS) continue;
        clearTimeout(typing.get(id)?.timer);
        typing.set(id, { name, timer: setTimeout(end, LASTS_MS, id) });
      }
      tell();
    }
  };
  return { hear, stop: () => [...typing.keys()].forEach(end) };
}

/** Returns "Ada is typing…", "Ada and Grace are typing…" or "Several people are typing…"; null if no one is. */
export function typingText([first, second, third]: readonly string[]): string | null {
  if (first === undefined) return null;
  if (second === undefined) return `${first} is typing…`;
  return third === undefined ? `${first} and ${second} are typing…` : "Several people are typing…";
}
