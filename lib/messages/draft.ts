import type { Embed } from "@/lib/messages/dto";
import type { NewAttachment } from "@/lib/uploads/stored-file";

/** Discord's `allowed_mentions`: who a webhook's message may ping. */
export type AllowedMentions = {
  parse?: string[] | undefined;
  users?: string[] | undefined;
  roles?: string[] | undefined;
};

/** What a message says, whoever says it: checked, cleaned, and nothing in it is empty. */
export type MessageBody = { content: string; embeds: Embed[]; allowedMentions: AllowedMentions | null };

/** Files that go with a message, in their order. */
type WithAttachments = { attachments?: NewAttachment[] };

/**
 * A person's message. `nonce` is made by their client: the same one again answers the first message and posts nothing. With a
 * `threadRootId` it is a reply in the thread of that message.
 */
export type UserDraft = MessageBody &
  WithAttachments & {
    kind: "user";
    userId: bigint;
    channelId: bigint;
    nonce: string | null;
    threadRootId?: bigint | null;
  };

/**
 * A webhook's message. The token's hash goes along and is checked by the statement that inserts, so that a token
 * replaced a moment ago can't slip in. The webhook's row says which channel it goes to.
 */
export type WebhookDraft = MessageBody &
  WithAttachments & {
    kind: "webhook";
    webhookId: bigint;
    tokenHash: Buffer;
    /** The webhook's sealed secret as the sender was checked against it. A webhook that has another by now refuses. */
    signingSecret?: Uint8Array | null;
    username: string | null;
    avatarUrl: string | null;
    idempotency: { key: string; bodyHash: Buffer } | null;
    /** The first message with this key stands in the channel; those after it are replies in its thread. */
    threadKey?: string | null;
  };

export type MessageDraft = UserDraft | WebhookDraft;

/** Where a message came to stand, after its commit. `replayed` says that an earlier call had posted it. */
export type Posted = { messageId: bigint; channelId: bigint; replayed: boolean };

export type Refusal =
  | "unknown_webhook"
  | "paused"
  | "archived"
  | "unsigned"
  | "not_a_member"
  | "unknown_thread"
  | "key_reused";

export type PostResult = Posted | { refused: Refusal };
