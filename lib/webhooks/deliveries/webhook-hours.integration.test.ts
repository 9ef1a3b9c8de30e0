import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { runShutdown } from "@/lib/process/on-shutdown";
import { makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { deleteOldDeliveries } from "@/lib/webhooks/deliveries/write-deliveries";
import { deleteWebhook } from "@/lib/webhooks/manage-webhook";
import { moveWebhook } from "@/lib/webhooks/move-webhook";
import { listWebhooks } from "@/lib/webhooks/queries";

process.env.WEBHOOK_RATE_LIMIT = "off";

const HOUR_MS = 3_600_000;
/** The start of the hour that was this many hours ago. */
const hoursAgo = (hours: number) => new Date(Math.floor(Date.now() / HOUR_MS - hours) * HOUR_MS);

async function setUp() {
  const user = await makeUser();
  const [channel, elsewhere] = [await makeChannel({ members: [user] }), await makeChannel({ members: [user] })];
  const made = await makeWebhook({ channelId: channel.id });
  const webhookId = made.webhook.id;
  const managed = await requireWebhookManager(user, channel.id);
  const there = await requireWebhookManager(user, elsewhere.id);
  const send = async (body: string) => (await sendRequest(webhookPath(made), { body })).status;
  const rows = () => db().webhookHour.findMany({ where: { webhookId } });
  const today = async (zone = "UTC", where = managed) => (await listWebhooks(where, zone))[0]?.today;
  return { webhookId, managed, there, send, rows, today };
}

/** Writes everything that is waiting, as on shutdown. */
const written = () => runShutdown();

test("every request counts, also those of a burst that the log leaves out, and those that failed", async () => {
  const { send, today } = await setUp();
  expect(await today()).toEqual({ requests: 0, failed: 0 });
  const posts = Array.from({ length: 250 }, (_, n) => send(JSON.stringify({ content: `${n}` })));
  expect(new Set(await Promise.all(posts))).toEqual(new Set([200]));
  for (const body of ["{", '{"content":1}']) expect(await send(body)).toBe(400);
  await written();
  expect(await today()).toEqual({ requests: 252, failed: 2 });
  await send('{"content":"one more"}');
  await written();
  expect(await today()).toEqual({ requests: 253, failed: 2 });
});

test("today begins at midnight in the reader's time zone", async () => {
  const { webhookId, today } = await setUp();
  const hours = Array.from({ length: 30 }, (_, hours) => ({
    webhookId,
    hour: hoursAgo(hours),
    requests: 1,
    failed: 0,
  }));
  await db().webhookHour.createMany({ data: hours });
  for (const [zone, hour] of [
    ["UTC", new Date().getUTCHours()],
    ["Asia/Tokyo", (new Date().getUTCHours() + 9) % 24],
  ] as const) {
    expect(await today(zone)).toEqual({ requests: hour + 1, failed: 0 });
  }
});

test("counts are deleted after two days, with the webhook, and when it moves to other readers", async () => {
  const { webhookId, managed, there, send, rows, today } = await setUp();
  const old = { webhookId, requests: 1, failed: 0 };
  await db().webhookHour.createMany({
    data: [
      { ...old, hour: hoursAgo(50) },
      { ...old, hour: hoursAgo(46) },
    ],
  });
  await deleteOldDeliveries();
  expect(await rows()).toMatchObject([{ hour: hoursAgo(46) }]);
  await moveWebhook(managed, webhookId, there);
  expect(await rows()).toEqual([]);
  await send('{"content":"There"}');
  await written();
  expect(await today("UTC", there)).toEqual({ requests: 1, failed: 0 });
  await deleteWebhook(there, webhookId);
  expect(await rows()).toEqual([]);
});
