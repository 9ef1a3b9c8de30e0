export type WebhookState = "active" | "paused" | "failing";

/** A webhook in the list on its channel's Webhooks tab. The token is not part of it, and can't be: only its hash is stored. */
export type WebhookDto = {
  id: string;
  channelId: string;
  name: string;
  description: string;
  avatarUrl: string | null;
  state: WebhookState;
  creatorName: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  lastErrorAt: string | null;
  lastError: string | null;
};

/**
 * The one answer that holds a webhook's URL: right after it was created or its token regenerated. `rev` is the channel's
 * revision before that: whatever the URL posts comes after it.
 */
export type WebhookSecretDto = { webhook: WebhookDto; url: string; rev: number };

/** A webhook in the list of the whole workspace. */
export type WorkspaceWebhookDto = {
  id: string;
  name: string;
  description: string;
  avatarUrl: string | null;
  state: WebhookState;
  channelId: string;
  /** Null for a direct message of others. */
  channelName: string | null;
  channelKind: "public" | "private" | "direct";
  channelArchived: boolean;
  creatorName: string | null;
  /** The creator can no longer sign in. */
  creatorDeactivated: boolean;
  createdAt: string;
  lastUsedAt: string | null;
  lastErrorAt: string | null;
  lastError: string | null;
  /** Whether the viewer may manage it; owners and admins see others too. */
  canManage: boolean;
};
