const KEY = "parley.recent-emoji";
const MOST = 16;
const QUICK = ["👍", "🎉", "❤️", "😂", "👀", "✅"];

/** The emoji with the one just used in front, each once, the oldest dropped. */
export function withRecent(recent: readonly string[], emoji: string): string[] {
  return [emoji, ...recent.filter((each) => each !== emoji)].slice(0, MOST);
}

/** What localStorage holds, however it got there: only a list of texts counts. */
export function parseRecent(stored: string | null): string[] {
  try {
    const value: unknown = JSON.parse(stored ?? "[]");
    return Array.isArray(value) ? value.filter((each) => typeof each === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** The emoji last used in this browser, the latest first. */
export function recentEmoji(): string[] {
  try {
    return parseRecent(localStorage.getItem(KEY));
  } catch {
    return [];
  }
}

/** A few emoji to react with at once: those last used, and common ones. */
export function quickEmoji(): string[] {
  return [...new Set([...recentEmoji().slice(0, 3), ...QUICK])].slice(0, QUICK.length);
}

/** Remembers that an emoji was used; where nothing can be stored, it is forgotten. */
export function rememberEmoji(emoji: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(withRecent(recentEmoji(), emoji)));
  } catch {
    // A convenience: not worth a word.
  }
}
