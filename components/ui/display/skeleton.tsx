import { clsx } from "clsx";

/** A placeholder of the final size. It appears only after a short delay. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx("block animate-late rounded-md bg-surface-hover", className)} />;
}
