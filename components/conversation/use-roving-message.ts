"use client";

import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { besideMessage } from "./actions/message-focus";

/** The run of messages, and how to get at the rest of them: `toFirst` and `toLast` also bring that end into view. */
export type RovingRun = {
  messages: readonly { seq: number }[];
  hasOlder: boolean;
  hasNewer: boolean;
  loadOlder: () => void;
  loadNewer: () => void;
  toFirst: () => void;
  toLast: () => void;
};

/** Where the focus goes as soon as that is on the page. */
type Goal = "first" | "last" | { from: number; by: 1 | -1 };

/**
 * Tab reaches one message of the channel, the last one at first; keys lead from message to message, over the ends of what is loaded
 * as well. `tabbable` is its `seq`; the ref and the handlers belong on what holds the messages.
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
  // After the list has been put back where it was, or the focus would be out of view again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the message to go to may be there with every change of the run.
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
        if (seq > 0) setVisited(seq);
      },
      onKeyDown: (event: KeyboardEvent) => {
        // Any other key cancels the move that was asked for.
        goal.current = null;
        const to = rovingStep(event);
        if (!to || !(event.target instanceof HTMLElement) || !event.target.matches("article[data-seq]")) return;
        event.preventDefault();
        step(event.target, to);
      },
    }),
    [step],
  );
  const isThere = visited !== null && messages.some((message) => message.seq === visited);
  return { feed, tabbable: isThere ? visited : (messages.at(-1)?.seq ?? null), handlers };
}

function find(feed: HTMLElement, goal: Goal, { hasOlder, hasNewer }: RovingRun): HTMLElement | null {
  const all = feed.querySelectorAll<HTMLElement>("article[data-seq]");
  if (goal === "first") return hasOlder ? null : (all[0] ?? null);
  if (goal === "last") return hasNewer ? null : (all[all.length - 1] ?? null);
  const from = feed.querySelector<HTMLElement>(`article[data-seq="${goal.from}"]`);
  return from && besideMessage(from, goal.by);
}

type Pressed = { key: string; altKey: boolean; ctrlKey: boolean; metaKey: boolean; shiftKey: boolean };

/** Where a key leads from a message, or null: to the one before or after it, to the channel's first or its last. */
export function rovingStep({ key, altKey, ctrlKey, metaKey, shiftKey }: Pressed): -1 | 1 | "first" | "last" | null {
  if (altKey || metaKey || shiftKey) return null;
  if (key === "Home") return "first";
  if (key === "End") return "last";
  if (ctrlKey) return null;
  if (key === "ArrowUp" || key === "PageUp") return -1;
  if (key === "ArrowDown" || key === "PageDown") return 1;
  return null;
}
