"use client";

import { useEffect, useRef, useState } from "react";
import { isMuted, matches } from "@/components/chat/conversation/webhooks/muted";
import { useWebhooks } from "@/components/chat/conversation/webhooks/webhooks-context";
import { deferred } from "@/components/ui/deferred/deferred";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import { isQuiet, type MessageDto } from "@/lib/messages/dto";
import type { Arrivals } from "./announcement";

const announcements = deferred(() => import("./announcement"));

// Messages within this time are announced together, so that a busy channel doesn't talk nonstop.
const GATHER_MS = 1_000;
const AT_MOST_EVERY_MS = 5_000;

type AnnouncerProps = {
  channelId: string;
  readerId: string;
  /** The last `seq` of the channel that the page knows. */
  latest: number;
};

/** Announces new messages of the open channel to screen readers. */
export function Announcer({ channelId, readerId, latest }: AnnouncerProps) {
  const { muted, filter } = useWebhooks();
  const heard = useRef<Heard>({ latest, waiting: null });
  // Messages loaded with a page aren't announced.
  heard.current.latest = Math.max(heard.current.latest, latest);
  const [said, setSaid] = useState({ turn: 0, text: "" });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let earliest = 0;
    let stopped = false;
    const say = async () => {
      timer = undefined;
      const { waiting } = heard.current;
      if (!waiting) return;
      heard.current = { ...heard.current, waiting: null };
      earliest = Date.now() + AT_MOST_EVERY_MS;
      const text = (await announcements.load())?.announcement(waiting) ?? "";
      if (!stopped) setSaid(({ turn }) => ({ turn: turn + 1, text }));
    };
    const stop = onChannelEvent(channelId, (event) => {
      if (event.type !== "changes") return;
      const shown = event.messages.filter((message) => matches(filter, message) && !isMuted(message, muted));
      heard.current = hear(heard.current, shown, readerId);
      if (heard.current.waiting) timer ??= setTimeout(() => void say(), Math.max(GATHER_MS, earliest - Date.now()));
    });
    return () => {
      stopped = true;
      stop();
      clearTimeout(timer);
      // A conversation that is shown again doesn't repeat it.
      setSaid(({ turn }) => ({ turn, text: "" }));
    };
  }, [channelId, readerId, muted, filter]);

  return (
    <div aria-live="polite" className="sr-only">
      {/* A new key each time, or a repeated text wouldn't be announced. */}
      <p key={said.turn}>{said.text}</p>
    </div>
  );
}

/** The highest known `seq` of the channel, and what is waiting to be announced. */
export type Heard = { latest: number; waiting: Arrivals | null };

/** Queues new messages by others for announcement. */
export function hear(heard: Heard, changes: readonly MessageDto[], readerId: string): Heard {
  let { latest, waiting } = heard;
  for (const message of changes.toSorted((a, b) => a.seq - b.seq)) {
    if (message.seq <= latest) continue;
    latest = message.seq;
    if (isNews(message, readerId)) waiting = { count: (waiting?.count ?? 0) + 1, last: message };
  }
  return { latest, waiting };
}

/** When earlier messages are unknown, a message with an edit, reaction, pin or thread is taken for an old one. */
function isNews(message: MessageDto, readerId: string) {
  const { author, deleted, threadId, inChannel, thread, editedAt, pinned, reactions } = message;
  const own = author.kind === "user" && author.id === readerId;
  const touched = editedAt !== null || pinned || reactions.length > 0 || thread !== null;
  return !own && !deleted && !isQuiet(message) && (threadId === null || inChannel !== undefined) && !touched;
}
