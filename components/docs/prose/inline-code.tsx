import type { ReactNode } from "react";

/** A word of a request or a program inside a sentence. */
export function InlineCode({ children }: { children: ReactNode }) {
  return (
    <code className="rounded-md bg-surface-hover px-1 py-0.5 font-mono text-sm [overflow-wrap:anywhere]">
      {children}
    </code>
  );
}
