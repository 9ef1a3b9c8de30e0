import type { AuditAction } from "@/lib/audit/actions";
import type { WriteRefusal } from "@/lib/channels/access";
import type { NewAttachment } from "@/lib/files/uploads/stored-file";
import type { Embed } from "@/lib/messages/dto";
import type { ComposeThing, ThingReport } from "@/lib/messages/thing-report";
import type { SessionUser } from "@/lib/people/find-session-user";

/** Discord's `allowed_mentions`, which limits who a webhook's message may mention. */
export type AllowedMentions = {
  parse?: string[] | undefined;
  users?: string[] | undefined;
  roles?: string[] | undefined;
};

/** The validated and cleaned content of a message, from a person or a webhook. No part is empty. */
export type MessageBody = { content: string; embeds: Embed[]; allowedMentions: AllowedMentions | null };

/** Files that go with a message, in their order. */
type WithAttachments = { attachments?: NewAttachment[] };

/**
 * A person's message. Their client makes the `nonce`; sending the same one again returns the first message and posts
 * nothing. With a `threadRootId` it's a reply in that message's thread, and with `inChannel` it appears in the channel, too.
 */
export type UserDraft = MessageBody &
  WithAttachments & {
    kind: "user";
    userId: bigint;
    channelId: bigint;
    nonce: string | null;
    threadRootId?: bigint | null;
    inChannel?: boolean;
    /** Posts it in Parley's name, under this name, to this person's own channel: a reminder. */
    as?: string;
  };

/**
 * How a repeated request is recognized for 24 hours, by at least one of: the key that its sender gave it, the HMAC that
 * it's signed with.
 */
export type Idempotency = {
  key: string | null;
  signature?: Uint8Array | null;
  bodyHash: Buffer;
  /** The key is an id from the tool: the same key with another body is another delivery, not a mistake. */
  isToolsId?: boolean;
};

/** What a member can send by hand through a webhook. */
export type ActByHand = Extract<AuditAction, "webhook.test_sent" | "webhook.delivery_replayed" | "webhook.posted_as">;

/**
 * A webhook's message. The insert statement checks the token's hash again, so a token that was just replaced can't
 * post. The channel is read from the webhook's row; `channelId` is only where it was a moment ago.
 */
export type WebhookDraft = MessageBody &
  WithAttachments & {
    kind: "webhook";
    webhookId: bigint;
    channelId: bigint;
    tokenHash: Buffer;
    /**
     * The sealed secret that the request was checked against. If the webhook's secret has changed since, the draft is
     * refused.
     */
    signingSecret?: Uint8Array | null;
    username: string | null;
    avatarUrl: string | null;
    idempotency: Idempotency | null;
    /** The member who sends this by hand, and how. Recorded in the audit log together with the message. */
    sentBy?: (SessionUser & { action: ActByHand }) | null;
    /** The first message with this key starts a thread; later ones are replies in it. */
    threadKey?: string | null;
    /** For seven days, a later draft with the same key updates this message instead of posting a new one. */
    updateKey?: string | null;
    /** Posts a new message all the same; the update key refers to that one from then on. */
    bump?: boolean;
    /** Replies in this message's thread. The caller holds the locks on the webhook's and the channel's rows. */
    threadRootId?: bigint | null;
    /** Notifies no one, and isn't unread. */
    silent?: boolean;
    /** Why it isn't posted unless it changes a message that exists. */
    skip?: string | null;
    /** Replies in the thread of its line, if there is one; otherwise it's silent. */
    threadOnly?: boolean;
    /** What it reports on: then `embeds` is only what is posted where things have no line. */
    thing?: { report: ThingReport; compose: ComposeThing } | null;
    /** What a storm gathers it by (lib/messages/cards/likeness.ts). Null if it never gathers. */
    likeness?: string | null;
    /** Whether a card that has no fields, or is good, keeps the previous card's fields whose names it doesn't have itself. */
    keepFields?: boolean;
  };

export type MessageDraft = UserDraft | WebhookDraft;

/**
 * A posted message, after its commit. `replayed` means an earlier call had posted it. `replyId` is the thread reply
 * that records an update.
 */
export type PostedMessage = { messageId: bigint; channelId: bigint; replayed: boolean; replyId?: bigint };

export type Refusal =
  | "unknown_webhook"
  | "paused"
  | "unsigned"
  | WriteRefusal
  | "unknown_thread"
  | "key_reused"
  | "skipped";

/** `reason`: why a draft was skipped. */
export type PostResult =
  | PostedMessage
  | { refused: Exclude<Refusal, "skipped"> }
  | { refused: "skipped"; reason: string };

/**
 * One draft's outcome. `id` is null if an earlier message took its nonce, idempotency key or signature; `rev` is null
 * if nothing had to change.
 */
export type CommittedRow = {
  ord: number;
  refused: Refusal | null;
  id: bigint | null;
  channel_id: bigint | null;
  seq: bigint | null;
  rev: bigint | null;
  /** The thread reply that records this update. */
  replyId?: bigint | null;
  /** Whether it opened, changed or closed an incident. */
  incidents?: boolean;
  /** Why it was skipped, if it was. */
  reason?: string;
};
