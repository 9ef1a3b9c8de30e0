import { ownKey, readStored, writeStored } from "@/lib/browser/storage";

const KEY = "recent-emoji";
const MOST = 16;
const QUICK = ["👍", "🎉", "❤️", "😂", "👀", "✅"];

/** The emoji with the one just used in front, each once, the oldest dropped. */
export function withRecent(recent: readonly string[], emoji: string): string[] {
  return [emoji, ...recent.filter((each) => each !== emoji)].slice(0, MOST);
}

/** What the browser kept, however it got there: only texts in a list count. */
export function toRecent(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((each) => typeof each === "string").slice(0, MOST) : [];
}

/** The emoji last used in this browser, the latest first. */
export function recentEmoji(): string[] {
  return toRecent(readStored(ownKey(KEY)));
}

/** A few emoji to react with at once: those last used, and common ones. */
export function quickEmoji(): string[] {
  return [...new Set([...recentEmoji().slice(0, 3), ...QUICK])].slice(0, QUICK.length);
}

/** Remembers that an emoji was used. */
export function rememberEmoji(emoji: string): void {
  writeStored(ownKey(KEY), withRecent(recentEmoji(), emoji));
}
