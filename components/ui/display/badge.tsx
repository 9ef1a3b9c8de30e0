import { clsx } from "clsx";
import type { ReactNode } from "react";

export type BadgeTone = "neutral" | "accent" | "success" | "warning" | "danger" | "progress" | "done";

const tones: Record<BadgeTone, string> = {
  neutral: "bg-surface-hover text-text-muted ring-border ring-1 ring-inset",
  accent: "bg-accent text-accent-text",
  success: "bg-success-soft text-success",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  progress: "bg-progress-soft text-progress",
  done: "bg-done-soft text-done",
};

/** A short label beside something. */
export function Badge({ tone = "neutral", className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        "inline-flex h-4 shrink-0 items-center rounded-md px-1 font-semibold text-xs leading-none tabular-nums",
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  );
}

type BadgeProps = { tone?: BadgeTone; className?: string; children: ReactNode };
