import type { Token } from "markdown-it";
import { cleanText } from "@/components/messages/clean-text";
import { parseMarkdown } from "@/components/messages/markdown/parse";
import { plainText } from "@/components/messages/markdown/plain-text";
import { type Mentions, mentionsOf, withNames } from "@/components/messages/mentions";
import type { Embed, MessageDto } from "@/lib/messages/dto";

/** What a message says, text by text and without markup: its own, then its embeds', then the names of its files. */
export function saidBy(message: MessageDto): string[] {
  const mentions = mentionsOf(message, null);
  const texts = [plain(message.content, mentions), ...message.embeds.flatMap((embed) => saidByEmbed(embed, mentions))];
  return [...texts, ...message.attachments.map(({ name }) => cleanText(name))].filter((text) => text !== "");
}

/** An embed's texts, its title and description first. */
export function saidByEmbed({ title, description, fields = [], author, footer }: Embed, mentions: Mentions): string[] {
  const texts = [
    title,
    description,
    ...fields.map(({ name, value }) => `${name}: ${value}`),
    author?.name,
    footer?.text,
  ];
  return texts.map((text) => plain(text ?? "", mentions)).filter((text) => text !== "");
}

function plain(source: string, mentions: Mentions): string {
  const tokens = parseMarkdown(source, mentions);
  if (tokens === null) return withNames(cleanText(source), mentions);
  return cleanText(tokens.map(textOf).filter(Boolean).join(" "));
}

function textOf(token: Token): string {
  if (token.type === "inline") return plainText(token.children ?? []);
  return token.type === "fence" || token.type === "code_block" ? token.content : "";
}
