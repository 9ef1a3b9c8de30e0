"use client";

import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { Tooltip } from "./tooltip";

type IconButtonProps = Omit<ComponentProps<"button">, "aria-label" | "children"> & {
  /** The accessible name and tooltip. */
  label: string;
  /** The tooltip, if it says more than the name. */
  tip?: string;
  /** Where the tooltip appears. */
  side?: "top" | "bottom";
  icon: ReactNode;
  tone?: "neutral" | "danger";
};

/** A square button with only an icon. */
export function IconButton({
  label,
  tip = label,
  side = "top",
  icon,
  tone = "neutral",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={tip} side={side}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={clsx(
          "inline-flex target shrink-0 items-center justify-center rounded-md text-text-muted transition-colors hover:bg-surface-hover disabled:opacity-55 data-[state=open]:bg-surface-hover data-[state=open]:text-text [&_svg]:size-4",
          tone === "danger" ? "hover:text-danger" : "hover:text-text",
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
