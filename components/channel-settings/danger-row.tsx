import type { ReactNode } from "react";

/** An action that weighs more than others: what it does, and its button apart from everything else. */
export function DangerRow({ title, children, action }: { title: string; children: ReactNode; action: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="font-medium text-sm">{title}</h2>
        <p className="text-sm text-text-muted">{children}</p>
      </div>
      {action}
    </div>
  );
}
