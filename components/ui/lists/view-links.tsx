import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/controls/link";

type View = { href: string; label: string; current: boolean; name?: string | undefined; aside?: ReactNode };

/** Links to the views of a page, as pills. `aside` follows a label, and `name` is for screen readers if it has one. */
export function ViewLinks({ label, views }: { label: string; views: readonly View[] }) {
  return (
    <nav aria-label={label} className="shrink-0 overflow-x-auto border-b [scrollbar-width:none]">
      <ul className="mx-auto flex max-w-5xl gap-1 px-4 py-2 max-md:gap-0 max-md:px-2">
        {views.map((view) => (
          <li key={view.href}>
            <Link
              href={view.href}
              aria-current={view.current ? "page" : undefined}
              aria-label={view.name}
              className={clsx(
                "flex target-y items-center gap-1.5 whitespace-nowrap rounded-full px-3 font-medium max-md:px-2.5 text-sm transition-colors",
                view.current
                  ? "bg-surface-selected text-text"
                  : "text-text-muted hover:bg-surface-hover hover:text-text",
              )}
            >
              {view.label}
              {view.aside}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
