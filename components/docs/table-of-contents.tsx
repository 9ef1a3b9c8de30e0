"use client";

import { clsx } from "clsx";
import { sections } from "./section-list";
import { useCurrentSection } from "./use-current-section";

/** The way to each section, beside the text on wide screens; the one that is being read is marked. */
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

/** The same on narrow screens: closed, above the text. */
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
