import { channelTitle } from "@/lib/channels/dto";
import type { MessageDto, NotificationDto } from "@/lib/messages/dto";
import { withPeople } from "@/lib/messages/markdown/mention-grammar";
import { plainText } from "@/lib/messages/markdown/plain-text";
import { paths } from "@/lib/paths";
import type { MessagePush } from "@/lib/push/dto";
import { cleanText, codePoints, firstCodePoints } from "@/lib/text";

// A push can have about 4,000 bytes, and a character can take six in JSON.
const WORDS = 240;
const NAME = 80;

/**
 * Returns the payload for `count` messages of a channel or thread, of which this is the last. Includes its text only if
 * `showTexts`.
 */
export function toPayload(
  { message, channel }: NotificationDto,
  { root, count, showTexts }: { root: { id: bigint; seq: bigint } | null; count: number; showTexts: boolean },
): MessagePush {
  const { id: channelId, kind } = channel;
  return {
    kind: "message",
    tag: root === null ? `channel-${channelId}` : `thread-${root.id}`,
    channelId,
    rootId: root === null ? null : `${root.id}`,
    seq: message.seq,
    count,
    href:
      root === null
        ? paths.message(channelId, message.seq)
        : paths.reply(channelId, { rootId: root.id, rootSeq: root.seq }, message.seq),
    at: Date.parse(message.createdAt),
    text: showTexts
      ? {
          author: short(cleanText(message.author.name), NAME),
          place: short(channelTitle(channel), NAME),
          direct: kind === "direct",
          words: short(wordsOf(message), WORDS),
        }
      : null,
  };
}

/** Returns the beginning of a message's text as it's displayed, on one line. */
function wordsOf(message: MessageDto): string {
  const { content, embeds, attachments, parsed } = message;
  const [embed] = embeds;
  const names = new Map(message.mentions.map(({ id, name }) => [id, cleanText(name)]));
  const nameOf = (id: string) => `@${names.get(id) || "unknown person"}`;
  // The first of the message's Markdown texts is parsed[0], whichever that is.
  const [nodes] = content || (!embed?.title && embed?.description) ? parsed : [];
  const words = plainText(nodes ?? [], nameOf);
  if (words.trim() !== "") return cleanText(words.toWellFormed());
  const files = attachments.length === 1 ? "sent a file" : `sent ${attachments.length} files`;
  const said =
    content.trim() ||
    embed?.title ||
    embed?.description ||
    embed?.author?.name ||
    embed?.fields?.[0]?.name ||
    embed?.buttons?.[0]?.label ||
    (attachments.length > 0 ? files : "(no text)");
  return withPeople(cleanText(said), nameOf);
}

function short(text: string, atMost: number): string {
  const line = text.slice(0, 4_000).replace(/\s+/g, " ").trim();
  return codePoints(line) <= atMost ? line : `${firstCodePoints(line, atMost).trimEnd()}…`;
}
