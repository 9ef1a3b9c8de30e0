import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createChannel } from "@/lib/channels/create-channel";
import { openDirect } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import type { SessionUser } from "@/lib/people/find-session-user";
import { createInvite, revokeInvite } from "@/lib/people/sign-in/invites";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { createWebhook } from "@/lib/webhooks/create-webhook";
import { deleteWebhook } from "@/lib/webhooks/manage-webhook";

beforeEach(() => {
  vi.stubEnv("LIMITS", "");
});
afterEach(() => vi.unstubAllEnvs());

let made = 0;
const make = (user: SessionUser) => {
  made += 1;
  return createChannel(user, { name: `limited-${made}`, private: made % 2 === 0 });
};
const tooMany = (sentence: string) => ({ code: "rate_limited", retryAfter: expect.any(Number), message: sentence });
const tooManyChannels = tooMany(
  "You've reached today's limit of 20 new channels. Ask an admin, or try again tomorrow.",
);

test("a member can create twenty channels a day, and can still open direct messages then", async () => {
  const [user, other] = [await makeUser(), await makeUser()];
  for (let count = 0; count < 20; count += 1) await make(user);
  const before = await db().channel.count();
  await expect(make(user)).rejects.toMatchObject(tooManyChannels);
  expect(await db().channel.count()).toBe(before);
  await openDirect(user, [other.id]);
  await make(other);
});

test.each(["owner", "admin"] as const)("an %s can create any number of channels", async (role) => {
  const user = await makeUser({ role });
  const channel = await makeChannel({ members: [user] });
  const managed = await requireWebhookManager(user, channel.id);
  vi.stubEnv("TEST_LIMITS", "channel=1/86400,direct=1/86400,webhook=1/86400,invite=1/86400");
  for (let count = 0; count < 3; count += 1) {
    await make(user);
    await openDirect(user, [(await makeUser()).id, (await makeUser()).id]);
    await createInvite(user, "");
    await createWebhook(managed, { name: "CI", description: "", avatarUrl: null }, "");
  }
});

test("new group conversations have their own limit; opening existing ones and messages to one person don't count", async () => {
  vi.stubEnv("TEST_LIMITS", "direct=1/3600");
  const [user, one, two, three] = [await makeUser(), await makeUser(), await makeUser(), await makeUser()];
  const group = await openDirect(user, [one.id, two.id]);
  const refused = tooMany("You've reached today's limit of 1 new group conversations. Try again in 60 minutes.");
  await expect(openDirect(user, [one.id, three.id])).rejects.toMatchObject(refused);
  expect(await openDirect(user, [one.id, two.id])).toEqual(group);
  for (const { id } of [one, two, three]) await openDirect(user, [id]);
});

test("webhooks and invites have limits too, and deleting or revoking them doesn't free up any", async () => {
  vi.stubEnv("TEST_LIMITS", "webhook=2/86400,invite=2/86400");
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  const managed = await requireWebhookManager(user, channel.id);
  const hook = () => createWebhook(managed, { name: "CI", description: "", avatarUrl: null }, "");
  for (let count = 0; count < 2; count += 1) {
    await deleteWebhook(managed, BigInt((await hook()).webhook.id));
    await revokeInvite(user, BigInt((await createInvite(user, "")).id));
  }
  await expect(hook()).rejects.toMatchObject(
    tooMany("You've reached today's limit of 2 new webhooks. Ask an admin, or try again tomorrow."),
  );
  const noMore = tooMany("You've reached today's limit of 2 new invite links. Ask an admin, or try again tomorrow.");
  await expect(createInvite(user, "")).rejects.toMatchObject(noMore);
  expect(await db().invite.count({ where: { createdById: user.id } })).toBe(2);
  expect(await db().webhook.count({ where: { createdById: user.id } })).toBe(2);
});

test("twenty channels created at once reach the limit exactly", async () => {
  const user = await makeUser();
  const all = await Promise.allSettled(Array.from({ length: 25 }, () => make(user)));
  expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  expect(await db().channel.count({ where: { createdById: user.id } })).toBe(20);
});

test("a failed attempt doesn't count", async () => {
  vi.stubEnv("TEST_LIMITS", "channel=2/86400,direct=1/86400");
  const [user, other] = [await makeUser(), await makeUser()];
  await createChannel(user, { name: "taken", private: false });
  for (let times = 0; times < 3; times += 1) {
    await expect(createChannel(user, { name: "taken", private: false })).rejects.toMatchObject({ code: "conflict" });
    await expect(openDirect(user, [other.id, 1n])).rejects.toMatchObject({ code: "invalid" });
  }
  await make(user);
  await openDirect(user, [other.id, (await makeUser()).id]);
});
