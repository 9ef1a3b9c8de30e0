import { clsx } from "clsx";

type ProgressBarProps = { label: string; percent: number; className: string };

/** A thin bar that shows how far something is. `className` has its size. */
export function ProgressBar({ label, percent, className }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      className={clsx("overflow-hidden rounded-full bg-border", className)}
    >
      <div className="h-full bg-accent" style={{ width: `${percent}%` }} />
    </div>
  );
}
