import { beforeAll, describe, expect, test } from "vitest";
import { setWantsDigest } from "@/lib/attention/digest/subscription";
import { markSeen, readInbox } from "@/lib/attention/inbox/mark-read";
import { keepSubscription, removeDevice, subscribe } from "@/lib/attention/push/subscriptions";
import { type AccessibleChannel, requireChannel } from "@/lib/channels/access";
import { createChannel, makeChannelOf } from "@/lib/channels/create-channel";
import { addMembers, joinChannel, leaveChannel, removeMember, setMemberRole } from "@/lib/channels/membership";
import { setNotifications } from "@/lib/channels/notifications";
import { openDirect } from "@/lib/channels/open-direct";
import { markRead, markUnreadFrom, readAllChannels, restoreReadPositions } from "@/lib/channels/read-position";
import { changeSection, createSection, deleteSection, orderSections, placeChannel } from "@/lib/channels/sections";
import { setArchived, setVisibility, updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import {
  deleteMessage,
  editMessage,
  removeLinkPreview,
  setPinned,
  setReaction,
} from "@/lib/messages/change/change-as-member";
import { saveDraft } from "@/lib/messages/drafts/drafts";
import { deleteEmoji } from "@/lib/messages/emoji/custom/custom-emoji";
import { actOnIncident } from "@/lib/messages/incidents/act";
import { setCountsIncidents } from "@/lib/messages/incidents/queries";
import { addReminder, changeItem, deleteItem, removeFromLater, saveForLater } from "@/lib/messages/later/items";
import { forwardMessage } from "@/lib/messages/post/forward-message";
import { sendMessage } from "@/lib/messages/post/send-message";
import { changeScheduled, deleteScheduled, schedule } from "@/lib/messages/scheduled/scheduled";
import { sendScheduledNow } from "@/lib/messages/scheduled/send-scheduled";
import { removeSearch, renameSearch, saveSearch } from "@/lib/messages/search/saved-searches";
import { markThreadRead, readAllThreads, restoreThreads, setFollowing } from "@/lib/messages/threads/follow-thread";
import { exportChannel } from "@/lib/moving/export/export-channel";
import { exportPerson } from "@/lib/moving/export/export-person";
import { exportWorkspace } from "@/lib/moving/export/export-workspace";
import { deleteChannel } from "@/lib/operation/retention/delete-channel";
import { setShowsPresence, updateProfile } from "@/lib/people/account/account";
import { deactivate, reactivate, resetTwoStep, setRole, signOutEverywhere } from "@/lib/people/account/people";
import { setOwnAvatar } from "@/lib/people/avatars/take-up";
import type { SessionUser } from "@/lib/people/find-session-user";
import { endFirstDay } from "@/lib/people/first-day";
import { createGroup, deleteGroup, updateGroup } from "@/lib/people/groups";
import { setPersonMuted } from "@/lib/people/muted-authors";
import { setNotificationPreferences } from "@/lib/people/notifications/notification-preferences";
import { setPause, setQuietHours, setShowTexts } from "@/lib/people/notifications/settings";
import { setShowsLocalTime } from "@/lib/people/profile";
import { createInvite, revokeInvite } from "@/lib/people/sign-in/invites";
import { makeResetLink } from "@/lib/people/sign-in/password-reset";
import { setStatus } from "@/lib/people/status";
import { requireTwoStep } from "@/lib/people/two-step/requirement";
import {
  makeChannel,
  makeMember,
  makeSession,
  makeUser,
  makeWebhook,
  makeWorkspace,
  postedMessage,
  said,
  webhookDraft,
} from "@/lib/testing/factories";
import { lockWaits } from "@/lib/testing/lock-waits";
import { codeOf } from "@/lib/testing/refusals";
import { until } from "@/lib/testing/until";
import { type ManagedChannel, requireWebhookManager } from "@/lib/webhooks/access";
import { restoreCard, saveCard, switchCard } from "@/lib/webhooks/cards";
import { setWebhookMuted } from "@/lib/webhooks/change-webhook";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { emptyCard, plainTemplate } from "@/lib/webhooks/interpret/own-cards/new-card";
import { deleteRule, moveRule, saveRule } from "@/lib/webhooks/manage-rules";
import {
  deleteWebhook,
  regenerateToken,
  setPaused,
  setSigningSecret,
  updateWebhook,
} from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { markNotIncident, unmarkNotIncident } from "@/lib/webhooks/not-incidents";
import { replayDelivery, sendTestMessage } from "@/lib/webhooks/post-as-member";
import type { RuleFields } from "@/lib/webhooks/rules/model";
import { updateWorkspace } from "@/lib/workspace/settings";

const BASE = "https://chat.example.com";
const CARD = { name: "Lamps", cards: [{ ...emptyCard("lamp"), subject: plainTemplate("Lamp") }] };
const RULE: RuleFields = {
  conditions: [{ on: "fact", fact: "event", test: "is", text: "push" }],
  action: { do: "skip" },
  continues: false,
};
const CHANGE = { name: "Renamed", description: "", avatarUrl: null };

/** A private channel with a manager, Ann, who is about to lose her rights, and everything that can be written to. */
async function makeScene(role: "owner" | "admin" | "member") {
  const [ann, max, eve, pat] = [
    await makeUser({ role, avatarUrl: "https://a.example/a.png" }),
    await makeUser(),
    await makeUser(),
    await makeUser(),
  ];
  const elsewhere = await makeSession(ann);
  const gone = await makeUser({ deactivatedAt: new Date() });
  const channel = await makeChannel({ kind: "private", members: [eve] });
  for (const user of [ann, max]) await makeMember(channel, user, "manager");
  await db().membership.updateMany({ where: { channelId: channel.id }, data: { lastReadSeq: 2 } });
  const other = await makeChannel({ kind: "private" });
  await makeMember(other, ann, "manager");
  const hook = await makeWebhook({ channelId: channel.id, createdById: ann.id });
  const incident = await postedMessage(webhookDraft(hook, { embeds: [{ title: "Down", color: 0xe01e5a }] }));
  await db().notIncident.create({ data: { webhookId: hook.webhook.id, kind: "Marked" } });
  await db().incident.create({
    data: {
      messageId: incident.messageId,
      channelId: channel.id,
      webhookId: hook.webhook.id,
      severity: "danger",
      tool: "x",
    },
  });
  const preview = [{ preview: true, title: "A", url: "https://a.example/" }];
  const own = await said(ann, channel, "https://a.example/");
  await db().message.update({ where: { id: own }, data: { embeds: preview } });
  await said(eve, channel, "A reply", own);
  await said(eve, channel, "Unread");
  const card = { webhookId: hook.webhook.id, version: 1, yaml: "", model: CARD };
  await db().webhookCard.create({ data: card });
  const ruleRow = { webhookId: hook.webhook.id, position: 0, conditions: RULE.conditions, action: "skip" };
  const rule = await db().webhookRule.create({ data: ruleRow });
  const delivery = await db().delivery.create({
    data: {
      webhookId: hook.webhook.id,
      channelId: channel.id,
      dialect: "parley",
      method: "POST",
      status: 400,
      durationMs: 1,
      size: 2,
    },
  });
  const direct = await makeChannel({ kind: "direct", members: [ann, max, eve] });
  const data = {
    userId: ann.id,
    channelId: channel.id,
    content: "Later",
    nonce: `later-${ann.id}`,
    sendAt: inAnHour(),
  };
  const scheduled = await db().scheduledMessage.create({ data });
  const later = await db().laterItem.create({ data: { userId: ann.id, messageId: own } });
  const search = await db().savedSearch.create({ data: { userId: ann.id, name: "A", query: "a" } });
  const section = await db().sidebarSection.create({ data: { userId: ann.id, name: "Mine", position: 0 } });
  const emoji = await db().customEmoji.create({ data: { name: `e${ann.id}`, createdById: ann.id } });
  const group = await db().userGroup.create({ data: { handle: `g${ann.id}` } });
  const invite = await db().invite.create({ data: { createdById: ann.id, expiresAt: inAnHour() } });
  for (const { id } of [ann, eve])
    await db().authenticatorApp.create({ data: { userId: id, secret: new Uint8Array(1), lastStep: 0n } });
  const { endpoint, keys } = subscription(ann.id);
  await subscribe(ann, { endpoint, keys });
  const device = await db().pushSubscription.findFirstOrThrow({ where: { userId: ann.id } });
  return {
    ann,
    max,
    eve,
    pat,
    gone,
    elsewhere,
    channel,
    other,
    hook: hook.webhook.id,
    rule: rule.id,
    incident: incident.messageId,
    own,
    delivery,
    direct,
    scheduled,
    later,
    search,
    section,
    emoji,
    group,
    invite,
    device,
    endpoint,
    keys,
  };
}

type Scene = Awaited<ReturnType<typeof makeScene>>;
const inAnHour = () => new Date(Date.now() + 3_600_000);
const subscription = (id: bigint) => ({
  endpoint: `https://fcm.googleapis.com/${id}`,
  keys: { p256dh: "a", auth: "b" },
});

type Loss = "removed" | "demoted" | "deactivated" | "archived" | "deleted" | "closed";

const LOSSES: Record<Loss, (scene: Scene, channel: { id: bigint }) => Promise<unknown>> = {
  removed: ({ ann }, { id }) => db().membership.deleteMany({ where: { channelId: id, userId: ann.id } }),
  demoted: async ({ ann }, { id }) => {
    await db().membership.updateMany({ where: { channelId: id, userId: ann.id }, data: { role: "member" } });
    await db().channel.update({ where: { id }, data: { webhookManagers: "managers", whoPosts: "managers" } });
    await db().user.update({ where: { id: ann.id }, data: { role: "member" } });
  },
  deactivated: ({ ann }) => db().user.update({ where: { id: ann.id }, data: { deactivatedAt: new Date() } }),
  archived: (_, { id }) => db().channel.update({ where: { id }, data: { archivedAt: new Date() } }),
  deleted: async (_, { id }) => {
    const owner = await makeUser({ role: "owner" });
    await makeMember({ id }, owner, "manager");
    const channel = await requireChannel(owner, id);
    await deleteChannel(channel, channel.channel.name);
  },
  closed: async ({ ann }, { id }) => {
    await db().channel.update({ where: { id }, data: { kind: "private" } });
    await db().membership.deleteMany({ where: { channelId: id, userId: ann.id } });
  },
};

const tables = db().$queryRaw<{ name: string }[]>`
  SELECT table_name::text AS name FROM information_schema.tables
  WHERE table_schema = 'public' AND table_type = 'BASE TABLE' 
    AND table_name NOT IN ('rate_limits', 'deliveries', '_prisma_migrations')`;

/** Digests of all tables, but for the counters of limits, and the delivery log, which is written later. */
async function everything(): Promise<Map<string, string>> {
  const each = (await tables).map(
    ({ name }) =>
      `SELECT '${name}' AS name, coalesce(sum(hashtextextended(t::text, 0)), 0)::text AS digest FROM "${name}" t`,
  );
  const rows = await db().$queryRawUnsafe<{ name: string; digest: string }[]>(each.join(" UNION ALL "));
  return new Map(rows.map(({ name, digest }) => [name, digest]));
}

type Channel = (channel: AccessibleChannel, scene: Scene) => unknown;

const HIDDEN = ["removed", "deactivated", "deleted"] as const;
const OPEN = [...HIDDEN, "archived"] as const;
const MANAGED = [...HIDDEN, "demoted"] as const;
const nonce = () => `nonce-${Math.random()}`;
const draft = { text: "Hello", marks: {}, inChannel: false, base: null, at: 0 };

// What members do in their channel, and what they may lose before it's written.
const IN_CHANNEL: [string, readonly Loss[], Channel][] = [
  ["sendMessage", [...OPEN, "demoted"], (c) => sendMessage(c, { content: "Hi", nonce: nonce(), threadId: null })],
  ["sendMessage in a thread", OPEN, (c, { own }) => sendMessage(c, { content: "Hi", nonce: nonce(), threadId: own })],
  [
    "forwardMessage from it",
    HIDDEN,
    async (c, { own, ann, other }) =>
      forwardMessage(c, own, await requireChannel(ann, other.id), { content: "", nonce: nonce() }),
  ],
  ["editMessage", OPEN, (c, { own }) => editMessage(c, own, "Edited")],
  ["deleteMessage", OPEN, (c, { own }) => deleteMessage(c, own)],
  ["deleteMessage of others", [...OPEN, "demoted"], (c, { incident }) => deleteMessage(c, incident)],
  ["setReaction", OPEN, (c, { own }) => setReaction(c, own, "👍", true)],
  ["setPinned", OPEN, (c, { own }) => setPinned(c, own, true)],
  ["removeLinkPreview", OPEN, (c, { own }) => removeLinkPreview(c, own)],
  ["actOnIncident", OPEN, (c, { incident }) => actOnIncident(c, incident, { act: "acknowledge" })],
  ["setFollowing", HIDDEN, (c, { own }) => setFollowing(c, own, false)],
  ["markThreadRead", ["deactivated"], (c, { own }) => markThreadRead(c, own, 1_000)],
  ["markRead", HIDDEN, (c) => markRead(c, 1_000)],
  ["markUnreadFrom", HIDDEN, (c) => markUnreadFrom(c, 1)],
  ["setNotifications", HIDDEN, (c) => setNotifications(c, { notifications: "none" })],
  ["placeChannel", HIDDEN, (c) => placeChannel(c, { starred: true })],
  ["saveForLater", HIDDEN, (c, { incident }) => saveForLater(c, incident, null)],
  ["removeFromLater", ["deactivated"], (c, { own }) => removeFromLater(c, own)],
  ["setMuted", HIDDEN, (c, { hook }) => setWebhookMuted(c, hook, true)],
  ["addMembers", HIDDEN, (c, { pat }) => addMembers(c, pat.id)],
  ["addMembers of oneself", HIDDEN, (c, { ann }) => addMembers(c, ann.id)],
  ["removeMember", MANAGED, (c, { eve }) => removeMember(c, eve.id)],
  ["leaveChannel", HIDDEN, (c) => leaveChannel(c)],
  ["setMemberRole", MANAGED, (c, { eve }) => setMemberRole(c, eve.id, "manager")],
  ["updateChannel", MANAGED, (c) => updateChannel(c, { topic: "New topic" })],
  ["updateChannel for owners", MANAGED, (c) => updateChannel(c, { retentionDays: 1 })],
  ["setArchived", MANAGED, (c) => setArchived(c, true)],
  ["setVisibility", MANAGED, (c) => setVisibility(c, "public")],
  ["deleteChannel", MANAGED, (c) => deleteChannel(c, c.channel.name)],
];

type Webhook = (channel: ManagedChannel, scene: Scene) => unknown;

const WEBHOOKS: [string, readonly Loss[], Webhook][] = [
  ["createWebhook", MANAGED, (c) => createWebhook(c, CHANGE, BASE)],
  ["updateWebhook", MANAGED, (c, { hook }) => updateWebhook(c, hook, CHANGE)],
  ["setPaused", MANAGED, (c, { hook }) => setPaused(c, hook, true)],
  ["regenerateToken", MANAGED, (c, { hook }) => regenerateToken(c, hook, BASE)],
  ["deleteWebhook", MANAGED, (c, { hook }) => deleteWebhook(c, hook)],
  ["markNotIncident", MANAGED, (c, { incident }) => markNotIncident(c, incident)],
  ["unmarkNotIncident", MANAGED, (c, { hook }) => unmarkNotIncident(c, hook, "Marked")],
  ["setSigningSecret", MANAGED, (c, { hook }) => setSigningSecret(c, hook, { secret: "secret" })],
  [
    "moveWebhook",
    MANAGED,
    async (c, { ann, other, hook }) => moveWebhook(c, hook, await requireWebhookManager(ann, other.id)),
  ],
  ["saveCard", MANAGED, (c, { hook }) => saveCard(c, hook, { model: CARD, basedOn: 1 })],
  ["restoreCard", MANAGED, (c, { hook }) => restoreCard(c, hook, 1)],
  ["switchCard", MANAGED, (c, { hook }) => switchCard(c, hook, true)],
  ["saveRule", MANAGED, (c, { hook }) => saveRule(c, hook, null, RULE)],
  ["deleteRule", MANAGED, (c, { hook, rule }) => deleteRule(c, hook, rule)],
  ["moveRule", MANAGED, (c, { hook, rule }) => moveRule(c, hook, rule, 1)],
  ["sendTestMessage", [...MANAGED, "archived"], (c, { hook }) => sendTestMessage(c, hook)],
  ["replayDelivery", MANAGED, (c, { hook, delivery }) => replayDelivery(c, hook, delivery.id, '{"content":"Again"}')],
];

type Personal = (user: SessionUser, scene: Scene) => unknown;

const unread = async (stream: Promise<ReadableStream>) => (await stream).cancel();

// What people do outside channels. `admin` is for those that plain members can't do.
const PERSONAL: [string, Personal, admin?: "admin" | "owner"][] = [
  [
    "schedule",
    (u, { channel }) =>
      schedule(u, {
        channelId: channel.id,
        threadId: null,
        inChannel: false,
        content: "Later",
        nonce: nonce(),
        sendAt: inAnHour(),
      }),
  ],
  ["saveDraft", (u, { channel }) => saveDraft(u, channel.id, { ...draft, channelId: channel.id })],
  ["changeScheduled", (u, { scheduled }) => changeScheduled(u, scheduled.id, { content: "Changed" })],
  ["deleteScheduled", (u, { scheduled }) => deleteScheduled(u, scheduled.id)],
  ["sendScheduledNow", (u, { scheduled }) => sendScheduledNow(u, scheduled.id)],
  ["addReminder", (u) => addReminder(u, "Remember", inAnHour())],
  ["changeItem", (u, { later }) => changeItem(u, later.id, { done: true })],
  ["deleteItem", (u, { later }) => deleteItem(u, later.id)],
  ["saveSearch", (u) => saveSearch(u, { name: "B", query: "b" })],
  ["renameSearch", (u, { search }) => renameSearch(u, search.id, "C")],
  ["removeSearch", (u, { search }) => removeSearch(u, search.id)],
  ["createSection", (u) => createSection(u, { name: "New" })],
  ["changeSection", (u, { section }) => changeSection(u, { key: section.key, collapsed: true })],
  ["deleteSection", (u, { section }) => deleteSection(u, { key: section.key })],
  ["orderSections", (u, { section }) => orderSections(u, { order: ["channels", section.key] })],
  ["markAllRead", (u) => readAllChannels(u)],
  [
    "restoreReadPositions",
    (u, { channel }) => restoreReadPositions(u, [{ channelId: `${channel.id}`, lastReadSeq: 0 }]),
  ],
  ["readAllThreads", (u) => readAllThreads(u)],
  ["restoreThreads", (u, { own }) => restoreThreads(u, [{ rootId: `${own}`, lastReadSeq: 0 }])],
  ["readInbox", (u) => readInbox(u)],
  ["markSeen", (u) => markSeen(u, { reactions: new Date().toISOString() })],
  ["exportChannel", (u, { channel }) => unread(exportChannel(u, channel.id, "")), "owner"],
  ["exportPerson", (u, { eve }) => unread(exportPerson(u, { id: eve.id, direct: false }, "")), "owner"],
  ["exportWorkspace", (u) => unread(exportWorkspace(u, false, "")), "owner"],
  ["setNotificationPreferences", (u) => setNotificationPreferences(u, { keywords: ["word"] })],
  ["setPause", (u) => setPause(u, "on", "UTC")],
  ["setQuietHours", (u) => setQuietHours(u, null)],
  ["setShowTexts", (u) => setShowTexts(u, false)],
  ["setStatus", (u) => setStatus(u, { emoji: "🌴", text: "", endsAt: null })],
  ["updateProfile", (u) => updateProfile(u, { title: "Title" })],
  ["setOwnAvatar", (u) => setOwnAvatar(u, null)],
  ["setShowsPresence", (u) => setShowsPresence(u, false)],
  ["setShowsLocalTime", (u) => setShowsLocalTime(u, false)],
  ["setCountsIncidents", (u) => setCountsIncidents(u, false)],
  ["setWantsDigest", (u) => setWantsDigest(u, false)],
  ["endFirstDay", (u) => endFirstDay(u)],
  ["setPersonMuted", (u, { eve }) => setPersonMuted(u, eve.id, true)],
  ["subscribe", (u, { keys }) => subscribe(u, { ...subscription(1n), keys })],
  ["keepSubscription", (_, { elsewhere, endpoint }) => keepSubscription(elsewhere, endpoint)],
  ["removeDevice", (u, { device }) => removeDevice(u, device.id)],
  ["createChannel", (u) => createChannel(u, { name: `new-${u.id}`, private: false })],
  ["openDirect", (u, { max }) => openDirect(u, [max.id])],
  ["createInvite", (u) => createInvite(u, BASE)],
  ["revokeInvite", (u, { invite }) => revokeInvite(u, invite.id)],
  ["deleteEmoji", (u, { emoji }) => deleteEmoji(u, emoji.id)],
  ["createGroup", (u) => createGroup(u, { handle: `new${u.id}`, description: "", memberIds: [] }), "admin"],
  [
    "updateGroup",
    (u, { group }) => updateGroup(u, group.id, { handle: `new${u.id}`, description: "", memberIds: [] }),
    "admin",
  ],
  ["deleteGroup", (u, { group }) => deleteGroup(u, group.id), "admin"],
  ["updateWorkspace", (u) => updateWorkspace(u, { name: `Named ${u.id}` }), "admin"],
  ["updateWorkspace's retention", (u) => updateWorkspace(u, { retentionDays: 1 }), "owner"],
  ["requireTwoStep", (u) => requireTwoStep(u, true), "owner"],
  ["deactivate", (u, { eve }) => deactivate(u, eve.id), "admin"],
  ["reactivate", (u, { gone }) => reactivate(u, gone.id), "admin"],
  ["setRole", (u, { eve }) => setRole(u, eve.id, "admin"), "owner"],
  ["resetTwoStep", (u, { eve }) => resetTwoStep(u, eve.id), "admin"],
  ["signOutEverywhere", (u, { eve }) => signOutEverywhere(u, eve.id), "admin"],
  ["makeResetLink", (u, { eve }) => makeResetLink(u, eve.id, BASE), "admin"],
];

beforeAll(makeWorkspace);

const REFUSALS = ["not_found", "forbidden", "unauthenticated", "conflict", "ok"];

/** Runs a write whose right was lost: it's refused, or changes nothing. */
async function expectNothing(write: () => unknown): Promise<void> {
  const before = await everything();
  const code = await codeOf(write);
  const after = await everything();
  const changed = [...after].filter(([table, text]) => before.get(table) !== text).map(([table]) => table);
  expect({ code: REFUSALS.includes(code), changed }, code).toEqual({ code: true, changed: [] });
}

async function expectSomething(write: () => unknown): Promise<void> {
  const before = await everything();
  expect(await codeOf(write)).toBe("ok");
  expect(await everything()).not.toEqual(before);
}

/** Someone who has lost a right since they proved it. Nothing is written, so all writes share it. */
const lost = new Map<string, Promise<{ scene: Scene; proof: AccessibleChannel; managed: ManagedChannel }>>();

function lostBy(role: "owner" | "admin" | "member", loss: Loss) {
  const make = async () => {
    const scene = await makeScene(role);
    const proof = await requireChannel(scene.ann, scene.channel.id);
    const managed = await requireWebhookManager(scene.ann, scene.channel.id);
    await LOSSES[loss](scene, scene.channel);
    return { scene, proof, managed };
  };
  const key = `${role} ${loss}`;
  const made = lost.get(key) ?? make();
  lost.set(key, made);
  return made;
}

// Otherwise the tests below could pass because a write never works.
describe("with the right", () => {
  const writing = IN_CHANNEL.filter(([name]) => name !== "addMembers of oneself");
  test.each(writing)("%s writes", async (_, __, write) => {
    const scene = await makeScene("owner");
    const proof = await requireChannel(scene.ann, scene.channel.id);
    await expectSomething(() => write(proof, scene));
  });

  test.each(WEBHOOKS)("%s writes", async (_, __, write) => {
    const scene = await makeScene("member");
    const proof = await requireWebhookManager(scene.ann, scene.channel.id);
    await expectSomething(() => write(proof, scene));
  });

  test.each(PERSONAL)("%s writes", async (_, write, role) => {
    const scene = await makeScene(role ?? "member");
    await expectSomething(() => write(scene.ann, scene));
  });
});

describe("a right that is lost after the proof", () => {
  const inChannel = IN_CHANNEL.flatMap(([name, losses, write]) => losses.map((loss) => [name, loss, write] as const));
  test.each(inChannel)("%s writes nothing once they're %s", async (_, loss, write) => {
    const { scene, proof } = await lostBy("owner", loss);
    await expectNothing(() => write(proof, scene));
  });

  const ofWebhooks = WEBHOOKS.flatMap(([name, losses, write]) => losses.map((loss) => [name, loss, write] as const));
  test.each(ofWebhooks)("%s writes nothing once they're %s", async (_, loss, write) => {
    const { scene, managed } = await lostBy("member", loss);
    await expectNothing(() => write(managed, scene));
  });

  const personal = PERSONAL.flatMap(([name, write, role]) =>
    (role ? (["deactivated", "demoted"] as const) : (["deactivated"] as const)).map(
      (loss) => [name, loss, write, role ?? "member"] as const,
    ),
  );
  test.each(personal)("%s writes nothing once they're %s", async (_, loss, write, role) => {
    const { scene } = await lostBy(role, loss);
    await expectNothing(() => write(scene.ann, scene));
  });

  test.each(["removed", "deactivated", "deleted", "archived"] as const)(
    "forwarding to a channel and moving a webhook there write nothing once they're %s there",
    async (loss) => {
      const scene = await makeScene("member");
      const [from, to] = [
        await requireWebhookManager(scene.ann, scene.channel.id),
        await requireWebhookManager(scene.ann, scene.other.id),
      ];
      await LOSSES[loss](scene, scene.other);
      await expectNothing(() => forwardMessage(from, scene.own, to, { content: "", nonce: nonce() }));
      await expectNothing(() => moveWebhook(from, scene.hook, to));
    },
  );

  test.each(["closed", "deactivated", "archived"] as const)(
    "a visitor of a public channel joins nothing once it is %s",
    async (loss) => {
      const scene = await makeScene("member");
      const open = await makeChannel({ kind: "public" });
      const proof = await requireChannel(scene.ann, open.id);
      await LOSSES[loss](scene, open);
      await expectNothing(() => joinChannel(proof));
    },
  );

  test.each(["removed", "deactivated"] as const)(
    "a direct message isn't made a channel once they're %s",
    async (loss) => {
      const scene = await makeScene("member");
      const proof = await requireChannel(scene.ann, scene.direct.id);
      await LOSSES[loss](scene, scene.direct);
      await expectNothing(() => makeChannelOf(proof, `made-${scene.ann.id}`, true));
    },
  );
});

describe("a right that is lost while the write waits", () => {
  const waiting = async () => expect(await lockWaits()).toBeGreaterThan(0);

  test.each(["removed", "deactivated"] as const)("a message isn't posted once they're %s", async (loss) => {
    const scene = await makeScene("member");
    const proof = await requireChannel(scene.ann, scene.channel.id);
    const sending = await db().$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM channels WHERE id = ${scene.channel.id} FOR NO KEY UPDATE`;
      const code = codeOf(() => sendMessage(proof, { content: "Late", nonce: nonce(), threadId: null }));
      await until(waiting);
      await LOSSES[loss](scene, scene.channel);
      return { code };
    });
    expect(await sending.code).not.toBe("ok");
    expect(await db().message.count({ where: { channelId: scene.channel.id, content: "Late" } })).toBe(0);
  });

  test("a webhook's message by hand isn't posted once they can't manage it", async () => {
    const scene = await makeScene("member");
    const proof = await requireWebhookManager(scene.ann, scene.channel.id);
    const sending = await db().$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM channels WHERE id = ${scene.channel.id} FOR NO KEY UPDATE`;
      const code = codeOf(() => sendTestMessage(proof, scene.hook));
      await until(waiting);
      await LOSSES.removed(scene, scene.channel);
      return { code };
    });
    expect(await sending.code).toBe("not_found");
  });

  test("a change waits for the end of the right, or the end of the right for it", async () => {
    const scene = await makeScene("member");
    const proof = await requireChannel(scene.ann, scene.channel.id);
    const max = await requireChannel(scene.max, scene.channel.id);
    const codes = await Promise.all([
      codeOf(() => removeMember(max, scene.ann.id)),
      ...[1, 2, 3, 4].map(() => codeOf(() => setReaction(proof, scene.own, "👍", true))),
    ]);
    expect(codes[0]).toBe("ok");
    for (const code of codes.slice(1)) expect(["ok", "not_found"]).toContain(code);
  });

  test("two admins who deactivate each other at the same time don't lock each other out", async () => {
    const [one, other] = [await makeUser({ role: "owner" }), await makeUser({ role: "owner" })];
    await db().user.updateMany({ where: { id: { in: [one.id, other.id] } }, data: { role: "admin" } });
    const third = await makeUser();
    const codes = await Promise.all([
      ...[one, other].map((admin) => codeOf(() => deactivate(admin, third.id))),
      ...[one, other].map((admin) => codeOf(() => setStatus(admin, { emoji: "🌴", text: "", endsAt: null }))),
      codeOf(() => signOutEverywhere(one, other.id)),
      codeOf(() => signOutEverywhere(other, one.id)),
    ]);
    // Admins can't act on each other.
    expect(codes).toEqual(["ok", "ok", "ok", "ok", "not_found", "not_found"]);
  });
});
