import { clsx } from "clsx";
import type { ReactNode } from "react";

type PageBodyProps = { wide?: boolean; className: string; children: ReactNode };

/** The scrolling part below a page's header: one centered column; `wide` for tables. */
export function PageBody({ wide = false, className, children }: PageBodyProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className={clsx("mx-auto flex flex-col px-4 pb-16", wide ? "max-w-5xl" : "max-w-3xl", className)}>
        {children}
      </div>
    </div>
  );
}
