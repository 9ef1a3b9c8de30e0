"use client";

import { useEffect } from "react";
import { store, useStore } from "@/lib/browser/store";
import type { NoticeCountDto } from "@/lib/notices/dto";

// What the sidebar has last asked for. Null until it has.
const waiting = store<NoticeCountDto | null>(null);

/** Makes known to the page how many notices wait for this person. */
export function publishNotices(count: NoticeCountDto): void {
  waiting.set(count);
}

/** How many notices wait; until more is known, what the server `rendered`. */
export function useNoticeCount(rendered: NoticeCountDto): NoticeCountDto {
  // What the server renders later is newer than what was asked for before.
  useEffect(() => publishNotices(rendered), [rendered]);
  return useStore(waiting, (known) => known ?? rendered, rendered);
}

/** The newest notice that waits, as far as the page has been told; null when none does. */
export function useNewestNotice(): string | null {
  return useStore(waiting, (known) => known?.newest ?? null, null);
}
