import type { ChannelNameDto } from "@/lib/channels/dto";
import type { AttachmentDto } from "@/lib/files/uploads/dto";
import type { Destination } from "@/lib/messages/markdown/leads-to";
import type { MarkdownNode } from "@/lib/messages/markdown/tree";

/** The maximum length of a person's message, in code points. */
export const MESSAGE_LIMIT = 8000;

/**
 * A message as the browser gets it. It's the same for every reader, except for `sentBy`, which only readers with
 * `seesSenders` get.
 */
export type MessageDto = {
  id: string;
  channelId: string;
  /** The message's number in its channel: order, paging and read position. */
  seq: number;
  /** The channel's revision of the message's latest change; a higher one replaces a lower one. */
  rev: number;
  author: AuthorDto;
  /** Markdown. */
  content: string;
  embeds: Embed[];
  /** The message's `markdownTexts`, parsed, in the same order. Null for a text shown as plain text. */
  parsed: (MarkdownNode[] | null)[];
  /** Files that aren't shown in an embed. */
  attachments: AttachmentDto[];
  /** The people mentioned in its texts as `<@id>`. */
  mentions: MentionDto[];
  /** Whether it mentions every member of the channel. */
  mentionsEveryone: boolean;
  /** In the order in which each emoji was first added. */
  reactions: ReactionDto[];
  pinned: boolean;
  /** The id of the thread's root. Null for a message in the channel itself. */
  threadId: string | null;
  /** Set on a reply that also appears in the channel: the beginning of the root's text, empty if that was deleted. */
  inChannel?: { root: string } | undefined;
  /** Set on a message with replies. */
  thread: ThreadDto | null;
  /** The member who sent this by hand through its webhook. Only for those who manage the channel. */
  sentBy?: SenderDto | undefined;
  /** Made by the author's client to match this with its pending message. */
  nonce: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  editedAt: string | null;
  /** How often its webhook has updated it. */
  updateCount: number;
  /** What its card reports, while that is open. Missing from an older server during an upgrade. */
  incident?: IncidentDto | null | undefined;
  /** Who closed its incident by hand, and when, while that can be undone. */
  closedIncident?: { by: SenderDto; at: string } | undefined;
  /** A tombstone: everything else is cleared. Its thread, if any, stays. */
  deleted: boolean;
  /** Whether it says what happened in the channel, such as who joined. No one wrote it. */
  isLine?: true;
  /** Whether it was posted silently: it notified no one. */
  silent?: true;
};

/** Returns whether a message notifies no one and is never unread. The database's `COUNTS` says the same. */
export function isQuiet({ isLine, silent }: Pick<MessageDto, "isLine" | "silent">): boolean {
  return isLine === true || silent === true;
}

/**
 * Something bad that a card reports and that isn't over. `again` means that it got bad again, or worse, after
 * `acknowledgedAt`, which then no longer counts. Times are ISO 8601, UTC.
 */
export type IncidentDto = {
  severity: "danger" | "warning";
  /** How bad the payload says it is. Missing from an older server during an upgrade. */
  level?: CardSeverity | null | undefined;
  openedAt: string;
  acknowledgedBy: SenderDto | null;
  acknowledgedAt: string | null;
  assignedTo: SenderDto | null;
  again: boolean;
};

/** Returns whether someone has acknowledged it since it last got worse. */
export function isAcknowledged({ acknowledgedAt, again }: Pick<IncidentDto, "acknowledgedAt" | "again">): boolean {
  return acknowledgedAt !== null && !again;
}

/** Returns whether someone takes care of it: they acknowledged it since it last got worse, or it's assigned to them. */
export function isTaken(incident: Pick<IncidentDto, "acknowledgedAt" | "again" | "assignedTo">): boolean {
  return incident.assignedTo !== null || isAcknowledged(incident);
}

/** What a person can do about an incident. */
export const INCIDENT_ACTS = ["acknowledge", "unacknowledge", "assign", "unassign", "close", "reopen"] as const;
export type IncidentActKind = (typeof INCIDENT_ACTS)[number];

/** What someone did about an incident, and when. `to` is whom they assigned it to. */
export type IncidentActDto = { kind: IncidentActKind; by: string; to: string | null; at: string };

/** The member who sent a webhook's message by hand. */
export type SenderDto = { id: string; name: string };

/**
 * A person mentioned in a message, or a user group by its handle, with the ids of the people whom it notified. `notifies`
 * is true if the mention notifies anyone.
 */
export type MentionDto = { id: string; name: string; notifies: boolean; group?: string[] | undefined };

/** A thread's summary on its root. `lastReplyAt` is ISO 8601, UTC. */
export type ThreadDto = {
  replyCount: number;
  /** How many of the replies are messages like the root, which a storm gathered there. */
  gathered?: number | undefined;
  lastReplyAt: string;
  lastReplySeq: number;
  /** Up to three who replied, the latest first; missing from an older server during an upgrade. */
  repliers?: AuthorDto[] | undefined;
};

/** An emoji on a message and who added it. */
export type ReactionDto = { emoji: string; people: { id: string; name: string }[] };

/** An earlier version of a message and when it was replaced. */
export type MessageEditDto = { content: string; embeds: Embed[]; until: string };

export type AuthorDto = { kind: "user" | "webhook"; id: string | null; name: string; avatarUrl: string | null };

/**
 * An embed as it's stored: absent parts are left out, every URL is http(s), `timestamp` is ISO 8601 in UTC. Fields that
 * start with `proxy_` aren't stored; they're the paths where readers get the images from this install.
 */
export type Embed = {
  title?: string | undefined;
  description?: string | undefined;
  url?: string | undefined;
  color?: number | undefined;
  fields?: EmbedField[] | undefined;
  timestamp?: string | undefined;
  author?: ({ name: string; url?: string | undefined } & EmbedIcon) | undefined;
  footer?: ({ text?: string | undefined } & EmbedIcon) | undefined;
  image?: EmbedImageDto | undefined;
  thumbnail?: EmbedImageDto | undefined;
  /** The end of a description that is folded and comes last. Not stored; taken from the description for readers. */
  payload?: string | undefined;
  /** Links that look like buttons. */
  buttons?: EmbedButton[] | undefined;
  /** The tool whose payload Parley made this card from. Payloads in Parley's own format can't set it. */
  tool?: EmbedTool | undefined;
  /** Whether Parley made it from a payload that no description covers, which people who manage the webhook can see. */
  isPlain?: boolean | undefined;
  /** Whether it's the preview of a link. Only Parley makes such cards, for people's messages. */
  preview?: boolean | undefined;
  /** The message that this card repeats. Only Parley makes such cards, for people's messages. */
  quote?: EmbedQuote | undefined;
  /** Where its links lead, for texts that name another place. Not stored; derived from the rest for readers. */
  leads?: CardLeads | undefined;
  /** The same from an instance of the version before. */
  head?: { leads?: CardLeads | undefined } | undefined;
  /** The state of what the card is about, in the sender's words, if Parley found it in a payload. */
  state?: string | undefined;
  /** What is known of it beyond the other keys. A card without it was written by its sender, or stored by an older version. */
  card?: CardFacts | undefined;
};

/** What a state means: it ended well or badly, needs attention, is under way, is over as planned, or none of these. */
export const STATE_TONES = ["good", "bad", "warning", "progress", "done", "none"] as const;
export type StateTone = (typeof STATE_TONES)[number];

/** A state in a word, such as "Firing". `open` says that something that follows can end it. */
export type CardState = { word: string; tone: StateTone; open: boolean };

/** How bad a payload says the matter is, the worst first. */
export const CARD_SEVERITIES = ["critical", "high", "medium", "low"] as const;
export type CardSeverity = (typeof CARD_SEVERITIES)[number];

/**
 * The facts of a card that no other key of an embed holds. Texts are plain. `subject` is set on cards that Parley made,
 * and "" if their event says all; their title is composed of these facts. A sender's own title stays as it is.
 */
export type CardFacts = {
  /** Where: at most two, the larger first. */
  place?: string[] | undefined;
  /** The thing, without its state or place. */
  subject?: string | undefined;
  /** What happened, if it isn't a state. */
  event?: string | undefined;
  state?: CardState | undefined;
  severity?: CardSeverity | undefined;
  /** One line that the description begins with. */
  summary?: string | undefined;
  /** ISO 8601, UTC. */
  startedAt?: string | undefined;
  endedAt?: string | undefined;
};

/** Where a repeated message is: its channel's ID, its number there, and the channel's title when it was repeated. */
export type EmbedQuote = { channelId: string; seq: number; channel: string };

/** What a card's color says: red, amber, green, or nothing in particular. */
export type Tone = "danger" | "warning" | "success" | "neutral";

/** Where a card's links lead, for texts that name another place. */
export type CardLeads = { title?: Destination; author?: Destination; buttons?: (Destination | null)[] };

/** The field that repeats `state`, so that search, notifications and the API have it too. */
export const STATE_FIELD = "State";

/** A tool's name, and its logo in /sender-marks.svg. */
export type EmbedTool = { name: string; mark?: string | undefined };

export type EmbedImageDto = { url: string; proxy_url?: string | undefined };

type EmbedIcon = { icon_url?: string | undefined; proxy_icon_url?: string | undefined };

export type EmbedButton = { label: string; url: string };

export type EmbedField = { name: string; value: string; inline?: boolean | undefined; kind?: FactKind | undefined };

/** What a field's value is. The value of "labels" is a line of code texts, "`team=blue` `zone=3`". */
export const FACT_KINDS = [
  "text",
  "code",
  "link",
  "number",
  "duration",
  "bytes",
  "money",
  "person",
  "time",
  "labels",
] as const;
export type FactKind = (typeof FACT_KINDS)[number];

/** A page of a channel, oldest first, with the channel's revision as it was read. */
export type MessagePageDto = { messages: MessageDto[]; hasOlder: boolean; hasNewer: boolean; rev: number };

/** A thread as one person sees it: its root and a page of its replies, oldest first. */
export type ThreadPageDto = MessagePageDto & {
  root: MessageDto;
  following: boolean;
  /** How far this person has read in it; 0 while they don't follow it. */
  lastReadSeq: number;
};

/** A followed thread with unread replies. Counts stop at 100. */
export type UnreadThreadDto = { rootId: string; channelId: string; unread: number; mentions: number };

/** How far a person has read in a thread. */
export type ThreadPositionDto = { rootId: string; lastReadSeq: number };

/** A message to notify a person of, and its channel. */
export type NotificationDto = { message: MessageDto; channel: ChannelNameDto };

/** The newest messages to notify of, newest first. `more` means there are older ones. */
export type NotificationsDto = { notifications: NotificationDto[]; more: boolean };
