import type { ReactNode } from "react";
import { TriangleAlert } from "@/components/ui/icons/icons";

/** A thin bar across the page that says what's wrong, with a button beside it if there is something to do. */
export function Bar({ action, children }: { action?: ReactNode; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex min-h-8 items-center justify-center gap-2.5 bg-warning-soft px-4 py-1 text-sm text-text"
    >
      <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-warning" />
      <div className="min-w-0">{children}</div>
      {action}
    </div>
  );
}
