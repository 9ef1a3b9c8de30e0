import { clock, dayKey, shortDate } from "@/components/ui/time-format";
import { SCHEDULE_DAYS } from "@/lib/scheduled/dto";

const MONDAY = 1;
// When "later today" is, in hours: the first that is at least an hour away.
const LATER_TODAY = [13, 17, 20];

export type SendTime = { label: string; at: Date };

/** Returns the times that are offered for sending a message later, by the browser's clock. */
export function sendTimes(now: Date): SendTime[] {
  const at = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const later = LATER_TODAY.find((hour) => at(0, hour).getTime() - now.getTime() >= 3_600_000);
  const toMonday = (MONDAY + 7 - now.getDay()) % 7 || 7;
  return [
    ...(later === undefined ? [] : [{ label: "Later today", at: at(0, later) }]),
    { label: "Tomorrow", at: at(1, 9) },
    // Tomorrow is Monday already.
    ...(toMonday === 1 ? [] : [{ label: "Monday", at: at(toMonday, 9) }]),
  ];
}

/** Describes when a message is sent: "today at 17:00", "tomorrow at 09:00" or "30 Nov 2026 at 09:00". */
export function sendTimeText(at: Date, timeZone: string, now: Date): string {
  const time = clock(at, timeZone);
  const day = dayKey(at, timeZone);
  if (day === dayKey(now, timeZone)) return `today at ${time}`;
  if (day === dayKey(new Date(now.getTime() + 24 * 3_600_000), timeZone)) return `tomorrow at ${time}`;
  return `${shortDate(at, timeZone)} at ${time}`;
}

/** Returns what a date and time field shows for a moment, by the browser's clock: "2026-11-30T09:00". */
export function toFieldValue(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Returns the moment that such a field shows, or a sentence that says what's wrong with it. */
export function fromFieldValue(value: string, now: Date): Date | string {
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return "Enter a date and a time.";
  if (at.getTime() <= now.getTime()) return "Choose a time in the future.";
  const latest = now.getTime() + SCHEDULE_DAYS * 24 * 3_600_000;
  return at.getTime() > latest ? `Choose a time within the next ${SCHEDULE_DAYS} days.` : at;
}
