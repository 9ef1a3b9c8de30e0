import type { AuditAction } from "@/lib/audit/actions";
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

/** By what a request is known again for 24 hours, at least one of the two: the key that its sender gave it, the HMAC with which it is signed. */
export type Idempotency = {
  key: string | null;
  signature?: Uint8Array | null;
  bodyHash: Buffer;
  /** The key is a tool's id: with another body it is another delivery, and no mistake of the sender's. */
  isToolsId?: boolean;
};

/** What a member does with a webhook in its sender's place. */
export type ActByHand = Extract<AuditAction, "webhook.test_sent" | "webhook.delivery_replayed" | "webhook.posted_as">;

/**
 * A webhook's message. The token's hash goes along and is checked by the statement that inserts, so that a token
 * replaced a moment ago can't slip in. The webhook's row says which channel it goes to; `channelId` is where it was a moment ago.
 */
export type WebhookDraft = MessageBody &
  WithAttachments & {
    kind: "webhook";
    webhookId: bigint;
    channelId: bigint;
    tokenHash: Buffer;
    /** The webhook's sealed secret as the sender was checked against it. A webhook that has another by now refuses. */
    signingSecret?: Uint8Array | null;
    username: string | null;
    avatarUrl: string | null;
    idempotency: Idempotency | null;
    /** The member who sends it by hand, in the sender's place, and how: recorded in the audit log with the message itself. */
    sentBy?: { id: bigint; name: string; action: ActByHand } | null;
    /** The first message with this key stands in the channel; those after it are replies in its thread. */
    threadKey?: string | null;
    /** Within seven days a later draft with this key takes the place of the message instead of being posted. */
    updateKey?: string | null;
    /** Whether it is posted anew all the same; the key leads to it from then on. */
    bump?: boolean;
    /** Whether a card without fields, or in `endColor`, keeps those fields of the one whose place it takes whose names it hasn't itself. */
    keepFields?: boolean;
    /** A first card in this colour says that the matter is over: what comes with another colour later is posted anew. */
    endColor?: number;
  };

export type MessageDraft = UserDraft | WebhookDraft;

/**
 * Where a message came to stand, after its commit. `replayed` says that an earlier call had posted it; `replyId` is the reply that tells
 * of an update in the message's thread.
 */
export type Posted = { messageId: bigint; channelId: bigint; replayed: boolean; replyId?: bigint };

export type Refusal =
  | "unknown_webhook"
  | "paused"
  | "archived"
  | "unsigned"
  | "not_a_member"
  | "unknown_thread"
  | "key_reused";

export type PostResult = Posted | { refused: Refusal };

/**
 * One draft's outcome: `id` is null when its nonce, its idempotency key or its signature was taken by an earlier message, `rev` when
 * nothing had to change.
 */
export type CommittedRow = {
  ord: number;
  refused: Refusal | null;
  id: bigint | null;
  channel_id: bigint | null;
  seq: bigint | null;
  rev: bigint | null;
  /** The reply in which the message's thread tells of its update. */
  replyId?: bigint | null;
};
