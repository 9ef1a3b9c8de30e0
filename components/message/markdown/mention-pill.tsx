"use client";

import { clsx } from "clsx";
import { mentionText } from "./mentions";
import { useMentions } from "./mentions-context";

/** A person's name in a text, or without an id what means everyone; it stands out when the reader is meant. */
export function MentionPill({ id, children }: { id: string | undefined; children: string }) {
  const mentions = useMentions();
  const mine = id === undefined || id === mentions.readerId;
  return (
    <span
      className={clsx(
        "box-decoration-clone rounded-md px-1 py-px [unicode-bidi:isolate]",
        mine
          ? "bg-mention font-semibold text-text ring-1 ring-mention-bar/50 ring-inset"
          : "bg-surface-selected font-medium text-accent",
      )}
    >
      {id === undefined ? children : mentionText(id, mentions)}
    </span>
  );
}
