import type { CardFacts, Embed, EmbedField } from "@/lib/messages/dto";
import { markdownWithEmoji, withEmoji } from "@/lib/messages/emoji/emoji";
import { isHttpUrl } from "@/lib/people/schema";
import { storableText } from "@/lib/text/text";
import { EMBED_LIMITS } from "@/lib/webhooks/payload/embed-schema";
import { parseTimestamp } from "@/lib/webhooks/payload/timestamp";

/**
 * Cleans what Parley made of a payload as the schema does, in a fraction of the time. `isSure` is false if anything might not
 * fit, and then only the schema knows what becomes of it.
 */
export class Fitting {
  isSure = true;
  #characters = 0;

  /** Returns a text, or undefined if it's absent. */
  text(given: string | undefined, most: number): string | undefined {
    if (given === undefined || given === "") return undefined;
    const text = storableText(given);
    // Code points are at most as many.
    this.#require(text.length <= most);
    this.#characters += text.length;
    return text || undefined;
  }

  /** Returns a card with emoji for shortcodes, without its absent parts and what the schema doesn't have. */
  embed({
    title,
    description,
    url,
    color,
    fields = [],
    timestamp,
    author,
    footer,
    image,
    thumbnail,
    card,
    buttons = [],
  }: Embed): Embed {
    this.#characters = 0;
    const embed: Embed = {};
    const [heading, below] = [this.text(title, EMBED_LIMITS.title), this.text(description, EMBED_LIMITS.description)];
    if (heading) embed.title = withEmoji(heading);
    if (below) embed.description = markdownWithEmoji(below);
    if (fields.length > 0) embed.fields = fields.map((field) => this.#field(field));
    if (author)
      embed.author = { name: withEmoji(this.#needed(author.name, EMBED_LIMITS.authorName)), ...this.#links(author) };
    const text = this.text(footer?.text, EMBED_LIMITS.footerText);
    const icon = this.#url(footer?.icon_url);
    if (text || icon) embed.footer = { ...(text && { text: withEmoji(text) }), ...(icon && { icon_url: icon }) };
    const [link, picture, small] = [this.#url(url), this.#url(image?.url), this.#url(thumbnail?.url)];
    if (link) embed.url = link;
    if (color !== undefined) embed.color = color;
    if (timestamp) embed.timestamp = parseTimestamp(timestamp) ?? "";
    if (picture) embed.image = { url: picture };
    if (small) embed.thumbnail = { url: small };
    if (card) embed.card = factsWithEmoji(card);
    if (buttons.length > 0) embed.buttons = [...buttons];
    this.#require(embed.timestamp !== "" && fields.length <= EMBED_LIMITS.fields);
    this.#require(color === undefined || (Number.isInteger(color) && color >= 0 && color <= EMBED_LIMITS.color));
    this.#require(this.#characters <= EMBED_LIMITS.allTexts);
    return embed;
  }

  #field({ name, value, inline, kind }: EmbedField): EmbedField {
    const field: EmbedField = {
      name: withEmoji(this.#needed(name, EMBED_LIMITS.fieldName)),
      value: markdownWithEmoji(this.#needed(value, EMBED_LIMITS.fieldValue)),
    };
    if (inline !== undefined) field.inline = inline;
    if (kind) field.kind = kind;
    return field;
  }

  #require(isSo: boolean): void {
    this.isSure &&= isSo;
  }

  #needed(given: string, most: number): string {
    const text = this.text(given, most) ?? "";
    this.#require(text !== "");
    return text;
  }

  #links({ url, icon_url }: NonNullable<Embed["author"]>): { url?: string; icon_url?: string } {
    const [link, icon] = [this.#url(url), this.#url(icon_url)];
    return { ...(link && { url: link }), ...(icon && { icon_url: icon }) };
  }

  #url(given: string | undefined): string | undefined {
    if (given === undefined || given === "") return undefined;
    const url = storableText(given);
    this.#require(url.length <= EMBED_LIMITS.url && isHttpUrl(url));
    return url;
  }
}

/** Returns a card's facts with emoji for shortcodes. */
export function factsWithEmoji(facts: CardFacts): CardFacts {
  const { subject, summary } = facts;
  if (!subject?.includes(":") && !summary?.includes(":")) return facts;
  return {
    ...facts,
    ...(subject !== undefined && { subject: withEmoji(subject) }),
    ...(summary !== undefined && { summary: withEmoji(summary) }),
  };
}
