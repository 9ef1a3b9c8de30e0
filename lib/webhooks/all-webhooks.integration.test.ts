import { describe, expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { makeChannel, makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { allWebhooks } from "@/lib/webhooks/all-webhooks";

describe("who sees a webhook in the list of all, and who may manage it", () => {
  test.each([
    ["a stranger", "public", "members", null, "member", "hidden"],
    ["a member", "private", "members", "member", "member", "managed"],
    ["a member, where it is for managers", "public", "managers", "member", "member", "hidden"],
    ["a manager, where it is for managers", "public", "managers", "manager", "member", "managed"],
    ["an admin who isn't a member", "private", "members", null, "admin", "seen"],
    ["an owner who isn't a member", "public", "managers", null, "owner", "seen"],
    ["an admin who is a member", "private", "managers", "member", "admin", "managed"],
  ] as const)("%s, in a %s channel", async (_, kind, webhookManagers, role, workspaceRole, expected) => {
    const channel = await makeChannel({ kind, webhookManagers });
    const { webhook } = await makeWebhook({ channelId: channel.id });
    const user = await makeUser({ role: workspaceRole });
    if (role) await makeMember(channel, user, role);
    const found = (await allWebhooks(user)).find(({ id }) => id === `${webhook.id}`);
    expect(found ? (found.canManage ? "managed" : "seen") : "hidden").toBe(expected);

    // The list must say the same as the door to the tab.
    const manages = await requireWebhookManager(user, channel.id).then(
      () => true,
      () => false,
    );
    expect(found?.canManage ?? false).toBe(manages);
  });
});

test("an entry says what one needs to find the one that fails, also when its creator has left", async () => {
  const owner = await makeUser({ role: "owner" });
  const creator = await makeUser({ name: "Grace", deactivatedAt: new Date() });
  const channel = await makeChannel({ kind: "private", archivedAt: new Date() });
  const lastErrorAt = new Date("2026-11-21T09:30:00Z");
  const trouble = { failing: true, lastErrorAt, lastError: "No." };
  await makeWebhook({ channelId: channel.id, name: "CI", createdById: creator.id, ...trouble });
  await makeWebhook({ channelId: channel.id, deletedAt: new Date(), tokenHash: null });
  const found = (await allWebhooks(owner)).filter(({ channelId }) => channelId === `${channel.id}`);
  expect(found).toMatchObject([
    {
      name: "CI",
      state: "failing",
      channelName: channel.name,
      channelKind: "private",
      channelArchived: true,
      creatorName: "Grace",
      creatorDeactivated: true,
      lastError: "No.",
      lastErrorAt: lastErrorAt.toISOString(),
      lastUsedAt: null,
      canManage: false,
    },
  ]);
  expect(JSON.stringify(found)).not.toMatch(/token/i);
});

test("a direct message of others keeps its name from an owner", async () => {
  const [owner, member] = [await makeUser({ role: "owner" }), await makeUser()];
  const direct = await makeChannel({ kind: "direct", members: [member], name: "Grace and Linus" });
  await makeWebhook({ channelId: direct.id });
  const name = async (user: typeof owner) =>
    (await allWebhooks(user)).find(({ channelId }) => channelId === `${direct.id}`)?.channelName;
  expect(await name(owner)).toBeNull();
  expect(await name(member)).toBe("Grace and Linus");
  expect((await requireChannel(member, direct.id)).channel.kind).toBe("direct");
});

test("two thousand webhooks are all in the list", async () => {
  const user = await makeUser();
  for (const _ of Array(20)) {
    const channel = await makeChannel({ members: [user] });
    const rows = Array.from({ length: 100 }, (_, index) => ({
      name: `W ${index}`,
      channelId: channel.id,
      tokenHash: new Uint8Array([index]),
    }));
    await db().webhook.createMany({ data: rows });
  }
  expect(await allWebhooks(user)).toHaveLength(2000);
});
