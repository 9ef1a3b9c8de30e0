"use client";

import { clsx } from "clsx";
import type { ReactNode } from "react";
import { useRadix } from "@/components/ui/deferred/deferred-radix";
import { Check } from "@/components/ui/icons/icons";

/** A filter in the menu; the current one is checked. */
export function FilterChoice({ value, className, children }: FilterChoiceProps) {
  const Radix = useRadix()?.DropdownMenu;
  return (
    Radix && (
      <Radix.RadioItem
        value={value}
        className={clsx(
          "flex target-y min-w-0 cursor-default select-none items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-surface-hover",
          className,
        )}
      >
        <span className="flex size-4 shrink-0 items-center justify-center text-accent">
          <Radix.ItemIndicator>
            <Check aria-hidden="true" className="size-4" />
          </Radix.ItemIndicator>
        </span>
        {children}
      </Radix.RadioItem>
    )
  );
}

type FilterChoiceProps = { value: string; className?: string; children: ReactNode };
