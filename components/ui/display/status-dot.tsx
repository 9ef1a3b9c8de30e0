import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { BadgeTone } from "./badge";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-text-muted",
  accent: "bg-accent",
  success: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
  progress: "bg-progress",
  done: "bg-done",
};

/** A state as a dot and a word, because color alone isn't accessible. `waiting` makes the dot pulse. */
export function StatusDot({ tone = "neutral", waiting = false, children }: StatusDotProps) {
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <span
        aria-hidden="true"
        className={clsx("size-2 shrink-0 rounded-full", tones[tone], waiting && "animate-pulse")}
      />
      {children}
    </span>
  );
}

type StatusDotProps = { tone?: BadgeTone; waiting?: boolean; children: ReactNode };
