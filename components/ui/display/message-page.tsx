import type { ReactNode } from "react";
import { Mark } from "./mark";

/** A page with one message: what happened, and what to do. */
export function MessagePage({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <main className="flex min-h-dvh flex-1 flex-col items-center justify-center px-6 py-12 text-center">
      <Mark className="mb-6 size-10" />
      <h1 className="font-semibold text-xl">{title}</h1>
      <p className="mt-2 max-w-sm text-balance text-text-muted">{children}</p>
      {action && <div className="mt-6 flex flex-wrap justify-center gap-2">{action}</div>}
    </main>
  );
}
