import type { MessagePush } from "@/lib/attention/push/dto";
import { channelTitle } from "@/lib/channels/dto";
import type { NotificationDto } from "@/lib/messages/dto";
import { excerpt } from "@/lib/messages/excerpt";
import { paths } from "@/lib/text/paths";
import { cleanText, cut } from "@/lib/text/text";

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
          author: cut(cleanText(message.author.name), NAME),
          place: cut(channelTitle(channel), NAME),
          direct: kind === "direct",
          words: excerpt(message, WORDS),
        }
      : null,
  };
}
