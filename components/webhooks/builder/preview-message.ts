import { leadsOf } from "@/lib/messages/cards/leads";
import { markdownTexts } from "@/lib/messages/cards/markdown-texts";
import { CARD_SEVERITIES, type Embed, type EmbedImageDto, type MessageDto } from "@/lib/messages/dto";
import { parseMarkdown } from "@/lib/messages/markdown/parse";
import { saidFacts } from "@/lib/webhooks/payload/read-payload";
import { checkPayload } from "@/lib/webhooks/schema";
import type { Draft, EmbedDraft } from "./draft";
import { toColor, toPayload } from "./payload";
import { type ProblemOf, problemFinder } from "./problems";

/** Who the preview's message is from: a webhook or a placeholder. */
export type PreviewSender = { id: string; name: string; avatarUrl: string | null };

/**
 * Returns the message as the channel would show it, or null if it's empty. Invalid parts are left out; long texts are
 * kept.
 */
export function previewMessage(draft: Draft, sender: PreviewSender, createdAt: string): MessageDto | null {
  const { post, problems } = checkPayload(toPayload(draft));
  if (post === null && problems.some(({ path }) => path.length === 0)) return null;
  const problemOf = problemFinder(problems);
  const { content, embeds } = post ?? {
    content: draft.content,
    embeds: draft.embeds.map((embed, index) => shownOf(embed, (part) => problemOf(`embeds[${index}].${part}`))),
  };
  const avatarUrl = problemOf("avatar_url") ? null : draft.avatarUrl.trim();
  return messageOf(
    { content, embeds },
    {
      id: sender.id,
      name: post?.username ?? (draft.username.trim() || sender.name),
      avatarUrl: post?.avatarUrl ?? (avatarUrl || sender.avatarUrl),
    },
    createdAt,
  );
}

/** Returns a message that isn't stored, as the channel would show it. */
export function messageOf(
  { content, embeds }: { content: string; embeds: readonly Embed[] },
  sender: PreviewSender,
  createdAt: string,
): MessageDto {
  return {
    id: "preview",
    channelId: "preview",
    seq: 0,
    rev: 0,
    author: { kind: "webhook", ...sender },
    content,
    embeds: embeds.map((embed) => ({ ...embed, leads: leadsOf(embed) ?? undefined })),
    parsed: markdownTexts({ content, embeds: [...embeds] }).map((text) => parseMarkdown(text, false)),
    attachments: [],
    mentions: [],
    mentionsEveryone: false,
    reactions: [],
    pinned: false,
    threadId: null,
    thread: null,
    nonce: null,
    createdAt,
    editedAt: null,
    updateCount: 0,
    deleted: false,
  };
}

function shownOf(embed: EmbedDraft, problemOf: ProblemOf): Embed {
  const address = (part: string, url: string) => (url && !problemOf(part) ? url : undefined);
  const [image, thumbnail] = [address("image.url", embed.image), address("thumbnail.url", embed.thumbnail)];
  const color = toColor(embed.color);
  const severity = CARD_SEVERITIES.find((each) => each === embed.severity);
  const said = { ...(embed.state && { state: embed.state }), ...(embed.place && { place: embed.place }) };
  const card = saidFacts(
    { ...said, ...(severity && { severity }) },
    typeof color === "number" ? color : undefined,
    false,
  );
  return {
    ...(card && { card }),
    title: embed.title || undefined,
    description: embed.description || undefined,
    url: address("url", embed.url),
    color: typeof color === "number" ? color : undefined,
    fields: embed.fields,
    timestamp: address("timestamp", embed.timestamp),
    author: embed.authorName
      ? {
          name: embed.authorName,
          url: address("author.url", embed.authorUrl),
          icon_url: address("author.icon_url", embed.authorIcon),
        }
      : undefined,
    footer: { text: embed.footerText || undefined, icon_url: address("footer.icon_url", embed.footerIcon) },
    image: image ? { url: image } : undefined,
    thumbnail: thumbnail ? { url: thumbnail } : undefined,
  };
}

/** Returns the URLs of all images in a preview message. */
export function imagesOf({ author, embeds }: MessageDto): string[] {
  const all = embeds.flatMap(({ image, thumbnail, author: by, footer }) => [
    image?.url,
    thumbnail?.url,
    by?.icon_url,
    footer?.icon_url,
  ]);
  return [author.avatarUrl, ...all].filter((url) => url !== null && url !== undefined);
}

/** Returns the message with images replaced by what `shown` returns for them; null leaves an empty placeholder. */
export function withImages(message: MessageDto, shown: (url: string) => string | null): MessageDto {
  const { avatarUrl } = message.author;
  const isForeign = /^https?:/i.test(avatarUrl ?? "");
  return {
    ...message,
    author: { ...message.author, avatarUrl: avatarUrl !== null && isForeign ? shown(avatarUrl) : avatarUrl },
    embeds: message.embeds.map((embed) => withShown(embed, (url) => shown(url) ?? undefined)),
  };
}

function withShown(embed: Embed, shown: (url: string) => string | undefined): Embed {
  const image = ({ url }: EmbedImageDto) => ({ url, proxy_url: shown(url) });
  const icon = (url: string | undefined) => (url ? { proxy_icon_url: shown(url) } : {});
  return {
    ...embed,
    image: embed.image && image(embed.image),
    thumbnail: embed.thumbnail && image(embed.thumbnail),
    author: embed.author && { ...embed.author, ...icon(embed.author.icon_url) },
    footer: embed.footer && { ...embed.footer, ...icon(embed.footer.icon_url) },
  };
}
