import type { MessageDto } from "@/lib/messages/dto";

/** A webhook's message that says "hi", or what `fields` say. */
export function aMessage(fields: Partial<MessageDto> = {}): MessageDto {
  return {
    id: "117430585659490399",
    channelId: "5",
    seq: 1,
    rev: 1,
    author: { kind: "webhook", id: "9", name: "CI", avatarUrl: null },
    content: "hi",
    embeds: [],
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
    deleted: false,
    ...fields,
  };
}
