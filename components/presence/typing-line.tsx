"use client";

import { useEffect, useState } from "react";
import { latePart } from "@/components/ui/late";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import type { Heard, TypingIn } from "./typists";

const TypingNames = latePart(async () => (await import("./typing-names")).TypingNames);

/** Who is typing, over the room that is kept below the last message: it takes none itself, and is fetched when somebody first types. */
export function TypingLine(conversation: TypingIn) {
  const { channelId } = conversation;
  const [heard, setHeard] = useState<Heard[]>();
  useEffect(() => {
    // What comes while the rest is being fetched, and the message before, which ends what is said of its author.
    const events: Heard[] = [];
    return onChannelEvent(channelId, (event) => {
      if (events.length > 50) return;
      if (event.type === "changes" && events[0]?.event.type === "changes" && events.length === 1) events.pop();
      if (event.type === "changes" || event.type === "typing") events.push({ event, at: Date.now() });
      if (event.type === "typing") setHeard(events);
    });
  }, [channelId]);
  return heard && <TypingNames {...conversation} heard={heard} />;
}
