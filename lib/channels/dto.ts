export type ChannelKind = "public" | "private" | "direct";
export type ChannelRole = "manager" | "member";

/** A channel in the sidebar of one member. */
export type SidebarChannelDto = {
  id: string;
  name: string;
  kind: ChannelKind;
  msgSeq: number;
  lastReadSeq: number;
  unread: number;
  /** How many of the unread messages ping this person. */
  mentions: number;
};

/** How far somebody has read in a channel. */
export type ReadPositionDto = { channelId: string; lastReadSeq: number };

/** A channel as its page and settings show it to the person who looks. */
export type ChannelDto = {
  id: string;
  name: string;
  topic: string;
  kind: ChannelKind;
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
