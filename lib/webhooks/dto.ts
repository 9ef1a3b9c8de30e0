/** Silent: it has posted nothing for as long as it is expected to, and doesn't fail. */
export type WebhookState = "active" | "paused" | "failing" | "silent";

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
  /** Within how many hours it is expected to post again; null: whenever it does. */
  expectedEveryHours: number | null;
  /** Since when it has posted nothing, if that is longer than expected. It may be failing as well. */
  silentSince: string | null;
  /** Whether its posts must be signed. */
  signed: boolean;
  /** By whose rules, as the choices of schemes name it; null: nobody has chosen yet. */
  signatureScheme: string | null;
  /** Whether its plain URL takes whatever a tool posts, and not only Parley's own JSON. */
  takesAnyJson: boolean;
};

/**
 * The one answer that holds a webhook's URL: right after it was created or its token regenerated. `rev` is the channel's
 * revision before that: whatever the URL posts comes after it.
 */
export type WebhookSecretDto = { webhook: WebhookDto; url: string; rev: number };

/** A webhook whose URL somebody knows who has been deactivated. */
export type KnownWebhookDto = { id: string; name: string; channelId: string; channelName: string };

/** Those of them that the viewer manages, and how many there are besides. */
export type KnownWebhooksDto = { webhooks: KnownWebhookDto[]; elsewhere: number };

/** What can post to a webhook, for who sets one up. */
export type SenderDto = {
  /** Its name at the end of a webhook's URL; "parley" stands for no name. */
  name: string;
  /** What people call it: "GitLab". */
  label: string;
  /** Other names that the end of the URL may have, under which people look for it. */
  aliases?: readonly string[];
  /** Its mark's name in the file of marks; null when it has none there. */
  mark: string | null;
  /** What to do in the tool, in Markdown; `{url}` stands for the webhook's address. None where examples say more. */
  steps: readonly string[];
};

/** What the documentation says of a tool's own JSON. */
export type SenderDocsDto = {
  sender: SenderDto;
  /** The tool's home page. */
  home: string;
  events: readonly SenderEventDto[];
  /** Whether events that aren't listed have a card of their own, too. */
  knowsOthers: boolean;
  /** How it signs its requests, in a sentence of Markdown; null when it doesn't. */
  signature: string | null;
  /** Where it says that a request is a repeat; null when it doesn't. */
  delivery: string | null;
};

/** Events that become the same card, and what is special about it, in sentences. */
export type SenderEventDto = { names: readonly string[]; remarks: readonly string[] };

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
  /** As in WebhookDto. */
  expectedEveryHours: number | null;
  silentSince: string | null;
  /** Whether the viewer may manage it; owners and admins see others too. */
  canManage: boolean;
};

/** A page of the list of all webhooks. `next` is where the following one begins, null at the list's end. */
export type WorkspaceWebhooksDto = { items: WorkspaceWebhookDto[]; next: string | null };

/**
 * How many webhooks a filter leaves of how many there are, and the channels that these post to, by name, with their number each: of
 * very many channels only the first, and the one that is asked for.
 */
export type WebhookCountsDto = {
  found: number;
  all: number;
  channels: { id: string; name: string | null; count: number }[];
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
  /** Why it was refused or left out, or what went wrong on the way of what was taken, in a sentence; null when there is nothing to say. */
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
