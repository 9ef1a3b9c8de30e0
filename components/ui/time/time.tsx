"use client";

import { clsx } from "clsx";
import { clock, exactTime, relativeTime, shortDate } from "./time-format";
import { useTimeZone } from "./time-zone";
import { useNow } from "./use-now";

/** A moment as a time, a date with time, or relative to now. The tooltip shows the exact time. */
export function Time({ at, format, note, className }: TimeProps) {
  const Format = formats[format];
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <span className={className}>{at}</span>;
  return <Format date={date} at={at} note={note} className={className} />;
}

function ClockTime({ date, at, note, className }: FormatProps) {
  const zone = useTimeZone();
  return (
    <time
      dateTime={at}
      title={[exactTime(date, zone), note].filter(Boolean).join(" · ")}
      className={clsx("tabular-nums", className)}
    >
      {clock(date, zone)}
    </time>
  );
}

function DateTime({ date, at, className }: FormatProps) {
  const zone = useTimeZone();
  return (
    <time dateTime={at} title={exactTime(date, zone)} className={clsx("tabular-nums", className)}>
      {shortDate(date, zone)}, {clock(date, zone)}
    </time>
  );
}

function RelativeTime({ date, at, className }: FormatProps) {
  const zone = useTimeZone();
  const now = useNow();
  return (
    <time
      dateTime={at}
      title={exactTime(date, zone)}
      className={clsx("inline-block min-w-[11ch] whitespace-nowrap tabular-nums", className)}
    >
      {now ? relativeTime(date, zone, now) : shortDate(date, zone)}
    </time>
  );
}

const formats = { clock: ClockTime, date: DateTime, relative: RelativeTime };

type TimeProps = {
  /** ISO 8601. */
  at: string;
  format: keyof typeof formats;
  /** What the tooltip of a time says besides. */
  note?: string | undefined;
  className?: string;
};
type FormatProps = { date: Date; at: string; note: string | undefined; className: string | undefined };
