export type WorkspaceRole = "owner" | "admin" | "member";

/** The signed-in person, as their own pages show them. */
export type MeDto = { id: string; name: string; email: string; avatarUrl: string | null; role: WorkspaceRole };

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

export type PersonDto = {
  id: string;
  name: string;
  email: string;
  avatarUrl: string | null;
  role: WorkspaceRole;
  deactivated: boolean;
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
