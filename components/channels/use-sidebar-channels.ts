"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { useStreamEvents } from "@/components/events/events-provider";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { StreamEvent } from "@/lib/events/types";
import { paths } from "@/lib/paths";
import { onRead } from "./read-position";

// However much goes on elsewhere, the counts are asked for at most this often.
const AT_MOST_EVERY_MS = 1_000;

const COUNTS_CHANGE: StreamEvent["type"][] = ["activity", "changes", "reset", "ready"];

/** The channels of the sidebar, with counts that follow what happens. Starts from what the server rendered. */
export function useSidebarChannels(rendered: SidebarChannelDto[]): SidebarChannelDto[] {
  const [channels, setChannels] = useState(rendered);
  const [before, setBefore] = useState(rendered);
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  if (before !== rendered) {
    setBefore(rendered);
    setChannels(rendered);
  }
  const refresh = useCallback((event?: StreamEvent) => {
    if (event && !COUNTS_CHANGE.includes(event.type)) return;
    timer.current ??= setTimeout(async () => {
      const response = await fetch(paths.api.sidebar, { signal: AbortSignal.timeout(15_000) }).catch(() => null);
      timer.current = null;
      if (response?.ok) setChannels(((await response.json()) as { channels: SidebarChannelDto[] }).channels);
    }, AT_MOST_EVERY_MS);
  }, []);
  useStreamEvents(refresh);
  useEffect(
    () =>
      onRead((channelId) => {
        // Shown at once; the server's count follows.
        setChannels((all) => all.map((each) => (each.id === channelId ? { ...each, unread: 0, mentions: 0 } : each)));
        refresh();
      }),
    [refresh],
  );
  return channels;
}
