import type { ReactNode } from "react";

type LabelledProps = { label: string; hint?: string; aside?: ReactNode; children: ReactNode };

/** A visible heading over controls that have names of their own. */
export function Labelled({ label, hint, aside, children }: LabelledProps) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span aria-hidden="true" className="font-medium text-sm">
          {label}
        </span>
        {aside}
      </div>
      {children}
      {hint && <p className="text-sm text-text-muted">{hint}</p>}
    </div>
  );
}
