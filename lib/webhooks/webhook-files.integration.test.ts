import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { discardUnused } from "@/lib/files/uploads/sweep-files";
import { fileUsage } from "@/lib/messages/files/usage";
import { storedFiles } from "@/lib/testing/attachments";
import { type MadeWebhook, makeWebhook } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";

let made: MadeWebhook;
/** The webhooks of all requests. */
const sent: bigint[] = [];

beforeEach(async () => {
  made = await makeWebhook();
});
afterEach(() => vi.unstubAllEnvs());

/** Sends a form to the webhook, or to one of its messages. */
async function sendForm(payload: object, files: string[], message?: string) {
  const form = new FormData();
  form.set("payload_json", JSON.stringify(payload));
  for (const [index, content] of files.entries()) form.set(`files[${index}]`, new File([content], `${index}.txt`));
  const body = new Response(form);
  const path = `/api/webhooks/${made.webhook.id}/${made.token}`;
  sent.push(made.webhook.id);
  const { status, text } = await sendRequest(message === undefined ? path : `${path}/messages/${message}`, {
    method: message === undefined ? "POST" : "PATCH",
    search: "?wait=true",
    headers: { "content-type": body.headers.get("content-type") ?? "" },
    body: Buffer.from(await body.arrayBuffer()),
  });
  return { status, body: (text === "" ? {} : JSON.parse(text)) as { id?: string; message?: string } };
}

test.each<[string, object]>([
  ["an overlong text", { content: "a".repeat(8001) }],
  ["an invalid embed", { embeds: "none" }],
])("%s is refused, and its files are removed from disk", async (_, payload) => {
  const before = await storedFiles();
  expect((await sendForm(payload, ["one", "two"])).status).toBe(400);
  expect(await storedFiles()).toEqual(before);
});

test("a file that a webhook posts is stored once and deleted when an edit removes it", async () => {
  const before = await storedFiles();
  const { status, body } = await sendForm({ content: "hi" }, [`kept ${made.token}`]);
  expect([status, (await storedFiles()).length - before.length]).toEqual([200, 1]);
  const edited = await sendForm({ attachments: [], content: "none" }, [`added ${made.token}`], body.id ?? "");
  expect(edited.status).toBe(200);
  await discardUnused();
  expect((await storedFiles()).length - before.length).toBe(1);
  const refused = await sendForm({ content: "a".repeat(8001) }, ["more"], body.id ?? "");
  expect([refused.status, (await storedFiles()).length - before.length]).toEqual([400, 1]);
});

test("a webhook's files count towards the workspace's storage", async () => {
  // What the requests before this left in the log counts, too.
  await until(async () => expect(await db().delivery.count({ where: { webhookId: { in: sent } } })).toBe(sent.length));
  const { used, webhooks } = await fileUsage({ role: "owner" });
  vi.stubEnv("UPLOAD_TOTAL_LIMIT", `${Math.ceil(used / 1024) + 10}KiB`);
  const file = () => made.token.repeat(120);
  expect((await sendForm({ content: "hi" }, [file()])).status).toBe(200);
  made = await makeWebhook();
  const before = await storedFiles();
  const { status, body } = await sendForm({ content: "hi" }, [file()]);
  expect([status, body.message]).toEqual([413, "Request entity too large"]);
  // The sender gets Discord's own error, and the log has the reason.
  await until(async () => {
    const [logged] = await db().delivery.findMany({
      where: { webhookId: made.webhook.id },
      select: { reason: true },
    });
    expect(logged?.reason).toMatch(/^This workspace has no space left for files\./);
  });
  expect(await storedFiles()).toEqual(before);
  expect((await fileUsage({ role: "owner" })).webhooks).toEqual({
    used: webhooks.used + 8160,
    files: webhooks.files + 1,
  });
  expect(await db().message.count({ where: { channelId: made.webhook.channelId } })).toBe(0);
});
