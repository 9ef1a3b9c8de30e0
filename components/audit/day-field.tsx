"use client";

import { useEffect, useRef } from "react";
import { TextField } from "@/components/ui/text-field";

type DayFieldProps = {
  label: string;
  /** "2026-11-20", or nothing. */
  day: string;
  narrow: (day: string) => void;
};

/** A day, in the browser's own control, which keeps what is being typed there. */
export function DayField({ label, day, narrow }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null);

  // Cleared filters, and the way back in the browser, reach the control too.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = day;
  }, [day]);

  function change({ value, validity }: HTMLInputElement): void {
    // A day that isn't whole yet is empty and bad; a year that is being typed passes through the first centuries.
    const whole = value === "" ? !validity.badInput : value >= "2000";
    if (whole && value !== day) narrow(value);
  }

  return (
    <TextField ref={field} label={label} type="date" defaultValue={day} onChange={({ target }) => change(target)} />
  );
}
