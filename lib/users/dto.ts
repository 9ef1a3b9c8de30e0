export type WorkspaceRole = "owner" | "admin" | "member";

/** The signed-in person, as their own pages show them. */
export type MeDto = { id: string; name: string; email: string; avatarUrl: string | null; role: WorkspaceRole };

/** What one is told of in all channels: words that count as a mention, and what a channel that one comes into notifies of at first. */
export type NotificationPreferencesDto = { keywords: string[]; newChannels: "all" | "mentions" | "none" };

/** What somebody is up to. `text` may be empty; it ends by itself at `endsAt` (ISO 8601, UTC), or with null never. */
export type StatusDto = { emoji: string; text: string; endsAt: string | null };

/** The statuses of those who have one, by their ids. */
export type StatusesDto = Record<string, StatusDto>;

/** How a person looks to everybody: told anew to all open pages when it changes. */
export type PersonFaceDto = { userId: string; name: string; avatarUrl: string | null; status: StatusDto | null };

/** What a person's card shows to the one who looks. */
export type ProfileDto = PersonFaceDto & {
  title: string;
  role: WorkspaceRole;
  deactivated: boolean;
  createdAt: string;
  /** By how many minutes their clocks are ahead of UTC just now; null where they don't say. */
  utcOffset: number | null;
  isMe: boolean;
};

/** Somebody whom one has muted. */
export type MutedPersonDto = { id: string; name: string; avatarUrl: string | null };

/** A place where one is signed in. */
export type SessionDto = {
  id: string;
  /** "Firefox on Linux", as the browser says of itself. */
  name: string;
  isHandheld: boolean;
  address: string;
  lastSeenAt: string;
  /** Whether it is the one that asks. */
  isThis: boolean;
};

/** One of somebody's passkeys. */
export type OwnPasskeyDto = { id: string; name: string; createdAt: string; lastUsedAt: string | null };

/** For whom a reset link lets choose a password, and what they choose with it. */
export type ResetOfferDto = {
  email: string;
  passkeys: OwnPasskeyDto[];
  /** Whether their account asks for a code of an authenticator app besides, which a reset leaves. */
  hasApp: boolean;
};

/** Single sign-on as the account page shows it: what the provider is called, and one's login there once it is linked. */
export type SsoLinkDto = { name: string; linked: { email: string | null; at: string } | null };

export type PersonDto = {
  id: string;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: WorkspaceRole;
  deactivated: boolean;
  /** Whether they have set up two-step sign-in. Only owners and admins are told. */
  hasTwoStep?: boolean;
  createdAt: string;
};

export type InviteDto = {
  id: string;
  url: string;
  createdByName: string;
  createdAt: string;
  expiresAt: string;
  uses: number;
  /** How many may join with it in all; null is any number. */
  maxUses: number | null;
  canRevoke: boolean;
};

/** What an invite is made with: for how many people, and how many days. */
export type InviteTerms = { maxUses: number; days: number };
