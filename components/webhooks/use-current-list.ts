"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import { onChannelEvent } from "@/lib/browser/channel-feed";
import { connection } from "@/lib/browser/events";

// A busy webhook is logged more often than its row has to change.
const SETTLE_MS = 500;

/** Renders the page again once any of the channel's webhooks got a request or changed. `rev`: the channel's, as rendered. */
export function useCurrentList(channelId: string, rev: number): void {
  const router = useRouter();
  // The stream goes on from here; a page that is rendered again must not open another.
  const [firstRev] = useState(rev);
  const refresh = useEffectEvent(() => router.refresh());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let connections = 0;
    const stop = onChannelEvent(channelId, ({ type }) => {
      if (type === "ready") connections += 1;
      // What happened while the page was disconnected isn't repeated.
      if (type !== "deliveries" && !(type === "ready" && connections > 1)) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        refresh();
      }, SETTLE_MS);
    });
    const leave = connection.open(channelId, firstRev);
    return () => {
      clearTimeout(timer);
      stop();
      leave();
    };
  }, [channelId, firstRev]);
}
