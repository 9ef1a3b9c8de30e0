import { withTone } from "@/lib/messages/emoji/table/skin-tone";
import type { TableEmoji } from "@/lib/messages/emoji/table/table";
import { byUse } from "./emoji-use";

// How emoji are drawn: docs/decisions/emoji.md

/** An emoji, or `:name:` of a custom one: `name` is shown, `words` (lower case) are searched. */
export type Emoji = { emoji: string; name: string; shortcode: string; words: string; hasTones: boolean };
export type EmojiSection = { name: string; emoji: Emoji[] };

/** Returns the emoji in this skin tone, if it has skin tones. */
export function inTone(emoji: Emoji, tone: string): string {
  return emoji.hasTones ? withTone(emoji.emoji, tone) : emoji.emoji;
}

/** Returns the section of the custom emoji with these names. */
export function customSection(names: readonly string[]): EmojiSection {
  const emoji = names.map((name) => {
    const words = name.replaceAll(/[_-]/g, " ");
    return { emoji: `:${name}:`, name: words, shortcode: name, words: `${words} ${name}`, hasTones: false };
  });
  return { name: "Custom", emoji };
}

const MOST_FOUND = 80;

/** Returns the emoji whose words contain every word of the query; best matches first, then by use. */
export function findEmoji(sections: readonly EmojiSection[], query: string, compare = byUse()): Emoji[] {
  const words = query.toLowerCase().replaceAll(":", " ").split(/\s+/).filter(Boolean);
  const found = sections
    .flatMap((section) => section.emoji)
    .filter((each) => words.every((word) => each.words.includes(word)));
  const [first = ""] = words;
  const rank = (each: Emoji) => (each.shortcode === first ? 0 : each.words.startsWith(first) ? 1 : 2);
  return found.sort((a, b) => rank(a) - rank(b) || compare(a.emoji, b.emoji)).slice(0, MOST_FOUND);
}

let loading: Promise<EmojiSection[]> | undefined;
let loaded: EmojiSection[] | null = null;

/** Returns all emoji by category; null until they are loaded. */
export function loadedEmoji(): EmojiSection[] | null {
  return loaded;
}

/** Loads all emoji by category, once. A failure isn't cached. */
export function loadEmoji(): Promise<EmojiSection[]> {
  loading ??= readEmoji().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function readEmoji(): Promise<EmojiSection[]> {
  const { OFFERED_EMOJI } = await import("@/lib/messages/emoji/table/table");
  loaded = [...OFFERED_EMOJI].map(([name, rows]) => ({ name, emoji: rows.map(toEmoji) }));
  return loaded;
}

function toEmoji({ emoji, label, names, tags, hasTones }: TableEmoji): Emoji {
  const words = [...names, ...tags, label].join(" ").replaceAll("_", " ").toLowerCase();
  return {
    emoji,
    name: label,
    shortcode: names[0] ?? label,
    words: `${words} ${names.join(" ")}`,
    hasTones,
  };
}
