"use client";

import { useEffect, useState } from "react";
import { deferredPart } from "@/components/ui/deferred/deferred";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/text/paths";
import type { Heard, TypingIn } from "./typing-names";

const TypingNames = deferredPart(async () => (await import("./typing-names")).TypingNames);

/** Shows who is typing, in space reserved below the last message. Its code loads when someone first types. */
export function TypingLine(conversation: TypingIn) {
  const { channelId } = conversation;
  const [heard, setHeard] = useState<Heard[]>();
  useEffect(() => {
    // Events that arrive while the code loads, and the last message before them, which ends its author's typing.
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

const EVERY_MS = 3_000;

let said = { conversationId: "", at: 0 };

/** Reports that you're typing in a channel or thread, at most every three seconds. */
export function sayTyping(channelId: string, threadId: string | null = null): void {
  const conversationId = threadId ?? channelId;
  const at = Date.now();
  if (conversationId === said.conversationId && at - said.at < EVERY_MS) return;
  said = { conversationId, at };
  void request(paths.api.typing(channelId, threadId), { method: "POST" });
}
