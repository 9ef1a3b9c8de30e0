import type { ReactNode } from "react";

/** Controls that belong together, under their name. */
export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-border border-t pt-3">
      <legend className="pe-2 font-semibold text-sm">{name}</legend>
      <div className="flex flex-col gap-3">{children}</div>
    </fieldset>
  );
}

/** Two controls side by side where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">{children}</div>;
}
