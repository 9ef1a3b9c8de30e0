import { expect, test } from "vitest";
import { shownImage } from "@/lib/files/images/signed-url";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeMember, makeUser, makeWebhook } from "@/lib/testing/factories";
import { isAppError } from "@/lib/text/errors";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { listMyWebhooks } from "@/lib/webhooks/queries";

const idsOf = async (user: SessionUser) => (await listMyWebhooks(user)).map(({ id }) => BigInt(id));

test("a person's webhooks are listed with their channels, by channel and name", async () => {
  const user = await makeUser();
  const [b, a] = [
    await makeChannel({ name: "b-side", members: [user] }),
    await makeChannel({ name: "a-side", members: [user], kind: "private" }),
  ];
  const one = await makeWebhook({ channelId: b.id, name: "One", avatarUrl: "https://example.com/1.png" });
  const two = await makeWebhook({ channelId: a.id, name: "Two" });
  const three = await makeWebhook({ channelId: a.id, name: "Three" });
  expect(await listMyWebhooks(user)).toEqual([
    { id: `${three.webhook.id}`, name: "Three", avatarUrl: null, channelId: `${a.id}`, channelName: "a-side" },
    { id: `${two.webhook.id}`, name: "Two", avatarUrl: null, channelId: `${a.id}`, channelName: "a-side" },
    {
      id: `${one.webhook.id}`,
      name: "One",
      avatarUrl: shownImage("https://example.com/1.png", one.webhook.id),
      channelId: `${b.id}`,
      channelName: "b-side",
    },
  ]);
});

test.each([
  ["a stranger", "public", "members", null, "member"],
  ["an owner who isn't a member", "private", "members", null, "owner"],
  ["a member", "private", "members", "member", "member"],
  ["a member (webhooks for managers only)", "public", "managers", "member", "member"],
  ["a manager (webhooks for managers only)", "private", "managers", "manager", "member"],
  ["an owner who is a member (webhooks for managers only)", "public", "managers", "member", "owner"],
  ["an admin who is a member (webhooks for managers only)", "public", "managers", "member", "admin"],
] as const)(
  "%s, in a %s channel: webhooks are listed exactly when they can be managed",
  async (_, kind, managers, role, workspace) => {
    const channel = await makeChannel({ kind, webhookManagers: managers });
    const { webhook } = await makeWebhook({ channelId: channel.id });
    const user = await makeUser({ role: workspace });
    // Another person's role must not count for this one.
    await makeMember(channel, await makeUser(), "manager");
    if (role) await makeMember(channel, user, role);
    const mayManage = await requireWebhookManager(user, channel.id).then(
      () => true,
      (error: unknown) => {
        if (isAppError(error)) return false;
        throw error;
      },
    );
    expect(await idsOf(user)).toEqual(mayManage ? [webhook.id] : []);
  },
);

test("webhooks that can't post are left out: paused, deleted, or in an archived channel", async () => {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  const archived = await makeChannel({ members: [user], archivedAt: new Date() });
  const { webhook } = await makeWebhook({ channelId: channel.id });
  await makeWebhook({ channelId: channel.id, pausedAt: new Date() });
  await makeWebhook({ channelId: channel.id, deletedAt: new Date(), tokenHash: null });
  await makeWebhook({ channelId: archived.id });
  expect(await idsOf(user)).toEqual([webhook.id]);
});
