import type { GroupNameDto } from "@/lib/people/dto";

export type ChannelKind = "public" | "private" | "direct";
export type ChannelRole = "manager" | "member";

/** Which messages by others notify a person. In direct messages only all or none. */
export type NotificationLevel = "all" | "mentions" | "none";

/** The most other people in a direct message. */
export const MOST_OTHERS = 8;

/** The most people that are added to a channel when it's created. */
export const MOST_ADDED = 50;

/** With fewer people, a direct message can't become a channel. */
export const FEWEST_FOR_CHANNEL = 3;

/** A person in a direct message. */
export type DirectPersonDto = { id: string; name: string; avatarUrl: string | null };

/** A channel in a member's sidebar. */
export type SidebarChannelDto = {
  id: string;
  /** A direct message is named after the other people in it. */
  name: string;
  kind: ChannelKind;
  /** Only for direct messages: the other people in it, by name, or the reader if there are none. */
  people?: DirectPersonDto[];
  msgSeq: number;
  lastReadSeq: number;
  unread: number;
  /**
   * How many of the unread messages mention this person or match a keyword of theirs. In a direct message, all of them.
   */
  mentions: number;
  /**
   * The latest unread message that matches a keyword of this person. Matches are found a moment after the message was
   * posted.
   */
  matchSeq?: number;
  notifications: NotificationLevel;
  /** Whether it appears in the *Starred* section. */
  starred: boolean;
  /** The section of the reader's own that it otherwise appears in; null for the one that its kind has. */
  section: string | null;
};

/** The most sidebar sections of one's own. */
export const MOST_SECTIONS = 50;

/** A section of a person's sidebar. */
export type SidebarSectionDto = {
  /** `starred`, `channels` or `direct`; something else for a section of their own. */
  key: string;
  /** Null for the sections that everyone has. */
  name: string | null;
  collapsed: boolean;
};

/** How far a person has read in a channel. */
export type ReadPositionDto = { channelId: string; lastReadSeq: number };

/** A channel on its page and in its settings, as the viewer sees it. */
export type ChannelDto = {
  id: string;
  /** A direct message is named after the other people in it. */
  name: string;
  topic: string;
  kind: ChannelKind;
  /** Only for direct messages: the other people in it, by name, or the viewer if there are none. */
  people?: DirectPersonDto[];
  webhookManagers: "members" | "managers";
  webhooksMayMentionEveryone: boolean;
  whoPosts: "everyone" | "managers";
  archived: boolean;
  /** The channel's own retention, and the workspace's, which it may follow. */
  retention: { own: RetentionDays; workspace: RetentionDays };
  createdAt: string;
  memberCount: number;
  /** The viewer's role; null for a public channel that they haven't joined. */
  role: ChannelRole | null;
  canManage: boolean;
  canManageWebhooks: boolean;
  lastReadSeq: number;
  /** The viewer's level; null if they aren't a member. */
  notifications: NotificationLevel | null;
  /** Whether the viewer follows every thread with a new reply. */
  allReplies: boolean;
};

export type ChannelMemberDto = {
  userId: string;
  name: string;
  avatarUrl: string | null;
  role: ChannelRole;
  joinedAt: string;
};

/** A page of a channel's members. `next` is the cursor of the next page, or null on the last one. */
export type ChannelMembersDto = { members: ChannelMemberDto[]; next: string | null };

/** A channel in the list of those that the viewer can browse. */
export type BrowseChannelDto = {
  id: string;
  name: string;
  topic: string;
  kind: ChannelKind;
  memberCount: number;
  joined: boolean;
  archived: boolean;
  /** When the latest message was posted; null if there is none. */
  lastMessageAt: string | null;
};

/** How many channels the viewer can browse, and how many of them match a search, by whether they have joined. */
export type BrowseCountsDto = { everywhere: number; all: number; joined: number; others: number };

/** A page of the list of channels. `next` is the cursor of the next page, or null on the last one. */
export type BrowsePageDto = { items: BrowseChannelDto[]; next: string | null };

/** A channel in a list to choose from. */
export type ChannelNameDto = { id: string; name: string; kind: ChannelKind };

/** What the palette offers: the user's channels, those that they can join, and user groups. */
export type PaletteDto = {
  mine: SidebarChannelDto[];
  joinable: ChannelNameDto[];
  /** Missing from an older server during an upgrade. */
  groups?: GroupNameDto[] | undefined;
};

/** A person that a message can mention. Only members of the channel are notified. */
export type MentionableDto = {
  id: string;
  name: string;
  avatarUrl: string | null;
  member: boolean;
  /** Of a user group: how many of its members are in the channel, and how many it has. */
  group?: { here: number; all: number } | undefined;
};

/** Returns how many members a channel has, in words. */
export function membersText(count: number): string {
  return count === 1 ? "1 member" : `${count.toLocaleString("en-US")} members`;
}

/** A channel's title: "#deploys", or a direct message's name as it is. */
export function channelTitle({ kind, name }: { kind: ChannelKind; name: string }): string {
  return kind === "direct" ? name : `#${name}`;
}

/**
 * After how many days messages are deleted. Null keeps them forever in the workspace, and follows the workspace in a
 * channel, where 0 keeps them forever.
 */
export type RetentionDays = number | null;

/** The longest retention, a hundred years. */
export const MOST_DAYS = 36_500;

/** What a retention period would delete now. Unless it's exact, the messages are an estimate and the files unknown. */
export type RetentionPreviewDto = { messages: number; files: number; bytes: number; isExact: boolean };

/** What deleting a channel deletes. */
export type DeletionPreviewDto = RetentionPreviewDto & {
  webhooks: number;
  /** The names of the channels that new people join instead; null if they don't join this one. */
  defaults: string[] | null;
};

/** Returns a channel's retention in days; null if its messages are kept forever. */
export function effectiveDays(channel: RetentionDays, workspace: RetentionDays): number | null {
  return (channel ?? workspace) || null;
}

/** Returns a period in words: "1 day", "90 days", "2 years"; "forever" without one. */
export function periodText(days: number | null): string {
  if (!days) return "forever";
  if (days % 365 === 0) return days === 365 ? "1 year" : `${days / 365} years`;
  return days === 1 ? "1 day" : `${days} days`;
}

/** Returns a channel's retention in words, as the audit log has it. */
export function channelPeriodText(days: RetentionDays): string {
  return days === null ? "as in the workspace" : periodText(days);
}
