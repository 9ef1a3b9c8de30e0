export const AUDIT_KINDS = [
  "webhooks",
  "channels",
  "members",
  "messages",
  "accounts",
  "invites",
  "sign-ins",
  "workspace",
] as const;

export type AuditKind = (typeof AUDIT_KINDS)[number];

/** Everything that the audit log records, by what it is about. */
const AUDIT_ACTIONS = {
  webhooks: [
    "webhook.created",
    "webhook.updated",
    "webhook.paused",
    "webhook.resumed",
    "webhook.token_regenerated",
    "webhook.signing_secret_set",
    "webhook.signing_secret_replaced",
    "webhook.signing_secret_removed",
    "webhook.signature_scheme_changed",
    "webhook.card_saved",
    "webhook.card_switched_on",
    "webhook.card_switched_off",
    "webhook.card_restored",
    "webhook.card_no_incident",
    "webhook.card_incident_again",
    "webhook.card_left_out",
    "webhook.one_line_offered",
    "webhook.rule_added",
    "webhook.rule_changed",
    "webhook.rule_deleted",
    "webhook.moved",
    "webhook.deleted",
    "webhook.test_sent",
    "webhook.delivery_replayed",
    "webhook.posted_as",
    "webhook.failed",
    "webhook.fell_silent",
  ],
  channels: [
    "channel.created",
    "channel.updated",
    "channel.archived",
    "channel.unarchived",
    "channel.deleted",
    "channel.made_of_direct",
  ],
  members: [
    "channel.member_added",
    "channel.member_removed",
    "channel.member_joined",
    "channel.member_left",
    "channel.role_changed",
  ],
  messages: ["message.deleted", "incident.assigned"],
  accounts: [
    "account.created",
    "account.created_by_sso",
    "account.updated",
    "account.password_changed",
    "account.reset_link_made",
    "account.reset_link_printed",
    "account.password_reset",
    "account.role_changed",
    "account.deactivated",
    "account.reactivated",
    "account.deleted",
    "identity.linked",
    "identity.unlinked",
    "account.app_turned_on",
    "account.app_turned_off",
    "account.passkey_added",
    "account.passkey_removed",
    "account.recovery_codes_made",
    "account.recovery_code_used",
    "account.signed_out",
    "account.two_step_reset",
    "account.two_step_reset_by_command",
  ],
  invites: ["invite.created", "invite.used", "invite.revoked"],
  "sign-ins": [
    "session.started",
    "session.started_by_sso",
    "session.refused",
    "session.refused_by_sso",
    "session.second_step_missed",
    "session.ended",
    "session.others_ended",
    "account.reset_asked",
  ],
  workspace: [
    "workspace.created",
    "workspace.updated",
    "workspace.messages_expired",
    "workspace.imported",
    "workspace.exported",
    "workspace.exported_with_direct",
    "workspace.channel_exported",
    "workspace.person_exported",
    "workspace.person_exported_with_direct",
    "workspace.two_step_required",
    "workspace.two_step_not_required",
    "workspace.backup_started",
    "workspace.backups_failing",
    "workspace.backups_resumed",
    "group.created",
    "group.updated",
    "group.deleted",
    "emoji.added",
    "emoji.deleted",
  ],
} as const satisfies Record<AuditKind, readonly string[]>;

export type AuditAction = (typeof AUDIT_ACTIONS)[AuditKind][number];

const KIND_OF = new Map<string, AuditKind>(
  AUDIT_KINDS.flatMap((kind) => AUDIT_ACTIONS[kind].map((action): [string, AuditKind] => [action, kind])),
);

/** Returns the category of an action. */
export function kindOf(action: AuditAction): AuditKind {
  const kind = KIND_OF.get(action);
  if (!kind) throw new Error(`No audit log category for ${action}.`);
  return kind;
}

/** Returns whether this version knows the action. A newer version may have written others. */
export function isAuditAction(text: string): text is AuditAction {
  return KIND_OF.has(text);
}
