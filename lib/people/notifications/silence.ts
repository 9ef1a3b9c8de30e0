/** Quiet hours in minutes of the day, on the days (1 is Monday) on which they begin, by the clock of an IANA time zone. */
export type QuietHours = { from: number; to: number; days: readonly number[]; timeZone: string };

/** When to silence notifications. `pausedUntil` null: until turned off. */
export type SilenceSettings = { paused: boolean; pausedUntil: Date | null; quiet: QuietHours | null };

/** Returns whether notifications are silenced at this moment, by a pause or quiet hours. */
export function isSilenced({ paused, pausedUntil, quiet }: SilenceSettings, now: Date): boolean {
  return isPaused({ paused, pausedUntil }, now) || (quiet !== null && isQuiet(quiet, now));
}

/** Returns whether notifications are paused. */
export function isPaused({ paused, pausedUntil }: Omit<SilenceSettings, "quiet">, now: Date): boolean {
  return paused && (pausedUntil === null || pausedUntil > now);
}

/** Quiet hours follow local time, so they are longer or shorter when daylight saving time changes. */
function isQuiet({ from, to, days, timeZone }: QuietHours, now: Date): boolean {
  const { day, minute } = wallClock(now, timeZone);
  if (from < to) return days.includes(day) && minute >= from && minute < to;
  // After midnight, quiet hours belong to the day on which they started.
  const before = day === 1 ? 7 : day - 1;
  return (days.includes(day) && minute >= from) || (days.includes(before) && minute < to);
}

const MINUTE_MS = 60_000;

/** Returns the next 8 a.m. in a time zone. */
export function tomorrowMorning(now: Date, timeZone: string): Date {
  const morning = 8 * 60;
  const { minute } = wallClock(now, timeZone);
  const guess = new Date(now.getTime() - (now.getTime() % MINUTE_MS) + (24 * 60 - minute + morning) * MINUTE_MS);
  // Daylight saving time changed in between.
  const shown = wallClock(guess, timeZone).minute;
  return new Date(guess.getTime() + (morning - shown) * MINUTE_MS);
}

const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Returns the weekday (1 is Monday) and minute of the day in a time zone. */
export function wallClock(at: Date, timeZone: string): { day: number; minute: number } {
  const parts = formatterFor(timeZone).formatToParts(at);
  const part = (name: string) => parts.find(({ type }) => type === name)?.value ?? "";
  return { day: DAYS.indexOf(part("weekday")) + 1, minute: Number(part("hour")) * 60 + Number(part("minute")) };
}

/** Returns whether this time zone is known. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z0-9/_+-]{1,64}$/.test(name) && new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}

// Time zones come with the runtime, so a stored one may be unknown to another version.
function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const options = { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat("en-GB", { ...options, timeZone: isTimeZone(timeZone) ? timeZone : "UTC" });
}
