import { createHmac } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/db/client";
import { seal } from "@/lib/secrets/secret";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { setSigningSecret } from "@/lib/webhooks/manage-webhook";
import { replayDelivery } from "@/lib/webhooks/post-as-member";

afterEach(() => vi.unstubAllEnvs());

const push = {
  object_kind: "push",
  after: "da1560886d4f094c3e6c9ef40349f7d38b5d27d7",
  ref: "refs/heads/main",
  user_name: "Ines Calderón",
  project: { name: "harbour", web_url: "https://gitlab.example.com/ops/harbour", path_with_namespace: "ops/harbour" },
  commits: [],
  total_commits_count: 3,
};

async function post(made: MadeWebhook, suffix: string, body: string, headers: Record<string, string> = {}) {
  const { status, text } = await sendRequest(webhookPath(made, `/${suffix}`), { headers, body });
  const said: { messageId?: string; error?: string; skipped?: string } = JSON.parse(text);
  return { status, ...said };
}

const rowsOf = ({ webhook }: MadeWebhook) =>
  db().message.findMany({ where: { webhookId: webhook.id }, orderBy: { id: "asc" } });

const titles = async (made: MadeWebhook) =>
  (await rowsOf(made)).map(({ content, embeds }) =>
    Array.isArray(embeds) ? JSON.parse(JSON.stringify(embeds))[0].title : content,
  );

test("a tool's own JSON becomes its card at its address and at /json, and unknown JSON becomes a plain card", async () => {
  const made = await makeWebhook();
  const title = "[ops/harbour] 3 commits: main";
  for (const suffix of ["gitlab", "json"]) {
    expect(await post(made, suffix, JSON.stringify(push))).toMatchObject({
      status: 200,
      messageId: expect.any(String),
    });
  }
  await post(made, "gitlab", JSON.stringify({ object_kind: "moon_landing", title: "Landed" }));
  await post(made, "json", JSON.stringify({ subject: "Backup done", status: "ok", size: 3 }));
  expect(await titles(made)).toEqual([title, title, "Moon landing: Landed", "Ok: Backup done"]);
  expect(await post(made, "unknown", "{}")).toMatchObject({ status: 404 });
});

test("an event that a description doesn't list is a plain card with the tool's name and what happened", async () => {
  const made = await makeWebhook();
  const payload = { object_kind: "package", action: "create", project: push.project, package: { name: "lamps" } };
  await post(made, "gitlab", JSON.stringify(payload));
  const [row] = await rowsOf(made);
  expect(row?.embeds).toMatchObject([
    { title: "[ops/harbour] Package created: lamps", tool: { name: "GitLab" }, isPlain: true },
  ]);
});

test("an unknown tool's name comes from its User-Agent, unless that's only a library, or from the payload", async () => {
  const made = await makeWebhook();
  const lamp = { event: "lamp.broken" };
  await post(made, "json", JSON.stringify(lamp), { "user-agent": "Lighthouse-Webhook/2.1 (+https://example.com)" });
  await post(made, "json", JSON.stringify(lamp), { "user-agent": "python-requests/2.31" });
  await post(made, "json", JSON.stringify({ ...lamp, product: "Quay Lamps" }), { "user-agent": "Go-http-client/1.1" });
  const tools = (await rowsOf(made)).map(({ embeds }) => JSON.parse(JSON.stringify(embeds))[0].tool?.name ?? null);
  expect(tools).toEqual(["Lighthouse", null, "Quay Lamps"]);
});

test("plain cards about one incident become one card, if the webhook wants it", async () => {
  const made = await makeWebhook();
  const send = async (id: number, state: string) =>
    (await post(made, "json", JSON.stringify({ event: "disk full", incident_id: id, state }))).messageId;
  expect(await send(7, "open")).not.toBe(await send(7, "acknowledged"));

  await db().webhook.update({ where: { id: made.webhook.id }, data: { updatesCards: true } });
  const [opened, other] = [await send(8, "open"), await send(9, "open")];
  expect(await send(8, "acknowledged")).toBe(opened);
  expect(await send(8, "resolved")).toBe(opened);
  expect(other).not.toBe(opened);
  // It's over, so the next one is another incident.
  expect(await send(8, "open")).not.toBe(opened);
  const row = await db().message.findUniqueOrThrow({ where: { id: BigInt(opened ?? 0) } });
  expect(row.embeds).toMatchObject([{ card: { state: { word: "Resolved", open: false } }, isPlain: true }]);
});

test("a red card of unknown JSON is an incident only if an ID lets a later one turn it good", async () => {
  const made = await makeWebhook();
  await db().webhook.update({ where: { id: made.webhook.id }, data: { updatesCards: true } });
  const send = async (payload: object) => BigInt((await post(made, "json", JSON.stringify(payload))).messageId ?? 0);
  const open = async () =>
    (
      await db().incident.findMany({
        where: { webhookId: made.webhook.id, closedAt: null },
        orderBy: { messageId: "asc" },
      })
    ).map(({ messageId }) => messageId);
  const backup = (status: string, host: string, id?: string) =>
    send({ job: "Nightly backup", host, status, ...(id && { alert_id: id }) });
  const [one, two] = [await backup("failed", "db-1", "a-1"), await backup("failed", "db-2", "a-2")];
  // Nothing says that a later one is about the same thing.
  await backup("failed", "db-3");
  await send({ status: "failed" });
  expect(await open()).toEqual([one, two]);
  await backup("succeeded", "db-1", "a-1");
  expect(await open()).toEqual([two]);
  // It fails again, which is another incident.
  const again = await backup("failed", "db-1", "a-1");
  expect(again).not.toBe(one);
  expect(await open()).toEqual([two, again]);
});

test("forms and plain text are accepted too", async () => {
  const made = await makeWebhook();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  await post(made, "json", new URLSearchParams({ title: "Disk full", host: "db-1" }).toString(), form);
  await post(made, "json", new URLSearchParams({ payload: JSON.stringify(push) }).toString(), form);
  await post(made, "json", "The *night* job is done", { "content-type": "text/plain" });
  await post(made, "json", JSON.stringify(push), { "content-type": "text/plain; charset=UTF-8" });
  expect(await titles(made)).toEqual([
    "[db-1] Disk full",
    "[ops/harbour] 3 commits: main",
    "The \\*night\\* job is done",
    "[ops/harbour] 3 commits: main",
  ]);
});

test.each([
  ["{}", "empty object"],
  ["[]", "empty list"],
  ["null", "null"],
  ["7", "number"],
  ["true", "boolean"],
  ["", "JSON"],
  ['{"a":', "JSON"],
])("%s is refused with an error that says why", async (body, word) => {
  const made = await makeWebhook();
  for (const suffix of ["json", "gitlab"]) {
    expect(await post(made, suffix, body)).toMatchObject({ status: 400, error: expect.stringContaining(word) });
  }
  expect(await rowsOf(made)).toEqual([]);
});

test("with a signing secret, requests must be signed the way their sender signs", async () => {
  const made = await makeWebhook();
  const signingSecret = new Uint8Array(seal("it's a secret"));
  await db().webhook.update({ where: { id: made.webhook.id }, data: { signingSecret } });
  const body = JSON.stringify(push);
  const headers = { "content-type": "application/json" };
  expect(await post(made, "gitlab", body, headers)).toMatchObject({
    status: 401,
    error: expect.stringContaining("x-gitlab-token"),
  });
  expect(await post(made, "gitlab", body, { ...headers, "x-gitlab-token": "wrong" })).toMatchObject({ status: 401 });
  expect(await post(made, "gitlab", body, { ...headers, "x-gitlab-token": "it's a secret" })).toMatchObject({
    status: 200,
  });
  const plain = JSON.stringify({ title: "Signed as GitHub does" });
  const signature = `sha256=${createHmac("sha256", "it's a secret").update(plain).digest("hex")}`;
  expect(await post(made, "json", plain, headers)).toMatchObject({ status: 401 });
  const signed = { ...headers, "x-hub-signature-256": signature };
  const first = await post(made, "json", plain, signed);
  expect(first).toMatchObject({ status: 200 });
  const count = (await rowsOf(made)).length;
  // An intercepted request with another id posts nothing.
  expect(await post(made, "json", plain, signed)).toEqual(first);
  expect(await post(made, "json", plain, { ...signed, "webhook-id": "msg_9" })).toEqual(first);
  expect(await rowsOf(made)).toHaveLength(count);
});

const standard = (key: string | Buffer, body: string) => {
  const time = `${Math.floor(Date.now() / 1000)}`;
  const signature = createHmac("sha256", key).update(`msg_1.${time}.${body}`).digest("base64");
  return { "webhook-id": "msg_1", "webhook-timestamp": time, "webhook-signature": `v1,${signature}` };
};
const gitHub = (secret: string, body: string) => ({
  "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
});
const json = { "content-type": "application/json" };

test("the webhook's signature scheme decides, not the tool that sends the request", async () => {
  const secret = "it's a secret";
  const body = JSON.stringify(push);
  const forGitLab = await makeWebhook({ signingSecret: seal(secret), signatureScheme: "gitlab" });
  const token = { ...json, "x-gitlab-token": secret };
  for (const suffix of ["gitlab", "json", "render"]) {
    expect(await post(forGitLab, suffix, body, { ...json, ...gitHub(secret, body) })).toMatchObject({ status: 401 });
  }
  expect(await post(forGitLab, "gitlab", body, token)).toMatchObject({ status: 200 });
  const forScripts = await makeWebhook({ signingSecret: seal(secret), signatureScheme: "github" });
  expect(await post(forScripts, "gitlab", body, token)).toMatchObject({ status: 401 });
  expect(await post(forScripts, "gitlab", body, { ...json, ...gitHub(secret, body) })).toMatchObject({ status: 200 });
});

test("a secret that isn't a Standard Webhooks secret is never read as one", async () => {
  // Node reads the Base64 of this as one byte.
  const secret = "ab=horse battery staple and what follows";
  const key = Buffer.from(secret, "base64");
  expect(key).toHaveLength(1);
  const body = JSON.stringify({ type: "deploy_ended", data: { id: "d-1" } });
  for (const signatureScheme of [null, "github", "render", "standard"]) {
    const made = await makeWebhook({ signingSecret: seal(secret), signatureScheme });
    for (const suffix of ["render", "json"]) {
      expect(await post(made, suffix, body, { ...json, ...standard(key, body) })).toMatchObject({ status: 401 });
    }
    expect(await rowsOf(made)).toEqual([]);
  }
});

test("without a chosen scheme, a whsec_ secret accepts Standard Webhooks signatures and all earlier kinds", async () => {
  const key = Buffer.alloc(24, 7);
  const made = await makeWebhook({ signingSecret: seal(`whsec_${key.toString("base64")}`) });
  const body = JSON.stringify({ type: "deploy_ended", data: { id: "d-1" } });
  expect(await post(made, "render", body, { ...json, ...standard(key, body) })).toMatchObject({ status: 200 });
  const plain = JSON.stringify({ title: "From a script" });
  const signed = gitHub(`whsec_${key.toString("base64")}`, plain);
  expect(await post(made, "json", plain, { ...json, ...signed })).toMatchObject({ status: 200 });
});

test("the signature scheme can be set with the secret and changed later without it", async () => {
  const { channel, webhook } = await managedWebhook();
  const set = (signing: { secret?: string; scheme?: string }) => setSigningSecret(channel, webhook.id, signing);
  expect(await set({ secret: "it's a secret" })).toMatchObject({ signed: true, signatureScheme: "github" });
  expect(await set({ scheme: "gitlab" })).toMatchObject({ signed: true, signatureScheme: "gitlab" });
  await expect(set({ scheme: "standard" })).rejects.toMatchObject({ code: "invalid", field: "secret" });
  await expect(set({ scheme: "unknown" })).rejects.toMatchObject({ code: "invalid", field: "scheme" });
  const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  expect(await set({ scheme: "render", secret })).toMatchObject({ signatureScheme: "render" });
  expect(await set({ secret: "" })).toMatchObject({ signed: false });
});

test("a webhook created for a tool that signs its requests gets that tool's scheme", async () => {
  const { channel } = await managedWebhook();
  const make = async (sender: string) => {
    const fields = { name: "Tool", description: "", avatarUrl: null, sender };
    return (await createWebhook(channel, fields, "https://chat.example")).webhook.signatureScheme;
  };
  expect([await make("stripe"), await make("grafana"), await make("parley")]).toEqual(["stripe", "github", "github"]);
});

async function managedWebhook() {
  const user = await makeUser();
  const { id } = await makeChannel({ members: [user] });
  return { channel: await requireWebhookManager(user, id), ...(await makeWebhook({ channelId: id })) };
}

test("a request with a hundred alerts counts a hundred times, and is refused as a whole if they don't all fit", async () => {
  vi.stubEnv("WEBHOOK_RATE_LIMIT", "150/600");
  const made = await makeWebhook();
  const alerts = (count: number) =>
    JSON.stringify({
      receiver: "team",
      groupKey: "{}",
      alerts: Array.from({ length: count }, (_, n) => ({ status: "firing", labels: { alertname: `a${n}` } })),
    });
  const headers = { "content-type": "application/json" };
  expect(await post(made, "alertmanager", alerts(100), headers)).toMatchObject({ status: 200 });
  const refused = await sendRequest(webhookPath(made, "/alertmanager"), { headers, body: alerts(100) });
  expect([refused.status, Number(refused.headers["Retry-After"]) > 0]).toEqual([429, true]);
  expect(refused.text).toContain("not all messages of this request fit");
  expect(await rowsOf(made)).toHaveLength(100);
  expect(await post(made, "alertmanager", alerts(49), headers)).toMatchObject({ status: 200 });
  expect(await post(made, "json", '{"title":"One more"}', headers)).toMatchObject({ status: 429 });
});

test("long texts are shortened, and a payload's content is neither markup nor a mention", async () => {
  const made = await makeWebhook();
  const ada = await makeUser();
  const text = `start ${"x".repeat(20_000)} <@${ada.id}> @everyone <img src=x onerror=alert(1)> [a](javascript:alert(1)) end`;
  expect(await post(made, "json", JSON.stringify({ title: "t".repeat(300), message: text, log: text }))).toMatchObject({
    status: 200,
  });
  const [row] = await rowsOf(made);
  expect(row?.mentionedUserIds).toEqual([]);
  const stored = JSON.stringify(row?.embeds);
  expect(stored).toContain("…");
  expect(stored.length).toBeLessThan(1_500);
  expect(stored).not.toContain(`<@${ada.id}>`);
});

test("an earlier payload can be resent, and becomes a new message", async () => {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id });
  const headers = { "content-type": "application/json", "x-gitlab-event": "Push Hook" };
  await post(made, "json", JSON.stringify(push), headers);
  const delivery = await until(() => db().delivery.findFirstOrThrow({ where: { webhookId: made.webhook.id } }));
  expect(delivery).toMatchObject({ dialect: "gitlab", event: "push", status: 200 });
  const manager = await requireWebhookManager(ada, channel.id);
  await replayDelivery(manager, made.webhook.id, delivery.id, delivery.payload ?? "");
  expect(await titles(made)).toEqual(Array(2).fill("[ops/harbour] 3 commits: main"));
});

test("a refused Gitea delivery at /json is logged as any JSON, and can be resent", async () => {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id });
  const events = { "x-gitea-event": "push", "x-gogs-event": "push", "x-github-event": "push" };
  const refused = await sendRequest(webhookPath(made, "/json"), {
    headers: { "content-type": "application/json", ...events },
    body: '{"ref":',
  });
  expect(refused.status).toBe(400);
  const delivery = await until(() => db().delivery.findFirstOrThrow({ where: { webhookId: made.webhook.id } }));
  expect(delivery).toMatchObject({ dialect: "json", event: null, status: 400 });
  const manager = await requireWebhookManager(ada, channel.id);
  await replayDelivery(manager, made.webhook.id, delivery.id, '{"title":"Corrected"}');
  expect(await titles(made)).toEqual(["Corrected"]);
});
