import { clsx } from "clsx";

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger";
export type ButtonSize = "small" | "medium" | "large";

const base =
  "relative inline-flex target-y shrink-0 select-none items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors aria-disabled:opacity-80 disabled:opacity-55";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-accent text-accent-text not-disabled:hover:bg-accent-hover",
  secondary: "border border-border-strong bg-surface-raised text-text not-disabled:hover:bg-surface-hover",
  ghost: "text-text-muted not-disabled:hover:bg-surface-hover not-disabled:hover:text-text",
  danger: "bg-danger text-danger-text not-disabled:hover:bg-danger-hover",
};

const sizes: Record<ButtonSize, string> = {
  small: "px-2.5 text-sm",
  medium: "min-h-9 px-3.5 text-sm pointer-coarse:min-h-11",
  large: "min-h-11 px-5 text-base",
};

/** Returns a button's classes, for links that look like buttons. */
export function buttonStyle(
  variant: ButtonVariant = "secondary",
  size: ButtonSize = "medium",
  className?: string,
): string {
  return clsx(base, variants[variant], sizes[size], className);
}
