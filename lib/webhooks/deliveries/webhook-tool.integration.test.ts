import { createHmac } from "node:crypto";
import { expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { seal } from "@/lib/secrets/secret";
import { exampleOf } from "@/lib/testing/examples";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { sendTestMessage } from "@/lib/webhooks/post-as-member";

/** Sends a request and waits until it's in the log. Returns what the webhook then says about its tool. */
async function posted(made: MadeWebhook, suffix: string, body: string | Buffer, headers: Record<string, string> = {}) {
  const where = { webhookId: made.webhook.id };
  const before = await db().delivery.count({ where });
  await sendRequest(webhookPath(made, suffix), { headers: { "content-type": "application/json", ...headers }, body });
  await vi.waitFor(async () => expect(await db().delivery.count({ where })).toBe(before + 1), {
    timeout: 20_000,
    interval: 20,
  });
  return toolOf(made);
}

function toolOf({ webhook }: MadeWebhook) {
  return db().webhook.findUniqueOrThrow({
    where: { id: webhook.id },
    select: { sender: true, signatureScheme: true, avatarUrl: true },
  });
}

const gitlab = exampleOf("gitlab", "pipeline-failed");
const sentry = exampleOf("sentry", "error-created");
const NOTHING = { sender: null, signatureScheme: null, avatarUrl: null };
const UNKNOWN = JSON.stringify({ event: "lamp.broken" });

test("the first recognized request says which tool posts to a webhook, and how it signs", async () => {
  const made = await makeWebhook();
  expect(await posted(made, "", '{"content":"From a script"}')).toEqual(NOTHING);
  expect(await posted(made, "/gitlab", "{")).toEqual(NOTHING);
  const known = { sender: "gitlab", signatureScheme: "gitlab", avatarUrl: "mark:gitlab" };
  expect(await posted(made, "/json", gitlab.body, gitlab.headers)).toEqual(known);
  // The first one stays, as does a chosen one.
  expect(await posted(made, "/sentry", sentry.body, sentry.headers)).toEqual(known);
  const chosen = await makeWebhook({ sender: "grafana" });
  expect(await posted(chosen, "/gitlab", gitlab.body, gitlab.headers)).toEqual({ ...NOTHING, sender: "grafana" });
});

test("a webhook from before webhooks had logos gets its tool's, and one with an avatar keeps that", async () => {
  const made = await makeWebhook({ sender: "gitlab", signatureScheme: "standard" });
  const known = { sender: "gitlab", signatureScheme: "standard" };
  expect(await posted(made, "/json", gitlab.body, gitlab.headers)).toEqual({ ...known, avatarUrl: "mark:gitlab" });
  const avatarUrl = "https://example.com/own.png";
  const own = await makeWebhook({ avatarUrl });
  expect(await posted(own, "/gitlab", gitlab.body, gitlab.headers)).toMatchObject({ sender: "gitlab", avatarUrl });
});

test("unknown JSON says only that the URL ends with /json, until a tool is recognized", async () => {
  const made = await makeWebhook({ sender: "parley" });
  expect(await posted(made, "/json", UNKNOWN)).toMatchObject({ sender: "json" });
  expect(await posted(made, "/json", gitlab.body, gitlab.headers)).toMatchObject({ sender: "gitlab" });
  expect(await posted(made, "/json", UNKNOWN)).toMatchObject({ sender: "gitlab" });
});

test("GitHub is recognized at the plain URL, too", async () => {
  const made = await makeWebhook();
  const ping = JSON.stringify({ zen: "Keep it logically awesome.", hook_id: 1, repository: { full_name: "acme/web" } });
  expect(await posted(made, "", ping, { "x-github-event": "ping" })).toMatchObject({ sender: "github" });
});

test("a secret's scheme isn't changed, and a member's request says nothing about the tool", async () => {
  const user = await makeUser();
  const { id: channelId } = await makeChannel({ members: [user] });
  const made = await makeWebhook({ channelId });
  await sendTestMessage(await requireWebhookManager(user, channelId), made.webhook.id);
  await vi.waitFor(async () => expect(await db().delivery.count({ where: { webhookId: made.webhook.id } })).toBe(1));
  expect(await toolOf(made)).toEqual(NOTHING);

  const signed = await makeWebhook({ signingSecret: seal("a long secret"), signatureScheme: "github" });
  const hmac = createHmac("sha256", "a long secret").update(gitlab.body).digest("hex");
  const headers = { ...gitlab.headers, "x-hub-signature-256": `sha256=${hmac}` };
  expect(await posted(signed, "/gitlab", gitlab.body, headers)).toMatchObject({
    sender: "gitlab",
    signatureScheme: "github",
  });
});
