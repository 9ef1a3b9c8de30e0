"use client";

import { useHereCount, usePresence } from "@/lib/browser/presence";
import type { ChannelPresenceDto } from "@/lib/presence/dto";
import { presenceWords } from "./presence-dot";

/** What somebody is, as a dot and a word. */
export function PersonState({ userId, rendered }: { userId: string; rendered: ChannelPresenceDto["person"] }) {
  const state = usePresence(userId, rendered) ?? "offline";
  return (
    <>
      <span data-presence={state} />
      {presenceWords[state]}
    </>
  );
}

/** How many of a channel's members are here. */
export function HereCount({ channelId, rendered }: { channelId: string; rendered: number }) {
  const here = useHereCount(channelId, rendered);
  return (
    <>
      <span data-presence={here > 0 ? "here" : "offline"} />
      {here} here
    </>
  );
}
