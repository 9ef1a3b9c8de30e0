"use client";

import { clsx } from "clsx";
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";

// A mask fades to any background; a gradient would need to know its color.
const fade = "[mask-image:linear-gradient(to_top,transparent_2.25rem,black_5.5rem)]";

/** Shows at most 480 px of its content, with a button for the rest. The button overlaps the end, so nothing jumps. */
export function Collapsible({ inset = true, children }: { inset?: boolean; children: ReactNode }) {
  const id = useId();
  const [content, tall] = useOverflow<HTMLDivElement>(480);
  const [expanded, setExpanded] = useState(false);
  const cut = tall && !expanded;

  function showFocused(event: FocusEvent<HTMLDivElement>): void {
    const box = event.currentTarget.getBoundingClientRect();
    if (cut && event.target.getBoundingClientRect().bottom > box.bottom - 48) setExpanded(true);
  }

  return (
    <div className="relative">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only tracks the focus of its content. */}
      <div id={id} onFocus={showFocused} className={clsx(!expanded && "max-h-[480px] overflow-hidden", cut && fade)}>
        <div ref={content}>{children}</div>
      </div>
      {tall && (
        <div className={clsx(inset ? "px-2 pb-1" : "-ms-2", cut && "absolute inset-x-0 bottom-0")}>
          <button
            type="button"
            aria-expanded={expanded}
            aria-controls={id}
            onClick={() => setExpanded(!expanded)}
            className="target-y rounded-md px-2 font-medium text-accent text-sm hover:bg-surface-hover"
          >
            {expanded ? "Show less" : "Show more"}
          </button>
        </div>
      )}
    </div>
  );
}

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
