import { ownKey, readStored, writeStored } from "@/lib/browser/storage";

const KEY = "recent-emoji";
const MOST = 16;
const QUICK = ["👍", "🎉", "❤️", "😂", "👀", "✅"];

/** Returns the emoji with this one in front, without duplicates and cut to length. */
export function withRecent(recent: readonly string[], emoji: string): string[] {
  return [emoji, ...recent.filter((each) => each !== emoji)].slice(0, MOST);
}

/** Returns a stored value as a list of emoji, ignoring anything that isn't text. */
export function toRecent(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string").slice(0, MOST) : [];
}

/** Returns the emoji last used in this browser, latest first. */
export function recentEmoji(): string[] {
  return toRecent(readStored(ownKey(KEY)));
}

/** Returns a few emoji for quick reactions: recently used ones, then common ones. */
export function quickEmoji(): string[] {
  return [...new Set([...recentEmoji().slice(0, 3), ...QUICK])].slice(0, QUICK.length);
}

/** Remembers that an emoji was used. */
export function rememberEmoji(emoji: string): void {
  writeStored(ownKey(KEY), withRecent(recentEmoji(), emoji));
}
