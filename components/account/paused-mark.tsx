import { Moon } from "lucide-react";
import type { PauseDto } from "@/lib/notifications/dto";

/** A moon beside one's own name while one is left alone; it goes by itself when that ends. Rendered on the server: pages need nothing for it. */
export function PausedMark({ pause: { paused, until }, now }: { pause: PauseDto; now: number }) {
  if (!paused) return null;
  const left = until === null ? null : Math.max(0, Date.parse(until) - now);
  return (
    <Moon
      // A new one for each reading: the time that is left counts from when it is there.
      key={now}
      aria-hidden="true"
      className="size-4 shrink-0 text-accent"
      {...(left !== null && { style: { animation: `over 0s linear ${left}ms forwards` } })}
    />
  );
}
