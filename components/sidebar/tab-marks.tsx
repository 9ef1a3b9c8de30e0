"use client";

import { useEffect, useRef } from "react";
import { useUnreadMark } from "@/components/frame/unread/unread-mark";

const UNREAD_ICON = "/icon-unread.svg";

/** Marks the browser tab while something is unread: in the title and with a dot on the icon. Renders nothing. */
export function TabMarks() {
  const prefix = titlePrefix(useUnreadMark());
  const written = useRef("");
  const lastTitle = useRef("");
  useEffect(() => {
    const ownTitle = document.createElement("title");
    // React would take an ordinary title for the page's, whose own title isn't there yet when it hydrates, and lose it with this.
    ownTitle.setAttribute("itemprop", "name");
    const mark = () => {
      const titles = [...document.head.getElementsByTagName("title")];
      const first = titles.find((title) => title !== ownTitle);
      if (!first) {
        // Between two pages the title is missing for a moment, and the tab would show the URL.
        if (titles.length > 0 || lastTitle.current === "") return;
        ownTitle.textContent = lastTitle.current;
        document.head.append(ownTitle);
        return;
      }
      // React has inserted the page's title before the others, one of which may be from a page that was left before it was
      // hydrated. From a fragment, React could still remove it.
      document.createDocumentFragment().append(...titles.filter((title) => title !== first));
      const title = withPrefix(document.title, written.current, prefix);
      written.current = prefix;
      lastTitle.current = title;
      if (document.title !== title) document.title = title;
      markIcon(prefix !== "");
    };
    mark();
    // Every page sets its own title and icon, so mark them again after each navigation.
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

/** Returns the prefix of the tab's title: "(3) " or "• ". */
export function titlePrefix(mark: string): string {
  if (mark === "") return "";
  return mark === "•" ? "• " : `(${mark}) `;
}

/** Returns the title with this prefix in place of the previous one. */
export function withPrefix(title: string, before: string, prefix: string): string {
  const bare = before !== "" && title.startsWith(before) ? title.slice(before.length) : title;
  return prefix + bare;
}
