import { expect, test } from "vitest";
import { requireChannel, requireMember } from "@/lib/channels/access";
import { openDirect } from "@/lib/channels/open-direct";
import { db } from "@/lib/db/client";
import { readersAmong, sessionsOf } from "@/lib/live/streams/sessions";
import { findAttachment } from "@/lib/messages/files/queries";
import { postMessages } from "@/lib/messages/post/post-messages";
import { makeUser, userDraft } from "@/lib/testing/factories";
import { requireWebhookManager } from "@/lib/webhooks/access";

async function setUp() {
  const [ada, grace] = [await makeUser(), await makeUser()];
  const others = [await makeUser(), await makeUser({ role: "owner" }), await makeUser({ role: "admin" })];
  const { id } = await openDirect(ada, [grace.id]);
  await postMessages([userDraft(ada, { id })]);
  return { ada, grace, others, id };
}

test("a direct message doesn't exist for people outside it, whatever their role", async () => {
  const { ada, grace, others, id } = await setUp();
  for (const user of others) {
    for (const require of [requireChannel, requireMember, requireWebhookManager]) {
      await expect(require(user, id)).rejects.toMatchObject({ code: "not_found" });
    }
  }
  const userIds = [ada, grace, ...others].map((user) => user.id);
  const sessions = [ada, grace, ...others].map((user) => user.sessionId);
  const reading = [...(await readersAmong(id, sessions))]
    .filter(([, { mayRead }]) => mayRead)
    .map(([session]) => session);
  expect(new Set(reading)).toEqual(new Set([ada.sessionId, grace.sessionId]));
  const sessionsNow = await sessionsOf(userIds);
  expect(userIds.filter((userId) => sessionsNow.get(userId)?.memberOf.has(id))).toEqual([ada.id, grace.id]);
});

test("its files are available only to its people", async () => {
  const { grace, others, id } = await setUp();
  const message = await db().message.findFirstOrThrow({ where: { channelId: id }, select: { id: true } });
  const file = { position: 0, hash: new Uint8Array(32), name: "plan.txt", size: 4, contentType: "text/plain" };
  const data = { ...file, messageId: message.id, channelId: id };
  const { id: fileId } = await db().attachment.create({ data, select: { id: true } });
  expect(await findAttachment(grace, fileId)).toMatchObject({ name: "plan.txt" });
  for (const user of others) {
    await expect(findAttachment(user, fileId)).rejects.toMatchObject({ code: "not_found" });
  }
});

test("a direct message can't have webhooks", async () => {
  const { ada, id } = await setUp();
  await expect(requireWebhookManager(ada, id)).rejects.toMatchObject({
    code: "conflict",
    message: "Direct messages can't have webhooks. Choose a channel.",
  });
});
