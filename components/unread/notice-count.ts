"use client";

import { useEffect, useSyncExternalStore } from "react";
import type { NoticeCountDto } from "@/lib/notices/dto";

// What the sidebar has last asked for. Null until it has.
let known: NoticeCountDto | null = null;
const listeners = new Set<() => void>();

/** Makes known to the page how many notices wait for this person. */
export function publishNotices(count: NoticeCountDto): void {
  known = count;
  for (const listener of listeners) listener();
}

/** How many notices wait; until more is known, what the server `rendered`. */
export function useNoticeCount(rendered: NoticeCountDto): NoticeCountDto {
  // What the server renders later is newer than what was asked for before.
  useEffect(() => publishNotices(rendered), [rendered]);
  return useSyncExternalStore(
    subscribe,
    () => known ?? rendered,
    () => rendered,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
