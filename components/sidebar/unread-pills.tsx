"use client";

import { clsx } from "clsx";
import { type MouseEvent, type RefObject, useEffect, useState } from "react";
import { isUnread } from "@/components/frame/unread/unread-mark";
import { ArrowDown } from "@/components/ui/icons/icons";
import type { ChannelGroup } from "./group-channels";

type Side = "above" | "below";
/** The unread channels that are scrolled out of view, in order. */
type OutOfView = Record<Side, string[]>;

const NONE: OutOfView = { above: [], below: [] };
// More than any list is high.
const FAR = 1_000_000;

type UnreadPillsProps = {
  /** The element that scrolls. */
  list: RefObject<HTMLElement | null>;
  /** What it shows. */
  groups: readonly ChannelGroup[];
};

/** Says at either end of the list how many unread channels are beyond it. A press scrolls to the next one. */
export function UnreadPills({ list, groups }: UnreadPillsProps) {
  const unread = groups.flatMap(({ shown }) => shown.filter(isUnread));
  const rows = groups.map(({ key, shown }) => [key, ...shown.map(({ id }) => id)].join()).join(";");
  const beyond = useOutOfView(list, unread.map(({ id }) => id).join(), rows);
  const pill = (side: Side) => {
    const hidden = unread.filter(({ id }) => beyond[side].includes(id));
    if (hidden.length === 0) return null;
    const loud = hidden.some(({ mentions }) => mentions > 0);
    const show = (event: MouseEvent) => {
      const next = side === "above" ? hidden.at(-1) : hidden[0];
      const row = next && list.current?.querySelector<HTMLElement>(`[data-row="${next.id}"]`);
      row?.scrollIntoView({ block: "center", behavior: "smooth" });
      // Pressed by keyboard: the pill goes away, so the focus moves on.
      if (event.detail === 0) row?.focus({ preventScroll: true });
    };
    return (
      <button
        type="button"
        onClick={show}
        className={clsx(
          "absolute start-1/2 z-10 inline-flex min-h-7 -translate-x-1/2 items-center gap-1 whitespace-nowrap rounded-full px-3 font-semibold text-xs tabular-nums shadow-float pointer-coarse:min-h-11 rtl:translate-x-1/2",
          side === "above" ? "top-2" : "bottom-2",
          loud
            ? "bg-danger text-danger-text hover:bg-danger-hover"
            : "bg-surface-raised text-text hover:bg-surface-hover",
        )}
      >
        {hidden.length} unread
        <span className="sr-only">{side}</span>
        <ArrowDown aria-hidden="true" className={clsx("size-3.5", side === "above" && "rotate-180")} />
      </button>
    );
  };
  return (
    <>
      {pill("above")}
      {pill("below")}
    </>
  );
}

/**
 * Returns which of the rows with these ids are out of view, live. `rows` changes whenever the list's elements do. Both
 * are texts, because equal lists are new objects.
 */
function useOutOfView(list: RefObject<HTMLElement | null>, ids: string, rows: string): OutOfView {
  const [beyond, setBeyond] = useState(NONE);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that moved to another section is a new element.
  useEffect(() => {
    const root = list.current;
    if (!root || ids === "") return;
    // One observer for each end, whose area has no other end: rows that a jump scrolls past are never in view.
    const watch = (side: Side, rootMargin: string) => {
      const hidden = new Set<string>();
      return new IntersectionObserver(
        (entries) => {
          for (const { target, intersectionRatio } of entries) {
            const id = target.getAttribute("data-channel") ?? "";
            if (intersectionRatio > 0.5) hidden.delete(id);
            else hidden.add(id);
          }
          setBeyond((before) => ({ ...before, [side]: ids.split(",").filter((id) => hidden.has(id)) }));
        },
        { root, rootMargin, threshold: 0.51 },
      );
    };
    const observers = [watch("above", `0px 0px ${FAR}px`), watch("below", `${FAR}px 0px 0px`)];
    for (const id of ids.split(",")) {
      const row = root.querySelector(`[data-channel="${id}"]`);
      for (const observer of observers) if (row) observer.observe(row);
    }
    return () => {
      for (const observer of observers) observer.disconnect();
    };
  }, [list, ids, rows]);
  return beyond;
}
