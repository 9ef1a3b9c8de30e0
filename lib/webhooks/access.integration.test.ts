import { describe, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { deactivate } from "@/lib/people/account/people";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { codeOf } from "@/lib/testing/refusals";
import { sendRequest } from "@/lib/testing/sender";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { hashToken } from "@/lib/webhooks/endpoint/token";
import { deleteWebhook, regenerateToken, setPaused, updateWebhook } from "@/lib/webhooks/manage-webhook";
import { listWebhooks } from "@/lib/webhooks/queries";

const FIELDS = { name: "CI", description: "", avatarUrl: null };
const BASE = "https://chat.example";

describe("managing a channel's webhooks", () => {
  test.each([
    ["a stranger", "public", "members", null, "member", "not_found"],
    ["a stranger", "private", "members", null, "member", "not_found"],
    ["an owner who isn't a member", "public", "members", null, "owner", "not_found"],
    ["an owner who isn't a member", "private", "managers", null, "owner", "not_found"],
    ["a member", "public", "members", "member", "member", "ok"],
    ["a member", "private", "members", "member", "member", "ok"],
    ["a member (webhooks for managers only)", "public", "managers", "member", "member", "forbidden"],
    ["a manager (webhooks for managers only)", "private", "managers", "manager", "member", "ok"],
    ["an owner who is a member (webhooks for managers only)", "private", "managers", "member", "owner", "ok"],
  ] as const)("%s, in a %s channel", async (_, kind, webhookManagers, role, workspaceRole, code) => {
    const channel = await makeChannel({ kind, webhookManagers });
    const user = await makeUser({ role: workspaceRole });
    if (role) await makeMember(channel, user, role);
    expect(await codeOf(requireWebhookManager(user, channel.id))).toBe(code);
  });
});

async function setUp(): Promise<{ user: SessionUser; managed: Awaited<ReturnType<typeof requireWebhookManager>> }> {
  const user = await makeUser({ name: "Ada" });
  const channel = await makeChannel({ members: [user] });
  return { user, managed: await requireWebhookManager(user, channel.id) };
}

test("a new URL is for the tool that was chosen, and an unknown one isn't stored", async () => {
  const { managed } = await setUp();
  const toolOf = async (sender?: string) => {
    const { webhook } = await createWebhook(managed, { ...FIELDS, ...(sender !== undefined && { sender }) }, BASE);
    return [webhook.sender, (await regenerateToken(managed, BigInt(webhook.id), BASE)).webhook.sender];
  };
  expect(await toolOf("sentry")).toEqual(["sentry", "sentry"]);
  expect(await toolOf("no-such-tool")).toEqual(["parley", "parley"]);
  expect(await toolOf()).toEqual(["parley", "parley"]);
});

test("a new webhook's URL has a token of 68 characters, and the database stores only its hash", async () => {
  const { managed } = await setUp();
  const { webhook, url } = await createWebhook(managed, FIELDS, BASE);
  const [, id = "", token = ""] =
    /^https:\/\/chat\.example\/webhooks\/incoming\/(\d{17,19})\/([A-Za-z0-9_-]{68})$/.exec(url) ?? [];
  expect(webhook).toMatchObject({
    id,
    name: "CI",
    state: "active",
    creatorName: "Ada",
    lastUsedAt: null,
    lastError: null,
    failedInRow: 0,
  });
  const row = await db().webhook.findUniqueOrThrow({ where: { id: BigInt(id) }, omit: { tokenHash: false } });
  expect(Buffer.from(row.tokenHash ?? []).equals(hashToken(token))).toBe(true);
  expect(JSON.stringify([webhook, await listWebhooks(managed)])).not.toContain(token);
});

test("a deleted webhook or one of another channel can't be managed from this channel", async () => {
  const { managed } = await setUp();
  const [other, deleted] = [await makeWebhook(), await makeWebhook({ channelId: managed.channel.id })];
  await deleteWebhook(managed, deleted.webhook.id);
  for (const { webhook } of [other, deleted]) {
    expect(await codeOf(updateWebhook(managed, webhook.id, FIELDS))).toBe("not_found");
    expect(await codeOf(setPaused(managed, webhook.id, true))).toBe("not_found");
    expect(await codeOf(regenerateToken(managed, webhook.id, BASE))).toBe("not_found");
    expect(await codeOf(deleteWebhook(managed, webhook.id))).toBe("not_found");
  }
  expect(await listWebhooks(managed)).toEqual([]);
  expect(await db().webhook.findUnique({ where: { id: other.webhook.id } })).toMatchObject({
    pausedAt: null,
    deletedAt: null,
  });
});

test("a webhook's URL works after its creator was deactivated, and after their account is gone", async () => {
  const { user, managed } = await setUp();
  const { url } = await createWebhook(managed, FIELDS, BASE);
  const post = () => sendRequest(new URL(url).pathname, { body: JSON.stringify({ content: "still here" }) });
  await deactivate(await makeUser({ role: "owner" }), user.id);
  expect((await post()).status).toBe(200);
  await db().user.delete({ where: { id: user.id } });
  expect((await post()).status).toBe(200);
  expect(await listWebhooks(managed)).toMatchObject([{ name: "CI", creatorName: null, state: "active" }]);
});

test("a channel can have fifty webhooks, however many are created at the same moment", async () => {
  const { managed } = await setUp();
  for (const _ of Array(45)) await makeWebhook({ channelId: managed.channel.id });
  const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(createWebhook(managed, FIELDS, BASE))));
  expect(codes.toSorted()).toEqual([...Array(3).fill("conflict"), ...Array(5).fill("ok")]);
  expect(await listWebhooks(managed)).toHaveLength(50);
});

test("the list shows each webhook's state", async () => {
  const { managed } = await setUp();
  const { webhook } = await makeWebhook({ channelId: managed.channel.id });
  const state = async () => (await listWebhooks(managed))[0]?.state;
  const set = (data: object) => db().webhook.update({ where: { id: webhook.id }, data });
  expect(await state()).toBe("active");
  await set({ failing: true });
  expect(await state()).toBe("failing");
  await setPaused(managed, webhook.id, true);
  expect(await state()).toBe("paused");
});
