"use client";

import { useEffect, useRef } from "react";
import { type Run, runPage } from "@/components/conversation/run/run";
import type { MessagePageDto } from "@/lib/messages/dto";

// As many as a page has that the server renders.
const MOST_KEPT = 50;

// The framework shows a channel's page again for a while without asking for it. What stands here lasts no longer than that page.
const left = new WeakMap<MessagePageDto, MessagePageDto | null>();

/** Remembers how a channel is left that was opened with `page`: its last messages, or null where the reader hadn't come that far. */
export function useLeave(page: MessagePageDto, run: Run): void {
  const current = useRef(run);
  current.current = run;
  useEffect(() => () => void left.set(page, runPage(current.current, MOST_KEPT, page.rev)), [page]);
}

/** The messages of a channel that was opened with `page` as they were left, or null; undefined where it is opened for the first time. */
export function leftPage(page: MessagePageDto): MessagePageDto | null | undefined {
  return left.get(page);
}
