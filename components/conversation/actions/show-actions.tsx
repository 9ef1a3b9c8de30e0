"use client";

import type { RefObject } from "react";
import { flushSync } from "react-dom";

/**
 * For who moves through the page by its words, without pointer or focus: makes the toolbar, and leads into it. Where there is only
 * a finger, opens the sheet, as a long press does.
 */
export function ShowActions({ article, onToolbar, onSheet }: ShowActionsProps) {
  const show = () => {
    if (window.matchMedia("(hover: none)").matches) return onSheet();
    flushSync(onToolbar);
    article.current?.querySelector<HTMLElement>("[data-toolbar] button")?.focus();
  };
  return (
    <button type="button" tabIndex={-1} className="sr-only" onClick={show}>
      Message actions
    </button>
  );
}

type ShowActionsProps = { article: RefObject<HTMLElement | null>; onToolbar: () => void; onSheet: () => void };
