"use client";

import { useEffect, useRef } from "react";
import { markRead } from "@/components/channels/read-position";

/** Moves the read position to `seq` while the reader has the end of the channel in front of them: visible, focused, at the end. */
export function useMarkRead(channelId: string, seq: number, options: { from: number; atEnd: boolean }): void {
  const marked = useRef(options.from);
  const { atEnd } = options;
  useEffect(() => {
    const mark = () => {
      if (!atEnd || seq <= marked.current || document.visibilityState !== "visible" || !document.hasFocus()) return;
      marked.current = seq;
      void markRead(channelId, seq);
    };
    mark();
    window.addEventListener("focus", mark);
    document.addEventListener("visibilitychange", mark);
    return () => {
      window.removeEventListener("focus", mark);
      document.removeEventListener("visibilitychange", mark);
    };
  }, [channelId, seq, atEnd]);
}
