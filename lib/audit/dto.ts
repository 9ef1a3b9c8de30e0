import type { AuditAction, AuditKind } from "@/lib/audit/actions";

export type AuditField =
  | "name"
  | "email"
  | "description"
  | "topic"
  | "avatarUrl"
  | "title"
  | "webhookManagers"
  | "webhooksMayMentionEveryone"
  | "takesAnyJson"
  | "channel"
  | "role"
  | "expectedEveryHours";

export type AuditValue = string | number | boolean | null;

/** What changed, by field. */
export type AuditChanges = { [F in AuditField]?: { from: AuditValue; to: AuditValue } };

/** One line of the audit log. Names are those of the moment before the change. */
export type AuditEntryDto = {
  id: string;
  kind: AuditKind;
  action: AuditAction;
  /** Null when the person's account is gone, nobody did it, or nobody knows who it was. */
  actorId: string | null;
  /** Null when nobody did it, or nobody knows who it was. */
  actorName: string | null;
  actorAvatarUrl: string | null;
  channelId: string | null;
  /** Null for a direct message; "" for a private channel that is not to be named to who reads. */
  channelName: string | null;
  webhookId: string | null;
  webhookName: string | null;
  memberId: string | null;
  /** To whom it was done: who was added or given another role, or whose account, invite or message it was. */
  memberName: string | null;
  /** The network that it came from; null where that isn't recorded, or there were too many. */
  network: string | null;
  /** How often it happened within the hour: more than once only for failed sign-ins, which are told together. */
  times: number;
  changes: AuditChanges;
  /** Which message was deleted. */
  messageId: string | null;
  /** What an invite was made with. */
  invite: { maxUses: number; days: number } | null;
  /** Why, as who did it says; of a webhook that fails, what its sender was told. */
  reason: string | null;
  /** For how many hours a webhook that fell silent had posted nothing. */
  silentHours: number | null;
  createdAt: string;
};

/** A page of the log, newest first. `older` is where the next one begins, null at the log's end. */
export type AuditPageDto = { entries: AuditEntryDto[]; older: string | null };

/** What the log can be narrowed to: channels and people that stand in it. */
export type AuditChoicesDto = { channels: { id: string; name: string }[]; people: { id: string; name: string }[] };
