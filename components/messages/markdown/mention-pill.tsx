import { clsx } from "clsx";

/** Somebody's name in a text; it stands out when the reader is meant. */
export function MentionPill({ mine, children }: { mine: boolean; children: string }) {
  return (
    <span
      className={clsx(
        "box-decoration-clone rounded-md px-1 py-px [unicode-bidi:isolate]",
        mine
          ? "bg-mention font-semibold text-text ring-1 ring-mention-bar/50 ring-inset"
          : "bg-surface-selected font-medium text-accent",
      )}
    >
      {children}
    </span>
  );
}
