import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { isAppError } from "@/lib/errors";
import { deleteMessage } from "@/lib/messages/delete-message";
import { editMessage } from "@/lib/messages/edit-message";
import { setPinned } from "@/lib/messages/pin";
import { setReaction } from "@/lib/messages/react";
import { countWrite } from "@/lib/messages/write-limit";
import { makeChannel, makeUser, makeWebhook, posted, userDraft } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";
import { sendTestMessage } from "@/lib/webhooks/send-test-message";

const tooMuch = { code: "rate_limited", retryAfter: expect.any(Number) };

beforeEach(() => {
  vi.stubEnv("MESSAGE_LIMIT", "");
  vi.stubEnv("MESSAGE_BURST", "");
});
afterEach(() => vi.unstubAllEnvs());

/** How many of so many at once are taken. */
async function taken(userId: bigint, times: number): Promise<number> {
  const all = await Promise.allSettled(Array.from({ length: times }, () => countWrite(userId)));
  for (const each of all) if (each.status === "rejected" && !isAppError(each.reason)) throw each.reason;
  return all.filter(({ status }) => status === "fulfilled").length;
}

test("thirty at once are taken and not one more, and nobody else is kept from writing", async () => {
  const [one, other] = [await makeUser(), await makeUser()];
  expect(await taken(one.id, 40)).toBe(30);
  await expect(countWrite(one.id)).rejects.toMatchObject({
    ...tooMuch,
    retryAfter: 1,
    message: "You did too much at once. Try again in 1 s.",
  });
  expect(await taken(other.id, 30)).toBe(30);
});

test("a second later it goes on, at ten a second", async () => {
  const { id } = await makeUser();
  expect(await taken(id, 40)).toBe(30);
  await vi.waitFor(() => countWrite(id), { timeout: 5_000, interval: 50 });
  expect(await taken(id, 20)).toBe(9);
});

test("whatever a person does to messages counts", async () => {
  const author = await makeUser();
  const channel = await makeChannel({ members: [author] });
  const { webhook } = await makeWebhook({ channelId: channel.id });
  const { messageId } = await posted(userDraft(author, channel));
  const here = await requireChannel(author, channel.id);
  const manager = await requireWebhookManager(author, channel.id);
  vi.stubEnv("MESSAGE_LIMIT", "1/600");
  vi.stubEnv("MESSAGE_BURST", "off");
  await setReaction(here, messageId, "🎉", true);
  for (const write of [
    () => setReaction(here, messageId, "🎉", false),
    () => setPinned(here, messageId, true),
    () => editMessage(here, messageId, "other"),
    () => deleteMessage(here, messageId),
    () => sendTestMessage(manager, webhook.id),
  ]) {
    await expect(write()).rejects.toMatchObject(tooMuch);
  }
  expect(await db().message.count({ where: { channelId: channel.id, deletedAt: null } })).toBe(1);
});
