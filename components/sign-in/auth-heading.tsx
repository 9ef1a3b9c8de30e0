import type { ReactNode } from "react";

/** The heading of a page shown before sign-in. */
export function AuthHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-6">
      <h1 className="break-words font-semibold text-xl">{title}</h1>
      {children && <p className="mt-1.5 text-sm text-text-muted">{children}</p>}
    </header>
  );
}
