"use client";

import { useEffect, useState } from "react";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import { type Heard, type TypingIn, typingText, typists } from "./typists";

/** Who is typing, from what was `heard` before this was there. Nobody is told of it aloud. */
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
