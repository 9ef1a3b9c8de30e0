"use client";

import { type RefObject, useEffect, useRef, useState } from "react";

/** Whether the element's content is taller than `limit` pixels, followed as it changes. */
export function useOverflow<Box extends HTMLElement>(limit: number): [RefObject<Box | null>, boolean] {
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
