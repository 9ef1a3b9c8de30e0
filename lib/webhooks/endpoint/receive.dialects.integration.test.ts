import { createHmac, randomUUID } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { shownImage } from "@/lib/files/images/signed-url";
import { findMessage } from "@/lib/messages/read/queries";
import { seal } from "@/lib/secrets/secret";
import { type MadeWebhook, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { type SentRequest, sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";

const SECRET = "it's a secret";

afterEach(() => vi.unstubAllEnvs());

async function call(...sent: Parameters<typeof sendRequest>) {
  const answer = await sendRequest(...sent);
  const type = answer.headers["Content-Type"] ?? "";
  return { ...answer, json: type.includes("json") ? JSON.parse(answer.text) : null };
}

const discordPath = ({ webhook, token }: MadeWebhook) => `/api/v10/webhooks/${webhook.id}/${token}`;
const form = (payload: unknown) => ({
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: new URLSearchParams({ payload: JSON.stringify(payload) }).toString(),
});

async function messages({ webhook }: MadeWebhook) {
  const rows = await db().message.findMany({ where: { webhookId: webhook.id }, orderBy: { seq: "asc" } });
  return Promise.all(rows.map(({ id }) => findMessage(id)));
}

async function deliveries({ webhook }: MadeWebhook, count: number) {
  await until(async () => expect(await db().delivery.count({ where: { webhookId: webhook.id } })).toBe(count));
  // Successes and failures are written separately, so their ids don't reflect their order.
  return db().delivery.findMany({ where: { webhookId: webhook.id }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}

function multipart(parts: { name: string; filename?: string; body: string | Uint8Array }[]) {
  const boundary = `x${randomUUID()}`;
  const chunks = parts.flatMap(({ name, filename, body }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename ? `; filename="${filename}"` : ""}\r\n\r\n`,
    body,
    "\r\n",
  ]);
  return {
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk))),
  };
}

test("Slack's dialect answers ok to JSON and to a form", async () => {
  const made = await makeWebhook();
  for (const given of [{ body: JSON.stringify({ text: "*hi*" }) }, form({ text: "*hi*" })]) {
    const answer = await call(`${webhookPath(made)}/slack`, given);
    expect(answer).toMatchObject({ status: 200, text: "ok" });
    expect(answer.headers["Content-Type"]).toMatch(/^text\/plain/);
  }
  expect((await messages(made)).map((message) => message?.content)).toEqual(["**hi**", "**hi**"]);
});

const SAID = JSON.stringify({ text: "*hi*" });

test.each<[string, SentRequest]>([
  ["JSON that curl calls a form", { headers: { "content-type": "application/x-www-form-urlencoded" }, body: SAID }],
  ["JSON as HTML", { headers: { "content-type": "text/html" }, body: SAID }],
  ["JSON without a content type", { headers: { "content-type": "" }, body: SAID }],
  ["JSON as what isn't a content type", { headers: { "content-type": "json" }, body: SAID }],
  ["JSON as an image", { headers: { "content-type": "image/png" }, body: SAID }],
  ["JSON as multipart without a boundary", { headers: { "content-type": "multipart/form-data" }, body: SAID }],
  ["JSON as multipart without parts", { headers: { "content-type": "multipart/form-data; boundary=x" }, body: SAID }],
  [
    "JSON with a charset that no one knows",
    { headers: { "content-type": "application/json; charset=utf8mb4" }, body: SAID },
  ],
  ["JSON with a byte order mark", { body: `\ufeff${SAID}` }],
  ["a form as text", { headers: { "content-type": "text/plain" }, body: form({ text: "*hi*" }).body }],
  ["a form as JSON", { headers: { "content-type": "application/json" }, body: form({ text: "*hi*" }).body }],
  ["a form without a content type", { headers: { "content-type": "" }, body: form({ text: "*hi*" }).body }],
  ["a form with other fields", { ...form({ text: "*hi*" }), body: `channel=x&${form({ text: "*hi*" }).body}` }],
  [
    "a form of the message's fields",
    { headers: { "content-type": "application/x-www-form-urlencoded" }, body: "text=*hi*" },
  ],
  ["a multipart form", multipart([{ name: "payload", body: SAID }])],
])("Slack's dialect takes %s", async (_, given) => {
  const made = await makeWebhook();
  expect(await call(`${webhookPath(made)}/slack`, given)).toMatchObject({ status: 200, text: "ok" });
  expect((await messages(made)).map((message) => message?.content)).toEqual(["**hi**"]);
});

test("line breaks within the strings of JSON are taken, and a decoration that can't be used is named in the log", async () => {
  const made = await makeWebhook();
  const body =
    'payload={"channel": "#x", "text": "whatever\ntest\n123", "attachments": [{"title": "t", "title_link": "#"}]}';
  expect(await call(`${webhookPath(made)}/slack`, { ...form({}), body })).toMatchObject({ status: 200, text: "ok" });
  expect((await messages(made)).map((message) => message?.content)).toEqual(["whatever\ntest\n123"]);
  const [delivery] = await deliveries(made, 1);
  expect(delivery?.reason).toBe("attachments[0].title_link isn't a web address, so it was left out.");
});

test("a hundred attachments are posted as ten messages, once, and a repeat posts nothing", async () => {
  const made = await makeWebhook();
  const attachments = Array.from({ length: 100 }, (_, index) => ({ text: `t${index}` }));
  const send = (text: string) =>
    call(`${webhookPath(made)}/slack`, {
      headers: { "content-type": "application/json", "idempotency-key": "all" },
      body: JSON.stringify({ text, attachments }),
    });
  for (const text of ["all", "all"]) expect(await send(text)).toMatchObject({ status: 200, text: "ok" });
  expect((await send("other")).status).toBe(409);
  const posted = await messages(made);
  expect(posted.map((message) => message?.content)).toEqual(["all", ...Array(9).fill("")]);
  const shown = posted.flatMap((message) => message?.embeds.map(({ description }) => description) ?? []);
  expect(shown).toEqual(attachments.map(({ text }) => text));
  const [first] = await deliveries(made, 3);
  expect([first?.messageId, ...(first?.moreMessageIds ?? [])]).toHaveLength(10);
});

test("messages of one request that don't all fit the rate limit aren't posted", async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "3/600");
  const made = await makeWebhook();
  await call(`${webhookPath(made)}/slack`, { body: SAID });
  const attachments = Array.from({ length: 30 }, (_, index) => ({ text: `t${index}` }));
  const answer = await call(`${webhookPath(made)}/slack`, { body: JSON.stringify({ attachments }) });
  expect(answer).toMatchObject({ status: 429, text: "rate_limited" });
  expect(await messages(made)).toHaveLength(1);
});

test("Mattermost's dialect answers as Mattermost, and texts are Markdown", async () => {
  const made = await makeWebhook();
  const path = webhookPath(made, "/mattermost");
  const payload = { text: "**hi** <https://x.y|link>", username: "ci", props: { card: "# More" } };
  for (const given of [{ body: JSON.stringify(payload) }, form(payload)]) {
    const answer = await call(path, given);
    expect(answer).toMatchObject({ status: 200, text: "ok" });
    expect(answer.headers["Content-Type"]).toMatch(/^text\/plain/);
  }
  expect(await messages(made)).toMatchObject(
    Array(2).fill({ content: "**hi** [link](https://x.y)", embeds: [{ description: "# More" }] }),
  );
  expect((await call(`${discordPath(made)}/mattermost`, { body: JSON.stringify(payload) })).text).toBe("ok");
  const [delivery] = await deliveries(made, 3);
  expect(delivery?.dialect).toBe("mattermost");
});

test("what was written for Slack or Mattermost is recognized at /json, with secrets masked", async () => {
  const made = await makeWebhook();
  const token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
  const attachments = [{ color: "good", text: `Token ${token}`, actions: [{ text: "Open", url: "https://x.y" }] }];
  const send = (payload: object) => call(webhookPath(made, "/json"), { body: JSON.stringify(payload) });
  const answer = { status: 200, json: { channelId: `${made.webhook.channelId}` } };
  expect(await send({ text: "### **Built**", attachments })).toMatchObject(answer);
  expect(await send({ text: "*Built* <https://x.y|it>", attachments })).toMatchObject(answer);
  const posted = await messages(made);
  expect(posted.map((message) => message?.content)).toEqual(["### **Built**", "**Built** [it](https://x.y)"]);
  for (const message of posted) {
    expect(message?.embeds).toMatchObject([{ color: 0x2eb886, buttons: [{ label: "Open", url: "https://x.y" }] }]);
    expect(JSON.stringify(message)).not.toContain(token);
  }
  expect((await deliveries(made, 2)).map(({ dialect }) => dialect)).toEqual(["mattermost", "slack"]);
});

test("Mattermost's dialect refuses with Mattermost's error objects", async () => {
  const made = await makeWebhook();
  const refused = async (given: SentRequest, path = webhookPath(made, "/mattermost")) => (await call(path, given)).json;
  const error = (status_code: number, id: string) => ({
    id,
    message: expect.stringMatching(/\.$/),
    detailed_error: "",
    request_id: expect.any(String),
    status_code,
  });
  expect(await refused({ body: "{}" })).toEqual(error(400, "web.incoming_webhook.text.app_error"));
  expect(await refused({ body: "{" })).toEqual(error(400, "web.incoming_webhook.parse.app_error"));
  expect(await refused({ body: "{}" }, `/webhooks/incoming/1/${"x".repeat(68)}/mattermost`)).toEqual(
    error(404, "web.incoming_webhook.invalid.app_error"),
  );
  expect(await refused({ method: "GET" })).toEqual(error(405, "web.incoming_webhook.parse.app_error"));
  const paused = await makeWebhook({ pausedAt: new Date() });
  expect(await refused({ body: SAID }, webhookPath(paused, "/mattermost"))).toEqual(
    error(403, "web.incoming_webhook.disabled.app_error"),
  );
  expect(await messages(made)).toEqual([]);
});

test("Slack's dialect refuses with Slack's error words", async () => {
  const made = await makeWebhook();
  const word = async (given: SentRequest) => {
    const { status, text } = await call(`${webhookPath(made)}/slack`, given);
    return [status, text];
  };
  expect(await word({ body: "{}" })).toEqual([400, "no_text"]);
  expect(await word({ body: "{" })).toEqual([400, "invalid_payload"]);
  expect(await word({ body: "x=1", headers: { "content-type": "application/x-www-form-urlencoded" } })).toEqual([
    400,
    "invalid_payload",
  ]);
  const attachments = Array.from({ length: 101 }, () => ({ text: "a" }));
  expect(await word({ body: JSON.stringify({ attachments }) })).toEqual([400, "too_many_attachments"]);
  await db().channel.update({ where: { id: made.webhook.channelId }, data: { archivedAt: new Date() } });
  // A working webhook is cached for a while. New ones are looked up, and so are those that refuse a request.
  const late = await makeWebhook({ channelId: made.webhook.channelId });
  expect((await call(`${webhookPath(late)}/slack`, { body: '{"text":"x"}' })).text).toBe("channel_is_archived");
  expect(await word({ body: '{"text":"x"}' })).toEqual([403, "channel_is_archived"]);
  expect(await word({ body: "{" })).toEqual([403, "channel_is_archived"]);
  expect((await call(`/webhooks/incoming/1/${"x".repeat(68)}/slack`, { body: '{"text":"x"}' })).text).toBe(
    "no_service",
  );
  expect((await call(`${webhookPath(made)}/slack`, { method: "GET" })).status).toBe(405);
  expect(await messages(made)).toEqual([]);
});

test("a rate-limited sender gets the wait in its dialect's format, and no other dialect bypasses the limit", async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "2/600");
  const made = await makeWebhook();
  const posts = [await call(discordPath(made), { body: '{"content":"one"}' })];
  posts.push(await call(`${webhookPath(made)}/slack`, { body: '{"text":"two"}' }));
  expect(posts.map(({ status }) => status)).toEqual([204, 200]);
  const discord = await call(discordPath(made), { body: '{"content":"three"}' });
  expect(discord).toMatchObject({ status: 429, json: { global: false, retry_after: expect.any(Number) } });
  const slack = await call(`${webhookPath(made)}/slack`, { body: '{"text":"three"}' });
  expect(slack).toMatchObject({ status: 429, text: "rate_limited" });
  for (const { headers } of [discord, slack]) expect(Number(headers["Retry-After"])).toBeGreaterThanOrEqual(1);
  expect((await messages(made)).map((message) => message?.content)).toEqual(["one", "two"]);
});

const ping = { zen: "Design for failure.", hook_id: 1, hook: { type: "Repository", events: ["push"] } };

test("GitHub is recognized by its header on the bare URL too, and a repeated delivery posts nothing", async () => {
  const made = await makeWebhook();
  const headers = { "x-github-event": "ping", "x-github-delivery": randomUUID() };
  const first = await call(webhookPath(made), { headers, body: JSON.stringify(ping) });
  const again = await call(`${webhookPath(made)}/github`, { headers, body: JSON.stringify(ping) });
  expect(first).toMatchObject({ status: 200, json: { channelId: `${made.webhook.channelId}` } });
  expect(again.json).toEqual(first.json);
  await call(`${webhookPath(made)}/github`, {
    ...form(ping),
    headers: { ...form(ping).headers, "x-github-event": "ping" },
  });
  expect(await messages(made)).toHaveLength(2);
  expect(await call(`${webhookPath(made)}/github`, { body: "{}" })).toMatchObject({ status: 400 });
  const log = await deliveries(made, 4);
  expect(log.map(({ dialect, event, status }) => [dialect, event, status])).toEqual([
    ["parley", "ping", 200],
    ["github", "ping", 200],
    ["github", "ping", 200],
    ["github", null, 400],
  ]);
});

const sign = (text: string, secret = SECRET) => ({
  "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(text).digest("hex")}`,
});

test("a webhook with a signing secret accepts only signed requests, in every dialect", async () => {
  const made = await makeWebhook({ signingSecret: seal(SECRET) });
  const body = JSON.stringify(ping);
  const github = { "x-github-event": "ping" };
  for (const headers of [github, { ...github, ...sign(body, "wrong") }, { ...github, ...sign(`${body} `) }]) {
    expect((await call(`${webhookPath(made)}/github`, { headers, body })).status).toBe(401);
  }
  expect((await call(webhookPath(made), { body: '{"content":"x"}' })).status).toBe(401);
  expect((await call(discordPath(made), { body: '{"content":"x"}' })).json).toMatchObject({ code: 40001 });
  expect(await messages(made)).toEqual([]);
  expect((await call(`${webhookPath(made)}/github`, { headers: { ...github, ...sign(body) }, body })).status).toBe(200);
  const own = '{"content":"signed"}';
  expect((await call(webhookPath(made), { headers: sign(own), body: own })).status).toBe(200);
  const posted = await messages(made);
  expect(posted).toHaveLength(2);
  const path = `${discordPath(made)}/messages/${posted[1]?.id}`;
  expect((await call(path, { method: "DELETE" })).status).toBe(401);
  // A signature of an empty body, or one made for another message, deletes nothing.
  expect((await call(path, { method: "DELETE", headers: sign("") })).json).toMatchObject({ code: 40001 });
  expect((await call(path, { method: "DELETE", headers: sign(`DELETE ${path}1\n`) })).status).toBe(401);
  expect((await call(path, { method: "DELETE", headers: sign(`DELETE ${path}\n`) })).status).toBe(204);
});

test("a repeated signed post gets the first response and posts nothing, whatever its key or path", async () => {
  const made = await makeWebhook({ signingSecret: seal(SECRET) });
  const body = '{"content":"deploy"}';
  const headers = sign(body);
  const first = await call(webhookPath(made), { headers, body });
  expect(first.status).toBe(200);
  for (const more of [{}, { "idempotency-key": "new" }, { "idempotency-key": "newer" }]) {
    expect(await call(webhookPath(made), { headers: { ...headers, ...more }, body })).toMatchObject({
      status: 200,
      json: first.json,
    });
  }
  const again = await call(discordPath(made), { search: "?wait=true", headers, body });
  expect(again).toMatchObject({ status: 200, json: { id: first.json.messageId } });
  const others = await Promise.all(Array.from({ length: 10 }, () => call(webhookPath(made), { headers, body })));
  expect(new Set(others.map(({ json }) => json.messageId))).toEqual(new Set([first.json.messageId]));
  expect(await messages(made)).toHaveLength(1);
  // The smallest difference makes it another post.
  const differs = '{"content":"deploy","nonce":2}';
  expect((await call(webhookPath(made), { headers: sign(differs), body: differs })).json.messageId).not.toBe(
    first.json.messageId,
  );
  expect(await messages(made)).toHaveLength(2);
});

test("ten identical signed posts at the same moment under ten keys become one message", async () => {
  const made = await makeWebhook({ signingSecret: seal(SECRET) });
  const body = '{"content":"deploy"}';
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      call(webhookPath(made), { headers: { ...sign(body), "idempotency-key": `${n}` }, body }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(answers.map(({ json }) => json.messageId)).size).toBe(1);
  expect(await messages(made)).toHaveLength(1);
});

test("a signature is forgotten after 24 hours, and a refused post's signature is never stored", async () => {
  const made = await makeWebhook({ signingSecret: seal(SECRET), pausedAt: new Date() });
  const body = '{"content":"deploy"}';
  const post = () => call(webhookPath(made), { headers: sign(body), body });
  const { id } = made.webhook;
  expect((await post()).status).toBe(403);
  await db().webhook.update({ where: { id }, data: { pausedAt: null } });
  const first = await post();
  expect(first.status).toBe(200);
  await db()
    .$executeRaw`UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 minute' WHERE webhook_id = ${id}`;
  const second = await post();
  expect([second.status, second.json.messageId === first.json.messageId]).toEqual([200, false]);
  expect((await post()).json).toEqual(second.json);
  expect(await messages(made)).toHaveLength(2);
  expect(await db().idempotencyKey.count({ where: { webhookId: id } })).toBe(1);
});

test("an unsigned webhook's posts store no signature", async () => {
  const made = await makeWebhook();
  const body = '{"content":"heartbeat"}';
  for (const headers of [{}, sign(body), sign(body)]) {
    expect((await call(webhookPath(made), { headers, body })).status).toBe(200);
  }
  expect(await messages(made)).toHaveLength(3);
  expect(await db().idempotencyKey.count({ where: { webhookId: made.webhook.id } })).toBe(0);
});

test("with a signing secret, GitHub's deliveries are still recognized by their ids", async () => {
  const made = await makeWebhook({ signingSecret: seal(SECRET) });
  const deliver = (delivery: string, sent: object) => {
    const body = JSON.stringify(sent);
    const headers = { "x-github-event": "ping", "x-github-delivery": delivery, ...sign(body) };
    return call(webhookPath(made), { headers, body });
  };
  const first = await deliver("one", ping);
  expect(first.status).toBe(200);
  expect((await deliver("one", ping)).json).toEqual(first.json);
  const second = await deliver("two", { ...ping, hook_id: 2 });
  expect([second.status, second.json.messageId === first.json.messageId]).toEqual([200, false]);
  // GitHub uses one id for the deliveries of an event to all webhooks.
  const other = await deliver("one", { ...ping, hook_id: 3 });
  expect(other.status).toBe(200);
  // It's also recognized by its signature, if it was intercepted and sent with another id.
  expect((await deliver("three", { ...ping, hook_id: 3 })).json).toEqual(other.json);
  expect(await messages(made)).toHaveLength(3);
});

test("a signed edit counts once, which prevents anyone from restoring an old text", async () => {
  const made = await makeWebhook({ signingSecret: seal(SECRET) });
  const body = '{"content":"building"}';
  const { json } = await call(discordPath(made), { search: "?wait=true", headers: sign(body), body });
  const path = `${discordPath(made)}/messages/${json.id}`;
  const edit = (content: string) => {
    const text = JSON.stringify({ content });
    return call(path, { method: "PATCH", headers: sign(`PATCH ${path}\n${text}`), body: text });
  };
  expect((await call(path, { method: "PATCH", headers: sign(body), body })).status).toBe(401);
  expect((await edit("testing")).json).toMatchObject({ content: "testing" });
  expect((await edit("failed")).json).toMatchObject({ content: "failed" });
  expect(await edit("testing")).toMatchObject({ status: 200, json: { content: "failed" } });
  expect((await messages(made)).map((message) => message?.content)).toEqual(["failed"]);
});

test("a change of the signing secret takes effect immediately, even if the webhook was just in use", async () => {
  const made = await makeWebhook();
  const { json } = await call(discordPath(made), { search: "?wait=true", body: '{"content":"first"}' });
  const own = `${discordPath(made)}/messages/${json.id}`;
  const body = '{"content":"second"}';
  const keep = (signingSecret: string | null) =>
    db().webhook.update({
      where: { id: made.webhook.id },
      data: { signingSecret: signingSecret === null ? null : seal(signingSecret) },
      select: { id: true },
    });
  const post = async (headers = {}) => (await call(webhookPath(made), { headers, body })).status;
  await keep(SECRET);
  expect([await post(), (await call(own, { method: "PATCH", body })).status]).toEqual([401, 401]);
  expect((await call(own, { method: "DELETE" })).status).toBe(401);
  expect(await post(sign(body))).toBe(200);
  await keep("another secret");
  expect([await post(sign(body)), await post(sign(body, "another secret"))]).toEqual([401, 200]);
  await keep(null);
  expect(await post()).toBe(200);
  await keep(SECRET);
  expect((await call(own, { method: "DELETE" })).status).toBe(401);
  expect((await messages(made)).map((message) => message?.content)).toEqual(["first", "second", "second", "second"]);
});

test("a sender's own name is shown without invisible characters, in each dialect, and never refused", async () => {
  const made = await makeWebhook({ name: "Build" });
  const { webhook, token } = made;
  for (const username of ["\u200bDe\u202eploy\u2060 bot\n", "\u3164"]) {
    await call(webhookPath(made), { body: JSON.stringify({ content: "x", username }) });
    await call(discordPath(made), { body: JSON.stringify({ content: "x", username }) });
    await call(webhookPath({ webhook, token }, "/slack"), { body: JSON.stringify({ text: "x", username }) });
  }
  const names = (await messages(made)).map((message) => message?.author.name);
  expect(names).toEqual(["Deploy bot", "Deploy bot", "Deploy bot", "Build", "Build", "Build"]);
});

test("a delivery's secrets aren't stored, whatever the body is", async () => {
  const made = await makeWebhook();
  const { webhook, token } = made;
  const slack = webhookPath({ webhook, token }, "/slack");
  const secret = { text: "x", env: [{ name: "DB_PASSWORD", value: "canary" }], pass: "canary" };
  await call(webhookPath(made), {
    body: JSON.stringify({ content: "x", pwd: "canary", headers: { Cookie: "sid=canary" } }),
  });
  await call(slack, { body: JSON.stringify(secret) });
  await call(slack, form(secret));
  await call(slack, {
    ...form(secret),
    body: `user=ada&password=canary&x=${encodeURIComponent('{"token":"canary"}')}`,
  });
  await call(discordPath(made), multipart([{ name: "payload_json", body: '{"content":"x","secret":"canary"}' }]));
  await call(webhookPath(made), { body: '{"content": "x", "password": "canary' });
  await call(webhookPath(made), { body: "curl -u ada:canary https://h/webhooks/incoming/1/canary DB_PASSWORD=canary" });
  const rows = await deliveries(made, 7);
  expect(rows.map(({ status }) => status)).toEqual([200, 200, 200, 400, 204, 400, 400]);
  for (const { payload } of rows) {
    expect(payload).toContain("•••");
    expect(payload).not.toContain("canary");
  }
});

test("Discord's clients execute, read, edit and delete", async () => {
  const made = await makeWebhook({ name: "Build" });
  const path = discordPath(made);
  const silent = await call(path, { body: '{"content":"first"}' });
  expect(silent).toMatchObject({ status: 204, text: "" });
  for (const name of ["Limit", "Remaining", "Reset", "Bucket"]) {
    expect(silent.headers[`X-RateLimit-${name}`]).toMatch(name === "Bucket" ? /./ : /^\d+$/);
  }
  const payload = {
    content: "second",
    username: "bob",
    embeds: [{ title: "T", timestamp: "2026-11-20T23:05:45.615Z" }],
  };
  const { json: made2, status } = await call(path, { search: "?wait=true", body: JSON.stringify(payload) });
  expect(status).toBe(200);
  expect(made2).toMatchObject({
    content: "second",
    channel_id: `${made.webhook.channelId}`,
    webhook_id: `${made.webhook.id}`,
    author: { id: `${made.webhook.id}`, username: "bob", bot: true },
    embeds: [{ type: "rich", title: "T" }],
  });
  const own = `${path}/messages/${made2.id}`;
  expect((await call(own, { method: "GET" })).json).toEqual(made2);
  const edited = await call(own, { method: "PATCH", body: '{"content":"third"}' });
  expect(edited.json).toMatchObject({ id: made2.id, content: "third", embeds: [{ title: "T" }] });
  expect(edited.json.edited_timestamp).not.toBeNull();
  expect(await call(own, { method: "PATCH", body: '{"content":"","embeds":[]}' })).toMatchObject({
    status: 400,
    json: { code: 50006 },
  });
  expect((await call(own, { method: "DELETE" })).status).toBe(204);
  for (const method of ["GET", "PATCH", "DELETE"]) {
    expect(await call(own, { method, body: "{}" })).toMatchObject({ status: 404, json: { code: 10008 } });
  }
  const about = await call(path, { method: "GET", body: "" });
  expect(about.json).toMatchObject({ id: `${made.webhook.id}`, name: "Build", type: 1 });
  expect(about.text).not.toContain(made.token);
});

test("Discord's dialect refuses with Discord's error codes", async () => {
  const made = await makeWebhook();
  const path = discordPath(made);
  const code = async (pathname: string, given: SentRequest) => {
    const answer = await call(pathname, given);
    return [answer.status, answer.json.code];
  };
  expect(await code(path, { body: "{}" })).toEqual([400, 50006]);
  expect(await code(path, { body: '{"content":1}' })).toEqual([400, 50035]);
  expect((await call(path, { body: JSON.stringify({ embeds: [{ title: 1 }] }) })).json.errors).toEqual({
    embeds: { 0: { title: { _errors: [{ code: "INVALID", message: "embeds[0].title must be a string." }] } } },
  });
  expect(await code(path, { body: `{"content":"${"x".repeat(300_000)}"}` })).toEqual([413, 40005]);
  expect(await code(path, { body: "x", headers: { "content-type": "text/plain" } })).toEqual([415, 50035]);
  expect(await code(`/api/webhooks/1/${"x".repeat(68)}`, { body: "{}" })).toEqual([404, 10015]);
  expect(await code("/api/webhooks/1/short", { body: "{}" })).toEqual([401, 50027]);
  expect(await code(`${path}/messages/117430585659490304`, { method: "GET" })).toEqual([404, 10008]);
  for (const method of ["PATCH", "DELETE", "PUT"]) {
    expect(await code(path, { method, body: '{"name":"mine"}' })).toEqual([405, 0]);
  }
  const other = await makeWebhook({ channelId: made.webhook.channelId });
  const { json } = await call(discordPath(other), { search: "?wait=true", body: '{"content":"theirs"}' });
  expect(await code(`${path}/messages/${json.id}`, { method: "DELETE" })).toEqual([404, 10008]);
  expect((await db().webhook.findUniqueOrThrow({ where: { id: made.webhook.id } })).deletedAt).toBeNull();
});

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAYAAAB/qH1jAAAAEklEQVR4nGP4z8DwHxkzoAsAAFA5B/mN3nOhAAAAAElFTkSuQmCC",
  "base64",
);

test("clients get the original image URLs, while readers load images through this server", async () => {
  const made = await makeWebhook();
  const at = (name: string) => `https://pictures.example/${name}.png`;
  const embed = {
    image: { url: at("i") },
    thumbnail: { url: at("t") },
    author: { name: "a", icon_url: at("a") },
    footer: { text: "f", icon_url: at("f") },
  };
  const body = JSON.stringify({ embeds: [embed], avatar_url: at("w") });
  const { json } = await call(discordPath(made), { body, search: "?wait=true" });
  const own = `${discordPath(made)}/messages/${json.id}`;
  const edited = await call(own, { method: "PATCH", body: JSON.stringify({ content: "x" }) });
  for (const answer of [json, (await call(own, { method: "GET" })).json, edited.json]) {
    expect(answer.embeds).toEqual([{ type: "rich", ...embed }]);
  }
  expect((await messages(made))[0]).toMatchObject({
    author: { avatarUrl: shownImage(at("w"), made.webhook.id) },
    embeds: [
      {
        image: { url: at("i"), proxy_url: shownImage(at("i"), made.webhook.id) },
        thumbnail: { url: at("t"), proxy_url: shownImage(at("t"), made.webhook.id) },
        author: { icon_url: at("a"), proxy_icon_url: shownImage(at("a"), made.webhook.id) },
        footer: { icon_url: at("f"), proxy_icon_url: shownImage(at("f"), made.webhook.id) },
      },
    ],
  });
});

test("a sender can't set where an image is loaded from", async () => {
  const made = await makeWebhook();
  const image = { url: "https://pictures.example/i.png", proxy_url: "https://watching.example/" };
  const author = { name: "a", icon_url: image.url, proxy_icon_url: "/api/auth/signout" };
  await call(webhookPath(made), {
    body: JSON.stringify({ embeds: [{ image, author, thumbnail: { proxy_url: "/x" } }] }),
  });
  const { author: by, image: shown, thumbnail } = (await messages(made))[0]?.embeds[0] ?? {};
  expect([by?.proxy_icon_url, shown?.proxy_url, thumbnail]).toEqual([
    shownImage(image.url, made.webhook.id),
    shownImage(image.url, made.webhook.id),
    undefined,
  ]);
});

test("files in a multipart form are attached, and embeds can show them", async () => {
  const made = await makeWebhook();
  const payload = {
    embeds: [{ title: "Chart", image: { url: "attachment://chart.png" } }],
    attachments: [{ id: 1, description: "What happened" }],
  };
  const given = multipart([
    { name: "payload_json", body: JSON.stringify(payload) },
    { name: "files[0]", filename: "chart.png", body: PNG },
    { name: "files[1]", filename: "../../etc/report.txt", body: "all well" },
  ]);
  const { status, json } = await call(discordPath(made), { ...given, search: "?wait=true" });
  expect(status).toBe(200);
  expect(json.attachments).toMatchObject([{ filename: "report.txt", size: 8, description: "What happened" }]);
  expect(json.embeds[0].image.url).toMatch(/^http:\/\/chat\.example\.com\/api\/attachments\/\d+\/chart\.png$/);

  const only = await call(discordPath(made), multipart([{ name: "file", filename: "a.bin", body: "x" }]));
  expect(only.json).toMatchObject({ attachments: [{ filename: "a.bin" }] });
  expect((await messages(made))[1]?.attachments).toMatchObject([
    { name: "a.bin", contentType: "application/octet-stream" },
  ]);

  const strange = JSON.stringify({ attachments: [{ id: 0, description: "a\0\ud800" }, { id: { toString: 1 } }] });
  const described = multipart([
    { name: "payload_json", body: strange },
    { name: "files[0]", filename: "b.bin", body: "x" },
    { name: "files[7]", filename: "c.bin", body: "x" },
  ]);
  expect((await call(discordPath(made), { ...described, search: "?wait=true" })).json.attachments).toMatchObject([
    { description: "a\ufffd" },
    { filename: "c.bin" },
  ]);
  const away = JSON.stringify({ attachments: [], embeds: [{ image: { url: "attachment://a.bin" } }] });
  const kept = await call(`${discordPath(made)}/messages/${only.json.id}`, { method: "PATCH", body: away });
  expect(kept).toMatchObject({ status: 400, json: { code: 50006 } });

  const missing = multipart([
    { name: "payload_json", body: '{"content":"x","embeds":[{"image":{"url":"attachment://no.png"}}]}' },
  ]);
  expect((await call(discordPath(made), missing)).status).toBe(204);
  const eleven = Array.from({ length: 11 }, (_, index) => ({ name: `files[${index}]`, filename: "f", body: "x" }));
  expect((await call(discordPath(made), multipart(eleven))).status).toBe(400);
  const large = multipart([{ name: "file", filename: "f", body: Buffer.alloc(10 * 1024 * 1024 + 1) }]);
  expect((await call(discordPath(made), large)).json).toMatchObject({ code: 40005 });
  expect(await messages(made)).toHaveLength(4);
});

test("the Slack and GitHub suffixes also work on Discord's address", async () => {
  const made = await makeWebhook();
  expect((await call(`${discordPath(made)}/slack`, { body: '{"text":"x"}' })).text).toBe("ok");
  const headers = { "x-github-event": "ping" };
  expect((await call(`${discordPath(made)}/github`, { headers, body: JSON.stringify(ping) })).status).toBe(200);
  expect(await messages(made)).toHaveLength(2);
});

test("refused requests are kept for the channel's members, with secrets masked", async () => {
  const made = await makeWebhook();
  const body = JSON.stringify({ content: 1, password: "hunter22", note: "Bearer abcdefghijklmnop" });
  await call(webhookPath(made), { body });
  await call(webhookPath(made), { body: "text", headers: { "content-type": "text/plain" } });
  await call(webhookPath(made), { body: '{"content":"fine"}' });
  await call(webhookPath(made), { body: `{"content":"${"x".repeat(300_000)}"}` });
  await call(webhookPath({ ...made, token: "x".repeat(68) }), { body });
  const [invalid, wrongType, taken, tooLarge] = await deliveries(made, 4);
  expect(invalid).toMatchObject({ status: 400, reason: "content must be a string.", size: body.length });
  expect(invalid?.payload).toContain('"content":1');
  expect(invalid?.payload).not.toMatch(/hunter22|abcdefgh/);
  expect(wrongType).toMatchObject({ status: 415, payload: "text" });
  expect(taken).toMatchObject({ status: 200, reason: null, payload: '{"content":"fine"}' });
  expect(taken?.messageId).not.toBeNull();
  expect(tooLarge).toMatchObject({ status: 413, payload: null });
  // The webhook is updated after the log is written.
  await until(async () =>
    expect(await db().webhook.findUniqueOrThrow({ where: { id: made.webhook.id } })).toMatchObject({
      lastError: "The body can be at most 256 KiB.",
    }),
  );
});

test("the latest hundred successes of each webhook are kept", async () => {
  const made = await makeWebhook();
  const quiet = await makeWebhook();
  await call(webhookPath(quiet), { body: '{"content":"one"}' });
  await deliveries(quiet, 1);
  for (const round of [0, 1, 2]) {
    for (let index = 0; index < 60; index += 1) {
      await call(webhookPath(made), { body: JSON.stringify({ content: `${round * 60 + index}` }) });
    }
    await until(async () => {
      const latest = await db().delivery.findFirst({
        where: { webhookId: made.webhook.id },
        orderBy: { id: "desc" },
        select: { message: { select: { content: true } } },
      });
      expect(latest?.message?.content).toBe(`${round * 60 + 59}`);
    });
  }
  const log = await db().delivery.findMany({
    where: { webhookId: made.webhook.id },
    orderBy: { id: "asc" },
    select: { message: { select: { content: true } } },
  });
  expect(log.map(({ message }) => Number(message?.content))).toEqual(Array.from({ length: 100 }, (_, n) => n + 80));
  expect(await db().delivery.count({ where: { webhookId: quiet.webhook.id } })).toBe(1);
});
