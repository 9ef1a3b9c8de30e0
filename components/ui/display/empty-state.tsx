import type { ReactNode } from "react";

/** Says what will appear here, and offers the first action. */
export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-sm flex-col items-center px-6 py-12 text-center">
      {icon && (
        <span
          aria-hidden="true"
          className="mb-4 flex size-11 items-center justify-center rounded-xl border border-border bg-surface-sunken text-text-muted [&_svg]:size-5"
        >
          {icon}
        </span>
      )}
      <p className="font-semibold text-base">{title}</p>
      {children && <div className="mt-1 text-balance text-sm text-text-muted">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

type EmptyStateProps = { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode };
