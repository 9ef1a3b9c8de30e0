import { describe, expect, test } from "vitest";
import type { AuditEntryDto } from "@/lib/audit/dto";
import { changesOf, columnsOf, entrySentence } from "./describe";

function entry(fields: Partial<AuditEntryDto>): AuditEntryDto {
  return {
    id: "1",
    kind: "webhooks",
    action: "webhook.created",
    actorId: "2",
    actorName: "Ada",
    actorAvatarUrl: null,
    channelId: "3",
    channelName: "deploys",
    webhookId: null,
    webhookName: null,
    memberId: null,
    memberName: null,
    network: null,
    times: 1,
    changes: {},
    messageId: null,
    invite: null,
    reason: null,
    silentHours: null,
    cardVersion: null,
    expired: null,
    deleted: null,
    imported: null,
    group: null,
    emoji: null,
    createdAt: "2026-11-21T09:30:00Z",
    ...fields,
  };
}

function say(fields: Partial<AuditEntryDto>): string {
  return textOf(entrySentence(entry(fields)));
}

function textOf(parts: ReturnType<typeof entrySentence>): string {
  return parts.map((part) => (typeof part === "string" ? part : part.strong)).join("");
}

/** Returns an entry's columns: what was done, to what, and from where. */
function columns(fields: Partial<AuditEntryDto>): string[] {
  const { what, on, from } = columnsOf(entry(fields));
  return [what, on, from].map(textOf);
}

const webhookName = "CI";
const memberName = "Grace";

describe("an entry of the audit log", () => {
  test("reads as a sentence about a webhook", () => {
    const rename = { name: { from: "CI", to: "Build" } };
    const description = { description: { from: "", to: "Nightly" } };
    expect([
      say({ action: "webhook.created", webhookName }),
      say({ action: "webhook.updated", webhookName, changes: rename }),
      say({ action: "webhook.updated", webhookName, changes: description }),
      say({ action: "webhook.updated", webhookName, changes: { ...rename, ...description } }),
      say({ action: "webhook.updated", webhookName, changes: { takesAnyJson: { from: false, to: true } } }),
      say({ action: "webhook.updated", webhookName, changes: { takesAnyJson: { from: true, to: false } } }),
      say({ action: "webhook.updated", webhookName, changes: { oneLine: { from: false, to: true } } }),
      say({ action: "webhook.updated", webhookName, changes: { gathersAll: { from: true, to: false } } }),
      say({ action: "webhook.token_regenerated", webhookName }),
      say({ action: "webhook.signing_secret_set", webhookName }),
      say({ action: "webhook.moved", webhookName, changes: { channel: { from: "builds", to: "deploys" } } }),
      say({ action: "webhook.moved", webhookName, changes: { channel: { from: null, to: "deploys" } } }),
      say({ action: "webhook.deleted", webhookName, channelName: null }),
      say({ action: "webhook.deleted", webhookName, channelName: "" }),
      say({ action: "webhook.moved", webhookName, channelName: "", changes: { channel: { from: "", to: "" } } }),
      say({ action: "webhook.signing_secret_replaced", webhookName }),
      say({ action: "webhook.test_sent", webhookName }),
      say({ action: "webhook.delivery_replayed", webhookName }),
      say({ action: "webhook.posted_as", webhookName }),
    ]).toEqual([
      "Ada created webhook CI in #deploys",
      "Ada renamed webhook CI to Build in #deploys",
      "Ada changed the description of webhook CI in #deploys",
      "Ada changed webhook CI in #deploys",
      "Ada turned on any JSON at the plain URL for webhook CI in #deploys",
      "Ada turned off any JSON at the plain URL for webhook CI in #deploys",
      "Ada turned on one line per thing for webhook CI in #deploys",
      "Ada turned off gathering storms of all messages for webhook CI in #deploys",
      "Ada regenerated the token of webhook CI in #deploys",
      "Ada set a signing secret for webhook CI in #deploys",
      "Ada moved webhook CI from #builds to #deploys",
      "Ada moved webhook CI from a direct message to #deploys",
      "Ada deleted webhook CI in a direct message",
      "Ada deleted webhook CI in a private channel",
      "Ada moved webhook CI from a private channel to a private channel",
      "Ada replaced the signing secret of webhook CI in #deploys",
      "Ada sent a test message through webhook CI in #deploys",
      "Ada resent a delivery through webhook CI in #deploys",
      "Ada wrote a message as webhook CI in #deploys",
    ]);
  });

  test("reads as a sentence about what happened to a webhook", () => {
    const nobody = { actorId: null, actorName: null, webhookName };
    expect(say({ ...nobody, action: "webhook.failed" })).toBe("Webhook CI in #deploys is failing");
    expect(say({ ...nobody, action: "webhook.failed", channelName: "" })).toBe(
      "Webhook CI in a private channel is failing",
    );
    expect(say({ ...nobody, action: "webhook.card_left_out" })).toBe(
      "Webhook CI in #deploys posts without its own card, which the form can't express",
    );
    const things = "pull request, issue and build";
    expect(say({ ...nobody, action: "webhook.one_line_offered", things })).toBe(
      "Webhook CI in #deploys can have one line per pull request, issue and build",
    );
    const silent = { ...nobody, action: "webhook.fell_silent" } as const;
    expect(say({ ...silent, silentHours: 1 })).toBe("Webhook CI in #deploys hasn't posted for 1 hour");
    expect(say({ ...silent, silentHours: 24 })).toBe("Webhook CI in #deploys hasn't posted for 24 hours");
    const expectedEveryHours = { from: null, to: 24 };
    const changed = { action: "webhook.updated", webhookName, changes: { expectedEveryHours } } as const;
    expect(say(changed)).toBe("Ada changed how often webhook CI is expected to post in #deploys");
    expect(changesOf(entry(changed))).toEqual([{ label: "Expected every", from: null, to: "24 hours" }]);
  });

  test("has its sentence's parts in the columns of a table", () => {
    const nobody = { actorId: null, actorName: null };
    expect([
      columns({ action: "webhook.token_regenerated", webhookName }),
      columns({ ...nobody, action: "webhook.failed", webhookName }),
      columns({ action: "channel.member_added", memberName }),
      columns({ action: "session.started", network: "192.0.2.7" }),
      columns({ ...nobody, action: "session.refused", memberName, network: "192.0.2.7", times: 12 }),
      columns({ ...nobody, action: "session.refused", times: 400 }),
      columns({ ...nobody, action: "account.reset_link_printed", memberName }),
    ]).toEqual([
      ["regenerated the token", "webhook CI in #deploys", ""],
      ["is failing", "#deploys", ""],
      ["added Grace", "#deploys", ""],
      ["signed in", "", "192.0.2.7"],
      ["failed to sign in, 12 times within an hour", "Grace", "192.0.2.7"],
      ["failed to sign in, 400 times within an hour", "an unknown email address", "several networks"],
      ["created a password reset link", "Grace", "the command line"],
    ]);
  });

  test("reads as a sentence about a channel and its members", () => {
    const everyone = { webhooksMayMentionEveryone: { from: false, to: true } };
    expect([
      say({ action: "channel.updated", changes: { name: { from: "deploys", to: "releases" } } }),
      say({ action: "channel.updated", changes: { topic: { from: "", to: "Builds" } } }),
      say({ action: "channel.updated", changes: { topic: { from: "", to: "Builds" }, ...everyone } }),
      say({ action: "channel.updated", changes: everyone }),
      say({ action: "channel.updated", changes: { webhookManagers: { from: "members", to: "managers" } } }),
      say({ action: "channel.updated", changes: { visibility: { from: "public", to: "private" } } }),
      say({ action: "channel.updated", changes: { whoPosts: { from: "everyone", to: "managers" } } }),
      say({ action: "channel.archived" }),
      say({ action: "channel.deleted", deleted: { messages: 1200, files: 2, bytes: 3_000_000, webhooks: 1 } }),
      say({ action: "channel.deleted", deleted: { messages: 1, files: 0, bytes: 0, webhooks: 0 } }),
      say({ action: "channel.made_of_direct" }),
      say({ action: "channel.member_added", memberName }),
      say({ action: "channel.member_left" }),
      say({ action: "channel.role_changed", memberName, changes: { role: { from: "member", to: "manager" } } }),
    ]).toEqual([
      "Ada renamed #deploys to #releases",
      "Ada changed the topic of #deploys",
      "Ada changed #deploys",
      "Ada allowed webhooks to mention everyone in #deploys",
      "Ada changed who can manage webhooks in #deploys",
      "Ada made #deploys private",
      "Ada changed who can post in #deploys",
      "Ada archived #deploys",
      "Ada deleted #deploys with 1,200 messages, 2 files (2.9 MiB), and 1 webhook",
      "Ada deleted #deploys with 1 message",
      "Ada made a direct message the channel #deploys",
      "Ada added Grace to #deploys",
      "Ada left #deploys",
      "Ada made Grace a manager of #deploys",
    ]);
  });

  test("reads as a sentence about single sign-on", () => {
    const network = "192.0.2.7";
    expect([
      say({ action: "session.started_by_sso", network }),
      say({ action: "session.refused_by_sso", actorName: null, memberName, network }),
      say({ action: "session.refused_by_sso", actorName: null, times: 3 }),
      say({ action: "account.created_by_sso", network }),
      say({ action: "identity.linked", network }),
      say({ action: "identity.unlinked", network }),
    ]).toEqual([
      "Ada signed in with single sign-on from 192.0.2.7",
      "Someone failed to sign in with single sign-on as Grace from 192.0.2.7",
      "Someone failed to sign in with single sign-on from several networks, 3 times within an hour",
      "Ada created an account with single sign-on from 192.0.2.7",
      "Ada linked their account to single sign-on from 192.0.2.7",
      "Ada unlinked their account from single sign-on from 192.0.2.7",
    ]);
  });

  test("reads as a sentence about people and signing in", () => {
    const network = "192.0.2.7";
    const name = { from: "Ada", to: "Ada King" };
    const invite = { maxUses: 10, days: 7 };
    expect([
      say({ action: "session.started", network }),
      say({ action: "session.started", network: "unknown" }),
      say({ action: "session.refused", actorName: null, memberName, network }),
      say({ action: "session.refused", actorName: null, memberName, network, times: 12 }),
      say({ action: "session.refused", actorName: null, network, times: 2 }),
      say({ action: "session.refused", actorName: null, times: 400 }),
      say({ action: "session.ended", network }),
      say({ action: "session.others_ended" }),
      say({ action: "account.created", network }),
      say({ action: "account.updated", changes: { name } }),
      say({ action: "account.updated", changes: { avatarUrl: { from: null, to: "https://cdn.example/a.png" } } }),
      say({ action: "account.updated", changes: { email: { from: "a@example.com", to: "b@example.com" } } }),
      say({ action: "account.updated", changes: { name, avatarUrl: { from: null, to: "https://cdn.example/a.png" } } }),
      say({ action: "account.password_changed" }),
      say({ action: "account.reset_asked", actorName: null, memberName, network }),
      say({ action: "account.reset_link_made", memberName }),
      say({ action: "account.reset_link_printed", actorName: null, memberName }),
      say({ action: "account.password_reset", network }),
      say({ action: "account.role_changed", memberName, changes: { role: { from: "member", to: "admin" } } }),
      say({ action: "account.role_changed", memberName, changes: { role: { from: "admin", to: "member" } } }),
      say({ action: "account.deleted", memberName: "Deleted person 12" }),
      say({
        action: "account.deleted",
        memberName: "Deleted person 12",
        deleted: { messages: 3, files: 0, bytes: 0, webhooks: 0 },
      }),
      say({ action: "account.deactivated", memberName }),
      say({ action: "account.reactivated", memberName }),
      say({ action: "account.app_turned_on" }),
      say({ action: "account.app_turned_off" }),
      say({ action: "account.passkey_added", changes: { name: { from: null, to: "Laptop" } } }),
      say({ action: "account.passkey_removed", changes: { name: { from: "Laptop", to: null } } }),
      say({ action: "account.recovery_codes_made" }),
      say({ action: "account.recovery_code_used", network }),
      say({ action: "account.signed_out", memberName }),
      say({ action: "account.two_step_reset", memberName }),
      say({ action: "workspace.two_step_required" }),
      say({ action: "workspace.two_step_not_required" }),
      say({ action: "workspace.backup_started" }),
      say({ action: "workspace.backups_failing", actorName: "Parley" }),
      say({ action: "workspace.backups_resumed", actorName: "Parley" }),
      say({ action: "invite.created", invite }),
      say({ action: "invite.created", invite: { maxUses: 1, days: 1 } }),
      say({ action: "invite.used", memberName, network }),
      say({ action: "invite.revoked", memberName }),
      say({ action: "invite.revoked" }),
      say({ action: "workspace.created", changes: { name: { from: null, to: "Engines" } } }),
      say({ action: "message.deleted", memberName }),
      say({ action: "message.deleted", webhookName }),
    ]).toEqual([
      "Ada signed in from 192.0.2.7",
      "Ada signed in from an unknown network",
      "Someone failed to sign in as Grace from 192.0.2.7",
      "Someone failed to sign in as Grace from 192.0.2.7, 12 times within an hour",
      "Someone failed to sign in with an unknown email address from 192.0.2.7, 2 times within an hour",
      "Someone failed to sign in with an unknown email address from several networks, 400 times within an hour",
      "Ada signed out of a session from 192.0.2.7",
      "Ada signed out on all other devices",
      "Ada created an account from 192.0.2.7",
      "Ada changed their name to Ada King",
      "Ada changed their avatar",
      "Ada changed their email address",
      "Ada changed their account",
      "Ada changed their password",
      "Someone asked for a password reset link for Grace from 192.0.2.7",
      "Ada created a password reset link for Grace",
      "Someone created a password reset link for Grace from the command line",
      "Ada set a new password with a reset link from 192.0.2.7",
      "Ada made Grace an admin",
      "Ada made Grace a member again",
      "Ada deleted Deleted person 12",
      "Ada deleted Deleted person 12 with 3 messages",
      "Ada deactivated Grace",
      "Ada reactivated Grace",
      "Ada turned on their authenticator app",
      "Ada turned off their authenticator app",
      "Ada added the passkey Laptop",
      "Ada removed the passkey Laptop",
      "Ada created new recovery codes",
      "Ada used a recovery code from 192.0.2.7",
      "Ada ended all sessions of Grace",
      "Ada reset the two-step sign-in of Grace",
      "Ada made two-step sign-in required",
      "Ada made two-step sign-in optional",
      "Ada started a backup",
      "Parley reported that backups are failing",
      "Parley reported that backups work again",
      "Ada created an invite link for 10 people, valid for 7 days",
      "Ada created an invite link for 1 person, valid for 1 day",
      "Ada joined with Grace's invite link from 192.0.2.7",
      "Ada revoked Grace's invite link",
      "Ada revoked their own invite link",
      "Ada created the workspace Engines",
      "Ada deleted a message from Grace in #deploys",
      "Ada deleted a message from webhook CI in #deploys",
    ]);
  });

  test("names what retention deleted, how long messages are kept, and who exported what", () => {
    const byParley = { actorId: null, actorName: "Parley", channelId: null, channelName: null } as const;
    const expired = { messages: 1234, files: 2, bytes: 3072 };
    const retention = { from: "forever", to: "90 days" };
    expect([
      say({ ...byParley, action: "workspace.messages_expired", expired }),
      say({
        action: "workspace.imported",
        actorName: null,
        imported: { tool: "Slack", messages: 1200, channels: 1, accounts: 0 },
      }),
      say({
        action: "account.role_changed",
        actorName: null,
        memberName,
        changes: { role: { from: "member", to: "admin" } },
      }),
      say({ ...byParley, action: "workspace.messages_expired", expired: { messages: 1, files: 0, bytes: 0 } }),
      say({ action: "workspace.updated", changes: { retention } }),
      say({ action: "channel.updated", changes: { retention } }),
      say({ action: "workspace.channel_exported", network: "192.0.2.7" }),
      say({ action: "workspace.person_exported", memberName: "Grace" }),
      say({ action: "workspace.person_exported_with_direct", memberName: "Grace" }),
    ]).toEqual([
      "Parley deleted 1,234 messages and 2 files (3 KiB) past their retention",
      "Someone imported 1,200 messages, 1 channel, and 0 accounts from Slack from the command line",
      "Someone made Grace an admin from the command line",
      "Parley deleted 1 message past their retention",
      "Ada changed how long messages are kept",
      "Ada changed how long messages are kept in #deploys",
      "Ada exported all messages and files of #deploys from 192.0.2.7",
      "Ada exported the data of Grace",
      "Ada exported the data and all direct messages of Grace",
    ]);
    expect(changesOf(entry({ action: "channel.updated", changes: { retention } }))).toEqual([
      { label: "Messages are kept", from: "forever", to: "90 days" },
    ]);
  });

  test("lists old and new values that the sentence doesn't contain", () => {
    const name = { from: "deploys", to: "releases" };
    const changes = { name, topic: { from: "", to: "Builds" }, webhookManagers: { from: "members", to: "managers" } };
    expect(changesOf(entry({ action: "channel.updated", changes: { name } }))).toEqual([]);
    expect(changesOf(entry({ action: "channel.updated", changes }))).toEqual([
      { label: "Name", from: "deploys", to: "releases" },
      { label: "Topic", from: null, to: "Builds" },
      { label: "Who can manage webhooks", from: "all members", to: "channel managers only" },
    ]);
    const avatarUrl = { from: "https://cdn.example/a.png", to: `picture:${"0".repeat(64)}` };
    expect(changesOf(entry({ action: "account.updated", changes: { avatarUrl } }))).toEqual([
      { label: "Avatar", from: "https://cdn.example/a.png", to: "an uploaded image" },
    ]);
  });
});
