import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";

const ask = (method: string, pathname: string, headers: Record<string, string> = {}) =>
  sendRequest(pathname, { method, headers: { "content-type": "", ...headers } });

test("a HEAD request that checks the address gets 200 and posts nothing", async () => {
  const made = await makeWebhook();
  const address = webhookPath(made);
  expect(await ask("HEAD", `${address}/trello`)).toMatchObject({ status: 200 });
  expect(await ask("HEAD", address)).toMatchObject({ status: 405 });
  expect(await ask("GET", `${address}/trello`)).toMatchObject({ status: 405 });
  expect(await db().message.count({ where: { webhookId: made.webhook.id } })).toBe(0);
});

test("a sender's secret is echoed only with the right token and at its own address", async () => {
  const made = await makeWebhook();
  const address = webhookPath(made);
  const secret = { "x-hook-secret": "b537207f20cbfa02357cf448134da559" };
  const answer = await ask("POST", `${address}/asana`, secret);
  expect(answer).toMatchObject({ status: 200, headers: secret });
  const elsewhere = [
    await ask("POST", `${address}/trello`, secret),
    await ask("POST", webhookPath({ ...made, token: "x".repeat(68) }, "/asana"), secret),
    await ask("POST", `${address}/asana`, { "x-hook-secret": "two\r\nlines: 1" }),
  ];
  for (const other of elsewhere) {
    expect(other.status).toBeGreaterThanOrEqual(400);
    expect(other.headers).not.toHaveProperty("x-hook-secret");
  }
  expect(await db().message.count({ where: { webhookId: made.webhook.id } })).toBe(0);
});
