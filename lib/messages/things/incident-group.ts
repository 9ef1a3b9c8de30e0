import type { Registers } from "@/lib/messages/thing-report";

// Why: docs/decisions/things.md

/** The most ended things that a group remembers. */
const MOST = 200;

type Entry = { key: string; at: string; isBad: boolean };

/** Sets how a thing of the group ended, or forgets it, and forgets all that ended before the last good one. */
export function withEntry(group: Registers, key: string, ended: { at: string; isBad: boolean } | null): Registers {
  const others = entriesOf(group).filter((each) => each.key !== key);
  const all = ended ? [...others, { key, at: ended.at, isBad: ended.isBad }].sort(byTime) : others;
  const since = all.slice(
    Math.max(
      0,
      all.findLastIndex(({ isBad }) => !isBad),
    ),
  );
  // The last good one, the first bad one since, and the latest.
  const kept = since.length <= MOST ? since : [...since.slice(0, 2), ...since.slice(2 - MOST)];
  return Object.fromEntries(kept.map(({ key: of, isBad, at }) => [of, { value: { isBad }, at }]));
}

/** Returns the group's incident: the first bad thing since the last good one, and when it ended; or null. */
export function carrierOf(group: Registers): { key: string; at: string } | null {
  const entries = entriesOf(group);
  const since = entries.slice(entries.findLastIndex(({ isBad }) => !isBad) + 1);
  return since[0] ?? null;
}

function entriesOf(group: Registers): Entry[] {
  return Object.entries(group)
    .map(([key, { value, at }]) => ({ key, at, isBad: (value as { isBad: boolean }).isBad }))
    .sort(byTime);
}

function byTime(one: Entry, other: Entry): number {
  const [a, b] = one.at === other.at ? [one.key, other.key] : [one.at, other.at];
  return a === b ? 0 : a < b ? -1 : 1;
}
