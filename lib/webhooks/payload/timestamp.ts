// As most tools write it.
const UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/;
const DATE_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)[Tt ](\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,12}))?)?\s?([Zz]|[+-]\d\d(?::?\d\d)?)?$/;

/**
 * Converts an ISO 8601 date-time to UTC with milliseconds. One without a zone is read as UTC. Returns null if it isn't
 * a date-time or doesn't exist (2026-02-30, 25:00).
 */
export function parseTimestamp(text: string): string | null {
  if (UTC.test(text)) {
    const date = new Date(text);
    const written = Number.isNaN(date.getTime()) ? "" : date.toISOString();
    return written.startsWith(text.slice(0, 19)) ? written : null;
  }
  const match = DATE_TIME.exec(text.trim());
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const milliseconds = Number((match[7] ?? "").padEnd(3, "0").slice(0, 3));
  if (month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, milliseconds);
  // A day after the month's end has rolled over into the next month.
  if (date.getUTCDate() !== day) return null;
  const offset = offsetMinutes(match[8]);
  if (offset === null) return null;
  const utc = new Date(date.getTime() - offset * 60_000);
  // Years outside 0 to 9999 don't have the four digits that all other code expects.
  return utc.getUTCFullYear() >= 0 && utc.getUTCFullYear() <= 9999 ? utc.toISOString() : null;
}

function offsetMinutes(zone: string | undefined): number | null {
  if (!zone || /^z$/i.test(zone)) return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(":", "") || 0);
  if (hours > 23 || minutes > 59) return null;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
