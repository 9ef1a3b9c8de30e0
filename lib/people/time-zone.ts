import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { log } from "@/lib/process/log";

const LONGEST = 64;

/** Saves the time zone that the browser sent in a cookie, if it is valid and has changed. Failures are only logged. */
export function noteTimeZone(user: SessionUser, timeZone: string | undefined): void {
  if (timeZone === undefined || timeZone === user.timeZone || !isTimeZone(timeZone)) return;
  db()
    .user.updateMany({ where: { id: user.id }, data: { timeZone } })
    .catch((error: unknown) => log.warn({ err: error }, "saving someone's time zone failed"));
}

/** Returns whether this is an IANA time zone such as `Europe/Berlin`; offsets such as `+02:00` are not. */
export function isTimeZone(text: string): boolean {
  return text.length <= LONGEST && /^[A-Za-z]/.test(text) && formatterOf(text) !== null;
}

/** Returns how many minutes a time zone is ahead of UTC at this moment; null if it's unknown. */
export function utcOffsetOf(timeZone: string, at: Date): number | null {
  const parts = formatterOf(timeZone)?.formatToParts(at);
  if (!parts) return null;
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  const there = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
  return there / 60_000 - Math.floor(at.getTime() / 60_000);
}

function formatterOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
  } catch {
    return null;
  }
}
