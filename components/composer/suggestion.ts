import type { ChannelKind } from "@/lib/channels/dto";
import { cleanText } from "@/lib/messages/markdown/clean-text";
import { paths } from "@/lib/paths";
import { matchesName } from "./match";

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
