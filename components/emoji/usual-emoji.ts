import { isCustom } from "@/lib/browser/emoji";
import { ownKey, readStored, writeStored } from "@/lib/browser/storage";

const KEY = "recent-emoji";
const MOST_USES = 100;
// Each counts as used twice, so that an emoji used once doesn't replace one of them.
const COMMON = ["👍", "✅", "👀", "🎉", "❤️", "😂", "🙏", "🚀"];
const BEFORE = [...COMMON, ...COMMON];

/** Returns a stored value as a list of emoji, ignoring anything that isn't text. */
export function toUses(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string").slice(0, MOST_USES) : [];
}

/** Returns the emoji used most, most used first; of equally used ones, the latest first. `uses` has the latest first. */
export function byFrequency(uses: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const emoji of uses) counts.set(emoji, (counts.get(emoji) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([emoji]) => emoji);
}

/** Returns the emoji that this person has used in this browser, most used first. */
export function usedEmoji(): string[] {
  return byFrequency(readUses());
}

/** Returns this person's usual emoji, most used first, and common ones for someone new. */
export function usualEmoji(most: number, uses = readUses()): string[] {
  return byFrequency([...uses, ...BEFORE]).slice(0, most);
}

/** Returns the same for buttons. Their order changes only when another emoji becomes usual. */
export function quickEmoji(most: number, uses = readUses()): string[] {
  const place = (emoji: string) => (COMMON.includes(emoji) ? COMMON.indexOf(emoji) : COMMON.length);
  return usualEmoji(most, uses).sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1));
}

/** Remembers that an emoji was used. */
export function rememberEmoji(emoji: string): void {
  writeStored(ownKey(KEY), [emoji, ...readUses()].slice(0, MOST_USES));
}

function readUses(): string[] {
  // Without custom ones that were deleted.
  return toUses(readStored(ownKey(KEY))).filter((emoji) => !emoji.startsWith(":") || isCustom(emoji));
}
