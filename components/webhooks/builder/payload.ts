import { type Draft, type EmbedDraft, emptyEmbed, newKey } from "./draft";

/** Converts the draft to a payload with every part, even empty ones, so that error paths match the controls. */
export function toPayload({ content, username, avatarUrl, embeds, allowedMentions }: Draft): Record<string, unknown> {
  return {
    content,
    username,
    avatar_url: avatarUrl,
    embeds: embeds.map((embed) => ({
      author: { name: embed.authorName, url: embed.authorUrl, icon_url: embed.authorIcon },
      title: embed.title,
      url: embed.url,
      description: embed.description,
      color: toColor(embed.color),
      fields: embed.fields.map(({ name, value, inline }) => ({ name, value, ...(inline && { inline }) })),
      image: { url: embed.image },
      thumbnail: { url: embed.thumbnail },
      footer: { text: embed.footerText, icon_url: embed.footerIcon },
      timestamp: embed.timestamp,
      state: embed.state,
      severity: embed.severity,
      place: embed.place,
    })),
    allowed_mentions: allowedMentions,
  };
}

/** Returns the payload without empty parts. */
export function withoutEmpty(payload: Record<string, unknown>): Record<string, unknown> {
  return record(prune(payload));
}

/** Converts a payload to a draft. Unknown keys are dropped. */
export function fromPayload(payload: unknown): Draft {
  const { content, username, avatar_url, embeds, allowed_mentions } = record(payload);
  return {
    content: text(content),
    username: text(username),
    avatarUrl: text(avatar_url),
    embeds: list(embeds).map(toEmbedDraft),
    allowedMentions: allowed_mentions ?? undefined,
  };
}

function toEmbedDraft(value: unknown): EmbedDraft {
  const embed = record(value);
  const [author, footer] = [record(embed.author), record(embed.footer)];
  return {
    ...emptyEmbed(),
    fields: list(embed.fields).map((each) => {
      const field = record(each);
      return { key: newKey(), name: text(field.name), value: text(field.value), inline: field.inline === true };
    }),
    title: text(embed.title),
    description: text(embed.description),
    url: text(embed.url),
    color: text(embed.color),
    timestamp: text(embed.timestamp),
    state: text(embed.state),
    severity: text(embed.severity),
    place: text(embed.place),
    authorName: text(author.name),
    authorUrl: text(author.url),
    authorIcon: text(author.icon_url),
    footerText: text(footer.text),
    footerIcon: text(footer.icon_url),
    image: text(record(embed.image).url),
    thumbnail: text(record(embed.thumbnail).url),
  };
}

/** Converts a color's text to a number. Other text is returned unchanged for the validator to reject. */
export function toColor(written: string): number | string {
  const trimmed = written.trim();
  const [, hex] = /^(?:#|0x)([0-9a-f]{6})$/i.exec(trimmed) ?? [];
  if (hex) return Number.parseInt(hex, 16);
  return /^\d{1,12}$/.test(trimmed) ? Number(trimmed) : trimmed;
}

function prune(value: unknown): unknown {
  if (Array.isArray(value)) return nothingIfEmpty(value.map(prune).filter((each) => each !== undefined));
  if (typeof value === "object" && value !== null) {
    const kept = Object.entries(value).map(([key, each]) => [key, prune(each)] as const);
    return nothingIfEmpty(Object.fromEntries(kept.filter(([, each]) => each !== undefined)));
  }
  return value === "" || value === null ? undefined : value;
}

function nothingIfEmpty<T extends object>(value: T): T | undefined {
  return Object.keys(value).length > 0 ? value : undefined;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value.filter((each) => each !== null) : [];
}

function text(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? `${value}` : "";
}
