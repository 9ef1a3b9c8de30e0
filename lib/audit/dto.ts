import type { AuditAction, AuditKind } from "@/lib/audit/actions";

export type AuditField =
  | "name"
  | "email"
  | "description"
  | "topic"
  | "avatarUrl"
  | "title"
  | "webhookManagers"
  | "whoPosts"
  | "visibility"
  | "webhooksMayMentionEveryone"
  | "takesAnyJson"
  | "updatesCards"
  | "oneLine"
  | "gathersAll"
  | "channel"
  | "role"
  | "expectedEveryHours"
  | "logo"
  | "whoInvites"
  | "whoCreatesChannels"
  | "previewsLinks"
  | "defaultChannels"
  | "retention"
  | "members";

export type AuditValue = string | number | boolean | null;

/** The changes, by field. */
export type AuditChanges = { [F in AuditField]?: { from: AuditValue; to: AuditValue } };

/** An entry of the audit log. Names are from before the change. */
export type AuditEntryDto = {
  id: string;
  kind: AuditKind;
  action: AuditAction;
  /** Null if the actor's account is gone, the actor is Parley, there was no actor, or it's unknown. */
  actorId: string | null;
  /** Null if there was no actor, or it's unknown. */
  actorName: string | null;
  actorAvatarUrl: string | null;
  channelId: string | null;
  /** Null for a direct message; "" for a private channel that the reader can't see. */
  channelName: string | null;
  webhookId: string | null;
  webhookName: string | null;
  memberId: string | null;
  /** The person it was done to: who was added or got another role, or whose account, invite or message it was. */
  memberName: string | null;
  /** The network of the request; null if it wasn't recorded, or there were too many. */
  network: string | null;
  /** How often it happened within the hour. Only failed sign-ins are combined. */
  times: number;
  changes: AuditChanges;
  /** The message that was deleted, or the assigned incident's card. */
  messageId: string | null;
  /** The card's number in its channel. */
  messageSeq?: number | undefined;
  /** The terms of an invite. */
  invite: { maxUses: number; days: number } | null;
  /** The actor's reason; for a failing webhook, the error that its sender got. */
  reason: string | null;
  /** For a silent webhook, the number of hours without a post. */
  silentHours: number | null;
  /** The version of the webhook's card that was saved or restored. */
  cardVersion: number | null;
  /** What the cards have in common that someone said are no incidents, or are again. */
  cardKind?: string | undefined;
  /** What a webhook's tool reports on that can have one line each: "pull request, issue and build". */
  things?: string | undefined;
  /** A webhook's rule in words. */
  rule?: string | undefined;
  /** What retention deleted that day. Bytes are those of files that no other message uses. */
  expired: { messages: number; files: number; bytes: number } | null;
  /** What was deleted with a channel or person, counted when that began. Only a channel's webhooks are. */
  deleted: { messages: number; files: number; bytes: number; webhooks: number } | null;
  /** What an import brought. */
  imported: { tool: string; messages: number; channels: number; accounts: number } | null;
  /** The handle of the user group that it's about. */
  group: string | null;
  /** The name of the custom emoji that it's about. */
  emoji: string | null;
  createdAt: string;
};

/** A page of the log. `next` is the cursor of the next one, null on the last. */
export type AuditPageDto = { items: AuditEntryDto[]; next: string | null };

/** The channels and people in the log, to filter by. */
export type AuditChoicesDto = { channels: { id: string; name: string }[]; people: { id: string; name: string }[] };

const BY_COMMAND = new Set<AuditAction>([
  "account.reset_link_printed",
  "account.two_step_reset_by_command",
  "workspace.imported",
]);

/** Returns whether a command on the machine did it. Only an import's command changes a role without an actor. */
export function isByCommand({ action, actorName }: Pick<AuditEntryDto, "action" | "actorName">): boolean {
  return actorName === null && (BY_COMMAND.has(action) || action === "account.role_changed");
}
