import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { seal } from "@/lib/seal";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { until } from "@/lib/testing/until";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { replayDelivery } from "@/lib/webhooks/replay-delivery";

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

test("a tool's own JSON becomes a card at its address and at /json, and what nobody knows a plain one", async () => {
  const made = await makeWebhook();
  const title = "[ops/harbour] 3 commits to main";
  for (const suffix of ["gitlab", "json"]) {
    expect(await post(made, suffix, JSON.stringify(push))).toMatchObject({
      status: 200,
      messageId: expect.any(String),
    });
  }
  await post(made, "gitlab", JSON.stringify({ object_kind: "moon_landing", title: "Landed" }));
  await post(made, "json", JSON.stringify({ subject: "Backup done", status: "ok", size: 3 }));
  expect(await titles(made)).toEqual([title, title, "Landed", "Backup done"]);
  expect(await post(made, "nobody", "{}")).toMatchObject({ status: 404 });
});

test("forms and plain text are taken too", async () => {
  const made = await makeWebhook();
  const form = { "content-type": "application/x-www-form-urlencoded" };
  await post(made, "json", new URLSearchParams({ title: "Disk full", host: "db-1" }).toString(), form);
  await post(made, "json", new URLSearchParams({ payload: JSON.stringify(push) }).toString(), form);
  await post(made, "json", "The *night* job is done", { "content-type": "text/plain" });
  await post(made, "json", JSON.stringify(push), { "content-type": "text/plain; charset=UTF-8" });
  expect(await titles(made)).toEqual([
    "Disk full",
    "[ops/harbour] 3 commits to main",
    "The \\*night\\* job is done",
    "[ops/harbour] 3 commits to main",
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
])("%s is refused with a sentence that says so", async (body, word) => {
  const made = await makeWebhook();
  for (const suffix of ["json", "gitlab"]) {
    expect(await post(made, suffix, body)).toMatchObject({ status: 400, error: expect.stringContaining(word) });
  }
  expect(await rowsOf(made)).toEqual([]);
});

test("every delivery sent twice doubles nothing: the sender's own id is its key", async () => {
  const made = await makeWebhook();
  const headers = { "content-type": "application/json", "x-gitlab-event": "Push Hook", "x-gitlab-event-uuid": "e-1" };
  const first = await post(made, "gitlab", JSON.stringify(push), headers);
  const again = await post(made, "json", JSON.stringify({ ...push, total_commits_count: 4 }), headers);
  expect(again).toEqual(first);
  const standard = { "content-type": "application/json", "webhook-id": "msg_1" };
  const other = await post(made, "json", JSON.stringify({ title: "One" }), standard);
  expect(await post(made, "json", JSON.stringify({ title: "One" }), standard)).toEqual(other);
  expect(await rowsOf(made)).toHaveLength(2);
});

test("with a secret the sender has to sign as it does", async () => {
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
  // Somebody who caught it and gives it another id posts nothing.
  expect(await post(made, "json", plain, signed)).toEqual(first);
  expect(await post(made, "json", plain, { ...signed, "webhook-id": "msg_9" })).toMatchObject({ status: 409 });
  expect(await rowsOf(made)).toHaveLength(count);
});

test("long texts are shortened in the middle, and what a payload holds is neither markup nor a mention", async () => {
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
  expect(stored).toContain("Shortened");
  expect(stored).not.toContain(`<@${ada.id}>`);
});

test("what was sent before can be sent again, and becomes a message of its own", async () => {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const made = await makeWebhook({ channelId: channel.id });
  const headers = { "content-type": "application/json", "x-gitlab-event": "Push Hook", "x-gitlab-event-uuid": "e-2" };
  await post(made, "json", JSON.stringify(push), headers);
  const delivery = await until(() => db().delivery.findFirstOrThrow({ where: { webhookId: made.webhook.id } }));
  expect(delivery).toMatchObject({ dialect: "gitlab", event: "push", status: 200 });
  const manager = await requireWebhookManager(ada, channel.id);
  await replayDelivery(manager, made.webhook.id, delivery.id, delivery.payload ?? "");
  expect(await titles(made)).toEqual(Array(2).fill("[ops/harbour] 3 commits to main"));
});
