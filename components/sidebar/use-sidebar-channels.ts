"use client";

import { useEffect, useRef, useState } from "react";
import { useConnection } from "@/components/events/events-provider";
import { tellReads } from "@/components/unread/mark-read";
import { publishNotices } from "@/components/unread/notice-count";
import { onRead, type ReadMove } from "@/components/unread/read-position";
import { publishUnread } from "@/components/unread/unread-counts";
import { publishThreads } from "@/components/unread/unread-threads";
import { request } from "@/lib/browser/request";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import type { UnreadThreadDto } from "@/lib/messages/dto";
import type { NoticeCountDto } from "@/lib/notices/dto";
import { paths } from "@/lib/paths";
import type { StreamEvent } from "@/lib/streams/types";
import { countRefresh, type Urgency } from "./count-refresh";
import { afterRead, withLaterCounts } from "./sidebar-channels";

// However much goes on elsewhere, the counts are asked for at most this often.
const AT_MOST_EVERY_MS = 1_000;

// Messages of the open channel are being read as they come, so their count settles before it is asked for.
const COUNTS_CHANGE: Partial<Record<StreamEvent["type"], Urgency>> = {
  activity: "settled",
  changes: "settled",
  reset: "settled",
  ready: "now",
  unread: "now",
};

/** The channels of the sidebar, with counts that follow what happens. Starts from what the server rendered. */
export function useSidebarChannels(rendered: SidebarChannelDto[]): SidebarChannelDto[] {
  const connection = useConnection();
  const [channels, setChannels] = useState(rendered);
  const [before, setBefore] = useState(rendered);
  if (before !== rendered) {
    setBefore(rendered);
    setChannels((known) => withLaterCounts(rendered, known));
  }
  useEffect(() => publishUnread(channels), [channels]);
  const askAnew = useRef<((urgency: Urgency) => void) | null>(null);
  // A page may be rendered before, and arrive after, what has been asked for since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every page that the server renders.
  useEffect(() => askAnew.current?.("now"), [rendered]);
  useEffect(() => {
    const { ask, stop } = countRefresh(AT_MOST_EVERY_MS, async () => {
      const loaded = await loadChannels();
      if (loaded) setChannels(loaded);
      return loaded !== null;
    });
    askAnew.current = ask;
    const moved = (move: ReadMove) => {
      // Shown at once; the server's count follows.
      setChannels((all) => afterRead(all, move));
      ask(move.back ? "now" : "settled");
    };
    const stopHearing = [
      connection.listen((event) => {
        const urgency = COUNTS_CHANGE[event.type];
        if (urgency) ask(urgency);
        if (event.type === "read") moved(event);
        if (event.type === "ready") tellReads();
      }),
      onRead(moved),
    ];
    // The stream may have opened before the sidebar listened, and what it told until now isn't told again.
    if (connection.status.get() === "open") {
      ask("now");
      tellReads();
    }
    return () => {
      stop();
      for (const stopOne of stopHearing) stopOne();
    };
  }, [connection]);
  return channels;
}

type Sidebar = { channels: SidebarChannelDto[]; threads: UnreadThreadDto[]; notices: NoticeCountDto };

async function loadChannels(): Promise<SidebarChannelDto[] | null> {
  const answer = await request<Sidebar>(paths.api.sidebar);
  if (!answer.ok) return null;
  publishThreads(answer.data.threads);
  publishNotices(answer.data.notices);
  return answer.data.channels;
}
