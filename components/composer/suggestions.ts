import type { Gemoji } from "gemoji";
import { request } from "@/lib/browser/request";
import { myChannels } from "@/lib/browser/sidebar";
import type { ChannelKind, MentionableDto } from "@/lib/channels/dto";
import { paths } from "@/lib/paths";
import { cleanText, foldText } from "@/lib/text";

/** Something that may be written for what is being typed. */
export type Suggestion =
  | { kind: "person"; id: string; name: string; avatarUrl: string | null; member: boolean }
  | { kind: "everyone"; name: "everyone" | "here" }
  | { kind: "channel"; id: string; name: string; channelKind: ChannelKind }
  | { kind: "emoji"; emoji: string; name: string };

/** A key of its own among the suggestions of one list. */
export function keyOf(suggestion: Suggestion): string {
  return "id" in suggestion ? suggestion.id : suggestion.name;
}

/** The id of the option that the keys would take. */
export function optionId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/** Whether it still fits what is being typed. */
export function fits(suggestion: Suggestion, query: string): boolean {
  if (suggestion.kind === "emoji") return suggestion.name.includes(query.toLowerCase());
  return matchesName(suggestion.name, query);
}

/** What one sees of it in the composer, and what is sent for that; null where it is the same. `base` is this page's address. */
export function writingOf(suggestion: Suggestion, base: string): { shown: string; sent: string | null } {
  switch (suggestion.kind) {
    case "person":
      return { shown: `@${cleanText(suggestion.name)}`, sent: `<@${suggestion.id}>` };
    case "everyone":
      return { shown: `@${suggestion.name}`, sent: null };
    case "channel": {
      const name = cleanText(suggestion.name);
      const { href } = new URL(paths.channel(suggestion.id), base);
      return { shown: `#${name}`, sent: `[#${escapeMarkdown(name)}](${href})` };
    }
    case "emoji":
      return { shown: suggestion.emoji, sent: null };
  }
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>~&!]/g, String.raw`\$&`);
}

/** Whether the name begins with the query from one of its words on; case and accents don't count. */
export function matchesName(name: string, query: string): boolean {
  return ` ${fold(name)}`.includes(` ${fold(query)}`);
}

/** Without case and accents, and with spaces where words meet: "Zoë-Ann" as "zoe ann". */
function fold(text: string): string {
  return foldText(text).replace(/[-_.(]/g, " ");
}

const MOST_CHANNELS = 20;

/** The reader's channels by the beginning of a word of their names. */
export async function suggestChannels(query: string): Promise<Suggestion[]> {
  return myChannels()
    .filter(({ kind, name }) => kind !== "direct" && matchesName(name, query))
    .slice(0, MOST_CHANNELS)
    .map(({ id, name, kind }) => ({ kind: "channel", id, name, channelKind: kind }));
}

const MOST_EMOJI = 12;

/**
 * Emoji by a part of one of their shortcodes: those that are called so, then those that begin so, then the others; among those, by
 * how much they are used.
 */
export async function suggestEmoji(query: string): Promise<Suggestion[]> {
  const [{ gemoji }, { byUse }] = await Promise.all([import("gemoji"), import("@/components/emoji/emoji-use")]);
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
  return ranks.flatMap((found) => found.sort((a, b) => compare(a.emoji, b.emoji))).slice(0, MOST_EMOJI);
}

/** As many as the server answers at most: fewer are all there are. */
const FULL = 20;
// Keys that are pressed faster than this are asked for together.
const PAUSE_MS = 120;

type Suggest = (query: string, isCurrent: () => boolean) => Promise<Suggestion[]>;

/** Suggests the people of a channel and its workspace. Answers are kept for as long as what is returned. */
export function peopleOf(channelId: string): Suggest {
  const known = new Map<string, MentionableDto[]>();
  const load = async (query: string, isCurrent: () => boolean) => {
    const enough = [...known].find(
      ([asked, found]) => asked === query || (query.startsWith(asked) && found.length < FULL),
    );
    if (enough) return enough[1];
    if (query !== "") await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (!isCurrent()) return [];
    const answer = await request<{ people: MentionableDto[] }>(paths.api.mentionable(channelId, query));
    if (!answer.ok) return [];
    known.set(query, answer.data.people);
    return answer.data.people;
  };
  return async (query, isCurrent) => {
    const people = await load(query, isCurrent);
    return [
      ...people
        .filter(({ name }) => matchesName(name, query))
        .map((person): Suggestion => ({ kind: "person", ...person }))
        .sort((a, b) => Number(isOutside(a)) - Number(isOutside(b))),
      ...everyone.filter(({ name }) => matchesName(name, query)),
    ];
  };
}

const everyone = [
  { kind: "everyone", name: "everyone" },
  { kind: "everyone", name: "here" },
] as const satisfies Suggestion[];

function isOutside(suggestion: Suggestion): boolean {
  return suggestion.kind === "person" && !suggestion.member;
}
