"use client";

import { usePathname } from "next/navigation";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Sidebar } from "@/lib/browser/rendered";
import { useSidebar } from "@/lib/browser/sidebar";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { paths } from "@/lib/text/paths";
import { findNews, type KnownPositions, type Since } from "./find-news";

/**
 * Calls `heed` when the sidebar changes, with what may notify this person. `knew` is what they knew when they opened the
 * page. While they are `looking`, the open channel has no news for them.
 */
export function useNews(
  knew: readonly SidebarChannelDto[],
  looking: boolean,
  heed: (news: Since[], sidebar: Sidebar) => void,
): void {
  const pathname = usePathname();
  const sidebar = useSidebar((all) => all);
  const [first] = useState(() => findNews(null, knew, [], null).known);
  const known = useRef<KnownPositions>(first);
  const { channels, threads } = sidebar;
  const consider = useEffectEvent((all: readonly SidebarChannelDto[]) => {
    const open = all.find(({ id }) => pathname === paths.channel(id));
    const news = findNews(known.current, all, threads, looking && open ? open.id : null);
    known.current = news.known;
    heed(news.since, sidebar);
  });
  useEffect(() => consider(channels), [channels]);
}
