import { expect, test, vi } from "vitest";
import { countNotices, listNotices, markSeen } from "@/lib/attention/notices/queries";
import { requireAuditReader } from "@/lib/audit/access";
import { auditPage } from "@/lib/audit/queries";
import { requireChannel } from "@/lib/channels/access";
import { leaveChannel } from "@/lib/channels/membership";
import { db } from "@/lib/db/client";
import { subscribe } from "@/lib/events/hub";
import type { SessionUser } from "@/lib/people/find-session-user";
import { runShutdown } from "@/lib/process/on-shutdown";
import { makeChannel, makeMember, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { type DeliveryRow, noteOutcomes, writeDeliveries } from "@/lib/webhooks/deliveries/write-deliveries";
import { managedWebhook } from "@/lib/webhooks/delivery-log";
import { setPaused } from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { sendTestMessage } from "@/lib/webhooks/post-as-member";

const HOUR_MS = 3_600_000;

/** A channel with its manager, another member, and the webhook's creator, who is a plain member. */
async function setUp(fields: { kind?: "public" | "private"; webhookManagers?: "members" | "managers" } = {}) {
  const [manager, creator, other] = [await makeUser(), await makeUser(), await makeUser()];
  const channel = await makeChannel({ ...fields, members: [creator, other] });
  await makeMember(channel, manager, "manager");
  const made = await makeWebhook({ channelId: channel.id, createdById: creator.id, name: "CI" });
  const { id } = made.webhook;

  /** Sends these one by one, recording each before the next. Returns how many notices the manager then has. */
  async function send(...bodies: string[]): Promise<number> {
    for (const body of bodies) {
      await sendRequest(webhookPath(made), { body });
      await runShutdown();
    }
    return (await listNotices(manager)).length;
  }
  const setBack = (hours: number) =>
    db().webhook.update({ where: { id }, data: { failureToldAt: new Date(Date.now() - hours * HOUR_MS) } });
  return { manager, creator, other, channel, id, send, setBack };
}

let at = Date.now();

/** Returns a logged request that is later than all before it. */
function request(webhook: { id: bigint; channelId: bigint }, status: number, reason = "No."): DeliveryRow {
  at += 1;
  return {
    webhook_id: `${webhook.id}`,
    channel_id: `${webhook.channelId}`,
    dialect: "parley",
    event: null,
    method: "POST",
    status,
    reason: status < 400 ? null : reason,
    duration_ms: 1,
    size: 1,
    message_id: null,
    more_message_ids: null,
    payload: null,
    plain: false,
    tool: null,
    counted: 1,
    origin: "sender",
    sent_by_id: null,
    created_at: new Date().toISOString(),
    at: at - 60_000,
  };
}

const good = '{"content":"x"}';

test("the first failure notifies the creator and managers, with the reason and a link to the log", async () => {
  const { manager, creator, other, channel, id, send } = await setUp();
  expect(await send("{")).toBe(1);
  for (const user of [manager, creator]) {
    expect(await listNotices(user)).toMatchObject([
      {
        action: "webhook.failed",
        actorId: null,
        actorName: null,
        webhookId: `${id}`,
        webhookName: "CI",
        channelId: `${channel.id}`,
        channelName: channel.name,
        reason: "The body must be JSON.",
        seen: false,
        opensLog: true,
      },
    ]);
    expect(await countNotices(user)).toEqual({ any: true, unseen: 1, newest: expect.stringMatching(/^\d+$/) });
  }
  expect(await countNotices(other)).toEqual({ any: false, unseen: 0, newest: null });
  const reader = requireAuditReader(await makeUser({ role: "admin" }));
  expect((await auditPage(reader, { webhookId: id })).items).toMatchObject([{ action: "webhook.failed" }]);
});

test("repeated failures notify once, again after a success, and at most once an hour", async () => {
  const { manager, send, setBack } = await setUp();
  expect(await send("{", "{", "[]")).toBe(1);
  const [first] = await listNotices(manager);
  await markSeen(manager, BigInt(first?.id ?? 0));
  expect(await send(good)).toBe(1);
  expect((await listNotices(manager))[0]?.seen).toBe(true);
  await setBack(0.9);
  expect(await send("{", good)).toBe(1);
  await setBack(1.1);
  expect(await send("{", "{")).toBe(2);
  expect(await countNotices(manager)).toEqual({ any: true, unseen: 1, newest: expect.stringMatching(/^\d+$/) });
});

test("three bad requests don't outweigh a hundred good ones, and ten do, with one notice", async () => {
  const { manager, id, channel } = await setUp();
  const webhook = { id, channelId: channel.id };
  const before = new Date(Date.now() - HOUR_MS).toISOString();
  await writeDeliveries(Array.from({ length: 100 }, () => ({ ...request(webhook, 200), created_at: before })));
  const state = async () => {
    const { failing, failedInRow } = await db().webhook.findUniqueOrThrow({ where: { id } });
    return { failing, failedInRow, notices: (await listNotices(manager)).length };
  };
  const fail = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const row = request(webhook, 400);
      await writeDeliveries([row]);
      await noteOutcomes([row]);
    }
    return state();
  };
  expect(await fail(3)).toEqual({ failing: false, failedInRow: 3, notices: 0 });
  expect(await fail(7)).toEqual({ failing: true, failedInRow: 10, notices: 1 });
  await noteOutcomes([request(webhook, 200)]);
  expect(await state()).toEqual({ failing: false, failedInRow: 0, notices: 1 });
});

test("what a member sends neither makes a webhook fail nor ends it", async () => {
  const { manager, id, channel, send } = await setUp();
  await send("{");
  await sendTestMessage(await requireWebhookManager(manager, channel.id), id);
  await runShutdown();
  expect(await db().webhook.findUniqueOrThrow({ where: { id } })).toMatchObject({ failing: true, failedInRow: 1 });
});

test("a pause keeps the count of failures", async () => {
  const { manager, id, channel, send } = await setUp();
  await send("{", "{");
  const managed = await requireWebhookManager(manager, channel.id);
  await setPaused(managed, id, true);
  expect(await managedWebhook(managed, id)).toMatchObject({ state: "paused", failedInRow: 2 });
});

test("if several processes record the same failure, one of them notifies", async () => {
  const { manager, id, channel, setBack } = await setUp();
  const webhook = { id, channelId: channel.id };
  for (const notices of [1, 2]) {
    const all = await Promise.all(Array.from({ length: 8 }, () => noteOutcomes([request(webhook, 400)])));
    expect(all.filter((users) => users.length > 0)).toHaveLength(1);
    expect(await listNotices(manager)).toHaveLength(notices);
    await setBack(2);
    expect(await noteOutcomes([request(webhook, 200)])).toEqual([]);
  }
});

test("one statement notifies each webhook's own people, with secrets masked in the reason", async () => {
  const [one, two] = [await setUp(), await setUp()];
  await noteOutcomes([request({ id: two.id, channelId: two.channel.id }, 200)]);
  const secret = "aB3_-".repeat(14).slice(0, 68);
  const recipients = await noteOutcomes([
    request({ id: one.id, channelId: one.channel.id }, 400, `${secret} is unknown.`),
    request({ id: two.id, channelId: two.channel.id }, 500),
  ]);
  const ids = (users: SessionUser[]) => users.map(({ id }) => id).sort();
  expect(recipients.sort()).toEqual(ids([one.manager, one.creator, two.manager, two.creator]));
  expect(await listNotices(one.creator)).toMatchObject([{ reason: "… is unknown." }]);
  expect(await listNotices(two.creator)).toMatchObject([{ reason: "No.", channelName: two.channel.name }]);
});

test("a creator who has left the private channel sees neither the notice nor the log", async () => {
  const { creator, manager, channel, send } = await setUp({ kind: "private", webhookManagers: "managers" });
  expect(await send("{")).toBe(1);
  expect(await listNotices(creator)).toMatchObject([{ opensLog: false }]);
  expect(await listNotices(manager)).toMatchObject([{ opensLog: true }]);
  await leaveChannel(await requireChannel(creator, channel.id));
  expect(await listNotices(creator)).toEqual([]);
  expect(await countNotices(creator)).toEqual({ any: false, unseen: 0, newest: null });
});

test("failures from before a move don't notify the new channel, and later ones do", async () => {
  const { manager, id, channel, send } = await setUp();
  await send("{");
  const there = await makeChannel();
  await makeMember(there, manager, "manager");
  await moveWebhook(
    await requireWebhookManager(manager, channel.id),
    id,
    await requireWebhookManager(manager, there.id),
  );
  expect(await noteOutcomes([request({ id, channelId: channel.id }, 400)])).toEqual([]);
  await noteOutcomes([request({ id, channelId: there.id }, 200)]);
  expect(await noteOutcomes([request({ id, channelId: there.id }, 400)])).toHaveLength(2);
  const [notice] = await listNotices(manager);
  expect(notice).toMatchObject({ channelName: there.name, opensLog: true });
});

test("open pages receive the change", async () => {
  const { creator, send } = await setUp();
  const heard = vi.fn();
  const end = subscribe((event) => event.kind === "user" && heard(event.userId));
  await send("{");
  expect(heard).toHaveBeenCalledWith(creator.id);
  end();
});
