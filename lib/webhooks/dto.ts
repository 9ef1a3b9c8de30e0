export type WebhookState = "active" | "paused" | "failing";

/** A webhook in the list on its channel's Webhooks tab. The token is not part of it, and can't be: only its hash is stored. */
export type WebhookDto = {
  id: string;
  channelId: string;
  name: string;
  description: string;
  /** Where readers get it. */
  avatarUrl: string | null;
  /** The address that was given for it. */
  givenAvatarUrl: string | null;
  state: WebhookState;
  creatorName: string | null;
  /** Whether the viewer created it. What they do to somebody else's is told to its creator and the channel's managers. */
  mine: boolean;
  createdAt: string;
  lastUsedAt: string | null;
  lastErrorAt: string | null;
  lastError: string | null;
  /** Whether its posts must be signed. */
  signed: boolean;
};

/**
 * The one answer that holds a webhook's URL: right after it was created or its token regenerated. `rev` is the channel's
 * revision before that: whatever the URL posts comes after it.
 */
export type WebhookSecretDto = { webhook: WebhookDto; url: string; rev: number };

/** A webhook in the list of the whole workspace. */
export type WorkspaceWebhookDto = {
  id: string;
  name: string;
  description: string;
  avatarUrl: string | null;
  state: WebhookState;
  channelId: string;
  /** Null for a direct message of others. */
  channelName: string | null;
  channelKind: "public" | "private" | "direct";
  channelArchived: boolean;
  creatorName: string | null;
  /** The creator can no longer sign in. */
  creatorDeactivated: boolean;
  createdAt: string;
  lastUsedAt: string | null;
  lastErrorAt: string | null;
  lastError: string | null;
  /** Whether the viewer may manage it; owners and admins see others too. */
  canManage: boolean;
};

/** A webhook as the readers of a channel know it: it belongs to the channel, or has messages there. */
export type ChannelWebhookDto = {
  id: string;
  name: string;
  avatarUrl: string | null;
  deleted: boolean;
  /** It belongs to the channel, and wasn't deleted or moved to another one. */
  here: boolean;
  /** The viewer doesn't want to hear of it. */
  muted: boolean;
};

/** One request to a webhook, in its delivery log. */
export type DeliveryDto = {
  id: string;
  createdAt: string;
  /** In whose format the sender spoke: "GitHub". */
  sender: string;
  /** What GitHub calls the event; null of anything else. */
  event: string | null;
  method: string;
  /** HTTP's, as the sender got it. */
  status: number;
  /** Why it was refused, in a sentence; null when it was taken. */
  reason: string | null;
  durationMs: number;
  /** Bytes of the body that came. */
  size: number;
  /** The sender, or a member in its place, who tested the webhook, sent a payload again, or wrote one. */
  origin: "sender" | "test" | "replay" | "composed";
  /** The member's name; null of what the sender sent. */
  sentBy: string | null;
  /** The message that came of it. */
  message: { channelId: string; seq: number; deleted: boolean } | null;
  /** Whether its payload was kept, to be looked at, corrected and sent again. */
  hasPayload: boolean;
};

/** A webhook's delivery log: the latest successes and failures, newest first, and how many failures there are in all. */
export type DeliveryLogDto = { deliveries: DeliveryDto[]; failures: number };

/** A request's payload, secrets masked; `cut` when only its beginning was kept; `files`: how many came with it, which weren't kept. */
export type DeliveryPayloadDto = { text: string; cut: boolean; files: number };

/** One row of the documentation of a payload. */
export type DocumentedField = {
  /** From the object that the table is about: "author.name", "fields[].value". */
  name: string;
  type: string;
  limit: string;
  required: boolean;
  description: string;
  /** As JSON. */
  example: string | null;
};
