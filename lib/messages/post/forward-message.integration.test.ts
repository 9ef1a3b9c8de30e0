import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { deleteMessage } from "@/lib/messages/change/change-as-member";
import { forwardMessage } from "@/lib/messages/post/forward-message";
import { findMessage } from "@/lib/messages/read/queries";
import { makeChannel, makeUser, makeWebhook, postedMessage, userDraft, webhookDraft } from "@/lib/testing/factories";

async function setUp() {
  const [ann, bo] = [await makeUser({ name: "Ann" }), await makeUser({ name: "Bo" })];
  const from = await makeChannel({ kind: "private", name: `from-${ann.id}`, members: [ann, bo] });
  const to = await makeChannel({ members: [ann, bo] });
  const { messageId } = await postedMessage(userDraft(bo, from, { content: `Ask <@${ann.id}> about the **plan**` }));
  const forward = async (id = messageId, nonce = "nonce-123", content = "Look") =>
    forwardMessage(await requireChannel(ann, from.id), id, await requireChannel(ann, to.id), { content, nonce });
  return { ann, bo, from, to, messageId, forward };
}

test("a copy has the comment, the author, text and link of the original, and mentions no one again", async () => {
  const { ann, from, to, forward } = await setUp();
  const message = await forward();
  expect(message).toMatchObject({
    channelId: `${to.id}`,
    author: { id: `${ann.id}` },
    content: "Look",
    embeds: [
      {
        author: { name: "Bo" },
        description: `Ask <@${ann.id}> about the **plan**`,
        quote: { channelId: `${from.id}`, seq: 1, channel: `#from-${ann.id}` },
      },
    ],
    mentions: [{ name: "Ann", notifies: false }],
  });
  // Sent again, for example after a lost connection, it isn't doubled.
  expect((await forward()).id).toBe(message.id);
  expect(await db().message.count({ where: { channelId: to.id } })).toBe(1);
});

test("cards come along, a comment isn't needed, and the copy stays when the original is deleted", async () => {
  const { ann, bo, from, forward } = await setUp();
  const made = await makeWebhook({ channelId: from.id });
  const { messageId } = await postedMessage(
    webhookDraft(made, { content: "", embeds: [{ title: "Build 7 failed", color: 1 }] }),
  );
  const copy = await forward(messageId, "another-nonce", "");
  expect(copy.embeds.map(({ title, quote }) => title ?? quote?.seq)).toEqual([2, "Build 7 failed"]);
  expect(copy.incident).toBeNull();
  await db().membership.updateMany({ where: { channelId: from.id, userId: bo.id }, data: { role: "manager" } });
  await deleteMessage(await requireChannel(bo, from.id), messageId);
  expect((await findMessage(BigInt(copy.id)))?.embeds).toHaveLength(2);
  await expect(forward(messageId, "third-nonce")).rejects.toMatchObject({ code: "not_found" });
  expect(ann.name).toBe("Ann");
});

test("only people who can post there can forward to a channel, and only what is in the named channel", async () => {
  const { ann, from, messageId } = await setUp();
  const elsewhere = await makeChannel({ kind: "public" });
  const source = await requireChannel(ann, from.id);
  const sent = { content: "", nonce: "nonce-1234" };
  await expect(forwardMessage(source, messageId, await requireChannel(ann, elsewhere.id), sent)).rejects.toMatchObject({
    code: "forbidden",
  });
  const other = await requireChannel(ann, elsewhere.id);
  await expect(forwardMessage(other, messageId, source, sent)).rejects.toMatchObject({ code: "not_found" });
});
