"use client";

import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

export type FieldText = {
  label: string;
  hint?: ReactNode;
  /** What is wrong, and what to do about it. */
  error?: string | null | undefined;
  /** Shown at the end of the label's line. */
  aside?: ReactNode;
  /** Hides the label visually, not from screen readers. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
};

type ControlProps = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

/** A label, a control, a hint and an error, linked for screen readers. */
export function Field({ label, hint, error, aside, hideLabel, className, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  return (
    <div className={clsx("flex flex-col gap-1.5", className)}>
      <div className={hideLabel ? "sr-only" : "flex items-baseline justify-between gap-3"}>
        <label htmlFor={id} className="font-medium text-sm">
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        "aria-describedby": [errorId, hintId].filter(Boolean).join(" ") || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {error && (
        <p id={errorId} className="text-danger text-sm">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-sm text-text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

type FieldProps = FieldText & { children: (control: ControlProps) => ReactNode };
