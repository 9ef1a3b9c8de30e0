import type { ChannelNameDto } from "@/lib/channels/dto";
import type { MarkdownNode } from "@/lib/messages/markdown/tree";
import type { AttachmentDto } from "@/lib/uploads/dto";

/** The longest message of a person, in code points. */
export const MESSAGE_LIMIT = 8000;

/**
 * A message as the browser knows it: the same bytes for every reader, so nothing in it depends on who reads, but for `sentBy`, which
 * only those are given who `seesSenders`.
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
  /** Its `markdownTexts` as trees, in their order; null for one that is shown as it was written. */
  parsed: (MarkdownNode[] | null)[];
  /** Files that no embed shows. */
  attachments: AttachmentDto[];
  /** The people whom its texts name as `<@id>`. */
  mentions: MentionDto[];
  /** Whether it pings every member of the channel. */
  mentionsEveryone: boolean;
  /** By emoji, in the order in which each came first. */
  reactions: ReactionDto[];
  pinned: boolean;
  /** Set on a reply: the id of the message whose thread it stands in, and not in the channel's own flow. */
  threadId: string | null;
  /** Set on a message with replies. */
  thread: ThreadDto | null;
  /** The member who sent it by hand through its webhook. Left out for everybody who doesn't manage the channel. */
  sentBy?: SenderDto | undefined;
  /** Made by the author's client, which finds its pending message by it. */
  nonce: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  editedAt: string | null;
  /** How often its webhook's later posts took its place. */
  updateCount: number;
  /** A tombstone: everything else about the message has been cleared. Its thread, if it has one, stays. */
  deleted: boolean;
};

/** The member who sent a webhook's message by hand. */
export type SenderDto = { id: string; name: string };

/** A person named in a message; `pinged` says that it is meant to be noticed by them. */
export type MentionDto = { id: string; name: string; pinged: boolean };

/** What a message with replies says of them: `lastReplyAt` is ISO 8601, UTC. */
export type ThreadDto = { replyCount: number; lastReplyAt: string; lastReplySeq: number };

/** An emoji under a message, and who put it there. */
export type ReactionDto = { emoji: string; people: { id: string; name: string }[] };

/** What a message said before an edit, and until when. */
export type MessageEditDto = { content: string; embeds: Embed[]; until: string };

export type AuthorDto = { kind: "user" | "webhook"; id: string | null; name: string; avatarUrl: string | null };

/**
 * An embed as it is stored: every absent part is left out, every URL is http(s), `timestamp` is ISO 8601 in UTC. What begins with
 * `proxy_` isn't stored: where readers get the image, a path of this install.
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
  /** Links that look like buttons. */
  buttons?: EmbedButton[] | undefined;
};

export type EmbedImageDto = { url: string; proxy_url?: string | undefined };

type EmbedIcon = { icon_url?: string | undefined; proxy_icon_url?: string | undefined };

export type EmbedButton = { label: string; url: string };

export type EmbedField = { name: string; value: string; inline?: boolean | undefined };

/** A page of a channel, oldest first, with the channel's revision as it was read. */
export type MessagePageDto = { messages: MessageDto[]; hasOlder: boolean; hasNewer: boolean; rev: number };

/** A thread as one person sees it: the message that it is about, and a page of its replies, oldest first. */
export type ThreadPageDto = MessagePageDto & {
  root: MessageDto;
  following: boolean;
  /** How far this person has read in it; 0 while they don't follow it. */
  lastReadSeq: number;
};

/** A thread in the list of those that a person follows. */
export type ThreadSummaryDto = {
  root: MessageDto;
  thread: ThreadDto;
  /** As this person calls the channel: "#deploys", "Grace Hopper". */
  channelTitle: string;
  unread: number;
};

/** A followed thread with something new in it, at most 100 counted. */
export type UnreadThreadDto = { rootId: string; channelId: string; unread: number; mentions: number };

/** How far a person has read in a thread. */
export type ThreadPositionDto = { rootId: string; lastReadSeq: number };

/** A message that a person is to be notified of, and where it stands. */
export type NotificationDto = { message: MessageDto; channel: ChannelNameDto };

/** The newest messages to be notified of, newest first; `more`: there are others before them. */
export type NotificationsDto = { notifications: NotificationDto[]; more: boolean };

/** Whether it is an embed as the door stores them: what another version of Parley stored, or a hand, may be anything. */
export function isEmbed(value: unknown): value is Embed {
  if (!isObject(value)) return false;
  const { title, description, url, color, fields, timestamp, author, footer, image, thumbnail, buttons } = value;
  return (
    [title, description, url, timestamp].every(isTextOrAbsent) &&
    (color === undefined || typeof color === "number") &&
    (fields === undefined || (Array.isArray(fields) && fields.every(isField))) &&
    (author === undefined || (hasText(author, "name") && hasTextOrNone(author, "url", "icon_url", "proxy_icon_url"))) &&
    (footer === undefined || hasTextOrNone(footer, "text", "icon_url", "proxy_icon_url")) &&
    (buttons === undefined || (Array.isArray(buttons) && buttons.every(isButton))) &&
    [image, thumbnail].every((each) => each === undefined || (hasText(each, "url") && hasTextOrNone(each, "proxy_url")))
  );
}

function isField(value: unknown): boolean {
  return hasText(value, "name") && hasText(value, "value");
}

function isButton(value: unknown): boolean {
  return hasText(value, "label") && hasText(value, "url");
}

function hasText(value: unknown, key: string): boolean {
  return isObject(value) && typeof value[key] === "string";
}

function hasTextOrNone(value: unknown, ...keys: string[]): boolean {
  return isObject(value) && keys.every((key) => isTextOrAbsent(value[key]));
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
