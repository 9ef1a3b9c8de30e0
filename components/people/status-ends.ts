import { clock, dayKey, shortDate } from "@/components/ui/time/time-format";
import { request } from "@/lib/browser/request";
import { paths } from "@/lib/text/paths";

/** The choices for when a status is cleared. */
export const clearChoices = [
  { value: "30min", label: "30 minutes" },
  { value: "1h", label: "1 hour" },
  { value: "4h", label: "4 hours" },
  { value: "today", label: "Today" },
  { value: "week", label: "This week" },
  { value: "never", label: "Don't clear" },
] as const;

export type ClearAfter = (typeof clearChoices)[number]["value"];

/** Suggested statuses. */
export const presets: readonly { emoji: string; text: string; after: ClearAfter }[] = [
  { emoji: "📅", text: "In a meeting", after: "1h" },
  { emoji: "🎧", text: "Focusing", after: "4h" },
  { emoji: "🏡", text: "Working from home", after: "today" },
  { emoji: "🤒", text: "Out sick", after: "today" },
  { emoji: "🌴", text: "On holiday", after: "week" },
];

/** Returns when a status set now ends, by the browser's days and weeks, which start on Monday; null for never. */
export function endOf(after: ClearAfter, now: Date): Date | null {
  if (after === "never") return null;
  if (after === "30min") return new Date(now.getTime() + 30 * 60_000);
  if (after === "1h") return new Date(now.getTime() + 60 * 60_000);
  if (after === "4h") return new Date(now.getTime() + 4 * 60 * 60_000);
  const days = after === "today" ? 1 : 8 - (now.getDay() || 7);
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days);
}

/** Describes when a status ends: "until 14:30", "until midnight" or "until 24 Nov 2026, 14:30". */
export function untilText(endsAt: string, timeZone: string, now: Date): string {
  const end = new Date(endsAt);
  const time = clock(end, timeZone);
  if (dayKey(end, timeZone) === dayKey(now, timeZone)) return `until ${time}`;
  // Midnight belongs to the day before it.
  const last = new Date(end.getTime() - 1);
  if (time === "00:00" && dayKey(last, timeZone) === dayKey(now, timeZone)) return "until midnight";
  return time === "00:00" ? `through ${shortDate(last, timeZone)}` : `until ${shortDate(end, timeZone)}, ${time}`;
}

/** Clears your status. Returns null, or an error message. */
export async function clearStatus(): Promise<string | null> {
  const answer = await request(paths.api.status, { method: "DELETE" });
  if (answer.ok) return null;
  return answer.error ?? "Your status wasn't cleared. Check your connection and try again.";
}
