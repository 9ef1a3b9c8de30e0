import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import { changesSince, messagePage } from "@/lib/messages/read/queries";
import { makeMember, makeUser, makeWebhook, userDraft, webhookDraft } from "@/lib/testing/factories";

test("a change has the same message as its page, whatever the message contains", async () => {
  const [ada, grace] = [await makeUser({ name: "Ada" }), await makeUser({ name: "Grace", avatarUrl: null })];
  const made = await makeWebhook();
  const { channelId } = made.webhook;
  for (const user of [ada, grace]) await makeMember({ id: channelId }, user);
  await postMessages([
    userDraft(ada, { id: channelId }, { content: `**hello** <@${grace.id}>`, nonce: "n" }),
    webhookDraft(made, {
      username: "Bot",
      avatarUrl: "https://example.com/a.png",
      embeds: [{ title: "t", color: 255 }],
    }),
    webhookDraft(made, { sentBy: { ...ada, action: "webhook.test_sent" } }),
    userDraft(grace, { id: channelId }, { content: "pinned, edited, with a thread" }),
    userDraft(grace, { id: channelId }, { content: "without an author" }),
  ]);
  const [first, , , fourth, fifth] = await db().message.findMany({ where: { channelId }, orderBy: { seq: "asc" } });
  const messageId = first?.id ?? 0n;
  const file = {
    messageId,
    channelId,
    hash: new Uint8Array(32),
    size: 4,
    contentType: "image/png",
    width: 2,
    height: 3,
  };
  await db().attachment.createMany({
    data: ["b.png", "a.png"].map((name, position) => ({ ...file, name, position, description: `d${position}` })),
  });
  const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
  await db().reaction.createMany({
    data: [
      { messageId, userId: grace.id, emoji: "👍", createdAt: at(2) },
      { messageId, userId: ada.id, emoji: "👍", createdAt: at(1) },
      { messageId, userId: ada.id, emoji: "🎉", createdAt: at(3) },
    ],
  });
  const thread = { replyCount: 2, lastReplyAt: at(9), lastReplySeq: 4n, pinnedAt: at(3), editedAt: at(4) };
  await db().message.update({ where: { id: fourth?.id ?? 0n }, data: thread });
  await db().message.update({ where: { id: fifth?.id ?? 0n }, data: { userId: null } });
  for (const senders of [true, false]) {
    const { messages } = await messagePage(channelId, { at: "latest" }, null, { senders });
    expect(messages).toHaveLength(5);
    expect(await changesSince(channelId, 0, 10, { senders })).toEqual({ messages, more: false });
  }
});

test("changes come in the order of their revisions, up to the requested number", async () => {
  const made = await makeWebhook();
  const { channelId } = made.webhook;
  await postMessages([1, 2, 3].map(() => webhookDraft(made)));
  await db().message.updateMany({ where: { channelId, seq: 1 }, data: { rev: 4, deletedAt: new Date() } });
  const seqs = async (rev: number, limit: number) =>
    (await changesSince(channelId, rev, limit)).messages.map(({ seq }) => seq);
  expect([await seqs(0, 10), await seqs(0, 2), await seqs(3, 10), await seqs(4, 10)]).toEqual([
    [2, 3, 1],
    [2, 3],
    [1],
    [],
  ]);
});
