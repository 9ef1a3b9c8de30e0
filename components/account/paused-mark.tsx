import { Moon } from "@/components/ui/icons/more-icons";
import type { PauseDto } from "@/lib/people/notifications/dto";

/**
 * A moon next to your name while notifications are paused. CSS hides it when the pause ends, so pages need no script
 * for it.
 */
export function PausedMark({ pause: { paused, until }, now }: { pause: PauseDto; now: number }) {
  if (!paused) return null;
  const left = until === null ? null : Math.max(0, Date.parse(until) - now);
  return (
    <Moon
      // A new element for each `now`, because the animation counts the remaining time from when it is mounted.
      key={now}
      data-paused=""
      className="size-4 shrink-0 text-accent"
      {...(left !== null && { style: { animation: `over 0s linear ${left}ms forwards` } })}
    />
  );
}
