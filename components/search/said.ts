import { type Mentions, mentionsOf, mentionText, withMentionNames } from "@/components/chat/message/markdown/mentions";
import { lineOf } from "@/lib/messages/cards/compose-title";
import type { Embed, MessageDto } from "@/lib/messages/dto";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import { plainText } from "@/lib/messages/markdown/plain-text";
import { cleanText } from "@/lib/text/text";
import { firstHit } from "./hits";

// Parsing Markdown is slow and an excerpt is short, so only this much text around the first hit is parsed.
const MOST_READ = 2_000;
const MOST_EMBEDS = 3;

/**
 * Returns a message's texts without markup, as far as an excerpt for `terms` needs them: its content, then its embeds,
 * then its file names.
 */
export function saidBy(message: MessageDto, terms: readonly string[]): string[] {
  const mentions = mentionsOf(message, null);
  const texts = [
    saidIn(message.content, mentions, terms),
    ...embedsToShow(message.embeds, terms).flatMap((embed) => saidByEmbed(embed, mentions, terms)),
  ];
  return [...texts, ...message.attachments.map(({ name }) => cleanText(name))].filter((text) => text !== "");
}

/** Returns up to three embeds that contain one of the terms, or else the first embed. */
export function embedsToShow(embeds: readonly Embed[], terms: readonly string[]): Embed[] {
  const found: Embed[] = [];
  for (const embed of embeds) {
    if (found.length < MOST_EMBEDS && textsOf(embed).some((text) => firstHit(text, terms) !== null)) found.push(embed);
  }
  return found.length > 0 ? found : embeds.slice(0, 1);
}

/** Returns an embed's texts, title and description first. */
export function saidByEmbed(embed: Embed, mentions: Mentions, terms: readonly string[]): string[] {
  return textsOf(embed)
    .map((text) => saidIn(text, mentions, terms))
    .filter((text) => text !== "");
}

function textsOf(embed: Embed): string[] {
  const { description = "", payload = "", fields = [], author, footer, buttons = [] } = embed;
  return [
    lineOf(embed),
    description,
    ...fields.map(({ name, value }) => `${name}: ${value}`),
    payload,
    author?.name ?? "",
    footer?.text ?? "",
    ...buttons.map(({ label }) => label),
  ];
}

/** Returns the text without markup; of a long text only the part around the first hit. */
export function saidIn(source: string, mentions: Mentions, terms: readonly string[]): string {
  if (source.length <= MOST_READ) return asItReads(source, mentions);
  const start = Math.max(0, (firstHit(source, terms) ?? 0) - MOST_READ / 2);
  return asItReads(source.slice(start, start + MOST_READ).toWellFormed(), mentions);
}

function asItReads(source: string, mentions: Mentions): string {
  const nodes = parseMarkdown(source, mentions.everyone) ?? [];
  const words = cleanText(plainText(nodes, (id) => mentionText(id, mentions))).trim();
  return words === "" ? withMentionNames(cleanText(source), mentions) : words;
}
