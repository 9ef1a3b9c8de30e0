import table from "./table.json" with { type: "json" };

/** An emoji: its English name, its shortcodes and other words for it. The first shortcode is the one that's shown. */
export type TableEmoji = {
  emoji: string;
  label: string;
  names: readonly string[];
  tags: readonly string[];
  /** Whether it can have each skin tone. Families and other groups have only some of them. */
  hasTones: boolean;
};

/** The category of emoji that only texts can name: parts of others, and those that the shipped font doesn't draw. */
export const NOT_OFFERED = "Not offered";

/** All emoji, by category. How the table is made: docs/decisions/emoji.md */
export const EMOJI_TABLE: ReadonlyMap<string, readonly TableEmoji[]> = new Map(
  Object.entries(table).map(([category, rows]) => [category, rows.map(toEmoji)]),
);

/** The emoji that people can pick, by category. */
export const OFFERED_EMOJI: ReadonlyMap<string, readonly TableEmoji[]> = new Map(
  [...EMOJI_TABLE].filter(([category]) => category !== NOT_OFFERED),
);

function toEmoji([emoji = "", label = "", names = "", tags = "", tones]: readonly string[]): TableEmoji {
  return { emoji, label, names: wordsOf(names), tags: wordsOf(tags), hasTones: tones !== undefined };
}

function wordsOf(text: string): string[] {
  return text.split(" ").filter(Boolean);
}
