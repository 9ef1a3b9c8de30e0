import { dayKey } from "@/components/ui/time-format";

/** Entries in the order they come, parted where the reader's day changes. `key` is the day, as "2026-11-20". */
export function byDay<E extends { createdAt: string }>(
  entries: readonly E[],
  timeZone: string,
): { key: string; entries: [E, ...E[]] }[] {
  const days: { key: string; entries: [E, ...E[]] }[] = [];
  for (const entry of entries) {
    const key = dayKey(new Date(entry.createdAt), timeZone);
    const last = days.at(-1);
    if (last?.key === key) last.entries.push(entry);
    else days.push({ key, entries: [entry] });
  }
  return days;
}
