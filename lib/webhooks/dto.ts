import type { Embed } from "@/lib/messages/dto";
import type { CardModel } from "@/lib/webhooks/interpret/own-cards/model";

/** Silent: it hasn't posted for as long as expected, and isn't failing. */
export type WebhookState = "active" | "paused" | "failing" | "silent";

/** A webhook in the list of its channel's Webhooks tab. It can't contain the token, because only a hash is stored. */
export type WebhookDto = {
  id: string;
  channelId: string;
  name: string;
  description: string;
  /** Where readers load it from. */
  avatarUrl: string | null;
  /** The avatar that was uploaded or whose URL was entered. */
  givenAvatarUrl: string | null;
  /** Its tool's logo, which it has without another avatar; null for a generated one. */
  defaultAvatarUrl: string | null;
  state: WebhookState;
  creatorName: string | null;
  /** Whether the viewer created it. Changes to someone else's webhook notify its creator and the channel's managers. */
  mine: boolean;
  createdAt: string;
  lastUsedAt: string | null;
  lastErrorAt: string | null;
  lastError: string | null;
  /** How many of its latest requests failed in a row, at most 100. It may not be failing yet, or be paused. */
  failedInRow: number;
  /** How often it is expected to post, in hours; null if no alert is set. */
  expectedEveryHours: number | null;
  /** Since when it has been silent. It may be failing as well. */
  silentSince: string | null;
  /** Whether its requests must be signed. */
  signed: boolean;
  /** The name of the scheme that its requests are signed by; null if no one has chosen one. */
  signatureScheme: string | null;
  /** The tool that posts to it, whose name ends its URL; "parley" if it isn't known. */
  sender: string;
  /** Whether its plain URL accepts any JSON, not only Parley's own. */
  takesAnyJson: boolean;
  /** Whether a plain card replaces the earlier one about the same incident. */
  updatesCards: boolean;
  /** Whether what its tool reports on has one line that changes. */
  oneLine: boolean;
  /** Whether its tool can have things, so that `oneLine` means something. */
  hasThings: boolean;
  /** Whether storms of all its messages gather, not only those of tools' cards. */
  gathersAll: boolean;
  /** What cards have in common that are no incidents although they're bad: "Grafana · p99 of checkout-api". */
  notIncidents: string[];
};

/** A webhook in its channel's list, with how many requests it got since midnight, and how many of them failed. */
export type ListedWebhookDto = WebhookDto & { today: { requests: number; failed: number } };

/**
 * The only response with a webhook's plain URL, right after creating it or regenerating its token. `rev` is the
 * channel's revision before that, so anything posted to the URL comes after it.
 */
export type WebhookSecretDto = { webhook: WebhookDto; url: string; rev: number };

/** A webhook whose URL a deactivated user knows. */
export type KnownWebhookDto = { id: string; name: string; channelId: string; channelName: string };

/** The ones that the viewer manages, and the number of others. */
export type KnownWebhooksDto = { webhooks: KnownWebhookDto[]; elsewhere: number };

/** A tool that can post to a webhook, as people choose it. */
export type SenderDto = {
  /** Its name at the end of a webhook's URL; "parley" for the plain URL. */
  name: string;
  /** Its display name, such as "GitLab". */
  label: string;
  /** Other names that the URL can end with; also searched. */
  aliases?: readonly string[];
  /** Its logo's name in the file of logos; null if there is none. */
  mark: string | null;
  /** Whether it can have one line per thing. */
  hasThings: boolean;
  /** Setup steps in Markdown; `{url}` is replaced with the webhook's URL. Empty if examples are shown instead. */
  steps: readonly string[];
};

/** The documentation of a tool's own JSON. */
export type SenderDocsDto = {
  sender: SenderDto;
  home: string;
  events: readonly SenderEventDto[];
  /** Whether events that aren't listed also have their own card. */
  knowsOthers: boolean;
  /** How it signs its requests, as a sentence in Markdown; null if it doesn't. */
  signature: string | null;
  /** Where it puts the ID of a delivery; null if nowhere. */
  delivery: string | null;
};

/** Events that share a card, and remarks about it. */
export type SenderEventDto = { names: readonly string[]; remarks: readonly string[] };

/** A webhook in the list of all webhooks. */
export type WorkspaceWebhookDto = {
  id: string;
  name: string;
  description: string;
  avatarUrl: string | null;
  state: WebhookState;
  channelId: string;
  /** Null for a direct message that the viewer isn't in. */
  channelName: string | null;
  channelKind: "public" | "private" | "direct";
  channelArchived: boolean;
  creatorName: string | null;
  /** Whether the creator has been deactivated. */
  creatorDeactivated: boolean;
  createdAt: string;
  lastUsedAt: string | null;
  lastErrorAt: string | null;
  lastError: string | null;
  /** As in WebhookDto. */
  failedInRow: number;
  expectedEveryHours: number | null;
  silentSince: string | null;
  /** Whether the viewer may manage it. Owners and admins also see webhooks that they can't manage. */
  canManage: boolean;
};

/** A page of the list of all webhooks. `next` is the cursor of the next page, null on the last. */
export type WorkspaceWebhooksDto = { items: WorkspaceWebhookDto[]; next: string | null };

/**
 * How many webhooks match a filter out of how many, and the channels that they post to with a count each. If there are
 * very many channels, only the first ones and the selected one.
 */
export type WebhookCountsDto = {
  found: number;
  all: number;
  channels: { id: string; name: string | null; count: number }[];
};

/** A webhook as a channel's readers see it: it belongs to the channel or has messages in it. */
export type ChannelWebhookDto = {
  id: string;
  name: string;
  avatarUrl: string | null;
  deleted: boolean;
  /** Whether it still belongs to the channel. */
  here: boolean;
  /** Whether the viewer has muted it. */
  muted: boolean;
};

/** One request in a webhook's delivery log. */
export type DeliveryDto = {
  id: string;
  createdAt: string;
  /** The display name of the request's format, such as "GitHub". */
  sender: string;
  /** The event's name, if the sender gave one. */
  event: string | null;
  method: string;
  /** The HTTP status that the sender got. */
  status: number;
  /** Why it was rejected or skipped, or a remark about an accepted request; null if there is none. */
  reason: string | null;
  durationMs: number;
  /** The body's size in bytes. */
  size: number;
  /** The sender, or a member who tested the webhook, resent a payload or wrote one. */
  origin: "sender" | "test" | "replay" | "composed";
  /** The member's name; null if the sender sent it. */
  sentBy: string | null;
  /** The message that it posted or changed. `title` is its card's title, or the beginning of its text. */
  message: { channelId: string; seq: number; deleted: boolean; title: string | null } | null;
  /** Whether its payload was kept, so that it can be viewed and sent again. */
  hasPayload: boolean;
};

/** A webhook's delivery log: the latest successes and failures, newest first, and the total number of failures. */
export type DeliveryLogDto = { deliveries: DeliveryDto[]; failures: number };

/**
 * A request's payload with secrets masked. `cut`: only the beginning was kept. `files`: how many files it had, which
 * weren't kept. `fitsCard`: whether a webhook's own card can be made from it.
 */
export type DeliveryPayloadDto = { text: string; cut: boolean; files: number; fitsCard: boolean };

/** One row of a table of payload fields. */
export type DocumentedField = {
  /** Its path in the object that the table is about, such as "author.name" or "fields[].value". */
  name: string;
  type: string;
  limit: string;
  required: boolean;
  description: string;
  /** As JSON. */
  example: string | null;
};

/** What the editor of a webhook's own card shows. */
export type CardEditorDto = {
  /** The newest version; null if none was saved, or the form can't express it. */
  model: CardModel | null;
  /** The file of the newest version, and why the form can't express it; null if it can. */
  unfit: { yaml: string; problem: string } | null;
  isOn: boolean;
  /** Newest first. */
  versions: CardVersionDto[];
  delivery: CardSampleDto | null;
  /** What the latest deliveries had for each value of their payloads. */
  seen: SeenValuesDto[];
};

/** The values that deliveries had at a path of the payload, the most frequent first. 0 stands for any item of a list. */
export type SeenValuesDto = { path: (string | number)[]; values: (string | number | boolean)[] };

/** A version of a webhook's own card. */
export type CardVersionDto = { version: number; by: string | null; at: string };

/** A delivery's payload as a card sees it: parsed JSON, a form as an object, or text. */
export type CardSampleDto = { id: string; payload: object | string; event: string | null; dialect: string };

/** What a card makes of a delivery. */
export type CardPreviewDto =
  | { kind: "card"; messages: { content: string; embeds: Embed[] }[] }
  | { kind: "skipped"; reason: string }
  /** The card isn't for this request. */
  | { kind: "other" }
  | { kind: "failed"; reason: string };

/** What a card makes of the latest deliveries, newest first. */
export type CardTrialDto = Record<"posted" | "skipped" | "failed" | "other", TriedDeliveryDto[]>;

/** What a card makes of one delivery. */
export type TriedDeliveryDto = { deliveryId: string; at: string; title: string; reason: string | null };
