const months = "January February March April May June July August September October November December".split(" ");
const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

type LocalTime = { year: number; month: number; day: number; hour: number; minute: number };

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  // The zone comes from a cookie, so a client can invent any number of them.
  if (formatters.size >= 500) formatters.clear();
  const options = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  let made: Intl.DateTimeFormat;
  try {
    made = new Intl.DateTimeFormat("en-US", { ...options, hourCycle: "h23", timeZone });
  } catch {
    made = new Intl.DateTimeFormat("en-US", { ...options, hourCycle: "h23", timeZone: "UTC" });
  }
  formatters.set(timeZone, made);
  return made;
}

let own: string | undefined;

/** Returns the time zone of the browser, or of the server process. */
export function ownTimeZone(): string {
  own ??= Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  return own;
}

// Intl only provides the numbers: its words differ between versions, and server and browser must produce the same
// text.
function local(at: Date, timeZone: string): LocalTime {
  // Creating a formatter takes 25 ms, during which a freshly painted page wouldn't respond.
  if (timeZone === ownTimeZone()) {
    return {
      year: at.getFullYear(),
      month: at.getMonth() + 1,
      day: at.getDate(),
      hour: at.getHours(),
      minute: at.getMinutes(),
    };
  }
  const parts = formatter(timeZone).formatToParts(at);
  const part = (type: string) => Number(parts.find((each) => each.type === type)?.value ?? 0);
  return { year: part("year"), month: part("month"), day: part("day"), hour: part("hour"), minute: part("minute") };
}

const two = (value: number) => String(value).padStart(2, "0");
const month = (time: LocalTime) => months[time.month - 1] ?? "";
const weekday = (time: LocalTime) =>
  weekdays[new Date(Date.UTC(time.year, time.month - 1, time.day)).getUTCDay()] ?? "";

/** Formats a time: "14:05". */
export function clock(at: Date, timeZone: string): string {
  const time = local(at, timeZone);
  return `${two(time.hour)}:${two(time.minute)}`;
}

/** Returns "2026-11-20", the same for every moment of a local day. */
export function dayKey(at: Date, timeZone: string): string {
  const time = local(at, timeZone);
  return `${time.year}-${two(time.month)}-${two(time.day)}`;
}

/** Formats a date: "20 Nov 2026". */
export function shortDate(at: Date, timeZone: string): string {
  const time = local(at, timeZone);
  return `${time.day} ${month(time).slice(0, 3)} ${time.year}`;
}

/** Formats a date and time: "Friday, 20 November 2026 at 14:05". */
export function exactTime(at: Date, timeZone: string): string {
  const time = local(at, timeZone);
  return `${weekday(time)}, ${time.day} ${month(time)} ${time.year} at ${clock(at, timeZone)}`;
}

/** Returns "Today", "Yesterday" or "Friday, 20 November", with the year if it isn't the current one. */
export function dayName(at: Date, timeZone: string, now: Date | null): string {
  const day = dayKey(at, timeZone);
  if (now && day === dayKey(now, timeZone)) return "Today";
  if (now && day === dayKey(new Date(now.getTime() - 86_400_000), timeZone)) return "Yesterday";
  const time = local(at, timeZone);
  const year = now && local(now, timeZone).year === time.year ? "" : ` ${time.year}`;
  return `${weekday(time)}, ${time.day} ${month(time)}${year}`;
}

/** Returns "just now", "5 min ago", "3 h ago", "2 days ago", then the date. */
export function relativeTime(at: Date, timeZone: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)} h ago`;
  const days = Math.floor(minutes / (60 * 24));
  if (days < 7) return days === 1 ? "1 day ago" : `${days} days ago`;
  return shortDate(at, timeZone);
}

/** Formats when something was read: "14:05", or on another day "20 Nov 2026, 14:05". */
export function readAt(at: Date, now: Date, timeZone: string = ownTimeZone()): string {
  const time = clock(at, timeZone);
  return dayKey(at, timeZone) === dayKey(now, timeZone) ? time : `${shortDate(at, timeZone)}, ${time}`;
}
