"use client";

import { type FocusEvent, type KeyboardEvent, useMemo, useState } from "react";
import { besideMessage } from "./neighbour";

const steps = { ArrowUp: -1, ArrowDown: 1 } as const;

/**
 * Tab reaches one message of the channel, the last one at first; ArrowUp and ArrowDown lead from message to message. `tabbable` is
 * its `seq`; the handlers belong on what holds the messages.
 */
export function useRovingMessage(messages: readonly { seq: number }[]) {
  const [visited, setVisited] = useState<number | null>(null);
  const handlers = useMemo(
    () => ({
      onFocus: ({ target }: FocusEvent) => {
        const seq = Number(target.closest("article")?.getAttribute("data-seq"));
        if (seq > 0) setVisited(seq);
      },
      onKeyDown: (event: KeyboardEvent) => {
        const by = event.key === "ArrowUp" || event.key === "ArrowDown" ? steps[event.key] : null;
        if (!by || !(event.target instanceof HTMLElement) || !event.target.matches("article[data-seq]")) return;
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        besideMessage(event.target, by)?.focus();
      },
    }),
    [],
  );
  const isThere = visited !== null && messages.some((message) => message.seq === visited);
  return { tabbable: isThere ? visited : (messages.at(-1)?.seq ?? null), handlers };
}
