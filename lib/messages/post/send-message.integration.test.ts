import { describe, expect, test } from "vitest";
import { requireChannel, writeRefusal } from "@/lib/channels/access";
import { updateChannel } from "@/lib/channels/update-channel";
import { db } from "@/lib/db/client";
import { editMessage } from "@/lib/messages/change/change-as-member";
import { postMessages } from "@/lib/messages/post/post-messages";
import { sendMessage } from "@/lib/messages/post/send-message";
import {
  makeChannel,
  makeMember,
  makeUser,
  makeWebhook,
  postedMessage,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";

test("a full name becomes a mention, and shortcodes become emoji", async () => {
  const [ada, grace, gone] = [
    await makeUser({ name: "Ada Lovelace" }),
    await makeUser({ name: "Grace Hopper" }),
    await makeUser({ name: "Charles Babbage", deactivatedAt: new Date() }),
  ];
  const channel = await makeChannel({ members: [ada, grace, gone] });
  const as = await requireChannel(ada, channel.id);
  const send = (content: string, nonce: string) => sendMessage(as, { content, nonce, threadId: null });
  const sent = await send("@grace hopper and @Charles Babbage: :rocket: `:rocket: @Grace Hopper`", "nonce-0001");
  expect(sent).toMatchObject({
    content: `<@${grace.id}> and @Charles Babbage: 🚀 \`:rocket: @Grace Hopper\``,
    mentions: [{ id: `${grace.id}`, name: "Grace Hopper", notifies: true }],
  });
  const edited = await editMessage(as, BigInt(sent.id), "@Ada Lovelace :tada:");
  expect(edited).toMatchObject({ content: `<@${ada.id}> 🎉`, mentions: [{ id: `${ada.id}`, notifies: false }] });

  await makeUser({ name: "GRACE HOPPER" });
  const unclear = await send("@Grace Hopper", "nonce-0002");
  expect(unclear).toMatchObject({ content: "@Grace Hopper", mentions: [] });
  const long = `@Ada Lovelace${" x".repeat(3990)}`.slice(0, 7999);
  expect((await send(long, "nonce-0003")).content).toBe(long);
  expect(await db().message.count({ where: { channelId: channel.id } })).toBe(3);
});

describe("in an announcement channel", () => {
  async function announcements() {
    const [manager, admin, member] = [await makeUser(), await makeUser({ role: "admin" }), await makeUser()];
    const channel = await makeChannel({ members: [admin, member] });
    await makeMember(channel, manager, "manager");
    await updateChannel(await requireChannel(manager, channel.id), { whoPosts: "managers" });
    return { manager, admin, member, channel };
  }

  test("managers, admins and webhooks post, and other members only reply in threads", async () => {
    const { manager, admin, member, channel } = await announcements();
    const made = await makeWebhook({ channelId: channel.id });
    const { messageId: root } = await postedMessage(userDraft(manager, channel));
    await postedMessage(userDraft(admin, channel));
    await postedMessage(webhookDraft(made));
    await postedMessage(webhookDraft(made, { threadKey: "incident" }));
    await postedMessage(userDraft(member, channel, { threadRootId: root }));
    const before = await db().channel.findUniqueOrThrow({ where: { id: channel.id }, select: { msgSeq: true } });
    expect(await postMessages([userDraft(member, channel)])).toEqual([{ refused: "not_a_manager" }]);
    // With a reply in the same batch, the other statement refuses it too.
    const both = await postMessages([userDraft(member, channel), userDraft(member, channel, { threadRootId: root })]);
    expect(both).toMatchObject([{ refused: "not_a_manager" }, { replayed: false }]);
    const after = await db().channel.findUniqueOrThrow({ where: { id: channel.id }, select: { msgSeq: true } });
    expect(after.msgSeq).toBe(before.msgSeq + 1n);
  });

  test("members are told who can post, and a member who becomes a manager can", async () => {
    const { member, channel } = await announcements();
    const as = await requireChannel(member, channel.id);
    expect(writeRefusal(as, { inThread: false })).toBe("not_a_manager");
    expect(writeRefusal(as, { inThread: true })).toBeNull();
    await expect(sendMessage(as, { content: "hello", nonce: "nonce-0004", threadId: null })).rejects.toMatchObject({
      code: "forbidden",
      message: "Only channel managers can post in this channel. You can reply in its threads.",
    });
    await expect(updateChannel(as, { whoPosts: "everyone" })).rejects.toMatchObject({ code: "forbidden" });
    await db().membership.updateMany({ where: { userId: member.id }, data: { role: "manager" } });
    expect(writeRefusal(await requireChannel(member, channel.id), { inThread: false })).toBeNull();
    await postedMessage(userDraft(member, channel));
  });
});
