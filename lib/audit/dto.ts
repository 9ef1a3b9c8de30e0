import type { AuditAction } from "@/lib/audit/actions";

export type AuditField =
  | "name"
  | "description"
  | "topic"
  | "avatarUrl"
  | "webhookManagers"
  | "webhooksMayMentionEveryone"
  | "channel"
  | "role";

export type AuditValue = string | boolean | null;

/** What changed, by field. */
export type AuditChanges = { [F in AuditField]?: { from: AuditValue; to: AuditValue } };

/** One line of the audit log. Names are those of the moment before the change. */
export type AuditEntryDto = {
  id: string;
  action: AuditAction;
  /** Null when the person's account is gone. */
  actorId: string | null;
  actorName: string;
  actorAvatarUrl: string | null;
  /** Null for a direct message. */
  channelName: string | null;
  webhookName: string | null;
  /** Who was added, removed or given another role. */
  memberName: string | null;
  changes: AuditChanges;
  createdAt: string;
};

/** A page of the log, newest first. `older` is where the next one begins, null at the log's end. */
export type AuditPageDto = { entries: AuditEntryDto[]; older: string | null };

/** What the log can be narrowed to: channels and people that stand in it. */
export type AuditChoicesDto = { channels: { id: string; name: string }[]; people: { id: string; name: string }[] };
