import type { PendingMessage } from "@/components/conversation/run";
import type { MessageDto } from "@/lib/messages/dto";
import { mentionsEveryone } from "@/lib/messages/mention-grammar";
import type { MeDto } from "@/lib/users/dto";
import { knownMentions } from "./composer/known-names";
import { asAttachment } from "./upload/local-file";

/** A message on its way as it will look, standing after everything else. */
export function pendingAsMessage(pending: PendingMessage, channelId: string, me: MeDto): MessageDto {
  return {
    id: pending.nonce,
    channelId,
    seq: Number.MAX_SAFE_INTEGER,
    rev: 0,
    author: { kind: "user", id: me.id, name: me.name, avatarUrl: me.avatarUrl },
    content: pending.content,
    embeds: [],
    parsed: [],
    attachments: pending.files.map(asAttachment),
    mentions: knownMentions(pending.content),
    mentionsEveryone: mentionsEveryone(pending.content),
    reactions: [],
    pinned: false,
    threadId: null,
    thread: null,
    nonce: pending.nonce,
    createdAt: pending.createdAt,
    editedAt: null,
    deleted: false,
  };
}
