import type { Gemoji } from "gemoji";
import { byUse } from "@/components/emoji/emoji-use";
import type { Suggestion } from "./suggestion";

const MOST = 12;

/**
 * Emoji by a part of one of their shortcodes: those that are called so, then those that begin so, then the others; among those, by
 * how much they are used.
 */
export async function suggestEmoji(query: string): Promise<Suggestion[]> {
  const { gemoji } = await import("gemoji");
  return rankEmoji(gemoji, query.toLowerCase(), byUse());
}

/** The same, of these emoji, by this comparison of use. */
export function rankEmoji(
  emoji: readonly Gemoji[],
  query: string,
  compare: (a: string, b: string) => number,
): Suggestion[] {
  const ranks: { kind: "emoji"; emoji: string; name: string }[][] = [[], [], [], []];
  for (const { emoji: sign, names, tags } of emoji) {
    const name = names.find((each) => each.startsWith(query)) ?? names.find((each) => each.includes(query));
    const rank = names.includes(query) ? 0 : name?.startsWith(query) ? 1 : tags.includes(query) ? 2 : name ? 3 : null;
    if (rank === null) continue;
    ranks[rank]?.push({ kind: "emoji", emoji: sign, name: rank === 0 ? query : (name ?? names[0] ?? query) });
  }
  return ranks.flatMap((found) => found.sort((a, b) => compare(a.emoji, b.emoji))).slice(0, MOST);
}
