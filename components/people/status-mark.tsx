"use client";

import { clsx } from "clsx";
import { withCustomEmoji } from "@/components/emoji/custom-emoji";
import { useEmojiIds } from "@/lib/browser/emoji";
import { useStatus } from "@/lib/browser/people";
import { PLAIN_STATUS } from "@/lib/users/dto";

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
      <StatusEmoji emoji={status.emoji} />
    </span>
  );
}

/** The emoji of a status; the plain one in place of a custom one that isn't there. */
export function StatusEmoji({ emoji }: { emoji: string }) {
  const ids = useEmojiIds();
  return emoji.startsWith(":") && !Object.hasOwn(ids, emoji.slice(1, -1)) ? PLAIN_STATUS : withCustomEmoji(emoji);
}
