"use client";

import { clsx } from "clsx";
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useMessage } from "@/components/chat/message/markdown/mentions-context";

// A mask fades to any background; a gradient would need to know its color.
const sizes = {
  // Four lines of a card, and the button in place of the next one.
  card: { limit: 112, max: "max-h-28", fade: "[mask-image:linear-gradient(to_top,transparent_1.75rem,black_2.25rem)]" },
  fields: { limit: 260, max: "max-h-65", fade: "[mask-image:linear-gradient(to_top,transparent_2rem,black_4rem)]" },
  text: { limit: 480, max: "max-h-120", fade: "[mask-image:linear-gradient(to_top,transparent_2.25rem,black_5.5rem)]" },
};

// What a reader has expanded stays so until the page is left, even if its message leaves the list in between.
const expandedBefore = new Set<string>();

/**
 * Shows the first lines of its content, with a button for the rest. The button overlaps the end, so nothing jumps.
 * `part` names it within its message.
 */
export function Collapsible({ size, part, children }: CollapsibleProps) {
  const id = useId();
  const key = `${useMessage()?.id} ${part}`;
  const { limit, max, fade } = sizes[size];
  const [content, tall] = useOverflow<HTMLDivElement>(limit);
  const [expanded, setExpanded] = useState(() => expandedBefore.has(key));
  const cut = tall && !expanded;

  function expand(on: boolean): void {
    if (on) expandedBefore.add(key);
    else expandedBefore.delete(key);
    setExpanded(on);
  }

  function showFocused(event: FocusEvent<HTMLDivElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    if (cut && event.target.getBoundingClientRect().bottom > box.bottom - 48) expand(true);
  }

  return (
    <div className="relative min-w-0">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only tracks the focus of its content. */}
      <div id={id} onFocus={showFocused} className={clsx(!expanded && `${max} overflow-hidden`, cut && fade)}>
        <div ref={content}>{children}</div>
      </div>
      {tall && (
        <div className={clsx("-ms-2", cut && "absolute inset-x-0 bottom-0")}>
          <button
            type="button"
            aria-expanded={expanded}
            aria-controls={id}
            onClick={() => expand(!expanded)}
            className={clsx(
              "rounded-md px-2 font-medium text-accent text-sm hover:bg-surface-hover",
              size === "text" ? "target-y" : "min-h-6 pointer-coarse:min-h-11",
            )}
          >
            {expanded ? "Show less" : "Show more"}
          </button>
        </div>
      )}
    </div>
  );
}

type CollapsibleProps = { size: keyof typeof sizes; part: string; children: ReactNode };

/** Returns whether the element's content is taller than `limit` pixels, live. */
function useOverflow<Box extends HTMLElement>(limit: number): [RefObject<Box | null>, boolean] {
  const ref = useRef<Box>(null);
  const [over, setOver] = useState(false);

  useEffect(() => {
    const content = ref.current;
    if (!content) return;
    const observer = new ResizeObserver(() => setOver(content.offsetHeight > limit));
    observer.observe(content);
    return () => observer.disconnect();
  }, [limit]);

  return [ref, over];
}
