import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { editMessage } from "@/lib/messages/change-as-member";
import { sendMessage } from "@/lib/messages/send-message";
import { makeChannel, makeUser } from "@/lib/testing/factories";

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
