import { dayName } from "@/components/ui/time-format";
import { useTimeZone } from "@/components/ui/time-zone";
import { useNow } from "@/components/ui/use-now";

/** The date above a day's messages, which sticks to the top while they scroll by. */
export function DayDivider({ at }: { at: string }) {
  const name = dayName(new Date(at), useTimeZone(), useNow());
  return (
    // Not a separator: a feed may only contain articles.
    <div className="pointer-events-none sticky top-0 z-10 flex justify-center py-2">
      <span className="rounded-full border border-border bg-surface-raised px-3 py-0.5 font-medium text-text-muted text-xs">
        {name}
      </span>
    </div>
  );
}
