"use client";

import { useId } from "react";

type SegmentedControlProps<V extends string> = {
  label: string;
  value: V;
  options: readonly { value: V; label: string; count: number }[];
  choose: (value: V) => void;
};

/** A row of choices with counts, made of the browser's own radio buttons. */
export function SegmentedControl<V extends string>({ label, value, options, choose }: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="flex w-fit max-w-full flex-wrap gap-0.5 rounded-lg border border-border-strong p-0.5"
    >
      {options.map((option) => (
        <label
          key={option.value}
          className="relative inline-flex min-h-7 items-center gap-1.5 rounded-md px-2.5 font-medium text-sm text-text-muted transition-colors hover:text-text has-checked:bg-surface-selected has-checked:text-text has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => choose(option.value)}
            className="absolute inset-0 size-full cursor-pointer appearance-none outline-none"
          />
          {option.label} <span className="font-normal text-xs tabular-nums">{option.count}</span>
        </label>
      ))}
    </div>
  );
}
