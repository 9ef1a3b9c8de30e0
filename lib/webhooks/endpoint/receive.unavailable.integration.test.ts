import { afterAll, beforeAll, expect, test } from "vitest";
import { disconnect, pool } from "@/lib/db/client";
import { changesSince } from "@/lib/messages/read/queries";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";

const databaseUrl = process.env.DATABASE_URL;
let known: MadeWebhook;
let unknown: MadeWebhook;
let other: MadeWebhook;

async function post(made: MadeWebhook) {
  const { status, headers, text } = await sendRequest(webhookPath(made), { body: '{"content":"hello"}' });
  return { status, headers, body: JSON.parse(text) as object };
}

async function useDatabase(url: string | undefined): Promise<void> {
  // First, because other work may connect again while this disconnects.
  process.env.DATABASE_URL = url;
  await disconnect();
}

beforeAll(async () => {
  [known, unknown, other] = [await makeWebhook(), await makeWebhook(), await makeWebhook()];
});

afterAll(() => useDatabase(databaseUrl));

test("posts don't wait while people's requests use every other connection", async () => {
  const clients = await Promise.all(Array.from({ length: pool().options.max }, () => pool().connect()));
  try {
    expect((await post(other)).status).toBe(200);
  } finally {
    for (const client of clients) client.release();
  }
});

test("if the database can't be reached, senders are asked to retry, and every post answered with 200 is stored", async () => {
  expect((await post(known)).status).toBe(200);
  const unreachable = new URL(databaseUrl ?? "");
  unreachable.port = "1";
  await useDatabase(unreachable.href);

  // One webhook is cached and fails when it posts, the other when it's looked up.
  for (const made of [known, unknown]) {
    const { status, headers, body } = await post(made);
    expect(status).toBe(503);
    expect(headers["Retry-After"]).toMatch(/^[1-9]\d*$/);
    expect(headers["Content-Type"]).toMatch(/^application\/json/);
    expect(headers["Cache-Control"]).toBe("no-store");
    expect(body).toEqual({ error: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(JSON.stringify([headers, body])).not.toContain(made.token);
  }

  await useDatabase(databaseUrl);
  expect((await post(known)).status).toBe(200);
  expect((await post(unknown)).status).toBe(200);
  expect((await changesSince(known.webhook.channelId, 0, 10)).messages).toHaveLength(2);
  expect((await changesSince(unknown.webhook.channelId, 0, 10)).messages).toHaveLength(1);
});
