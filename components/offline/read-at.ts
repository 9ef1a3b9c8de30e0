import { clock, dayKey, ownTimeZone, shortDate } from "@/components/ui/time-format";

/** When something was read: "14:05", or on another day "20 Nov 2026, 14:05". */
export function readAt(at: Date, now: Date, timeZone: string = ownTimeZone()): string {
  const time = clock(at, timeZone);
  return dayKey(at, timeZone) === dayKey(now, timeZone) ? time : `${shortDate(at, timeZone)}, ${time}`;
}
