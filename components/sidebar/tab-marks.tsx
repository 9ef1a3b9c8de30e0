"use client";

import { useEffect, useRef } from "react";
import { useUnreadMark } from "@/components/unread/unread-mark";

const UNREAD_ICON = "/icon-unread.svg";

/** Marks the browser's tab while something is unread: in the title, and by a dot on its icon. Renders nothing. */
export function TabMarks() {
  const prefix = titlePrefix(useUnreadMark());
  const written = useRef("");
  const lastTitle = useRef("");
  useEffect(() => {
    const ownTitle = document.createElement("title");
    const mark = () => {
      const titles = [...document.head.getElementsByTagName("title")];
      if (titles.every((title) => title === ownTitle)) {
        // Between two pages there is no title for a moment, and the tab would show an address.
        if (titles.length > 0) return;
        ownTitle.textContent = lastTitle.current;
        document.head.append(ownTitle);
        return;
      }
      // React has put the next page's title before it.
      ownTitle.remove();
      const title = withPrefix(document.title, written.current, prefix);
      written.current = prefix;
      lastTitle.current = title;
      if (document.title !== title) document.title = title;
      markIcon(prefix !== "");
    };
    mark();
    // Every page writes its own title and icon, so both are marked again after each navigation.
    const observer = new MutationObserver(mark);
    observer.observe(document.head, { childList: true, characterData: true, subtree: true });
    return () => {
      observer.disconnect();
      ownTitle.remove();
    };
  }, [prefix]);
  return null;
}

function markIcon(unread: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  const shown = icon.getAttribute("href") ?? "";
  if (shown !== UNREAD_ICON) icon.dataset.plain = shown;
  const href = unread ? UNREAD_ICON : (icon.dataset.plain ?? shown);
  if (shown !== href) icon.setAttribute("href", href);
}

/** What a tab's title begins with while this marks what is unread: "(3) " or "• ". */
export function titlePrefix(mark: string): string {
  if (mark === "") return "";
  return mark === "•" ? "• " : `(${mark}) `;
}

/** The title with this prefix in place of the one that it had. */
export function withPrefix(title: string, before: string, prefix: string): string {
  const bare = before !== "" && title.startsWith(before) ? title.slice(before.length) : title;
  return prefix + bare;
}
