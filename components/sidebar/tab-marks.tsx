"use client";

import { useEffect, useRef } from "react";
import { useKnownThreads } from "@/components/unread/unread-threads";
import type { SidebarChannelDto } from "@/lib/channels/dto";
import { titlePrefix, withPrefix } from "./tab-title";

const UNREAD_ICON = "/icon-unread.svg";

/** Marks the browser's tab while something is unread: in the title, and by a dot on its icon. Renders nothing. */
export function TabMarks({ channels }: { channels: readonly SidebarChannelDto[] }) {
  const prefix = titlePrefix([...channels, ...useKnownThreads()]);
  const written = useRef("");
  useEffect(() => {
    const mark = () => {
      const title = withPrefix(document.title, written.current, prefix);
      written.current = prefix;
      if (document.title !== title) document.title = title;
      markIcon(prefix !== "");
    };
    mark();
    // Every page writes its own title and icon, so both are marked again after each navigation.
    const observer = new MutationObserver(mark);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [prefix]);
  return null;
}

function markIcon(unread: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  const shown = icon.getAttribute("href") ?? "";
  if (shown !== UNREAD_ICON) icon.dataset.plain = shown;
  const wanted = unread ? UNREAD_ICON : (icon.dataset.plain ?? shown);
  if (shown !== wanted) icon.setAttribute("href", wanted);
}
