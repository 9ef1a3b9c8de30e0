import type { Gemoji } from "gemoji";
import type { Suggestion } from "./suggestion";

const MOST = 12;

/** Emoji by a part of one of their shortcodes: those that are called so, then those that begin so, then the others. */
export async function suggestEmoji(query: string): Promise<Suggestion[]> {
  const { gemoji } = await import("gemoji");
  return rankEmoji(gemoji, query.toLowerCase());
}

/** The same, of these emoji. */
export function rankEmoji(emoji: readonly Gemoji[], query: string): Suggestion[] {
  const ranks: Suggestion[][] = [[], [], [], []];
  for (const { emoji: sign, names, tags } of emoji) {
    const name = names.find((each) => each.startsWith(query)) ?? names.find((each) => each.includes(query));
    const rank = names.includes(query) ? 0 : name?.startsWith(query) ? 1 : tags.includes(query) ? 2 : name ? 3 : null;
    if (rank === null) continue;
    ranks[rank]?.push({ kind: "emoji", emoji: sign, name: rank === 0 ? query : (name ?? names[0] ?? query) });
  }
  return ranks.flat().slice(0, MOST);
}
