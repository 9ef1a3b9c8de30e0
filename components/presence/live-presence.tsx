"use client";

import { useEffect, useState } from "react";
import { useConnection } from "@/components/events/events-provider";
import type { ChannelPresenceDto } from "@/lib/presence/dto";
import { usePresence } from "./presence";
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
  const connection = useConnection();
  const [here, setHere] = useState(rendered);
  useEffect(
    () =>
      connection.listen((event) => {
        if (event.type === "here" && event.channelId === channelId) setHere(event.count);
      }),
    [connection, channelId],
  );
  return (
    <>
      <span data-presence={here > 0 ? "here" : "offline"} />
      {here} here
    </>
  );
}
