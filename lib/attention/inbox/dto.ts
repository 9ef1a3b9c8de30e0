import type { NoticeDto } from "@/lib/attention/notices/dto";
import type { ChannelNameDto } from "@/lib/channels/dto";
import type { AuthorDto, MessageDto } from "@/lib/messages/dto";

/** The views of the inbox: everything, or one kind of it. */
export const INBOX_VIEWS = ["all", "mentions", "threads", "reactions", "notices"] as const;

export type InboxView = (typeof INBOX_VIEWS)[number];

/** Something in a person's inbox. `at` is ISO 8601, UTC; `key` stays the same while it changes. */
export type InboxItemDto = { key: string; at: string; unread: boolean } & (
  | InboxMentionDto
  | InboxThreadDto
  | InboxReactionsDto
  | InboxNoticeDto
);

/** A message that mentions the reader, or everyone, or has one of their keywords. */
export type InboxMentionDto = {
  kind: "mention";
  message: MessageDto;
  channel: ChannelNameDto;
  why: "mention" | "everyone" | "keyword";
};

/** A thread that the reader follows, with its latest reply. `people` are the latest to reply, each once. */
export type InboxThreadDto = {
  kind: "thread";
  root: MessageDto;
  channel: ChannelNameDto;
  last: MessageDto | null;
  people: AuthorDto[];
  replyCount: number;
  /** New replies by others, at most 100, and how many of them mention the reader. */
  newReplies: number;
  mentions: number;
};

/** Reactions of others to a message of the reader: the latest people, each once, and the emoji. */
export type InboxReactionsDto = {
  kind: "reactions";
  message: MessageDto;
  channel: ChannelNameDto;
  people: { id: string; name: string; avatarUrl: string | null }[];
  emoji: string[];
};

export type InboxNoticeDto = { kind: "notice"; notice: NoticeDto };

/** A page of the inbox, newest first. `next` is the cursor of the next page, or null on the last one. */
export type InboxPageDto = { items: InboxItemDto[]; next: string | null };
