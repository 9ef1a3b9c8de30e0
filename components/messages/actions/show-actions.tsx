"use client";

import type { RefObject } from "react";
import { flushSync } from "react-dom";

/** For who moves through the page by its words, without pointer or focus: makes the toolbar, and leads into it. */
export function ShowActions({ article, onShow }: { article: RefObject<HTMLElement | null>; onShow: () => void }) {
  const show = () => {
    flushSync(onShow);
    article.current?.querySelector<HTMLElement>("[data-toolbar] button")?.focus();
  };
  return (
    <button type="button" tabIndex={-1} className="sr-only" onClick={show}>
      Message actions
    </button>
  );
}
