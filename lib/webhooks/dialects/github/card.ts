import type { Embed, EmbedField } from "@/lib/messages/dto";
import { codePoints, isBlank } from "@/lib/text";
import { cut } from "./cut";
import type { Delivery } from "./delivery";
import type { Part } from "./read";

/** What one event says. */
export type Card = {
  /** What happened, as plain text; where it happened comes before it. */
  headline: string;
  /** Where, when that is more than the repository: "octo/hello:main". */
  context?: string;
  url?: string | undefined;
  color: number;
  /** Markdown. */
  description?: string | undefined;
  fields?: readonly (EmbedField | null)[];
  /** ISO 8601, UTC. */
  timestamp?: string | undefined;
};

/** How a group of events becomes cards, by the event's name; null when the payload hasn't what the event is about. */
export type Cards = Record<string, (delivery: Delivery) => Card | null>;

/** Leaves room for a long title, an author and a few fields below an embed's 6000. */
const LIMITS = { title: 256, description: 4000, fieldName: 100, fieldValue: 1024, allTexts: 6000 } as const;

/** A short field beside others, or null when there is nothing in it. */
export function field(name: string, value: string): EmbedField | null {
  return isBlank(value) ? null : { name, value, inline: true };
}

/** The card as an embed that is within every limit. */
export function toEmbed({ payload, place }: Delivery, card: Card): Embed {
  const context = card.context ?? place.name;
  const embed: Embed = {
    title: cut(context ? `[${context}] ${card.headline}` : card.headline, LIMITS.title),
    url: card.url ?? place.url,
    description: cut(withoutMentions(card.description ?? ""), LIMITS.description),
    color: card.color,
    author: toAuthor(payload.at("sender")),
    footer: { text: place.name },
    timestamp: card.timestamp,
  };
  return { ...embed, fields: fitting(card.fields ?? [], LIMITS.allTexts - textsOf(embed)) };
}

/** Markdown in which nothing has the form of a mention, also in code: those are people of GitHub, not of this workspace. */
export function withoutMentions(markdown: string): string {
  return markdown.replace(/<@(?=\d)/g, "<@\u200b");
}

function toAuthor(sender: Part): Embed["author"] {
  const name = sender.line("login", 100);
  return name ? { name, url: sender.url("html_url"), icon_url: sender.url("avatar_url") } : undefined;
}

function fitting(fields: readonly (EmbedField | null)[], most: number): EmbedField[] {
  let room = most;
  return fields.flatMap((each) => {
    if (!each) return [];
    const name = cut(each.name, LIMITS.fieldName);
    const value = cut(withoutMentions(each.value), LIMITS.fieldValue);
    room -= codePoints(name) + codePoints(value);
    return room < 0 ? [] : [{ ...each, name, value }];
  });
}

function textsOf({ title = "", description = "", author, footer }: Embed): number {
  return [title, description, author?.name ?? "", footer?.text ?? ""].reduce((sum, text) => sum + codePoints(text), 0);
}
