export type WorkspaceRole = "owner" | "admin" | "member";

/** The signed-in person, as their own pages show them. */
export type MeDto = { id: string; name: string; email: string; avatarUrl: string | null; role: WorkspaceRole };

/** Someone's keywords, and the level of channels that they join. */
export type NotificationPreferencesDto = { keywords: string[]; newChannels: "all" | "mentions" | "none" };

/** The emoji of a status that was set without one, or whose custom emoji was deleted. */
export const PLAIN_STATUS = "💬";

/** A status. `emoji` may be `:name:` of a custom emoji, and `text` may be empty. It ends at `endsAt` (ISO 8601, UTC), or never if that is null. */
export type StatusDto = { emoji: string; text: string; endsAt: string | null };

/** The statuses of people who have one, by their ids. */
export type StatusesDto = Record<string, StatusDto>;

/** How a person appears to everyone. Sent to all open pages when it changes. `gone`: they were deleted, so they have no profile. */
export type PersonFaceDto = {
  userId: string;
  name: string;
  avatarUrl: string | null;
  status: StatusDto | null;
  gone?: true;
};

/** A person's profile card, as one viewer sees it. */
export type ProfileDto = PersonFaceDto & {
  title: string;
  role: WorkspaceRole;
  deactivated: boolean;
  createdAt: string;
  /** How many minutes their local time is ahead of UTC now; null if they don't show it. */
  utcOffset: number | null;
  isMe: boolean;
};

/** A person whom the reader has muted. */
export type MutedPersonDto = { id: string; name: string; avatarUrl: string | null };

/** A session, shown as a device. */
export type SessionDto = {
  id: string;
  /** The device's name, such as "Firefox on Linux". */
  name: string;
  isHandheld: boolean;
  address: string;
  /** When they signed in there. */
  createdAt: string;
  lastSeenAt: string;
  /** Whether it's the current session. */
  isThis: boolean;
};

/** One of the reader's own passkeys. */
export type OwnPasskeyDto = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

/** The account of a reset link, and what to choose with a new password. */
export type ResetOfferDto = {
  email: string;
  passkeys: OwnPasskeyDto[];
  /** Whether the account also has an authenticator app, which a reset keeps. */
  hasApp: boolean;
};

/** Single sign-on on the account page: the provider's name, and the linked login if there is one. */
export type SsoLinkDto = { name: string; linked: { email: string | null; at: string } | null };

/** The most members of a user group. */
export const MOST_IN_GROUP = 500;

/** A user group in a list to choose from. */
export type GroupNameDto = { id: string; handle: string; description: string };

/** People who are mentioned together, by `@handle`. */
export type UserGroupDto = { id: string; handle: string; description: string; members: PersonDto[] };

/** A user group in the list of groups: how many members it has, and the first of them. */
export type GroupRowDto = GroupNameDto & {
  memberCount: number;
  faces: { id: string; name: string; avatarUrl: string | null }[];
};

export type PersonDto = {
  id: string;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: WorkspaceRole;
  deactivated: boolean;
  /** Whether they're being deleted: what is left of them is going. Only for owners and admins. */
  deleting?: boolean;
  /** Whether they have set up two-step sign-in. Only for owners and admins. */
  hasTwoStep?: boolean;
  /** The day on which they were last active, such as "2026-11-20"; null if it's unknown. Only for owners and admins. */
  lastActiveOn?: string | null;
  createdAt: string;
};

/** A page of the list of people. `next` is the cursor of the next page, or null on the last one. */
export type PeoplePageDto = { items: PersonDto[]; next: string | null };

/** How many people match a filter. */
export type PeopleCountsDto = { active: number; deactivated: number };

/** The first people who match a search, and whether there are more. */
export type PeopleFoundDto = { people: PersonDto[]; more: boolean };

export type InviteDto = {
  id: string;
  url: string;
  createdByName: string;
  createdAt: string;
  expiresAt: string;
  uses: number;
  /** How many people can join with it in total; null means any number. */
  maxUses: number | null;
  canRevoke: boolean;
};

/** Who may do something in the whole workspace. Owners and admins always may. */
export type AllowedPeople = "everyone" | "admins";

/** The terms of an invite: for how many people, and how many days. */
export type InviteTerms = { maxUses: number; days: number };

/** Which first steps the owner of a new workspace has completed. */
export type FirstStepsDto = { logoAdded: boolean; someoneJoined: boolean; channelMade: boolean; webhookMade: boolean };

/** A channel that someone new can join. */
export type NewChannelDto = { id: string; name: string; topic: string; memberCount: number; lastPostAt: string | null };

/** What someone sees on their first day. `pictured` is whether they have an avatar. */
export type FirstDayDto =
  | { kind: "steps"; done: FirstStepsDto }
  | { kind: "welcome"; workspace: string; channels: NewChannelDto[]; pictured: boolean };

/** Returns the email addresses in a pasted list such as `Ada <ada@example.com>, …`, in lower case and each once. */
export function addressesIn(text: string): string[] {
  return [...new Set(text.toLowerCase().split(/[\s,;<>"]+/))].filter((word) => word.includes("@"));
}
