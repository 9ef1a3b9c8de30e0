"use client";

import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { sections } from "./prose";

/** Links to the sections, with the current one marked. Shown next to the text on wide screens. */
export function TableOfContents() {
  const current = useCurrentSection(sections.map(({ id }) => id));
  return (
    <nav aria-label="On this page" className="sticky top-20 max-h-[calc(100dvh-6rem)] overflow-y-auto pb-4">
      <p className="px-3 pb-2 font-semibold text-sm">On this page</p>
      <ul className="border-border border-s">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? "location" : undefined}
              className={clsx(
                "-ms-px flex target-y items-center border-s-2 px-3 py-1 text-sm transition-colors -outline-offset-2",
                id === current
                  ? "border-accent font-medium text-text"
                  : "border-transparent text-text-muted hover:text-text",
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same links in a collapsible list for narrow screens. */
export function FoldedContents() {
  return (
    <details className="rounded-xl border border-border bg-surface-raised">
      <summary className="flex target-y cursor-pointer items-center px-4 py-2 font-medium text-sm">
        On this page
      </summary>
      <ul className="border-border border-t px-2 py-2">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex target-y items-center rounded-md px-2 text-accent text-sm hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Returns the id of the section at the top of the window, or null above the first one. */
function useCurrentSection(ids: readonly string[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  const joined = ids.join(" ");

  useEffect(() => {
    const headings = joined.split(" ").flatMap((id) => document.getElementById(id) ?? []);
    const look = () => {
      const passed = headings.filter((heading) => heading.getBoundingClientRect().top < window.innerHeight / 4);
      const atEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
      setCurrent((atEnd ? headings.at(-1) : passed.at(-1))?.id ?? null);
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    window.addEventListener("resize", look);
    return () => {
      window.removeEventListener("scroll", look);
      window.removeEventListener("resize", look);
    };
  }, [joined]);

  return current;
}
