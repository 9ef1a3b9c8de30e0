"use client";

import { clsx } from "clsx";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { useStatus } from "@/lib/browser/people";

/** The emoji of a status, with its text as a tooltip and for screen readers. Renders nothing without a status. */
export function StatusMark({ userId, className }: { userId: string | null; className?: string }) {
  const status = useStatus(userId);
  if (!status) return null;
  const text = status.text || `Status ${status.emoji}`;
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className={clsx("shrink-0 select-none leading-none *:pointer-events-none", className)}
    >
      {withCustomEmoji(status.emoji)}
    </span>
  );
}
