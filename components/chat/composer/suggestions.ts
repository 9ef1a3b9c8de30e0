import { known } from "@/lib/browser/data";
import { request } from "@/lib/browser/request";
import { myChannels } from "@/lib/browser/sidebar";
import type { ChannelKind, MentionableDto } from "@/lib/channels/dto";
import type { EmojiIds } from "@/lib/messages/emoji/custom/dto";
import type { TableEmoji } from "@/lib/messages/emoji/table/table";
import { foldText } from "@/lib/text/fold-text";
import { paths } from "@/lib/text/paths";
import { cleanText } from "@/lib/text/text";
import { COMMANDS } from "./commands";
import { endsInCode } from "./formatting";
import type { Draft } from "./mention-text";

export type Suggestion =
  | { kind: "person"; id: string; name: string; avatarUrl: string | null; member: boolean }
  | { kind: "group"; id: string; name: string; here: number; all: number }
  | { kind: "everyone"; name: "everyone" | "here" }
  | { kind: "channel"; id: string; name: string; channelKind: ChannelKind }
  | { kind: "emoji"; emoji: string; name: string }
  | { kind: "command"; name: string; usage: string; does: string };

/** An open list of suggestions. `active` is the index of the option that Enter takes. */
export type Suggestions = { trigger: Trigger; items: Suggestion[]; active: number };

/** Returns whether the suggestion still matches the query. */
export function fits(suggestion: Suggestion, query: string): boolean {
  if (suggestion.kind === "emoji") return suggestion.name.includes(query.toLowerCase());
  return matchesName(suggestion.name, query);
}

/**
 * Returns the text that the composer shows for a suggestion, and the text it sends; null where they are the same.
 * `base` is this page's address.
 */
export function writingOf(suggestion: Suggestion, base: string): { shown: string; sent: string | null } {
  switch (suggestion.kind) {
    case "person":
      return { shown: `@${cleanText(suggestion.name)}`, sent: `<@${suggestion.id}>` };
    case "group":
      return { shown: `@${suggestion.name}`, sent: `<@&${suggestion.id}>` };
    case "everyone":
      return { shown: `@${suggestion.name}`, sent: null };
    case "channel": {
      const name = cleanText(suggestion.name);
      const { href } = new URL(paths.channel(suggestion.id), base);
      return { shown: `#${name}`, sent: `[#${escapeMarkdown(name)}](${href})` };
    }
    case "emoji":
      return { shown: suggestion.emoji, sent: null };
    case "command":
      return { shown: `/${suggestion.name}`, sent: null };
  }
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>~&!]/g, String.raw`\$&`);
}

/** Returns whether a word of the name, and what follows it, starts with the query, ignoring case and accents. */
export function matchesName(name: string, query: string): boolean {
  return ` ${fold(name)}`.includes(` ${fold(query)}`);
}

/** Removes case and accents and puts spaces between words: "Zoë-Ann" becomes "zoe ann". */
function fold(text: string): string {
  return foldText(text).replace(/[-_.(]/g, " ");
}

const MOST_CHANNELS = 20;

/** Suggests the user's channels with a word that starts with the query. */
async function suggestChannels(query: string): Promise<Suggestion[]> {
  return myChannels()
    .filter(({ kind, name }) => kind !== "direct" && matchesName(name, query))
    .slice(0, MOST_CHANNELS)
    .map(({ id, name, kind }) => ({ kind: "channel", id, name, channelKind: kind }));
}

async function suggestCommands(query: string): Promise<Suggestion[]> {
  return COMMANDS.filter(({ name }) => name.startsWith(query.toLowerCase())).map((each) => ({
    kind: "command",
    ...each,
  }));
}

const MOST_EMOJI = 12;

/**
 * Suggests emoji, custom ones too, whose shortcode contains the query: exact matches first, then those that start with it, then the rest;
 * each part by how much the emoji is used.
 */
async function suggestEmoji(query: string): Promise<Suggestion[]> {
  const [{ OFFERED_EMOJI }, { byUse }] = await Promise.all([
    import("@/lib/messages/emoji/table/table"),
    import("@/components/emoji/emoji-use"),
  ]);
  const custom = Object.keys(known<EmojiIds>(paths.api.emoji) ?? {});
  const all = [
    ...custom.map((name) => ({ emoji: `:${name}:`, names: [name], tags: [] })),
    ...[...OFFERED_EMOJI.values()].flat(),
  ];
  return rankEmoji(all, query.toLowerCase(), byUse());
}

/** Does the same for these emoji and this comparison of use. */
export function rankEmoji(
  emoji: readonly Pick<TableEmoji, "emoji" | "names" | "tags">[],
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

/** The server's limit: with fewer results, there are no more. */
const FULL = 20;
// Keys pressed within this time make one request.
const PAUSE_MS = 120;

export type Suggest = (query: string, isCurrent: () => boolean) => Promise<Suggestion[]>;

/** Suggests people of a channel and its workspace. The returned function caches answers. */
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
        .map(
          ({ group, ...person }): Suggestion =>
            group ? { kind: "group", id: person.id, name: person.name, ...group } : { kind: "person", ...person },
        )
        .sort((a, b) => Number(isOutside(a)) - Number(isOutside(b))),
      ...everyone.filter(({ name }) => matchesName(name, query)),
    ];
  };
}

const everyone = [
  { kind: "everyone", name: "everyone" },
  { kind: "everyone", name: "here" },
] as const satisfies Suggestion[];

/** Returns whether this is a person who isn't in the channel. */
export function isOutside(suggestion: Suggestion): boolean {
  return suggestion.kind === "person" && !suggestion.member;
}

/** Suggests completions for a trigger. `people` suggests people; `isCurrent` tells whether anyone still waits. */
export function suggest({ kind, query }: Trigger, people: Suggest, isCurrent: () => boolean): Promise<Suggestion[]> {
  if (kind === "person") return people(query, isCurrent);
  if (kind === "command") return suggestCommands(query);
  return kind === "channel" ? suggestChannels(query) : suggestEmoji(query);
}

/** A name being typed at the caret: `query` runs from after the sign at `start` to the caret. */
export type Trigger = { kind: "person" | "channel" | "emoji" | "command"; start: number; query: string };

const kinds = [
  { kind: "person", sign: "@", query: /^(?! )[\p{L}\p{M}\p{N}'’._ -]*$/u },
  { kind: "channel", sign: "#", query: /^[\p{L}\p{M}\p{N}'’._-]*$/u },
  { kind: "emoji", sign: ":", query: /^[a-z0-9_+-]{2,}$/i },
] as const;

// No name is longer, and this runs on every key press.
const LONGEST = 50;
const MOST_WORDS = 4;

/** Returns the name being typed at the caret; null where the sign is part of a word, a URL, a time or code. */
export function findTrigger({ text, marks }: Draft, caret: number): Trigger | null {
  if (/^\/[a-z]*$/i.test(text) && caret === text.length) return { kind: "command", start: 0, query: text.slice(1) };
  const from = Math.max(0, caret - LONGEST);
  const window = text.slice(from, caret);
  const found = kinds
    .map(({ kind, sign, query }) => ({ kind, pattern: query, at: window.lastIndexOf(sign) }))
    .filter(({ at, pattern }) => at >= 0 && isFree(text.charAt(from + at - 1)) && pattern.test(window.slice(at + 1)))
    .sort((a, b) => b.at - a.at)[0];
  if (!found) return null;
  const start = from + found.at;
  const query = text.slice(start + 1, caret);
  if (query.includes("  ") || query.split(" ").length > MOST_WORDS) return null;
  const taken = Object.hasOwn(marks, text.slice(start, caret).trimEnd());
  return taken || endsInCode(text.slice(0, start)) ? null : { kind: found.kind, start, query };
}

/** Returns whether a sign after this character can start a name. */
function isFree(before: string): boolean {
  return !/[A-Za-z0-9_@#:/&=.`\\+]/.test(before);
}
