/** Returns when a day ("2026-11-20") starts in a time zone (UTC if unknown), or null if there is no such day. */
export function dayStart(day: string, timeZone: string): Date | null {
  const midnight = new Date(`${day}T00:00:00.000Z`);
  if (!/^(19[7-9]|2\d\d)\d-\d\d-\d\d$/.test(day) || Number.isNaN(midnight.getTime())) return null;
  if (midnight.toISOString().slice(0, 10) !== day) return null;
  const formatter = formatterFor(timeZone);
  // The zone's offset from UTC may change between midnight UTC and midnight there (daylight saving time), so it's
  // applied twice.
  const guess = midnight.getTime() - offset(formatter, midnight.getTime());
  return new Date(midnight.getTime() - offset(formatter, guess));
}

/** Returns when the day began that `now` is in, in a time zone (UTC if unknown). */
export function todayStart(timeZone: string, now = new Date()): Date {
  const parts = new Map(
    formatterFor(timeZone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const [month = "", day = ""] = [parts.get("month"), parts.get("day")];
  return dayStart(`${parts.get("year")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`, timeZone) ?? now;
}

/** The next day ("2026-11-21"). */
export function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + 86_400_000).toISOString().slice(0, 10);
}

function formatterFor(timeZone: string): Intl.DateTimeFormat {
  const options = { hourCycle: "h23", timeZoneName: "longOffset" } as const;
  try {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
  }
}

/** The zone's offset from UTC in milliseconds, from "GMT+05:30". */
function offset(formatter: Intl.DateTimeFormat, at: number): number {
  const name = formatter.formatToParts(at).find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  const milliseconds = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60_000;
  return sign === "-" ? -milliseconds : milliseconds;
}
