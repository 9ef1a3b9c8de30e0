"use client";

import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { besideMessage } from "@/components/chat/conversation/actions/message-focus";

/** The loaded messages and how to load more. `toFirst` and `toLast` also scroll there. */
export type RovingRun = {
  messages: readonly { seq: number }[];
  hasOlder: boolean;
  hasNewer: boolean;
  loadOlder: () => void;
  loadNewer: () => void;
  toFirst: () => void;
  toLast: () => void;
};

/** Where the focus goes once that message is loaded. */
type Goal = "first" | "last" | { from: number; by: 1 | -1 };

/**
 * A roving tab stop: Tab reaches one message, initially the last, and keys move between messages, past the ends of what
 * is loaded too. `tabbable` is its `seq`; put the ref and handlers on the container.
 */
export function useRovingMessage(run: RovingRun) {
  const { messages, hasOlder, hasNewer } = run;
  const feed = useRef<HTMLDivElement>(null);
  const goal = useRef<Goal | null>(null);
  const [visited, setVisited] = useState<number | null>(null);

  const current = useRef(run);
  current.current = run;

  const go = useCallback(() => {
    const target = goal.current && feed.current && find(feed.current, goal.current, current.current);
    if (!target) return;
    goal.current = null;
    target.focus();
  }, []);
  // After the scroll position is restored, or the focused message could be out of view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the run may load the target message.
  useEffect(go, [go, messages, hasOlder, hasNewer]);

  const step = useCallback(
    (article: HTMLElement, to: -1 | 1 | "first" | "last") => {
      const beside = typeof to === "number" ? besideMessage(article, to) : null;
      if (beside) return beside.focus();
      goal.current = typeof to === "number" ? { from: Number(article.dataset.seq), by: to } : to;
      const { loadOlder, loadNewer, toFirst, toLast } = current.current;
      if (to === -1) loadOlder();
      else if (to === 1) loadNewer();
      else if (to === "first") toFirst();
      else toLast();
      go();
    },
    [go],
  );

  const handlers = useMemo(
    () => ({
      onFocus: ({ target }: FocusEvent) => {
        const seq = Number(target.closest("article")?.getAttribute("data-seq"));
        if (seq) setVisited(seq);
      },
      onKeyDown: (event: KeyboardEvent) => {
        // Any other key cancels a pending move.
        goal.current = null;
        const to = rovingStep(event);
        if (!to || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
        const article = event.target.closest<HTMLElement>("article[data-seq]");
        if (!article || !event.target.matches(FROM)) return;
        event.preventDefault();
        step(article, to);
      },
    }),
    [step],
  );
  const isThere = visited !== null && messages.some((message) => message.seq === visited);
  return { feed, tabbable: isThere ? visited : (messages.at(-1)?.seq ?? null), handlers };
}

// What these keys move from. In fields, players and code that scrolls they have a use of their own.
const FROM = "article[data-seq], article a, article button, article summary";

function find(feed: HTMLElement, goal: Goal, { hasOlder, hasNewer }: RovingRun): HTMLElement | null {
  const all = feed.querySelectorAll<HTMLElement>("article[data-seq]");
  if (goal === "first") return hasOlder ? null : (all[0] ?? null);
  if (goal === "last") return hasNewer ? null : (all[all.length - 1] ?? null);
  const from = feed.querySelector<HTMLElement>(`article[data-seq="${goal.from}"]`);
  return from && besideMessage(from, goal.by);
}

type KeyPress = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };

/** Returns where a key moves from a message: to its neighbor, or to the channel's first or last message; null otherwise. */
export function rovingStep({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyPress): -1 | 1 | "first" | "last" | null {
  if (altKey || metaKey || shiftKey) return null;
  if (key === "Home") return "first";
  if (key === "End") return "last";
  if (ctrlKey) return null;
  if (key === "ArrowUp" || key === "PageUp") return -1;
  if (key === "ArrowDown" || key === "PageDown") return 1;
  return null;
}
