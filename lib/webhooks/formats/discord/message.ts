import type { Embed, EmbedButton, MessageDto } from "@/lib/messages/dto";

/** Converts a message to Discord's message object. Its author is always a webhook. */
export function discordMessage(message: MessageDto, baseUrl: string): object {
  const { author } = message;
  return {
    id: message.id,
    type: 0,
    channel_id: message.channelId,
    webhook_id: author.id,
    author: { id: author.id, username: author.name, avatar: null, discriminator: "0000", public_flags: 0, bot: true },
    content: message.content,
    embeds: message.embeds
      .map(discordEmbed)
      .filter((embed) => Object.keys(embed).length > 0)
      .map((embed) => absoluteImages({ type: "rich", ...embed }, baseUrl)),
    attachments: message.attachments.map(({ id, name, size, contentType, width, height, description, url }) => ({
      id,
      filename: name,
      size,
      url: baseUrl + url,
      proxy_url: baseUrl + url,
      content_type: contentType,
      ...(width !== null && height !== null && { width, height }),
      ...(description && { description }),
    })),
    mentions: message.mentions
      .filter(({ notifies }) => notifies)
      .map(({ id, name }) => ({ id, username: name, avatar: null, discriminator: "0000", public_flags: 0 })),
    mention_roles: [],
    mention_everyone: message.mentionsEveryone,
    pinned: false,
    tts: false,
    timestamp: message.createdAt,
    edited_timestamp: message.editedAt,
    flags: 0,
    components: rowsOf(message.embeds.flatMap(({ buttons = [] }) => buttons)),
  };
}

/** Returns an embed without what Discord's have no key for. Its title says the facts. */
function discordEmbed({ buttons: _, leads: __, card: ___, fields, ...embed }: Embed): Embed {
  return { ...embed, ...(fields && { fields: fields.map(({ kind: ____, ...field }) => field) }) };
}

// Discord's numbers of a row, a button and the style of a link, and how many buttons a row has.
const [ROW, BUTTON, LINK, IN_ROW] = [1, 2, 5, 5];

/** Returns link buttons as Discord's components. */
function rowsOf(buttons: readonly EmbedButton[]): object[] {
  return Array.from({ length: Math.ceil(buttons.length / IN_ROW) }, (_, row) => ({
    type: ROW,
    components: buttons
      .slice(row * IN_ROW, (row + 1) * IN_ROW)
      .map(({ label, url }) => ({ type: BUTTON, style: LINK, label, url })),
  }));
}

/**
 * Replaces proxied image URLs with the sender's own. Images that are attachments get the full URL, because a client
 * can't resolve a path.
 */
function absoluteImages(embed: Embed & { type: string }, baseUrl: string): object {
  const whole = (url: string) => (url.startsWith("/") ? baseUrl + url : url);
  return {
    ...embed,
    ...(embed.image && { image: { url: whole(embed.image.url) } }),
    ...(embed.thumbnail && { thumbnail: { url: whole(embed.thumbnail.url) } }),
    ...(embed.author?.icon_url && { author: withIcon(embed.author, whole) }),
    ...(embed.footer?.icon_url && { footer: withIcon(embed.footer, whole) }),
  };
}

function withIcon<T extends { icon_url?: string | undefined; proxy_icon_url?: string | undefined }>(
  { proxy_icon_url: _, icon_url, ...rest }: T,
  whole: (url: string) => string,
): object {
  return { ...rest, icon_url: icon_url && whole(icon_url) };
}
