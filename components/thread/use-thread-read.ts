"use client";

import { useEffect } from "react";
import { useLooking } from "@/components/ui/use-looking";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/paths";

type Options = {
  channelId: string;
  rootId: string;
  following: boolean;
  /** The last reply that the page holds. */
  newest: number;
  /** How far this person had read when the thread was opened. */
  lastReadSeq: number;
  /** The thread's end is in view. */
  atEnd: boolean;
};

/** Moves the read position in a followed thread while its end is in front of the reader. */
export function useThreadRead({ channelId, rootId, following, newest, lastReadSeq, atEnd }: Options): void {
  const looking = useLooking() && atEnd;
  const unread = following && looking && newest > lastReadSeq;
  useEffect(() => {
    if (!unread) return;
    // What isn't told now is told with the next reply, or when the thread is opened again.
    void request(paths.api.threadRead(channelId, rootId), { method: "POST", body: { seq: newest }, keepalive: true });
  }, [channelId, rootId, unread, newest]);
}
