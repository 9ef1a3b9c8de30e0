import { afterAll, beforeAll, expect, test } from "vitest";
import { disconnect } from "@/lib/db/client";
import { changesSince } from "@/lib/messages/queries";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";

const databaseUrl = process.env.DATABASE_URL;
let known: MadeWebhook;
let unknown: MadeWebhook;

async function post(made: MadeWebhook) {
  const { status, headers, text } = await sendRequest(webhookPath(made), { body: '{"content":"hello"}' });
  return { status, headers, body: JSON.parse(text) as object };
}

async function useDatabase(url: string | undefined): Promise<void> {
  await disconnect();
  process.env.DATABASE_URL = url;
}

beforeAll(async () => {
  [known, unknown] = [await makeWebhook(), await makeWebhook()];
});

afterAll(() => useDatabase(databaseUrl));

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
