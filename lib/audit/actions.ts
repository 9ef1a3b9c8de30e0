/** Everything that the audit log records, by what it is about. */
export const AUDIT_ACTIONS = {
  webhooks: [
    "webhook.created",
    "webhook.updated",
    "webhook.paused",
    "webhook.resumed",
    "webhook.token_regenerated",
    "webhook.signing_secret_set",
    "webhook.signing_secret_removed",
    "webhook.moved",
    "webhook.deleted",
  ],
  channels: ["channel.created", "channel.updated", "channel.archived", "channel.unarchived"],
  members: [
    "channel.member_added",
    "channel.member_removed",
    "channel.member_joined",
    "channel.member_left",
    "channel.role_changed",
  ],
} as const;

export type AuditKind = keyof typeof AUDIT_ACTIONS;
export type AuditAction = (typeof AUDIT_ACTIONS)[AuditKind][number];
