"use client";

import { clsx } from "clsx";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { Link } from "@/components/ui/controls/link";
import { isWithin } from "@/lib/text/paths";

/** `exact`: pages below it belong to other tabs. */
export type LinkTab = { href: string; label: string; exact?: true };

/** Tabs that are links. Arrow keys move between them, Enter opens one. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }) {
  const pathname = usePathname();
  // A page below a tab, such as a webhook's delivery log, belongs to it.
  const current = tabs.find(({ href, exact }) => (exact ? pathname === href : isWithin(pathname, href)))?.href;
  const list = useRef<HTMLDivElement>(null);
  // On a phone, the tabs may be wider than the page. `scrollIntoView` would also scroll the page, which may have been
  // scrolled before this runs.
  useEffect(() => {
    const tab = [...(list.current?.children ?? [])].find((each) => each.getAttribute("href") === current);
    if (!list.current || !tab) return;
    const [shown, wanted] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    list.current.scrollLeft += Math.max(0, wanted.right - shown.right) + Math.min(0, wanted.left - shown.left);
  }, [current]);
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className="flex gap-1 overflow-x-auto border-border border-b [scrollbar-width:none]"
      onKeyDown={(event) => {
        const links = [...(list.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
        const index = nextTab(event.key, links.indexOf(event.target as HTMLElement), links.length);
        if (index === null) return;
        event.preventDefault();
        links[index]?.focus();
      }}
    >
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          role="tab"
          aria-selected={tab.href === current}
          tabIndex={tab.href === current ? 0 : -1}
          className={clsx(
            "-mb-px flex target-y items-center rounded-t-md border-b-2 px-3 py-2 font-medium text-sm -outline-offset-2 transition-colors",
            tab.href === current ? "border-accent text-text" : "border-transparent text-text-muted hover:text-text",
          )}
        >
          {tab.label}
        </Link>
      ))}
    </div>
  );
}

/** Returns the tab that a key moves to, wrapping around; null for other keys. */
function nextTab(key: string, index: number, count: number): number | null {
  if (index < 0 || count === 0) return null;
  if (key === "ArrowRight") return (index + 1) % count;
  if (key === "ArrowLeft") return (index - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}
