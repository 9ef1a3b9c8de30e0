"use client";

import { clsx } from "clsx";
import { RadioGroup } from "radix-ui";
import { type ReactNode, useId } from "react";

/** Radio buttons as cards, each with a description. */
export function RadioCards({ label, aside, row = false, options, className, ...rest }: RadioCardsProps) {
  const id = useId();
  return (
    <div className={clsx("flex flex-col gap-1.5", className)}>
      <div className="flex items-baseline justify-between gap-3">
        <span id={id} className="font-medium text-sm">
          {label}
        </span>
        {aside}
      </div>
      <RadioGroup.Root
        {...rest}
        aria-labelledby={id}
        className={clsx("grid gap-2", row && "sm:auto-cols-fr sm:grid-flow-col")}
      >
        {options.map((option) => (
          <RadioGroup.Item
            key={option.value}
            value={option.value}
            aria-labelledby={`${id}-${option.value}`}
            aria-describedby={option.hint ? `${id}-${option.value}-hint` : undefined}
            className="group flex items-start gap-3 rounded-xl border border-border-strong bg-surface-raised px-3.5 py-3 text-start transition-colors enabled:hover:bg-surface-hover disabled:cursor-not-allowed disabled:opacity-55 data-[state=checked]:border-accent data-[state=checked]:bg-surface-selected"
          >
            <span className="mt-0.5 flex size-4 shrink-0 items-center justify-center rounded-full border border-border-strong bg-surface-raised group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent">
              <RadioGroup.Indicator className="size-1.5 rounded-full bg-accent-text" />
            </span>
            <span className="flex flex-col">
              <span id={`${id}-${option.value}`} className="font-medium text-sm">
                {option.label}
              </span>
              {option.hint && (
                <span id={`${id}-${option.value}-hint`} className="text-sm text-text-muted">
                  {option.hint}
                </span>
              )}
            </span>
          </RadioGroup.Item>
        ))}
      </RadioGroup.Root>
    </div>
  );
}

type RadioCardsProps = {
  label: string;
  /** Shown at the end of the label's line. */
  aside?: ReactNode;
  /** Puts up to three short options side by side. */
  row?: boolean;
  options: readonly { value: string; label: string; hint?: string }[];
  name?: string;
  value?: string;
  defaultValue?: string;
  disabled?: boolean;
  onValueChange?: (value: string) => void;
  className?: string;
};
