"use client";

import { exactTime, relativeTime, shortDate } from "@/components/ui/time-format";
import { useTimeZone } from "@/components/ui/time-zone";
import { Tooltip } from "@/components/ui/tooltip";
import { useNow } from "@/components/ui/use-now";

/** How long ago the request came; exactly when, under the pointer or with the focus. */
export function DeliveryTime({ at }: { at: string }) {
  const zone = useTimeZone();
  const now = useNow();
  const date = new Date(at);
  return (
    <Tooltip text={exactTime(date, zone)}>
      <time
        dateTime={at}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus it shows the exact time.
        tabIndex={0}
        className="w-fit whitespace-nowrap rounded-md max-lg:justify-self-end text-sm text-text-muted tabular-nums"
      >
        {now ? relativeTime(date, zone, now) : shortDate(date, zone)}
      </time>
    </Tooltip>
  );
}
