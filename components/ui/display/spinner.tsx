import { clsx } from "clsx";

/** A spinner, hidden from screen readers: what it belongs to says that it is busy. */
export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx("block size-4 animate-spin rounded-full border-2 border-current border-t-transparent", className)}
    />
  );
}
