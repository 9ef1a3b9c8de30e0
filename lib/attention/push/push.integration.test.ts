import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { keywordsJob, matchKeywords } from "@/lib/attention/keywords/match-keywords";
import { deliverPushes, pushesJob, sendTest } from "@/lib/attention/push/deliver-pushes";
import type { MessagePush } from "@/lib/attention/push/dto";
import { pushKeys } from "@/lib/attention/push/keys";
import { claimPushes, HOLD_MS, queuePushes } from "@/lib/attention/push/queue";
import {
  keepSubscription,
  listDevices,
  MOST_DEVICES,
  removeDevice,
  subscribe,
} from "@/lib/attention/push/subscriptions";
import { requireChannel, requireMember } from "@/lib/channels/access";
import type { NotificationLevel } from "@/lib/channels/dto";
import { setNotifications } from "@/lib/channels/notifications";
import { openDirect } from "@/lib/channels/open-direct";
import { markRead } from "@/lib/channels/read-position";
import { db } from "@/lib/db/client";
import { keepUp } from "@/lib/events/keep-up";
import { editMessage } from "@/lib/messages/change/change-as-member";
import { actOnIncident } from "@/lib/messages/incidents/act";
import { postMessages } from "@/lib/messages/post/post-messages";
import { notificationsSince } from "@/lib/messages/read/notifications";
import { changePassword } from "@/lib/people/account/account";
import { deactivate } from "@/lib/people/account/people";
import type { SessionUser } from "@/lib/people/find-session-user";
import { setNotificationPreferences } from "@/lib/people/notifications/notification-preferences";
import { setPause, setQuietHours, setShowTexts } from "@/lib/people/notifications/settings";
import { endSession } from "@/lib/people/sessions";
import { runShutdown } from "@/lib/process/on-shutdown";
import {
  type MadeWebhook,
  makeChannel,
  makeSession,
  makeTalk,
  makeUser,
  makeWebhook,
  postedMessage,
  said,
  webhookDraft,
} from "@/lib/testing/factories";
import { PushService, type TestBrowser } from "@/lib/testing/push-service";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const service = new PushService();
beforeAll(() => service.start());
afterAll(() => service.stop());

let me: SessionUser;
let grace: SessionUser;
let made: MadeWebhook;
let channel: { id: bigint };
let phone: TestBrowser;

beforeEach(async () => {
  // Left over from other tests.
  await db().pushSubscription.deleteMany();
  service.received.length = 0;
  service.answer = () => ({ status: 201 });
  [me, grace] = [await makeUser(), await makeUser({ name: "Grace" })];
  ({ made, channel } = await makeTalk(me, grace));
  phone = service.browser();
  await subscribe(me, phone.subscription);
});

const say = (content: string, who = grace, to = channel, root: bigint | null = null) => said(who, to, content, root);

const setLevel = async (level: NotificationLevel, id = channel.id) =>
  setNotifications(await requireMember(me, id), { notifications: level });

/** Makes everything in the queue due. */
async function letTimePass(): Promise<void> {
  await db().pushWaiting.updateMany({ data: { dueAt: new Date(0) } });
}

/** Queues new messages and sends what is due. Returns the pushes that arrived. */
async function push(): Promise<MessagePush[]> {
  const before = service.received.length;
  while ((await queuePushes())?.more);
  await letTimePass();
  await deliverPushes(undefined, service.network);
  return service.received.slice(before).flatMap(({ payload }) => (payload.kind === "message" ? [payload] : []));
}

const words = async () => (await push()).map(({ text }) => text?.words);

describe("the push keys", () => {
  test("are one pair even if several processes create them at once, and are encrypted in the database", async () => {
    const code = `
      const { pushKeys } = await import("./lib/attention/push/keys.ts");
      const { disconnect } = await import("./lib/db/client.ts");
      console.log((await pushKeys()).publicKey);
      await disconnect();
    `;
    await db().pushKeys.deleteMany();
    const made = await Promise.all(
      [1, 2].map(
        () =>
          new Promise<string>((resolve, reject) => {
            const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", code], {
              cwd: ROOT,
              env: { ...process.env, NODE_OPTIONS: "" },
              stdio: ["ignore", "pipe", "inherit"],
            });
            let text = "";
            child.stdout.setEncoding("utf8").on("data", (part: string) => {
              text += part;
            });
            child.once("close", (code) =>
              code === 0 ? resolve(text.trim()) : reject(new Error(`ended with ${code}`)),
            );
          }),
      ),
    );
    Reflect.deleteProperty(globalThis, Symbol.for("parley.push-keys"));
    vi.resetModules();
    const { pushKeys: again } = await import("@/lib/attention/push/keys");
    const { publicKey, privateKey } = await again();
    expect(made).toEqual([publicKey, publicKey]);
    const rows = await db().pushKeys.findMany();
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.privateKey ?? []).toString("latin1")).not.toContain(privateKey);
  });
});

describe("a push", () => {
  test("is encrypted for the browser, signed by the install, and links to the message", async () => {
    await setLevel("all");
    const id = await say(`Hello **you**, <@${me.id}>`);
    const [payload] = await push();
    const name = (await db().channel.findUniqueOrThrow({ where: { id: channel.id } })).name;
    expect(payload).toEqual({
      kind: "message",
      tag: `channel-${channel.id}`,
      channelId: `${channel.id}`,
      rootId: null,
      seq: 1,
      count: 1,
      href: `/channels/${channel.id}?message=1`,
      at: expect.any(Number),
      text: { author: "Grace", place: `#${name}`, direct: false, words: `Hello you, @${me.name}` },
    });
    const [first] = service.received;
    const { headers = {}, claims } = first ?? {};
    expect(headers).toMatchObject({ ttl: "14400", urgency: "high", "content-encoding": "aes128gcm" });
    expect(first?.headers.topic).toMatch(/^[\w-]{32}$/);
    expect(claims).toMatchObject({ aud: "http://push.example", publicKey: expect.stringMatching(/^[\w-]{87}$/) });
    expect((claims?.exp ?? 0) - Date.now() / 1000).toBeLessThan(86_400);
    expect(await db().pushWaiting.count()).toBe(0);
    expect(await push()).toEqual([]);
    expect(id).toBeGreaterThan(0n);
  });

  test("contains no author, channel or text for people who turned that off", async () => {
    await setShowTexts(me, false);
    await say(`<@${me.id}> secret`);
    expect((await push()).map(({ text }) => text)).toEqual([null]);
  });

  test("covers all new messages in a channel at once, and a thread separately", async () => {
    await setLevel("all");
    const root = await say("one", me);
    await say("two");
    await say("three");
    await say("a reply", grace, channel, root);
    const pushes = await push();
    expect(pushes.map(({ tag, count, text }) => [tag, count, text?.words]).toSorted()).toEqual([
      [`channel-${channel.id}`, 2, "three"],
      [`thread-${root}`, 1, "a reply"],
    ]);
    expect(pushes.find(({ rootId }) => rootId)?.href).toBe(`/channels/${channel.id}?message=1&thread=${root}&reply=4`);
  });

  test("covers a line in a thread that names them, as an incident's assignment does, but no other line", async () => {
    const embeds = [{ title: "Disk is full", color: 0xcf222e }];
    const { messageId } = await postedMessage(webhookDraft(made, { embeds, updateKey: "disk" }));
    await push();
    const by = await requireChannel(grace, channel.id);
    await actOnIncident(by, messageId, { act: "acknowledge" });
    await actOnIncident(by, messageId, { act: "assign", to: me.id });
    expect((await push()).map(({ tag, text }) => [tag, text?.author, text?.words])).toEqual([
      [`thread-${messageId}`, "Grace", `Grace assigned this to ${me.name}.`],
    ]);
    await actOnIncident(await requireChannel(me, channel.id), messageId, { act: "close" });
    await actOnIncident(by, messageId, { act: "reopen" });
    await setLevel("none");
    await actOnIncident(by, messageId, { act: "unassign" });
    await actOnIncident(by, messageId, { act: "assign", to: me.id });
    expect(await push()).toEqual([]);
  });

  test("goes to each of a person's browsers, and to no one else's", async () => {
    const laptop = service.browser();
    await subscribe(await makeSession(me), laptop.subscription);
    const others = service.browser();
    await subscribe(await makeUser(), others.subscription);
    await say(`<@${me.id}>`);
    await push();
    expect(service.received.map((each) => each.path).toSorted()).toEqual([laptop.path, phone.path].toSorted());
  });
});

describe("pushes", () => {
  test("cover exactly the messages that a tab notifies about", async () => {
    const other = await say("other root");
    const root = await say("root", me);
    const direct = await openDirect(me, [grace.id]);
    const muted = await makeWebhook({ channelId: channel.id });
    await db().webhookMute.create({ data: { userId: me.id, webhookId: muted.webhook.id } });
    const quiet = await makeChannel({ members: [me, grace] });
    await setLevel("none", quiet.id);
    const archived = await makeChannel({ members: [me, grace] });
    const words = await makeChannel({ members: [me, grace] });
    await setNotificationPreferences(me, { keywords: ["on fire"], newChannels: "mentions" });
    await push();
    const channels = [channel, direct, quiet, archived, words];
    for (const level of ["mentions", "all"] as const) {
      await setLevel(level);
      const since = await Promise.all(
        channels.map(async ({ id }) => {
          const { msgSeq } = await db().channel.findUniqueOrThrow({ where: { id } });
          return { channelId: id, seq: Number(msgSeq) };
        }),
      );
      await say(`${level} plain`);
      await say(`${level} mine`, me);
      await say(`${level} @everyone`);
      await say(`${level} <@${grace.id}>`);
      await say(`${level} reply`, grace, channel, root);
      await say(`${level} reply elsewhere`, grace, channel, other);
      await say(`${level} direct`, grace, direct);
      await say(`${level} <@${me.id}> quiet`, grace, quiet);
      await postMessages([webhookDraft(muted, { content: `${level} muted` })]);
      await postMessages([webhookDraft(made, { content: `${level} CI` })]);
      const gone = await say(`${level} <@${me.id}> deleted`);
      await db().message.update({ where: { id: gone }, data: { deletedAt: new Date() } });
      await say(`${level} on fire`, grace, words);
      await say(`${level} <@${me.id}> on fire`, grace, words);
      await say(`${level} on fire, but quiet`, grace, quiet);
      await queuePushes();
      await matchKeywords();
      const waiting = await db().pushWaiting.findMany({ orderBy: { messageId: "desc" } });
      const shown: bigint[] = [];
      // One channel at a time, because at most five are returned in total.
      for (const position of since) {
        const { notifications, more } = await notificationsSince(me, [position]);
        expect(more).toBe(false);
        shown.push(...notifications.map(({ message }) => BigInt(message.id)));
      }
      expect(waiting.map(({ messageId }) => messageId)).toEqual(shown.toSorted((a, b) => Number(b - a)));
      expect(shown).toHaveLength(level === "all" ? 8 : 5);
      await push();
    }
  });

  test("cover keyword matches once, however late they are found, but not matches by an edit", async () => {
    await setNotificationPreferences(me, { keywords: ["on fire"], newChannels: "mentions" });
    await matchKeywords();
    await db().pushSubscription.updateMany({ data: { createdAt: new Date(0) } });
    const edited = await say("all is well");
    await db().message.update({ where: { id: edited }, data: { createdAt: new Date(Date.now() - 60_000) } });
    await editMessage(await requireMember(grace, channel.id), edited, "all is on fire");
    await say(`<@${me.id}> on fire`);
    await say("on fire");
    expect(await words()).toEqual([`@${me.name} on fire`]);
    await matchKeywords();
    expect((await push()).map(({ count, text }) => [count, text?.words])).toEqual([[1, "on fire"]]);
    await matchKeywords();
    expect(await words()).toEqual([]);
  });

  test("skip messages that are older than the subscription, or were read or deleted while waiting", async () => {
    await setLevel("all");
    await say("before");
    const browser = service.browser();
    await push();
    await subscribe(await makeSession(me), browser.subscription);
    expect(await push()).toEqual([]);
    await say("read");
    await queuePushes();
    await markRead(await requireMember(me, channel.id), 2);
    const id = await say("deleted");
    await queuePushes();
    await db().message.update({ where: { id }, data: { deletedAt: new Date() } });
    expect(await push()).toEqual([]);
    expect(await db().pushWaiting.count()).toBe(0);
  });

  test("aren't sent while notifications are paused, nor afterwards", async () => {
    await setPause(me, "30m", "UTC");
    await say(`<@${me.id}> shh`);
    expect(await push()).toEqual([]);
    await setPause(me, "off", "UTC");
    expect(await push()).toEqual([]);
    await setQuietHours(me, { from: 0, to: 0, days: [1, 2, 3, 4, 5, 6, 7], timeZone: "Europe/Berlin" });
    await say(`<@${me.id}> shh`);
    expect(await push()).toEqual([]);
    await setQuietHours(me, null);
    await say(`<@${me.id}> now`);
    expect(await words()).toEqual([`@${me.name} now`]);
  });

  test("wait two seconds, during which the message can be read elsewhere", async () => {
    await say(`<@${me.id}>`);
    expect(await queuePushes()).toEqual({ waiting: 1, more: false });
    await deliverPushes(undefined, service.network);
    expect(service.received).toEqual([]);
    await vi.waitFor(
      async () => {
        await deliverPushes(undefined, service.network);
        expect(service.received).toHaveLength(1);
      },
      { timeout: 10_000, interval: 100 },
    );
  });
});

describe("each push is sent exactly once", () => {
  test("if several instances queue and send at once", async () => {
    await setLevel("all");
    const drafts = Array.from({ length: 30 }, (_, n) => webhookDraft(made, { content: `post ${n}` }));
    await postMessages(drafts);
    await Promise.all([1, 2, 3].map(() => queuePushes()));
    while ((await queuePushes())?.more);
    expect(await db().pushWaiting.count()).toBe(30);
    await letTimePass();
    await Promise.all([1, 2, 3].map(() => deliverPushes(undefined, service.network)));
    const counts = service.received.map(({ payload }) => (payload.kind === "message" ? payload.count : 0));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(30);
  });

  test("if more was posted than one batch takes", async () => {
    await setLevel("all");
    for (let n = 0; n < 6; n += 1) {
      await postMessages(Array.from({ length: 100 }, () => webhookDraft(made)));
    }
    expect(await queuePushes(150)).toEqual({ waiting: 150, more: true });
    expect(await queuePushes(150)).toEqual({ waiting: 150, more: true });
    const pushes = await push();
    expect(pushes.reduce((sum, { count }) => sum + count, 0)).toBe(600);
  });

  test("if the instance that claimed it stops before sending it", async () => {
    await say(`<@${me.id}>`);
    await queuePushes();
    await letTimePass();
    expect((await claimPushes()).claimed).toHaveLength(1);
    expect((await claimPushes()).claimed).toEqual([]);
    expect(await push()).toHaveLength(1);
  });

  test("if a push service is busy or broken: it's retried when the service says, at most six times", async () => {
    await say(`<@${me.id}>`);
    service.answer = () => ({ status: 429, headers: { "Retry-After": "120" } });
    expect(await push()).toEqual([]);
    const [waiting] = await db().pushWaiting.findMany();
    const seconds = ((waiting?.dueAt.getTime() ?? 0) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(100);
    expect(seconds).toBeLessThan(125);
    service.answer = () => ({ status: 201 });
    expect(await push()).toHaveLength(1);
    await say(`<@${me.id}> again`);
    service.answer = () => ({ status: 503 });
    for (let n = 0; n < 5; n += 1) expect(await push()).toEqual([]);
    expect(await db().pushWaiting.count()).toBe(1);
    expect(await push()).toEqual([]);
    expect(await db().pushWaiting.count()).toBe(0);
  });

  test.each([404, 410])("or not retried, if the service answers %s", async (status) => {
    await say(`<@${me.id}>`);
    service.answer = () => ({ status });
    expect(await push()).toEqual([]);
    expect(await db().pushSubscription.count()).toBe(0);
    expect(await db().pushWaiting.count()).toBe(0);
  });

  test("a browser with an invalid key is deleted without affecting others", async () => {
    const broken = service.browser();
    const keys = { ...broken.subscription.keys, p256dh: Buffer.alloc(65, 4).toString("base64url") };
    await subscribe(await makeSession(me), { ...broken.subscription, keys });
    await say(`<@${me.id}>`);
    expect(await push()).toHaveLength(1);
    expect(await listDevices(me)).toHaveLength(1);
  });
});

describe("a browser", () => {
  test("gets no pushes once its session has ended or its person was deactivated", async () => {
    await endSession(me.id, me.sessionId);
    expect(await db().pushSubscription.count()).toBe(0);
    const other = await makeSession(me);
    await subscribe(other, phone.subscription);
    await deactivate(await makeUser({ role: "owner" }), me.id);
    await say(`<@${me.id}>`);
    expect(await push()).toEqual([]);
    expect(await db().pushSubscription.count()).toBe(0);
  });

  test("keeps its pushes when its person changes the password there, unlike other browsers", async () => {
    const person = await makeUser({ password: "the old password" });
    await subscribe(person, phone.subscription);
    await subscribe(await makeSession(person), service.browser().subscription);
    const passwords = { currentPassword: "the old password", newPassword: "quite another password", keepPasskeys: [] };
    const sessionId = await changePassword(person, passwords, { userAgent: "", address: "" });
    expect(await listDevices({ ...person, sessionId })).toEqual([expect.objectContaining({ isThis: true })]);
  });

  test("gets pushes only for the person who last turned them on there, without an earlier person's", async () => {
    await say(`<@${me.id}> for me`);
    await queuePushes();
    await subscribe(grace, phone.subscription);
    expect(await listDevices(me)).toEqual([]);
    expect(await listDevices(grace)).toHaveLength(1);
    expect(await push()).toEqual([]);
    await say("@everyone", me);
    expect(await words()).toEqual(["@everyone"]);
  });

  test("is confirmed by a page of its own person, and deleted by another person's", async () => {
    const { endpoint } = phone.subscription;
    const again = await makeSession(me);
    expect(await keepSubscription(again, endpoint)).toBe(true);
    await endSession(me.id, me.sessionId);
    expect(await listDevices(again)).toHaveLength(1);
    expect(await keepSubscription(grace, endpoint)).toBe(false);
    expect(await listDevices(again)).toEqual([]);
    expect(await keepSubscription(again, endpoint)).toBe(false);
  });

  test("can change its endpoint, and above the limit the oldest one is removed", async () => {
    const next = service.browser();
    await subscribe(me, next.subscription, phone.subscription.endpoint);
    expect(await listDevices(me)).toHaveLength(1);
    for (let n = 0; n < MOST_DEVICES; n += 1) await subscribe(me, service.browser().subscription);
    expect(await listDevices(me)).toHaveLength(MOST_DEVICES);
    expect(await keepSubscription(me, next.subscription.endpoint)).toBe(false);
  });

  test("can only be removed by its own person", async () => {
    const [device] = await listDevices(me);
    const id = BigInt(device?.id ?? 0);
    await expect(removeDevice(grace, id)).rejects.toMatchObject({ code: "not_found" });
    await removeDevice(me, id);
    await expect(removeDevice(me, id)).rejects.toMatchObject({ code: "not_found" });
  });

  test("can be tested five times a minute, and its endpoint is stored encrypted only", async () => {
    await sendTest(me, service.network);
    expect(service.received.map(({ payload }) => payload)).toEqual([{ kind: "test" }]);
    const [row] = await db().pushSubscription.findMany();
    expect(Buffer.from(row?.sealed ?? []).toString("latin1")).not.toContain(phone.path);
    service.answer = () => ({ status: 500 });
    await expect(sendTest(me, service.network)).rejects.toMatchObject({ code: "unavailable" });
    await expect(sendTest(grace, service.network)).rejects.toMatchObject({ code: "not_found" });
    service.answer = () => ({ status: 410 });
    await expect(sendTest(me, service.network)).rejects.toMatchObject({ code: "not_found" });
    for (let n = 0; n < 2; n += 1) await sendTest(me, service.network).catch(() => undefined);
    await expect(sendTest(me, service.network)).rejects.toMatchObject({ code: "rate_limited" });
  });
});

test("the background job pushes a message two seconds after it was posted, and stops cleanly", async () => {
  keepUp(pushesJob(service.network));
  const began = Date.now();
  await say(`<@${me.id}> by itself`);
  await vi.waitFor(() => expect(service.received).toHaveLength(1), { timeout: 20_000, interval: 50 });
  expect(Date.now() - began).toBeGreaterThan(HOLD_MS - 100);
  await say("@everyone, later");
  await vi.waitFor(() => expect(service.received).toHaveLength(2), { timeout: 20_000, interval: 50 });
  await setNotificationPreferences(me, { keywords: ["on fire"], newChannels: "mentions" });
  keepUp(keywordsJob);
  await say("It is on fire");
  await vi.waitFor(() => expect(service.received).toHaveLength(3), { timeout: 20_000, interval: 50 });
  await runShutdown();
  for (const name of ["pushes", "keyword-matches"]) Reflect.deleteProperty(globalThis, Symbol.for(`parley.${name}`));
});

describe("a push service that never answers only delays its own users' pushes", () => {
  /** A person with twenty browsers on a silent push service, whose message was posted first. */
  async function waitingForSilence(): Promise<void> {
    service.unanswered = 0;
    const slow = await makeUser();
    const browsers = Array.from({ length: MOST_DEVICES }, () => service.browser());
    for (const { subscription } of browsers) await subscribe(slow, subscription);
    const silent = new Set(browsers.map(({ path }) => path));
    service.answer = (path) => (silent.has(path) ? "silence" : { status: 201 });
    const alone = await makeChannel({ members: [slow, grace] });
    await say(`<@${slow.id}>`, grace, alone);
  }

  test("in the same batch", async () => {
    await waitingForSilence();
    await say(`<@${me.id}>`);
    while ((await queuePushes())?.more);
    await letTimePass();
    let running = true;
    const delivering = deliverPushes(() => running, service.network);
    await vi.waitFor(() => expect(service.received).toHaveLength(1), { timeout: 20_000 });
    expect(service.unanswered).toBeLessThanOrEqual(4);
    running = false;
    await delivering;
  });

  test("in a later batch", async () => {
    await waitingForSilence();
    keepUp(pushesJob(service.network));
    await vi.waitFor(() => expect(service.unanswered).toBeGreaterThan(0), { timeout: 20_000 });
    await say(`<@${me.id}> later`);
    await vi.waitFor(() => expect(service.received).toHaveLength(1), { timeout: 20_000 });
    // Without separate queues, this push would have waited for all twenty.
    expect(service.unanswered).toBeLessThan(MOST_DEVICES);
    await runShutdown();
    Reflect.deleteProperty(globalThis, Symbol.for("parley.pushes"));
  });
});

test("nothing is sent to an address that isn't public", async () => {
  const { keys } = service.browser().subscription;
  for (const host of ["127.0.0.1", "10.0.0.1", "[::1]", "localhost"]) {
    await db().pushSubscription.deleteMany();
    await subscribe(me, { endpoint: `http://${host}:8080/x`, keys });
    // The real network doesn't resolve "localhost" to a public address either.
    await say(`<@${me.id}>`);
    await queuePushes();
    await letTimePass();
    expect(await deliverPushes()).toBe(0);
    expect(await db().pushWaiting.count()).toBe(1);
  }
  expect(await pushKeys()).toBeDefined();
});
