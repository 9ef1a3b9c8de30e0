import { type ReactNode, useId } from "react";

/** A section of the account page: its title and hint on one side, its form on the other. */
export function AccountSection({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-x-8 gap-y-4 py-8 lg:grid-cols-[12rem_1fr]">
      <div>
        <h2 id={id} className="font-semibold text-base">
          {title}
        </h2>
        <p className="text-sm text-text-muted">{hint}</p>
      </div>
      <div className="min-w-0 max-w-md">{children}</div>
    </section>
  );
}
