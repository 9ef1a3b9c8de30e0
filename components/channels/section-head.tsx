import type { ReactNode } from "react";

/** The head of one of the sidebar's lists, with its buttons. */
export function SectionHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex items-center justify-between ps-2.5 pb-1">
      <h2 className="font-medium text-text-muted text-xs">{title}</h2>
      <div className="flex items-center">{children}</div>
    </div>
  );
}
