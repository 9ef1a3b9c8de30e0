"use client";

import { useEffect, useRef } from "react";
import { TextField } from "./text-field";

type FilterFieldProps = {
  label: string;
  placeholder: string;
  className?: string;
  /** What the list is narrowed to now. */
  value: string;
  change: (value: string) => void;
};

// Whoever types a word waits for its list, not for those of its letters.
const PAUSE_MS = 200;

/** Narrows a list that the server searches: `change` is called once nothing was typed for a moment. */
export function FilterField({ value, change, ...field }: FilterFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The list may be narrowed by something else in the moment before what was typed counts.
  const latest = useRef(change);

  // "Clear filters" and the browser's back button change the value from outside.
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
