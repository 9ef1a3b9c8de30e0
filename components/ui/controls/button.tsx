import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { Spinner } from "@/components/ui/display/spinner";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button-style";

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Something is in progress: the button keeps its width and focus, and ignores presses. */
  busy?: boolean;
};

/** A button. Its text is a verb with an object. */
export function Button({ variant, size, busy = false, className, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={busy ? "button" : (type ?? "button")}
      className={buttonStyle(variant, size, className)}
      aria-disabled={busy || rest["aria-disabled"]}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <span className={clsx("inline-flex items-center gap-1.5 [&_svg]:size-4", busy && "opacity-0")}>{children}</span>
      {busy && <Spinner className="absolute" />}
    </button>
  );
}
