import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { type MadeWebhook, makeChannel, makeUser, makeWebhook, webhookPath } from "@/lib/testing/factories";
import { sendRequest } from "@/lib/testing/sender";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { saveRule } from "@/lib/webhooks/manage-rules";
import type { RuleAction } from "@/lib/webhooks/rules/model";

async function setUp() {
  const ada = await makeUser();
  const [here, there] = [await makeChannel({ members: [ada] }), await makeChannel({ members: [ada] })];
  const made = await makeWebhook({ channelId: here.id, oneLine: true });
  const target = await makeWebhook({ channelId: there.id, oneLine: true });
  const managed = await requireWebhookManager(ada, here.id);
  const add = (action: RuleAction) =>
    saveRule(managed, made.webhook.id, null, {
      conditions: [{ on: "fact", fact: "text", test: "contains", text: "lamp" }],
      action,
      continues: false,
    });
  return { made, target, add };
}

const send = async (made: MadeWebhook, suffix: string, body: object, headers: Record<string, string> = {}) => {
  const { status, text } = await sendRequest(webhookPath(made, suffix), { body: JSON.stringify(body), headers });
  return { status, ...(JSON.parse(text) as { messageId?: string; skipped?: string }) };
};

const keyed = (made: MadeWebhook, content: string, key: string, idempotency = "") =>
  send(made, "", { content, update_key: key }, idempotency ? { "idempotency-key": idempotency } : {});

const request = (iid: number, state: string, action: string) => ({
  object_kind: "merge_request",
  user: { name: "Ines Calderón", username: "ines" },
  project: { id: 1, path_with_namespace: "ops/harbour", web_url: "https://gitlab.example.com/ops/harbour" },
  object_attributes: {
    id: 90 + iid,
    iid,
    title: `Lamp ${iid}`,
    state,
    action,
    url: `https://gitlab.example.com/ops/harbour/-/merge_requests/${iid}`,
    source_branch: "lamp",
    target_branch: "main",
    updated_at: action === "open" ? "2026-11-20T09:00:00Z" : "2026-11-20T10:00:00Z",
    created_at: "2026-11-20T09:00:00Z",
  },
});

const merge = (made: MadeWebhook, iid: number, state: string, action: string) =>
  send(made, "/gitlab", request(iid, state, action), { "x-gitlab-event": "Merge Request Hook" });

const rowsOf = ({ webhook }: MadeWebhook) =>
  db().message.findMany({ where: { webhookId: webhook.id, threadRootId: null }, orderBy: { seq: "asc" } });

test.each([
  ["skips", { do: "skip" } as const],
  ["silences", { do: "silent" } as const],
  ["keeps to its thread", { do: "thread" } as const],
])("a rule that %s what is new lets a message that exists change", async (_, action) => {
  const { made, add } = await setUp();
  const first = await keyed(made, "Lamp broken", "a");
  const line = await merge(made, 1, "opened", "open");
  await add(action);
  expect(await keyed(made, "Lamp repaired", "a")).toEqual(first);
  expect(await merge(made, 1, "merged", "merge")).toEqual(line);
  expect(await rowsOf(made)).toMatchObject([
    { content: "Lamp repaired" },
    { embeds: [{ card: { state: { word: "Merged" } } }] },
  ]);
  await keyed(made, "Another lamp", "b");
  await merge(made, 2, "opened", "open");
  const more = (await rowsOf(made)).slice(2);
  expect(more.map(({ silent }) => silent)).toEqual(action.do === "skip" ? [] : [true, true]);
});

test("what is skipped with a key is remembered, and its sender gets the same answer", async () => {
  const { made, add } = await setUp();
  await add({ do: "skip" });
  const skipped = { status: 202, skipped: "Don't post when text contains lamp" };
  expect(await keyed(made, "Lamp broken", "a", "k")).toEqual(skipped);
  expect(await keyed(made, "Lamp broken", "a", "k")).toEqual(skipped);
  expect(await merge(made, 1, "opened", "open")).toEqual(skipped);
  expect(await rowsOf(made)).toEqual([]);
});

test("a change to a message stays here, and what is new is handed over, with its keys and its thing", async () => {
  const { made, target, add } = await setUp();
  const first = await keyed(made, "Lamp broken", "a");
  const line = await merge(made, 1, "opened", "open");
  await add({ do: "hand_over", toWebhookId: `${target.webhook.id}` });
  expect(await keyed(made, "Lamp repaired", "a")).toEqual(first);
  expect(await merge(made, 1, "merged", "merge")).toEqual(line);
  const there = await keyed(made, "Another lamp", "b", "k");
  expect(await keyed(made, "Another lamp", "b", "k")).toEqual(there);
  expect(await keyed(made, "Another lamp works", "b")).toEqual(there);
  const opened = await merge(made, 2, "opened", "open");
  expect(await merge(made, 2, "merged", "merge")).toEqual(opened);
  expect(await rowsOf(made)).toHaveLength(2);
  expect(await rowsOf(target)).toMatchObject([
    { content: "Another lamp works" },
    { embeds: [{ card: { state: { word: "Merged" } } }] },
  ]);
});
