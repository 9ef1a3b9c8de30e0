import { dayName } from "@/components/ui/time/time-format";
import { useTimeZone } from "@/components/ui/time/time-zone";
import { useNow } from "@/components/ui/time/use-now";

const pill = "rounded-full border border-border bg-surface-raised px-3 py-0.5 font-medium text-text-muted text-xs";

/**
 * The date above a day's messages. While the reader scrolls, it's also at the top of the pane; it would cover text
 * if it stayed there.
 */
export function DayDivider({ at }: { at: string }) {
  const name = dayName(new Date(at), useTimeZone(), useNow());
  // Not separators: a feed may only contain articles.
  return (
    <>
      <div aria-hidden="true" data-day={name} className="pointer-events-none sticky top-0 z-10 flex h-0 justify-center">
        <span
          className={`${pill} mt-2 h-fit opacity-0 transition-opacity before:content-[attr(data-day)] in-data-scrolling:opacity-100`}
          data-day={name}
        />
      </div>
      <div className="pointer-events-none flex justify-center py-2">
        <span className={pill}>{name}</span>
      </div>
    </>
  );
}
