import { clsx } from "clsx";

/** A place that will be filled; give it the final size. It appears only when the wait is felt. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("block animate-late rounded-md bg-surface-hover", className)} />;
}
