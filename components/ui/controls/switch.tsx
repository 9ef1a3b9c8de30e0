"use client";

import { Switch as Radix } from "radix-ui";
import { type ReactNode, useId } from "react";

/** A switch with its label; the whole row is its target. */
export function Switch({ label, hint, aside, ...rest }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex target-y items-start justify-between gap-4">
      <div className="flex flex-col">
        <label htmlFor={id} className="py-1 font-medium text-sm">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-text-muted">
            {hint}
          </p>
        )}
      </div>
      <div className="flex shrink-0 items-center gap-2">
        {aside}
        <Radix.Root
          {...rest}
          id={id}
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="group flex target shrink-0 items-center disabled:opacity-55"
        >
          <span className="flex h-5 w-9 items-center rounded-full border border-border-strong bg-surface-sunken px-0.5 transition-colors group-data-[state=checked]:border-accent group-data-[state=checked]:bg-accent">
            <Radix.Thumb className="size-3.5 rounded-full bg-text-muted transition-transform data-[state=checked]:translate-x-4 data-[state=checked]:bg-accent-text" />
          </span>
        </Radix.Root>
      </div>
    </div>
  );
}

type SwitchProps = {
  label: string;
  hint?: ReactNode;
  /** Shown before the switch. */
  aside?: ReactNode;
  name?: string;
  disabled?: boolean;
  checked?: boolean;
  defaultChecked?: boolean;
  onCheckedChange?: (checked: boolean) => void;
};
