import { markdownTexts } from "@/lib/messages/cards/markdown-texts";
import type { MessageDto } from "@/lib/messages/dto";
import { parseMarkdown } from "@/lib/messages/markdown/parse";

/** Returns a webhook's message "hi", or one with these `fields`, with its texts parsed as on the server. */
export function aMessage(fields: Partial<MessageDto> = {}): MessageDto {
  const message: MessageDto = {
    id: "117430585659490399",
    channelId: "5",
    seq: 1,
    rev: 1,
    author: { kind: "webhook", id: "9", name: "CI", avatarUrl: null },
    content: "hi",
    embeds: [],
    parsed: [],
    attachments: [],
    mentions: [],
    mentionsEveryone: false,
    reactions: [],
    pinned: false,
    threadId: null,
    thread: null,
    nonce: null,
    createdAt: "2026-11-21T10:00:00Z",
    editedAt: null,
    updateCount: 0,
    deleted: false,
    ...fields,
  };
  return { ...message, parsed: markdownTexts(message).map((text) => parseMarkdown(text, message.mentionsEveryone)) };
}
