"use client";

import { useEffect, useRef } from "react";
import { TextField } from "@/components/ui/controls/text-field";

type FilterFieldProps = {
  label: string;
  /** Whether only screen readers get the label. */
  hideLabel?: boolean;
  placeholder: string;
  className?: string;
  /** The current filter. */
  value: string;
  change: (value: string) => void;
};

// Waits for a whole word instead of filtering by each letter.
const PAUSE_MS = 200;

/** Filters a list on the server. Calls `change` after a pause in typing. */
export function FilterField({ value, change, ...field }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // Another filter may change the list before this one applies.
  const latest = useRef(change);

  // "Clear filters" and the browser's Back button change the value from outside.
  useEffect(() => {
    if (input.current && input.current !== document.activeElement) input.current.value = value;
  }, [value]);
  useEffect(() => {
    latest.current = change;
  }, [change]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function typed(text: string): void {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current(text.trim()), PAUSE_MS);
  }

  return (
    <TextField
      {...field}
      ref={input}
      type="search"
      autoComplete="off"
      defaultValue={value}
      onChange={({ target }) => typed(target.value)}
    />
  );
}
