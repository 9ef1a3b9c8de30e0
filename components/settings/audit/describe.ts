import { type AuditEntryDto, type AuditField, type AuditValue, isByCommand } from "@/lib/audit/dto";
import { counted, sizeText } from "@/lib/text/size-text";

/** A part of a sentence. Names are strong. */
export type SentencePart = string | { strong: string };

/** A field's old and new value in words; null if empty. */
export type ShownChange = { label: string; from: string | null; to: string | null };

const LABELS: Record<AuditField, string> = {
  name: "Name",
  email: "Email",
  description: "Description",
  topic: "Topic",
  avatarUrl: "Avatar",
  title: "Title",
  webhookManagers: "Who can manage webhooks",
  whoPosts: "Who can post",
  visibility: "Visibility",
  webhooksMayMentionEveryone: "Webhooks can mention everyone",
  takesAnyJson: "Any JSON at the plain URL",
  updatesCards: "One card per incident",
  oneLine: "One line per thing",
  gathersAll: "Gather storms of all messages",
  channel: "Channel",
  role: "Role",
  expectedEveryHours: "Expected every",
  logo: "Logo",
  whoInvites: "Who can invite people",
  previewsLinks: "Link previews",
  whoCreatesChannels: "Who can create channels",
  defaultChannels: "Default channels",
  retention: "Messages are kept",
  members: "Members",
};

/** An entry as the columns of a table: what was done, to what, and from where. */
export function columnsOf(entry: AuditEntryDto): { what: SentencePart[]; on: SentencePart[]; from: SentencePart[] } {
  const [what, , on = []] = events[entry.action](entry);
  return { what: [what, timesOf(entry)].flat(), on, from: placeOf(entry) };
}

/** Describes an entry: "Ada renamed webhook CI to Build in #deploys" or "Webhook CI in #deploys is failing". */
export function entrySentence(entry: AuditEntryDto): SentencePart[] {
  const [what, joint = "", on = []] = events[entry.action](entry);
  if (entry.actorName === null && entry.webhookName !== null) {
    return ["Webhook ", { strong: entry.webhookName }, " in ", channelOf(entry), " ", what].flat();
  }
  const from = placeOf(entry);
  const who = entry.actorName === null ? "Someone" : { strong: entry.actorName };
  return [who, " ", what, joint, on, from.length > 0 ? " from " : "", from, timesOf(entry)].flat();
}

/** Returns the changed values that the sentence doesn't already mention. */
export function changesOf(entry: AuditEntryDto): ShownChange[] {
  const changed = fieldsOf(entry);
  if (changed.length === 1 && inSentence.has(changed[0] ?? "name")) return [];
  return changed.map((field) => {
    const { from = null, to = null } = entry.changes[field] ?? {};
    return { label: LABELS[field], from: wordFor(field, from), to: wordFor(field, to) };
  });
}

// When one of these fields changes alone, the sentence names both values.
const inSentence = new Set<AuditField>([
  "name",
  "channel",
  "role",
  "visibility",
  "webhooksMayMentionEveryone",
  "takesAnyJson",
  "updatesCards",
  "oneLine",
  "gathersAll",
]);

/** What was done and to what, with the words that join them in a sentence. */
type Event = readonly [what: string | SentencePart[], joint?: string, on?: SentencePart[]];

const ruleIn = (did: string, { rule }: AuditEntryDto): SentencePart[] =>
  rule ? [`${did} the rule `, { strong: rule }] : [`${did} a rule`];

const events: Record<AuditEntryDto["action"], (entry: AuditEntryDto) => Event> = {
  "webhook.created": (entry) => ["created", " ", webhookIn(entry)],
  "webhook.updated": webhookUpdated,
  "webhook.paused": (entry) => ["paused", " ", webhookIn(entry)],
  "webhook.resumed": (entry) => ["resumed", " ", webhookIn(entry)],
  "webhook.token_regenerated": (entry) => ["regenerated the token", " of ", webhookIn(entry)],
  "webhook.signing_secret_set": (entry) => ["set a signing secret", " for ", webhookIn(entry)],
  "webhook.signing_secret_replaced": (entry) => ["replaced the signing secret", " of ", webhookIn(entry)],
  "webhook.signing_secret_removed": (entry) => ["removed the signing secret", " of ", webhookIn(entry)],
  "webhook.signature_scheme_changed": (entry) => ["changed how requests are signed", " for ", webhookIn(entry)],
  "webhook.card_saved": (entry) => [`saved ${cardVersionIn(entry)}`, " of ", webhookIn(entry)],
  "webhook.card_switched_on": (entry) => ["switched on the card", " of ", webhookIn(entry)],
  "webhook.card_switched_off": (entry) => ["switched off the card", " of ", webhookIn(entry)],
  "webhook.card_restored": (entry) => [`restored ${cardVersionIn(entry)}`, " of ", webhookIn(entry)],
  "webhook.card_no_incident": (entry) => [
    ["made ", { strong: entry.cardKind ?? "a card" }, " no incident"],
    " for ",
    webhookIn(entry),
  ],
  "webhook.card_incident_again": (entry) => [
    ["made ", { strong: entry.cardKind ?? "a card" }, " an incident again"],
    " for ",
    webhookIn(entry),
  ],
  "webhook.card_left_out": (entry) => [
    "posts without its own card, which the form can't express",
    " in ",
    [channelOf(entry)],
  ],
  "webhook.one_line_offered": (entry) => [
    `can have one line per ${entry.things ?? "thing"}`,
    " in ",
    [channelOf(entry)],
  ],
  "webhook.rule_added": (entry) => [ruleIn("added", entry), " to ", webhookIn(entry)],
  "webhook.rule_changed": (entry) => [ruleIn("changed", entry), " of ", webhookIn(entry)],
  "webhook.rule_deleted": (entry) => [ruleIn("deleted", entry), " of ", webhookIn(entry)],
  "webhook.moved": webhookMoved,
  "webhook.deleted": (entry) => ["deleted", " ", webhookIn(entry)],
  "webhook.test_sent": (entry) => ["sent a test message", " through ", webhookIn(entry)],
  "webhook.delivery_replayed": (entry) => ["resent a delivery", " through ", webhookIn(entry)],
  "webhook.posted_as": (entry) => ["wrote a message", " as ", webhookIn(entry)],
  "webhook.failed": (entry) => ["is failing", " in ", [channelOf(entry)]],
  "webhook.fell_silent": ({ silentHours, channelName }) => [
    silentHours === null ? "has gone silent" : `hasn't posted for ${hours(silentHours)}`,
    " in ",
    [channelOf({ channelName })],
  ],
  "channel.created": (entry) => ["created", " ", [channelOf(entry)]],
  "channel.updated": channelUpdated,
  "channel.archived": (entry) => ["archived", " ", [channelOf(entry)]],
  "channel.unarchived": (entry) => ["unarchived", " ", [channelOf(entry)]],
  "channel.deleted": channelDeleted,
  "channel.made_of_direct": (entry) => ["made a direct message the channel", " ", [channelOf(entry)]],
  "channel.member_added": (entry) => [["added ", memberOf(entry)], " to ", [channelOf(entry)]],
  "channel.member_removed": (entry) => [["removed ", memberOf(entry)], " from ", [channelOf(entry)]],
  "channel.member_joined": (entry) => ["joined", " ", [channelOf(entry)]],
  "channel.member_left": (entry) => ["left", " ", [channelOf(entry)]],
  "channel.role_changed": roleChanged,
  "message.deleted": (entry) => [["deleted a message from ", ...authorOf(entry)], " in ", [channelOf(entry)]],
  "incident.assigned": (entry) => [["assigned an incident to ", memberOf(entry)], " in ", [channelOf(entry)]],
  "account.created": () => ["created an account"],
  "account.created_by_sso": () => ["created an account with single sign-on"],
  "account.updated": accountUpdated,
  "account.password_changed": () => ["changed their password"],
  "account.reset_asked": (entry) => ["asked for a password reset link", " for ", [memberOf(entry)]],
  "account.reset_link_made": (entry) => ["created a password reset link", " for ", [memberOf(entry)]],
  "account.reset_link_printed": (entry) => ["created a password reset link", " for ", [memberOf(entry)]],
  "account.password_reset": () => ["set a new password with a reset link"],
  "account.role_changed": (entry) => [
    ["made ", memberOf(entry), entry.changes.role?.to === "admin" ? " an admin" : " a member again"],
  ],
  "account.deactivated": (entry) => ["deactivated", " ", [memberOf(entry)]],
  "account.reactivated": (entry) => ["reactivated", " ", [memberOf(entry)]],
  "account.deleted": (entry) => ["deleted", " ", deletedWith([memberOf(entry)], entry.deleted)],
  "identity.linked": () => ["linked their account to single sign-on"],
  "identity.unlinked": () => ["unlinked their account from single sign-on"],
  "account.app_turned_on": () => ["turned on their authenticator app"],
  "account.app_turned_off": () => ["turned off their authenticator app"],
  "account.passkey_added": ({ changes: { name } }) => ["added the passkey", " ", [{ strong: `${name?.to ?? ""}` }]],
  "account.passkey_removed": ({ changes: { name } }) => [
    "removed the passkey",
    " ",
    [{ strong: `${name?.from ?? ""}` }],
  ],
  "account.recovery_codes_made": () => ["created new recovery codes"],
  "account.recovery_code_used": () => ["used a recovery code"],
  "account.signed_out": (entry) => ["ended all sessions", " of ", [memberOf(entry)]],
  "account.two_step_reset": (entry) => ["reset the two-step sign-in", " of ", [memberOf(entry)]],
  "account.two_step_reset_by_command": (entry) => ["reset the two-step sign-in", " of ", [memberOf(entry)]],
  "invite.created": inviteCreated,
  "invite.used": (entry) => ["joined", " with ", [memberOf(entry), "'s invite link"]],
  "invite.revoked": (entry) => [
    "revoked",
    " ",
    entry.memberName ? [memberOf(entry), "'s invite link"] : ["their own invite link"],
  ],
  "session.started": () => ["signed in"],
  "session.started_by_sso": () => ["signed in with single sign-on"],
  "session.refused": (entry) =>
    entry.memberName === null
      ? ["failed to sign in", " with ", ["an unknown email address"]]
      : ["failed to sign in", " as ", [memberOf(entry)]],
  "session.refused_by_sso": (entry) =>
    entry.memberName === null
      ? ["failed to sign in with single sign-on"]
      : ["failed to sign in with single sign-on", " as ", [memberOf(entry)]],
  "session.second_step_missed": (entry) => [
    "entered the correct password but not the second step",
    " for ",
    [memberOf(entry)],
  ],
  "session.ended": () => ["signed out of a session"],
  "session.others_ended": () => ["signed out on all other devices"],
  "workspace.updated": workspaceUpdated,
  "workspace.messages_expired": messagesExpired,
  "workspace.imported": imported,
  "workspace.exported": () => ["exported the workspace"],
  "workspace.exported_with_direct": () => ["exported the workspace with all direct messages"],
  "workspace.channel_exported": (entry) => ["exported all messages and files", " of ", [channelOf(entry)]],
  "workspace.person_exported": (entry) => ["exported the data", " of ", [memberOf(entry)]],
  "workspace.person_exported_with_direct": (entry) => [
    "exported the data and all direct messages",
    " of ",
    [memberOf(entry)],
  ],
  "workspace.two_step_required": () => ["made two-step sign-in required"],
  "workspace.two_step_not_required": () => ["made two-step sign-in optional"],
  "group.created": ({ group }) => ["created", " ", ["the group ", { strong: `@${group}` }]],
  "group.updated": ({ group }) => ["changed", " ", ["the group ", { strong: `@${group}` }]],
  "group.deleted": ({ group }) => ["deleted", " ", ["the group ", { strong: `@${group}` }]],
  "emoji.added": ({ emoji }) => ["added", " ", ["the emoji ", { strong: `:${emoji}:` }]],
  "emoji.deleted": ({ emoji }) => ["deleted", " ", ["the emoji ", { strong: `:${emoji}:` }]],
  "workspace.backup_started": () => ["started a backup"],
  "workspace.backups_failing": () => ["reported that backups are failing"],
  "workspace.backups_resumed": () => ["reported that backups work again"],
  "workspace.created": ({ changes: { name } }) => ["created the workspace", " ", [{ strong: `${name?.to ?? ""}` }]],
};

function accountUpdated(entry: AuditEntryDto): Event {
  const [field, ...more] = fieldsOf(entry);
  if (more.length > 0) return ["changed their account"];
  if (field === "name") return ["changed their name", " to ", [{ strong: `${entry.changes.name?.to}` }]];
  if (field === "title") return ["changed their title"];
  return [field === "avatarUrl" ? "changed their avatar" : "changed their email address"];
}

function workspaceUpdated(entry: AuditEntryDto): Event {
  const [field, ...more] = fieldsOf(entry);
  if (more.length > 0) return ["changed the workspace's settings"];
  const { name, logo } = entry.changes;
  if (name) return ["renamed the workspace", " to ", [{ strong: `${name.to}` }]];
  if (logo) return [logo.to === null ? "removed the workspace's logo" : "changed the workspace's logo"];
  if (field === "whoInvites") return ["changed who can invite people"];
  if (field === "previewsLinks")
    return [entry.changes.previewsLinks?.to ? "turned link previews on" : "turned link previews off"];
  if (field === "retention") return ["changed how long messages are kept"];
  if (field === "whoCreatesChannels") return ["changed who can create channels"];
  return [field === "defaultChannels" ? "changed the default channels" : "changed the workspace's settings"];
}

function messagesExpired({ expired }: AuditEntryDto): Event {
  if (!expired) return ["deleted messages past their retention"];
  const { messages, files, bytes } = expired;
  const also = files === 0 ? "" : ` and ${counted(files, "file", "files")} (${sizeText(bytes)})`;
  return [`deleted ${counted(messages, "message", "messages")}${also} past their retention`];
}

function imported({ imported: what }: AuditEntryDto): Event {
  if (!what) return ["imported messages"];
  const counts = [
    counted(what.messages, "message", "messages"),
    counted(what.channels, "channel", "channels"),
    counted(what.accounts, "account", "accounts"),
  ];
  return [`imported ${new Intl.ListFormat("en").format(counts)} from ${what.tool}`];
}

function channelDeleted({ deleted, channelName }: AuditEntryDto): Event {
  return ["deleted", " ", deletedWith([channelOf({ channelName })], deleted)];
}

/** Names a channel or person, and what was deleted with it. */
function deletedWith(what: SentencePart[], deleted: AuditEntryDto["deleted"]): SentencePart[] {
  if (!deleted) return what;
  const { messages, files, bytes, webhooks } = deleted;
  const counts = [
    counted(messages, "message", "messages"),
    ...(files === 0 ? [] : [`${counted(files, "file", "files")} (${sizeText(bytes)})`]),
    ...(webhooks === 0 ? [] : [counted(webhooks, "webhook", "webhooks")]),
  ];
  return [...what, ` with ${new Intl.ListFormat("en").format(counts)}`];
}

function inviteCreated({ invite }: AuditEntryDto): Event {
  if (!invite) return ["created an invite link"];
  return [
    `created an invite link for ${counted(invite.maxUses, "person", "people")}, valid for ${counted(invite.days, "day", "days")}`,
  ];
}

function timesOf({ times }: AuditEntryDto): SentencePart[] {
  return times > 1 ? [`, ${times} times within an hour`] : [];
}

const FAILURES = new Set<AuditEntryDto["action"]>([
  "session.refused",
  "session.refused_by_sso",
  "session.second_step_missed",
]);

/** Where it was done from, if that was recorded. */
function placeOf(entry: AuditEntryDto): SentencePart[] {
  const { action, network } = entry;
  if (isByCommand(entry)) return ["the command line"];
  if (network === null) return FAILURES.has(action) ? ["several networks"] : [];
  return network === "unknown" ? ["an unknown network"] : [{ strong: network }];
}

function authorOf(entry: AuditEntryDto): SentencePart[] {
  return entry.webhookName === null ? [memberOf(entry)] : webhookOf(entry);
}

function hours(count: number): string {
  return counted(count, "hour", "hours");
}

function webhookUpdated(entry: AuditEntryDto): Event {
  const [field, ...more] = fieldsOf(entry);
  const { name, takesAnyJson, updatesCards, oneLine, gathersAll } = entry.changes;
  if (more.length > 0) return ["changed", " ", webhookIn(entry)];
  if (name) return [["renamed ", ...webhookOf(entry), " to ", { strong: `${name.to}` }], " in ", [channelOf(entry)]];
  if (field === "description") return ["changed the description", " of ", webhookIn(entry)];
  if (field === "avatarUrl") return ["changed the avatar", " of ", webhookIn(entry)];
  const turned = (change: { to: AuditValue }, what: string): Event => [
    `turned ${change.to === true ? "on" : "off"} ${what}`,
    " for ",
    webhookIn(entry),
  ];
  if (takesAnyJson) return turned(takesAnyJson, "any JSON at the plain URL");
  if (updatesCards) return turned(updatesCards, "one card per incident");
  if (oneLine) return turned(oneLine, "one line per thing");
  if (gathersAll) return turned(gathersAll, "gathering storms of all messages");
  if (field === "expectedEveryHours") {
    return [["changed how often ", ...webhookOf(entry), " is expected to post"], " in ", [channelOf(entry)]];
  }
  return ["changed", " ", webhookIn(entry)];
}

function webhookMoved(entry: AuditEntryDto): Event {
  const from = entry.changes.channel?.from;
  const left = channelOf({ channelName: typeof from === "string" ? from : null });
  return [["moved ", ...webhookOf(entry), " from ", left], " to ", [channelOf(entry)]];
}

function channelUpdated(entry: AuditEntryDto): Event {
  const [field, ...more] = fieldsOf(entry);
  const { name, webhooksMayMentionEveryone } = entry.changes;
  const channel = [channelOf(entry)];
  if (more.length > 0) return ["changed", " ", channel];
  if (name) return [["renamed ", ...channel], " to ", [{ strong: `#${name.to}` }]];
  if (webhooksMayMentionEveryone) {
    const lets = webhooksMayMentionEveryone.to === true;
    return [
      lets ? "allowed webhooks to mention everyone" : "stopped webhooks from mentioning everyone",
      " in ",
      channel,
    ];
  }
  if (field === "webhookManagers") return ["changed who can manage webhooks", " in ", channel];
  if (field === "visibility") return ["made ", "", [...channel, ` ${entry.changes.visibility?.to}`]];
  if (field === "whoPosts") return ["changed who can post", " in ", channel];
  if (field === "topic") return ["changed the topic", " of ", channel];
  if (field === "retention") return ["changed how long messages are kept", " in ", channel];
  return ["changed", " ", channel];
}

function roleChanged(entry: AuditEntryDto): Event {
  const role = entry.changes.role?.to === "manager" ? " a manager" : " a regular member";
  return [["made ", memberOf(entry), role], " of ", [channelOf(entry)]];
}

function cardVersionIn({ cardVersion }: AuditEntryDto): string {
  return cardVersion === null ? "a version of the card" : `version ${cardVersion} of the card`;
}

function webhookIn(entry: AuditEntryDto): SentencePart[] {
  return [...webhookOf(entry), " in ", channelOf(entry)];
}

function webhookOf({ webhookName }: AuditEntryDto): SentencePart[] {
  return webhookName === null ? ["a webhook"] : ["webhook ", { strong: webhookName }];
}

function channelOf({ channelName }: Pick<AuditEntryDto, "channelName">): SentencePart {
  if (channelName === "") return "a private channel";
  return channelName === null ? "a direct message" : { strong: `#${channelName}` };
}

function memberOf({ memberName }: AuditEntryDto): SentencePart {
  return memberName === null ? "someone" : { strong: memberName };
}

function fieldsOf({ changes }: AuditEntryDto): AuditField[] {
  return (Object.keys(LABELS) as AuditField[]).filter((field) => changes[field]);
}

function wordFor(field: AuditField, value: AuditValue): string | null {
  if (value === null || value === "") return null;
  if (typeof value === "number") return hours(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (field === "webhookManagers") return value === "managers" ? "channel managers only" : "all members";
  if (field === "whoPosts") return value === "managers" ? "channel managers only" : "everyone";
  if (field === "whoInvites" || field === "whoCreatesChannels") return value === "admins" ? "admins only" : "everyone";
  if ((field === "avatarUrl" || field === "logo") && value.startsWith("picture:")) return "an uploaded image";
  return value;
}
