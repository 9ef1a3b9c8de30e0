import { clsx } from "clsx";
import type { ReactNode } from "react";
import { CircleAlert, TriangleAlert } from "@/components/ui/icons/icons";
import { CircleCheck, Info } from "@/components/ui/icons/more-icons";

export type BannerTone = "neutral" | "success" | "warning" | "danger";

const tones = {
  neutral: { Icon: Info, style: "bg-surface-sunken", icon: "text-text-muted" },
  success: { Icon: CircleCheck, style: "bg-success-soft", icon: "text-success" },
  warning: { Icon: TriangleAlert, style: "bg-warning-soft", icon: "text-warning" },
  danger: { Icon: CircleAlert, style: "bg-danger-soft", icon: "text-danger" },
} as const;

/** A status message in a box. `danger` interrupts screen readers. */
export function Banner({ tone = "neutral", action, children }: BannerProps) {
  const { Icon, style, icon } = tones[tone];
  return (
    <div
      role={tone === "danger" ? "alert" : "status"}
      className={clsx("flex items-center gap-2.5 rounded-xl px-3.5 py-2.5 text-sm text-text", style)}
    >
      <Icon aria-hidden="true" className={clsx("size-4 shrink-0", icon)} />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  );
}

type BannerProps = { tone?: BannerTone; action?: ReactNode; children: ReactNode };
