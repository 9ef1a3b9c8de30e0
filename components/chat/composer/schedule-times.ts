import { clock, dayKey, shortDate } from "@/components/ui/time/time-format";
import { whyNotThen } from "@/lib/messages/scheduled/dto";

/** Describes when a message is sent: "today at 17:00", "tomorrow at 09:00" or "30 Nov 2026 at 09:00". */
export function sendTimeText(at: Date, timeZone: string, now: Date): string {
  const time = clock(at, timeZone);
  const day = dayKey(at, timeZone);
  if (day === dayKey(now, timeZone)) return `today at ${time}`;
  if (day === dayKey(new Date(now.getTime() + 24 * 3_600_000), timeZone)) return `tomorrow at ${time}`;
  return `${shortDate(at, timeZone)} at ${time}`;
}

/** Returns the moment that such a field shows, or a sentence that says what's wrong with it. */
export function fromFieldValue(value: string, now: Date): Date | string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return "Enter a date and a time.";
  return whyNotThen(at, now) ?? at;
}
