import { shownImage } from "@/lib/images/signed-url";
import type { Embed, EmbedPicture } from "@/lib/messages/dto";
import type { AttachmentDto } from "@/lib/uploads/dto";

type Files = readonly Pick<AttachmentDto, "url" | "shown">[];

/**
 * The embeds of the person or webhook `by`, whose attachments are resolved, with where readers get each picture: no browser ever asks the
 * host that a sender names.
 */
export function withShownImages(embeds: readonly Embed[], files: Files, by: bigint | null): Embed[] {
  const shown = (url: string) =>
    (url.startsWith("/") ? files.find((file) => file.url === url)?.shown?.preview : shownImage(url, by)) ?? undefined;
  const picture = ({ url }: EmbedPicture): EmbedPicture => ({ url, proxy_url: shown(url) });
  const icon = (url: string | undefined) => (url ? { proxy_icon_url: shown(url) } : {});
  return embeds.map((embed) => ({
    ...embed,
    ...(embed.image && { image: picture(embed.image) }),
    ...(embed.thumbnail && { thumbnail: picture(embed.thumbnail) }),
    ...(embed.author && { author: { ...embed.author, ...icon(embed.author.icon_url) } }),
    ...(embed.footer && { footer: { ...embed.footer, ...icon(embed.footer.icon_url) } }),
  }));
}
