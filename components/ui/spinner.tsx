import { clsx } from "clsx";

/** A turning ring. It is silent: whatever is busy says so itself. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("size-4 animate-spin rounded-full border-2 border-current border-t-transparent", className)}
    />
  );
}
