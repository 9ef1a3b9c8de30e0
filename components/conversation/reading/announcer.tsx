"use client";

import { useEffect, useRef, useState } from "react";
import { matches } from "@/components/conversation/webhooks/matches";
import { isMuted } from "@/components/conversation/webhooks/muted";
import { useWebhooks } from "@/components/conversation/webhooks/webhooks-context";
import { useConnection } from "@/components/events/events-provider";
import { announcement, type Heard, hear } from "./arrivals";

// What comes together is announced together, and a lively channel doesn't talk without end.
const GATHER_MS = 1_000;
const AT_MOST_EVERY_MS = 5_000;

type AnnouncerProps = {
  channelId: string;
  readerId: string;
  /** The last place in the channel that the page knows. */
  latest: number;
};

/** Says, for who doesn't see them, what new messages come into the open channel. */
export function Announcer({ channelId, readerId, latest }: AnnouncerProps) {
  const connection = useConnection();
  const { muted, filter } = useWebhooks();
  const heard = useRef<Heard>({ latest, waiting: null });
  // What a page has brought is known, and wasn't announced.
  heard.current.latest = Math.max(heard.current.latest, latest);
  const [said, setSaid] = useState({ turn: 0, text: "" });

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let earliest = 0;
    const say = () => {
      timer = undefined;
      const { waiting } = heard.current;
      if (!waiting) return;
      heard.current = { ...heard.current, waiting: null };
      earliest = Date.now() + AT_MOST_EVERY_MS;
      setSaid(({ turn }) => ({ turn: turn + 1, text: announcement(waiting) }));
    };
    const stop = connection.listen((event) => {
      if (event.type !== "changes" || event.channelId !== channelId) return;
      const shown = event.messages.filter((message) => matches(filter, message) && !isMuted(message, muted));
      heard.current = hear(heard.current, shown, readerId);
      if (heard.current.waiting) timer ??= setTimeout(say, Math.max(GATHER_MS, earliest - Date.now()));
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [connection, channelId, readerId, muted, filter]);

  return (
    <div aria-live="polite" className="sr-only">
      {/* Anew every time, or the same words would not be said twice. */}
      <p key={said.turn}>{said.text}</p>
    </div>
  );
}
