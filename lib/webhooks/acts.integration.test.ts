import { describe, expect, test, vi } from "vitest";
import { countNotices, listNotices, markSeen } from "@/lib/attention/notices/queries";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { requireChannel, seesSenders } from "@/lib/channels/access";
import { leaveChannel } from "@/lib/channels/membership";
import { db } from "@/lib/db/client";
import { pinnedMessages, setPinned } from "@/lib/messages/change/change-as-member";
import { messagePage } from "@/lib/messages/read/queries";
import { threadPage } from "@/lib/messages/threads/thread-page";
import { deactivate, reactivate } from "@/lib/people/account/people";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { listDeliveries } from "@/lib/webhooks/delivery-log";
import {
  deleteWebhook,
  regenerateToken,
  setPaused,
  setSigningSecret,
  updateWebhook,
} from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { postAsMember, replayDelivery, sendTestMessage } from "@/lib/webhooks/post-as-member";

const BASE = "https://chat.example";

/** A channel with its manager, the webhook's creator, and Ada, a plain member who acts. */
async function setUp(kind: "public" | "private" = "public") {
  const [manager, creator, ada] = [await makeUser(), await makeUser(), await makeUser({ name: "Ada Lovelace" })];
  const channel = await makeChannel({ kind, members: [creator, ada] });
  await makeMember(channel, manager, "manager");
  const { webhook } = await makeWebhook({ channelId: channel.id, createdById: creator.id, name: "CI" });
  const as = (user: SessionUser) => requireWebhookManager(user, channel.id);
  return { channel, manager, creator, ada, id: webhook.id, as };
}

async function noticesOf(user: SessionUser): Promise<string[]> {
  return (await listNotices(user)).map(({ action }) => action);
}

describe("a member's posts as a webhook", () => {
  test("appear with the member's name in the delivery log and the audit log, whether tests, resent deliveries or written by hand", async () => {
    const { as, ada, id, channel } = await setUp();
    const managed = await as(ada);
    const log = async (count: number) => {
      await vi.waitFor(async () => expect((await listDeliveries(managed, id)).deliveries).toHaveLength(count), {
        timeout: 20_000,
        interval: 20,
      });
      return (await listDeliveries(managed, id)).deliveries;
    };
    await postAsMember(managed, id, { dialect: "parley", origin: "composed", body: '{"content":"by hand"}' });
    const [composed] = await log(1);
    await replayDelivery(managed, id, BigInt(composed?.id ?? 0), '{"content":"again"}');
    await sendTestMessage(managed, id);
    expect((await log(3)).map(({ origin, sentBy }) => [origin, sentBy])).toEqual([
      ["test", "Ada Lovelace"],
      ["replay", "Ada Lovelace"],
      ["composed", "Ada Lovelace"],
    ]);
    const reader = requireAuditReader(await makeUser({ role: "owner" }));
    const { items: entries } = await auditPage(reader, { webhookId: id });
    expect(
      entries.map(({ action, actorName, webhookName, channelName }) => [action, actorName, webhookName, channelName]),
    ).toEqual(
      ["webhook.test_sent", "webhook.delivery_replayed", "webhook.posted_as"].map((action) => [
        action,
        "Ada Lovelace",
        "CI",
        channel.name,
      ]),
    );
  });

  test("are recorded together with the message or not at all", async () => {
    const { as, ada, id } = await setUp();
    const managed = await as(ada);
    const ghost = { ...managed, user: { ...ada, id: 4711n } };
    await expect(sendTestMessage(ghost, id)).rejects.toThrow();
    await setPaused(managed, id, true);
    await expect(sendTestMessage(managed, id)).rejects.toThrow("paused");
    expect(await db().message.count({ where: { webhookId: id } })).toBe(0);
    expect(await db().auditEntry.count({ where: { webhookId: id, action: "webhook.test_sent" } })).toBe(0);
  });

  test("show the member's name to the channel's managers, owners and admins, and to no one else", async () => {
    const { as, ada, manager, creator, id, channel } = await setUp();
    await sendTestMessage(await as(ada), id);
    const [posted] = await db().message.findMany({ where: { webhookId: id }, select: { id: true } });
    const messageId = posted?.id ?? 0n;
    await setPinned(await requireChannel(creator, channel.id), messageId, true);
    const messagesFor = async (user: SessionUser) => {
      const accessible = await requireChannel(user, channel.id);
      const who = { senders: seesSenders(accessible) };
      const shown = [
        (await messagePage(channel.id, { at: "latest" }, null, who)).messages[0],
        (await threadPage(accessible, messageId, null)).root,
        (await pinnedMessages(accessible)).items[0],
      ];
      if (accessible.membership) shown.push(await setPinned(accessible, messageId, true));
      return shown;
    };
    const named = { id: `${ada.id}`, name: "Ada Lovelace" };
    for (const user of [manager, await makeUser({ role: "owner" }), await makeUser({ role: "admin" })]) {
      for (const message of await messagesFor(user)) expect(message?.sentBy).toEqual(named);
    }
    for (const user of [ada, creator, await makeUser()]) {
      for (const message of await messagesFor(user)) {
        expect(Object.keys(message ?? {})).not.toContain("sentBy");
        expect(message?.id).toBe(`${messageId}`);
      }
    }
  });
});

describe("a change to someone else's webhook", () => {
  test("notifies its creator and the channel's managers, with the reason, until they have seen it", async () => {
    const { as, ada, creator, manager, id, channel } = await setUp();
    const managed = await as(ada);
    await setSigningSecret(managed, id, { secret: "a secret of eight" }, null);
    await setSigningSecret(managed, id, { secret: "another secret" }, "it has leaked");
    await setSigningSecret(managed, id, { secret: "" });
    await regenerateToken(managed, id, BASE, "the old URL is in a public log");
    await updateWebhook(managed, id, { name: "Build", description: "", avatarUrl: null });
    await deleteWebhook(managed, id, "no one uses it");
    for (const user of [creator, manager]) {
      const notices = await listNotices(user);
      expect(notices.map(({ action, reason, seen }) => [action, reason, seen])).toEqual([
        ["webhook.deleted", "no one uses it", false],
        ["webhook.token_regenerated", "the old URL is in a public log", false],
        ["webhook.signing_secret_removed", null, false],
        ["webhook.signing_secret_replaced", "it has leaked", false],
        ["webhook.signing_secret_set", null, false],
      ]);
      expect(notices[0]).toMatchObject({ actorName: "Ada Lovelace", webhookName: "Build", channelName: channel.name });
      expect(await countNotices(user)).toEqual({ any: true, unseen: 5, newest: expect.stringMatching(/^\d+$/) });
      await markSeen(user, BigInt(notices[1]?.id ?? 0));
      expect(await countNotices(user)).toEqual({ any: true, unseen: 1, newest: expect.stringMatching(/^\d+$/) });
      await markSeen(user, BigInt(notices[0]?.id ?? 0));
      expect(await countNotices(user)).toEqual({ any: true, unseen: 0, newest: null });
      expect((await listNotices(user)).every(({ seen }) => seen)).toBe(true);
    }
    for (const user of [ada, await makeUser()])
      expect(await countNotices(user)).toEqual({ any: false, unseen: 0, newest: null });
    const reader = requireAuditReader(await makeUser({ role: "admin" }));
    expect((await auditPage(reader, { webhookId: id })).items[0]).toMatchObject({ reason: "no one uses it" });
  });

  test("doesn't notify about your own webhook, or if nothing changes", async () => {
    const { as, ada, creator, manager, id } = await setUp();
    await setSigningSecret(await as(ada), id, { secret: "" });
    await deleteWebhook(await as(creator), id);
    expect([await noticesOf(creator), await noticesOf(manager)]).toEqual([[], []]);
  });

  test("reaches the managers if its creator is deleted, deactivated or has left, and the creator once they are back", async () => {
    const { as, ada, creator, manager, channel, id } = await setUp("private");
    const owner = await makeUser({ role: "owner" });
    await leaveChannel(await requireChannel(creator, channel.id));
    await deactivate(owner, creator.id);
    await regenerateToken(await as(ada), id, BASE);
    await reactivate(owner, creator.id);
    // They get no notices from a private channel that they have left.
    expect([await noticesOf(creator), await noticesOf(manager)]).toEqual([[], ["webhook.token_regenerated"]]);
    expect(await countNotices(creator)).toEqual({ any: false, unseen: 0, newest: null });
    await makeMember(channel, creator);
    expect(await noticesOf(creator)).toEqual(["webhook.token_regenerated"]);
    await db().webhook.update({ where: { id }, data: { createdById: null } });
    await deleteWebhook(await as(ada), id);
    expect(await noticesOf(manager)).toEqual(["webhook.deleted", "webhook.token_regenerated"]);
    await markSeen(creator, 9_000_000_000_000_000_000n);
    expect(await countNotices(creator)).toMatchObject({ unseen: 0 });
  });

  test("to another channel notifies both channels' managers, and hides a private channel's name from people outside it", async () => {
    const { as, manager, creator, channel, id } = await setUp();
    const [mover, there] = [await makeUser(), await makeUser()];
    await makeMember(channel, mover, "manager");
    const hidden = await makeChannel({ kind: "private", name: `secret-${channel.id}` });
    await makeMember(hidden, mover, "manager");
    await makeMember(hidden, there, "manager");
    await moveWebhook(await as(mover), id, await requireWebhookManager(mover, hidden.id), "tidying up");
    for (const user of [creator, manager]) {
      const [notice] = await listNotices(user);
      expect(notice).toMatchObject({
        action: "webhook.moved",
        reason: "tidying up",
        channelName: "",
        changes: { channel: { from: channel.name, to: "" } },
      });
      expect(JSON.stringify(notice)).not.toContain(hidden.name);
    }
    expect((await listNotices(there))[0]).toMatchObject({
      channelName: hidden.name,
      changes: { channel: { from: channel.name, to: hidden.name } },
    });
    expect(await noticesOf(mover)).toEqual([]);
  });
});
