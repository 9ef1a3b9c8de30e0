"use client";

import { clsx } from "clsx";
import { useEffect, useState } from "react";
import { copyText } from "@/components/ui/hooks/copy-text";
import { Check, Copy } from "@/components/ui/icons/icons";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button-style";

/** Copies a text, and confirms it with an icon and to screen readers. Its accessible name never changes. */
export function CopyButton({ text, label = "Copy", iconOnly, variant, size, className }: CopyButtonProps) {
  const { outcome, copy } = useCopied(text);
  const Icon = outcome === "copied" ? Check : Copy;
  return (
    <>
      <button
        type="button"
        className={iconOnly ? clsx(iconStyle, className) : buttonStyle(variant, size, className)}
        aria-label={label}
        title={iconOnly ? label : undefined}
        onClick={copy}
      >
        <Icon aria-hidden="true" className={clsx("size-4", outcome === "copied" && !variant && "text-success")} />
        {!iconOnly && <span aria-hidden="true">{label}</span>}
      </button>
      <span role="status" className="sr-only">
        {outcome === "copied" && "Copied"}
        {outcome === "failed" && "Couldn't copy. Select the text and copy it yourself."}
      </span>
    </>
  );
}

const iconStyle =
  "inline-flex target items-center justify-center rounded-md text-text-muted transition-colors hover:bg-surface-hover hover:text-text";

type CopyButtonProps = {
  text: string;
  label?: string;
  iconOnly?: boolean;
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
};

type Outcome = "idle" | "copied" | "failed";

/** Copies the text, and returns the outcome for two seconds. */
function useCopied(text: string): { outcome: Outcome; copy: () => void } {
  const [outcome, setOutcome] = useState<Outcome>("idle");

  useEffect(() => {
    if (outcome === "idle") return;
    const timer = setTimeout(() => setOutcome("idle"), 2000);
    return () => clearTimeout(timer);
  }, [outcome]);

  return { outcome, copy: () => void copyText(text).then((copied) => setOutcome(copied ? "copied" : "failed")) };
}
