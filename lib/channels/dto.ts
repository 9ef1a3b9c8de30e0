export type ChannelKind = "public" | "private" | "direct";
export type ChannelRole = "manager" | "member";

/** Which messages of others in a channel a person is notified of; in a direct message all or none. */
export type NotificationLevel = "all" | "mentions" | "none";

/** Somebody in a direct message. */
export type DirectPersonDto = { id: string; name: string; avatarUrl: string | null };

/** A channel in the sidebar of one member. */
export type SidebarChannelDto = {
  id: string;
  /** Of a direct message: what it is called for this member. */
  name: string;
  kind: ChannelKind;
  /** Of a direct message: the others in it, by name; oneself when there are none. */
  people?: DirectPersonDto[];
  msgSeq: number;
  lastReadSeq: number;
  unread: number;
  /** How many of the unread messages ping this person or match a keyword of theirs; in a direct message every one does. */
  mentions: number;
  /** The latest unread message that matches a keyword of this person, if there is any: it is found a moment after it was posted. */
  matchSeq?: number;
  notifications: NotificationLevel;
};

/** How far somebody has read in a channel. */
export type ReadPositionDto = { channelId: string; lastReadSeq: number };

/** A channel as its page and settings show it to the person who looks. */
export type ChannelDto = {
  id: string;
  /** Of a direct message: what it is called for the person who looks. */
  name: string;
  topic: string;
  kind: ChannelKind;
  /** Of a direct message: the others in it, by name; whoever looks when there are none. */
  people?: DirectPersonDto[];
  webhookManagers: "members" | "managers";
  webhooksMayMentionEveryone: boolean;
  archived: boolean;
  createdAt: string;
  memberCount: number;
  /** The viewer's own standing; null for a public channel that they have not joined. */
  role: ChannelRole | null;
  canManage: boolean;
  canManageWebhooks: boolean;
  lastReadSeq: number;
  /** Of the viewer; null for who isn't a member. */
  notifications: NotificationLevel | null;
  /** Whether the viewer follows every thread that somebody answers in. */
  allReplies: boolean;
};

export type ChannelMemberDto = {
  userId: string;
  name: string;
  avatarUrl: string | null;
  role: ChannelRole;
  joinedAt: string;
};

/** A public channel in the list of those that one may join. */
export type BrowseChannelDto = {
  id: string;
  name: string;
  topic: string;
  kind: ChannelKind;
  memberCount: number;
  joined: boolean;
  archived: boolean;
};

/** A page of the list of channels. `next` is where the following one begins, null at the list's end. */
export type BrowsePageDto = { items: BrowseChannelDto[]; next: string | null };

/** A channel in a list to choose from. */
export type ChannelNameDto = { id: string; name: string; kind: ChannelKind };

/** The channels that the palette offers: one's own, and those that one may join. */
export type PaletteDto = { mine: SidebarChannelDto[]; joinable: ChannelNameDto[] };

/** What the owner of a new workspace has done of what makes it useful. */
export type FirstStepsDto = {
  somebodyJoined: boolean;
  channelMade: boolean;
  webhookMade: boolean;
  messagePosted: boolean;
};

/** Somebody whom a message may name; only the channel's members notice it. */
export type MentionableDto = { id: string; name: string; avatarUrl: string | null; member: boolean };

/** What a channel is called in a sentence or a title: "#deploys", or a direct message's name as it is. */
export function channelTitle({ kind, name }: { kind: ChannelKind; name: string }): string {
  return kind === "direct" ? name : `#${name}`;
}
