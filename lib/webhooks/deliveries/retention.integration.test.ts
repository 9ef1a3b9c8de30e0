import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { countPayloadsAgain } from "@/lib/files/uploads/kept-payloads";
import { assertFits } from "@/lib/files/uploads/quota";
import { fileUsage } from "@/lib/messages/files/usage";
import { env } from "@/lib/process/env";
import { runShutdown } from "@/lib/process/on-shutdown";
import { makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { allWebhooks } from "@/lib/webhooks/all-webhooks";
import { deleteOldDeliveries } from "@/lib/webhooks/deliveries/write-deliveries";
import { listDeliveries, payloadOfMessage } from "@/lib/webhooks/delivery-log";
import { listWebhooks } from "@/lib/webhooks/queries";

const DAY_MS = 24 * 3_600_000;

async function setUp() {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  const made = await makeWebhook({ channelId: channel.id });
  const webhookId = made.webhook.id;
  const managed = () => requireWebhookManager(user, channel.id);
  const path = webhookPath(made);
  const discord = `/api/webhooks/${webhookId}/${made.token}`;

  const send = async (body: string, { method = "POST", pathname = path } = {}) =>
    (await sendRequest(pathname, { method, body })).status;
  /** Writes rows with these ages in days. */
  const write = (status: number, ages: number[]) =>
    db().delivery.createMany({
      data: ages.map((age) => ({
        webhookId,
        channelId: channel.id,
        dialect: "parley",
        method: "POST",
        status,
        reason: status < 400 ? null : `${age} days old`,
        durationMs: 1,
        size: 2,
        createdAt: new Date(Date.now() - age * DAY_MS),
      })),
    });
  const count = (status: object) => db().delivery.count({ where: { webhookId, status } });
  const log = async (shown?: number) => listDeliveries(await managed(), webhookId, shown);
  const state = async () => {
    const [here] = await listWebhooks(await managed());
    const everywhere = (await allWebhooks(user)).items.find(({ id }) => id === `${webhookId}`);
    expect(everywhere?.state).toBe(here?.state);
    return here?.state;
  };
  return { channel, webhookId, managed, path, discord, send, write, count, log, state };
}

/** Writes everything that is waiting, as on shutdown. */
const written = () => runShutdown();

const file = { hash: Buffer.alloc(32), size: 1, contentType: "text/plain", width: null, height: null };

afterEach(() => vi.unstubAllEnvs());

const failures = { gte: 400 };
const successes = { lt: 400 };

// PostgreSQL compresses what repeats.
const incompressible = () => Array.from({ length: 500 }, () => Math.random().toString(36).slice(2, 8)).join(" ");

// First, because a small log is counted exactly.
test("payloads count toward the install's limit, and beyond it they aren't kept, but posts are", async () => {
  const { send, count, log } = await setUp();
  const owner = await makeUser({ role: "owner" });
  countPayloadsAgain();
  const before = await fileUsage(owner);
  const body = (n: number) => JSON.stringify({ content: `${n}`, ignored: incompressible() });
  await send(body(1));
  await written();
  countPayloadsAgain();
  const after = await fileUsage(owner);
  expect(after.payloads - before.payloads).toBeGreaterThan(3_000);
  expect(after.used - before.used).toBe(after.payloads - before.payloads);
  vi.stubEnv("UPLOAD_TOTAL_LIMIT", `${Math.ceil(after.used / 1024) + 4}KiB`);
  for (const n of [2, 3, 4]) expect(await send(body(n))).toBe(200);
  await written();
  expect(await count(successes)).toBe(4);
  const { deliveries } = await log();
  expect(deliveries.map(({ hasPayload }) => hasPayload)).toEqual([false, false, true, true]);
  const remark = "The payload wasn't kept, because this workspace has no space left for files.";
  expect(deliveries[0]?.reason).toContain(remark);
  await expect(assertFits(owner.id, [{ ...file, size: 4_000 }])).rejects.toMatchObject({ code: "too_large" });
});

test("two failures outlast a thousand successes, and the latest hundred successes are kept", async () => {
  const { send, count, log } = await setUp();
  for (const body of ["{", '{"content":1}']) expect(await send(body)).toBe(400);
  for (let round = 0; round < 5; round += 1) {
    const posts = Array.from({ length: 210 }, (_, index) => send(JSON.stringify({ content: `${round}/${index}` })));
    expect(new Set(await Promise.all(posts))).toEqual(new Set([200]));
    await written();
  }
  expect([await count(failures), await count(successes)]).toEqual([2, 100]);
  const { deliveries, failures: failed } = await log();
  expect(failed).toBe(2);
  expect(deliveries.map(({ status }) => status)).toEqual([...Array(100).fill(200), 400, 400]);
  expect(deliveries.every(({ hasPayload }) => hasPayload)).toBe(true);
});

test("a thousand failures are kept, and the next one replaces the oldest failure, never a success", async () => {
  const { webhookId, send, write, count, log } = await setUp();
  await send('{"content":"taken"}');
  await written();
  await write(400, Array(999).fill(1));
  const oldest = await db().delivery.findFirstOrThrow({ where: { webhookId, status: 400 }, orderBy: { id: "asc" } });
  const isKept = async () => (await db().delivery.count({ where: { id: oldest.id } })) === 1;
  await send("{");
  await written();
  expect([await count(failures), await isKept()]).toEqual([1_000, true]);
  await send("{");
  await written();
  expect([await count(failures), await isKept(), await count(successes)]).toEqual([1_000, false, 1]);
  expect(await log()).toMatchObject({ failures: 1_000, deliveries: { length: 101 } });
  expect((await log(250)).deliveries).toHaveLength(251);
});

test("failures that arrive faster than they are written are all kept, up to a thousand", async () => {
  const { send, count, log } = await setUp();
  // Not all at once: on a busy machine, the last ones would wait too long for a database connection and not be logged.
  for (let round = 0; round < 5; round += 1) {
    expect(new Set(await Promise.all(Array.from({ length: 210 }, () => send("{"))))).toEqual(new Set([400]));
  }
  await written();
  expect(await count(failures)).toBe(1_000);
  expect((await log(1_000)).deliveries.filter(({ hasPayload }) => hasPayload)).toHaveLength(1_000);
});

test("a failure older than thirty days is hidden and then deleted, and successes stay", async () => {
  const { write, count, log } = await setUp();
  await write(400, [31, 30.01, 29.99, 1]);
  await write(200, [400]);
  expect((await log()).deliveries.map(({ reason }) => reason)).toEqual(["1 days old", "29.99 days old", null]);
  expect((await log()).failures).toBe(2);
  expect(await count(failures)).toBe(4);
  await deleteOldDeliveries();
  expect([await count(failures), await count(successes)]).toEqual([2, 1]);
});

test("a plain card's payload outlasts a hundred successes, and is deleted after thirty days", async () => {
  const { webhookId, managed, send, write, path } = await setUp();
  const pathname = `${path}/json`;
  expect(await send('{"event":"disk.full","host":"web-3"}', { pathname })).toBe(200);
  await written();
  const posts = Array.from({ length: 110 }, (_, index) => send(JSON.stringify({ content: `${index}` })));
  expect(new Set(await Promise.all(posts))).toEqual(new Set([200]));
  await written();
  const plain = await db().delivery.findFirstOrThrow({ where: { webhookId, plain: true } });
  const payload = async () => (await payloadOfMessage(await managed(), webhookId, plain.messageId ?? 0n)).payload?.text;
  expect(await payload()).toBe('{"event":"disk.full","host":"web-3"}');
  expect(await db().delivery.count({ where: { webhookId } })).toBe(101);

  await write(200, [400]);
  await db().delivery.update({ where: { id: plain.id }, data: { createdAt: new Date(Date.now() - 29.9 * DAY_MS) } });
  await deleteOldDeliveries();
  expect(await payload()).toContain("web-3");
  await db().delivery.update({ where: { id: plain.id }, data: { createdAt: new Date(Date.now() - 30.1 * DAY_MS) } });
  await deleteOldDeliveries();
  expect(await payload()).toBeUndefined();
});

test("a burst of plain cards keeps every payload", async () => {
  const { webhookId, send, path } = await setUp();
  const posts = Array.from({ length: 150 }, (_, n) =>
    send(`{"event":"lamp.broken","lamp":${n}}`, { pathname: `${path}/json` }),
  );
  expect(new Set(await Promise.all(posts))).toEqual(new Set([200]));
  await written();
  expect(await db().delivery.count({ where: { webhookId, plain: true, payload: { not: null } } })).toBe(150);
});

test("a webhook with few requests is failing if the latest failed, not counting 403 and 404 answers", async () => {
  const { channel, webhookId, discord, send, state } = await setUp();
  const after = async (...request: Parameters<typeof send>) => {
    const status = await send(...request);
    await written();
    return [status, await state()];
  };
  expect(await state()).toBe("active");
  expect(await after("{")).toEqual([400, "failing"]);
  expect(await after('{"content":"x"}')).toEqual([200, "active"]);
  expect(await after("{")).toEqual([400, "failing"]);

  // An edit succeeds and posts nothing.
  const { id } = await db().message.findFirstOrThrow({ where: { channelId: channel.id } });
  const edit = { method: "PATCH", pathname: `${discord}/messages/${id}` };
  expect(await after('{"content":"edited"}', edit)).toEqual([200, "active"]);
  expect(await after("{}", { ...edit, pathname: `${discord}/messages/1` })).toEqual([404, "active"]);

  expect(await after("{")).toEqual([400, "failing"]);
  expect(await after("{}", { ...edit, pathname: `${discord}/messages/1` })).toEqual([404, "failing"]);
  await db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } });
  expect(await after('{"content":"x"}')).toEqual([403, "failing"]);
  await db().channel.update({ where: { id: channel.id }, data: { archivedAt: null } });
  const { lastError } = await db().webhook.findUniqueOrThrow({ where: { id: webhookId } });
  expect(lastError).toBe("The body must be JSON.");
});

test("a server error counts as a failure and becomes the last error", async () => {
  const { webhookId, send, state } = await setUp();
  await db().$executeRawUnsafe("ALTER TABLE messages RENAME TO mislaid");
  const status = await send('{"content":"x"}').finally(() =>
    db().$executeRawUnsafe("ALTER TABLE mislaid RENAME TO messages"),
  );
  expect(status).toBe(500);
  await written();
  expect(await state()).toBe("failing");
  expect(await db().webhook.findUniqueOrThrow({ where: { id: webhookId } })).toMatchObject({
    lastError: "Something went wrong on our side. Try again.",
  });
});

test("the order of requests decides, even if a success directly follows a failure", async () => {
  const { send, state } = await setUp();
  for (const [last, expected] of [
    ['{"content":"x"}', "active"],
    ["{", "failing"],
  ] as const) {
    for (const body of ["{", '{"content":"x"}', last]) await send(body);
    await written();
    expect(await state()).toBe(expected);
  }
});

test("a process that writes late doesn't revert the state", async () => {
  const { webhookId, send, state } = await setUp();
  await send("{");
  await written();
  await send("{");
  const sent = Date.now();
  await vi.waitUntil(() => Date.now() > sent);
  const outcomeAt = new Date();
  await db().webhook.update({ where: { id: webhookId }, data: { failing: false, outcomeAt } });
  await written();
  expect(await state()).toBe("active");

  // Requests after a clock was set back still count.
  await db().webhook.update({ where: { id: webhookId }, data: { outcomeAt: new Date(Date.now() + DAY_MS) } });
  await send("{");
  await written();
  expect(await state()).toBe("failing");
});

test("the latest hundred of a burst are written, and few of those they replace", async () => {
  const { webhookId, send, count } = await setUp();
  await countInserts();
  for (let round = 0; round < 20; round += 1) {
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => send(JSON.stringify({ content: `${round * 100 + index}` }))),
    );
  }
  await vi.waitFor(
    async () => {
      const latest = await db().delivery.findFirst({ where: { webhookId }, orderBy: { id: "desc" } });
      expect(latest?.payload).toBe('{"content":"1999"}');
    },
    { timeout: 20_000, interval: 50 },
  );
  expect(await count(successes)).toBe(100);
  const [inserted] = await db().$queryRaw<{ last_value: bigint }[]>`SELECT last_value FROM inserted_deliveries`;
  expect(Number(inserted?.last_value)).toBeLessThan(1_000);
});

test("once posts get few, their log doesn't wait for its turn anymore", async () => {
  const made = await Promise.all(Array.from({ length: 10 }, () => makeWebhook()));
  const logged = () => db().delivery.count({ where: { webhookId: { in: made.map(({ webhook }) => webhook.id) } } });
  const burst = async () => {
    const all = made.flatMap((each) => Array.from({ length: 50 }, () => webhookPath(each)));
    await Promise.all(all.map((path) => sendRequest(path, { body: '{"content": "One of many"}' })));
  };
  await burst();
  await until(async () => expect(await logged()).toBe(500));
  await burst();
  // Their turn would be ten seconds after the first burst was written.
  await vi.waitFor(async () => expect(await logged()).toBe(1_000), { timeout: 8_000, interval: 50 });
});

test("posts are answered even if the log can't be written, and the latest requests are logged later", async () => {
  const { send, count, log } = await setUp();
  const other = new pg.Client({ connectionString: env.databaseUrl ?? "" });
  await other.connect();
  try {
    await other.query("BEGIN");
    await other.query("LOCK TABLE deliveries IN ACCESS EXCLUSIVE MODE");
    expect(await send("{")).toBe(400);
    for (let round = 0; round < 4; round += 1) {
      const posts = Array.from({ length: 100 }, (_, index) => send(JSON.stringify({ content: `${round}/${index}` })));
      expect(new Set(await Promise.all(posts))).toEqual(new Set([200]));
    }
    await other.query("COMMIT");
  } finally {
    await other.end();
  }
  await written();
  expect([await count(failures), await count(successes)]).toEqual([1, 100]);
  const [latest] = (await log()).deliveries;
  expect(latest).toMatchObject({ status: 200, hasPayload: true });
});

/** Makes the database count written deliveries from now on, including deleted ones. */
async function countInserts(): Promise<void> {
  await db().$executeRawUnsafe("CREATE SEQUENCE inserted_deliveries");
  await db().$executeRawUnsafe(`CREATE FUNCTION count_inserted() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM nextval('inserted_deliveries'); RETURN NULL; END $$`);
  await db().$executeRawUnsafe(
    "CREATE TRIGGER count_inserted AFTER INSERT ON deliveries FOR EACH ROW EXECUTE FUNCTION count_inserted()",
  );
}
