import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { recordAudit } from "@/lib/audit/record-audit";
import { requireChannel } from "@/lib/channels/access";
import { updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { updateProfile } from "@/lib/people/account/account";
import type { SessionUser } from "@/lib/people/find-session-user";
import { makeChannel, makeUser, makeWebhook } from "@/lib/testing/factories";
import { idAt } from "@/lib/text/id-at";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { setPaused } from "@/lib/webhooks/manage-webhook";
import { sendTestMessage } from "@/lib/webhooks/post-as-member";

beforeEach(() => {
  vi.stubEnv("LIMITS", "");
});
afterEach(() => vi.unstubAllEnvs());

const refusal = (count: number) => ({
  code: "rate_limited",
  retryAfter: expect.any(Number),
  message: `You've reached the limit of ${count} changes like this. Try again in 24 hours.`,
});
const entries = (user: SessionUser) => db().auditEntry.count({ where: { actorId: user.id } });

/** Adds entries about channels by this person, some hours old. */
async function left(user: SessionUser, count: number, { hours }: { hours: number }): Promise<void> {
  const first = idAt(Date.now() - hours * 3_600_000) + (user.id % 1000n) * 1000n;
  const fields = { actorId: user.id, kind: "channels", action: "channel.updated" };
  const data = Array.from({ length: count }, (_, index) => ({ id: first + BigInt(index), ...fields }));
  await db().auditEntry.createMany({ data });
}

async function inChannel(role?: SessionUser["role"]) {
  const user = await makeUser({ name: "Ada", ...(role && { role }) });
  const { id } = await makeChannel({ members: [user] });
  await db().membership.updateMany({ where: { channelId: id }, data: { role: "manager" } });
  const channel = await requireChannel(user, id);
  let topics = 0;
  const setTopic = () => {
    topics += 1;
    const { name, webhookManagers } = channel.channel;
    return updateChannel(channel, { name, webhookManagers, topic: `Topic ${topics}` });
  };
  const topic = async () => (await db().channel.findUniqueOrThrow({ where: { id } })).topic;
  return { user, id, setTopic, topic };
}

test("a member can add 500 entries of a kind per day, and any action beyond that is refused", async () => {
  const { user, setTopic, topic } = await inChannel();
  await left(user, 499, { hours: 1 });
  await setTopic();
  await expect(setTopic()).rejects.toMatchObject({
    ...refusal(500),
    message: expect.stringMatching(/limit of 500 changes like this\. Try again in 23 hours\.$/),
  });
  expect([await topic(), await entries(user)]).toEqual(["Topic 1", 500]);
});

test("entries older than a day and those of owners and admins don't count", async () => {
  const { user, setTopic, topic } = await inChannel();
  await left(user, 600, { hours: 25 });
  await setTopic();
  expect(await topic()).toBe("Topic 1");
  for (const role of ["owner", "admin"] as const) {
    const exempt = await inChannel(role);
    await left(exempt.user, 600, { hours: 1 });
    await exempt.setTopic();
    expect(await exempt.topic()).toBe("Topic 1");
  }
});

test("each kind counts separately, and sign-in, sign-out and new passwords are never refused", async () => {
  vi.stubEnv("TEST_LIMITS", "audit=1/86400");
  const { user, setTopic } = await inChannel();
  await setTopic();
  await updateProfile(user, { name: "Grace", avatarUrl: null });
  await expect(setTopic()).rejects.toMatchObject(refusal(1));
  await expect(updateProfile(user, { name: "Mary", avatarUrl: null })).rejects.toMatchObject(refusal(1));
  for (const action of [
    "session.started",
    "session.ended",
    "session.others_ended",
    "account.password_changed",
    "account.password_reset",
  ] as const) {
    for (let times = 0; times < 2; times += 1) await recordAudit(db(), { actor: user, action });
  }
});

test("messages sent by hand count, and a refused one doesn't block other people's", async () => {
  vi.stubEnv("TEST_LIMITS", "audit=2/86400");
  const { user, id } = await inChannel();
  const other = await makeUser();
  await db().membership.create({ data: { userId: other.id, channelId: id } });
  const { webhook } = await makeWebhook({ channelId: id });
  const [mine, theirs] = [await requireWebhookManager(user, id), await requireWebhookManager(other, id)];
  await setPaused(mine, webhook.id, true);
  await setPaused(mine, webhook.id, false);
  const [refused, posted] = await Promise.allSettled([
    sendTestMessage(mine, webhook.id),
    sendTestMessage(theirs, webhook.id),
  ]);
  expect(refused).toMatchObject({ status: "rejected", reason: refusal(2) });
  expect(posted).toMatchObject({ status: "fulfilled" });
  expect(await db().message.count({ where: { channelId: id } })).toBe(1);
});
