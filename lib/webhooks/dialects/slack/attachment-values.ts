import { AppError } from "@/lib/errors";
import { parseTimestamp } from "@/lib/webhooks/format/timestamp";

const NAMED: Record<string, number> = { good: 0x2eb886, warning: 0xdaa038, danger: 0xa30200 };

/** One of Slack's three colour names, or a hexadecimal colour with or without "#". Anything else is no colour. */
export function colorOf(text: string): number | undefined {
  const named = NAMED[text.trim().toLowerCase()];
  if (named !== undefined) return named;
  const hex = /^#?([\da-f]{6}|[\da-f]{3})$/i.exec(text.trim())?.[1];
  if (hex === undefined) return undefined;
  return Number.parseInt(hex.length === 3 ? hex.replace(/./g, "$&$&") : hex, 16);
}

/**
 * A Unix time in seconds (a number, or its digits in a string) as ISO 8601 in UTC; null when it is absent or 0. Takes
 * milliseconds and ISO 8601 too, which some senders write. Throws AppError `invalid` for anything else.
 */
export function timeOf(value: unknown, path: string): string | null {
  if (value === null || value === undefined || value === "" || value === false) return null;
  const text = typeof value === "string" ? value.trim() : value;
  const seconds = typeof text === "string" && /^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : text;
  if (seconds === 0) return null;
  if (typeof seconds === "number") {
    const date = new Date(seconds < 1e11 ? seconds * 1000 : seconds);
    if (seconds > 0 && date.getTime() <= Date.UTC(9999, 11, 31)) return date.toISOString();
  }
  const iso = typeof seconds === "string" ? parseTimestamp(seconds) : null;
  if (iso === null) throw new AppError("invalid", `${path} must be a Unix time in seconds.`);
  return iso;
}
