import type { Embed, EmbedPicture, MessageDto } from "@/lib/messages/dto";

/** The addresses of the pictures in a message that was put together here. */
export function picturesOf({ author, embeds }: MessageDto): string[] {
  const all = embeds.flatMap(({ image, thumbnail, author: by, footer }) => [
    image?.url,
    thumbnail?.url,
    by?.icon_url,
    footer?.icon_url,
  ]);
  return [author.avatarUrl, ...all].filter((url) => url !== null && url !== undefined);
}

/** The message with its pictures where `shown` says that they can be got; one that it doesn't know has its place only. */
export function withPictures(message: MessageDto, shown: (url: string) => string | null): MessageDto {
  const { avatarUrl } = message.author;
  const isForeign = /^https?:/i.test(avatarUrl ?? "");
  return {
    ...message,
    author: { ...message.author, avatarUrl: avatarUrl !== null && isForeign ? shown(avatarUrl) : avatarUrl },
    embeds: message.embeds.map((embed) => withShown(embed, (url) => shown(url) ?? undefined)),
  };
}

function withShown(embed: Embed, shown: (url: string) => string | undefined): Embed {
  const picture = ({ url }: EmbedPicture) => ({ url, proxy_url: shown(url) });
  const icon = (url: string | undefined) => (url ? { proxy_icon_url: shown(url) } : {});
  return {
    ...embed,
    image: embed.image && picture(embed.image),
    thumbnail: embed.thumbnail && picture(embed.thumbnail),
    author: embed.author && { ...embed.author, ...icon(embed.author.icon_url) },
    footer: embed.footer && { ...embed.footer, ...icon(embed.footer.icon_url) },
  };
}
