import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import {
  deleteMessage,
  editMessage,
  pinnedMessages,
  setPinned,
  setReaction,
} from "@/lib/messages/change/change-as-member";
import { changesSince, editHistory, findMessage } from "@/lib/messages/read/queries";
import { editMessageSchema, reactionSchema } from "@/lib/messages/schema";
import {
  makeChannel,
  makeMember,
  makePeople,
  makeUser,
  makeWebhook,
  postedMessage,
  userDraft,
  webhookDraft,
} from "@/lib/testing/factories";

async function setUp() {
  const [author, member, manager, outsider] = [await makeUser(), await makeUser(), await makeUser(), await makeUser()];
  const channel = await makeChannel({ members: [author, member] });
  await makeMember(channel, manager, "manager");
  const { messageId: id } = await postedMessage(userDraft(author, channel, { content: "first" }));
  const as = (user: typeof author) => requireChannel(user, channel.id);
  return { author, member, manager, outsider, channel, id, as };
}

const forbidden = { code: "forbidden" };

test("an author can edit their message, and its earlier text is kept for them and the managers", async () => {
  const { author, member, manager, id, as } = await setUp();
  expect(await editMessage(await as(author), id, "second")).toMatchObject({ content: "second", rev: 2 });
  await editMessage(await as(author), id, "third");
  await editMessage(await as(author), id, "third");
  expect((await findMessage(id))?.rev).toBe(3);
  for (const person of [author, manager]) {
    expect((await editHistory(await as(person), id)).edits.map(({ content }) => content)).toEqual(["second", "first"]);
  }
  await expect(editHistory(await as(member), id)).rejects.toMatchObject(forbidden);
});

test("the text can be removed from a message with files, but from no other", async () => {
  const { author, id, as } = await setUp();
  const invalid = { code: "invalid", message: "A message can't be empty. Write something, or delete it." };
  await expect(editMessage(await as(author), id, "")).rejects.toMatchObject(invalid);
  const file = { hash: Buffer.alloc(32), size: 1, contentType: "application/octet-stream", width: null, height: null };
  const attachments = [{ file, name: "a.txt", description: "" }];
  const channel = (await as(author)).channel;
  const { messageId } = await postedMessage(userDraft(author, channel, { content: "text", attachments }));
  const edited = await editMessage(await as(author), messageId, "");
  expect(edited).toMatchObject({ content: "", attachments: [{ name: "a.txt" }] });
  expect(editMessageSchema.parse({ content: " " })).toEqual({ content: "" });
});

test("no one else can edit a message, and only managers can delete it", async () => {
  const { member, manager, outsider, id, as } = await setUp();
  for (const person of [member, manager, outsider]) {
    await expect(editMessage(await as(person), id, "theirs")).rejects.toMatchObject(forbidden);
  }
  for (const person of [member, outsider]) {
    await expect(deleteMessage(await as(person), id)).rejects.toMatchObject(forbidden);
  }
  expect(await findMessage(id)).toMatchObject({ content: "first", rev: 1 });
  await deleteMessage(await as(manager), id);
  expect(await findMessage(id)).toMatchObject({ deleted: true, content: "" });
});

test("a deleted message keeps no text, reactions, pin or earlier texts", async () => {
  const { author, channel, id, as } = await setUp();
  await editMessage(await as(author), id, "second");
  await setReaction(await as(author), id, "🎉", true);
  await setPinned(await as(author), id, true);
  await deleteMessage(await as(author), id);
  expect(await findMessage(id)).toMatchObject({ deleted: true, reactions: [], pinned: false });
  expect((await pinnedMessages(await as(author))).items).toEqual([]);
  expect(await db().message.findUnique({ where: { id } })).toMatchObject({ content: "", embeds: null });
  expect(await db().reaction.count({ where: { messageId: id } })).toBe(0);
  expect(await db().messageEdit.count({ where: { messageId: id } })).toBe(0);
  expect((await changesSince(channel.id, 4, 10)).messages.map(({ deleted }) => deleted)).toEqual([true]);
  await expect(editMessage(await as(author), id, "back")).rejects.toMatchObject({ code: "not_found" });
});

test("a message of another channel isn't found", async () => {
  const { author, id } = await setUp();
  const elsewhere = await requireChannel(author, (await makeChannel({ members: [author] })).id);
  const missing = { code: "not_found" };
  await expect(editMessage(elsewhere, id, "x")).rejects.toMatchObject(missing);
  await expect(deleteMessage(elsewhere, id)).rejects.toMatchObject(missing);
  await expect(setPinned(elsewhere, id, true)).rejects.toMatchObject(missing);
  expect(await findMessage(id)).toMatchObject({ content: "first", rev: 1 });
});

test("reactions are grouped by emoji, and repeating one changes nothing", async () => {
  const { author, member, outsider, id, as } = await setUp();
  await setReaction(await as(author), id, "🎉", true);
  await setReaction(await as(member), id, "👍", true);
  await setReaction(await as(member), id, "🎉", true);
  const message = await setReaction(await as(member), id, "🎉", true);
  expect(message.rev).toBe(4);
  expect(message.reactions.map(({ emoji, people }) => [emoji, people.map((person) => person.id)])).toEqual([
    ["🎉", [`${author.id}`, `${member.id}`]],
    ["👍", [`${member.id}`]],
  ]);
  const without = await setReaction(await as(member), id, "🎉", false);
  expect(without.reactions[0]?.people).toHaveLength(1);
  await setReaction(await as(member), id, "🎉", false);
  expect((await findMessage(id))?.rev).toBe(5);
  await expect(setReaction(await as(outsider), id, "🎉", true)).rejects.toMatchObject(forbidden);
});

test("one person can add at most twenty different reactions to a message, and others still can add theirs", async () => {
  const { author, member, id, as } = await setUp();
  const emoji = Array.from({ length: 22 }, (_, index) => String.fromCodePoint(0x1f600 + index));
  for (const each of emoji.slice(0, 20)) await setReaction(await as(author), id, each, true);
  await setReaction(await as(author), id, emoji[0] ?? "", true);
  await expect(setReaction(await as(author), id, emoji[20] ?? "", true)).rejects.toMatchObject({
    code: "conflict",
    message: "You can add at most 20 different emoji to a message. Remove one first.",
  });
  await setReaction(await as(member), id, emoji[20] ?? "", true);
  await expect(setReaction(await as(author), id, emoji[20] ?? "", true)).rejects.toMatchObject({ code: "conflict" });
  await setReaction(await as(author), id, emoji[0] ?? "", false);
  await setReaction(await as(author), id, emoji[21] ?? "", true);
});

test("a message has at most a hundred different reactions", async () => {
  const { author, id, as } = await setUp();
  const people = await Promise.all(Array.from({ length: 5 }, () => makeUser()));
  const emoji = (index: number) => String.fromCodePoint(0x1f300 + index);
  const data = people.flatMap((user, index) =>
    Array.from({ length: 20 }, (_, kind) => ({ messageId: id, userId: user.id, emoji: emoji(index * 20 + kind) })),
  );
  await db().reaction.createMany({ data });
  await expect(setReaction(await as(author), id, emoji(100), true)).rejects.toMatchObject({ code: "conflict" });
  await setReaction(await as(author), id, emoji(7), true);
});

test("a message has at most a thousand reactions, and those there can be removed and added again", async () => {
  const { author, id, as } = await setUp();
  await makePeople(1_000);
  await db()
    .$executeRaw`INSERT INTO reactions (message_id, user_id, emoji) SELECT ${id}, id, '👍' FROM users ORDER BY id DESC LIMIT 1000`;
  await expect(setReaction(await as(author), id, "👍", true)).rejects.toMatchObject({
    code: "conflict",
    message: "A message can have at most 1,000 reactions. Reply in its thread instead.",
  });
  const one = await db().reaction.findFirstOrThrow({ where: { messageId: id } });
  await db().reaction.deleteMany({ where: { messageId: id, userId: one.userId } });
  await setReaction(await as(author), id, "👍", true);
  await setReaction(await as(author), id, "👍", true);
});

test.each(["🎉", "👍🏽", "🇩🇪", "1️⃣", "👩‍💻", "❤️"])("%s is one emoji", (emoji) => {
  expect(reactionSchema.safeParse(emoji).success).toBe(true);
});

test.each(["", "a", "🎉🎉", "🎉 ", "<b>", ":+1", "1"])("%j isn't an emoji", (text) => {
  expect(reactionSchema.safeParse(text).error?.issues[0]?.message).toBe("A reaction must be a single emoji.");
});

test("any member can pin anyone's message, and a manager can delete a webhook's", async () => {
  const { member, manager, channel, as } = await setUp();
  const made = await makeWebhook({ channelId: channel.id });
  const { messageId } = await postedMessage(webhookDraft(made));
  expect(await setPinned(await as(member), messageId, true)).toMatchObject({ pinned: true });
  expect((await pinnedMessages(await as(member))).items.map(({ id }) => id)).toEqual([`${messageId}`]);
  await expect(deleteMessage(await as(member), messageId)).rejects.toMatchObject(forbidden);
  await deleteMessage(await as(manager), messageId);
  expect((await pinnedMessages(await as(member))).items).toEqual([]);
});

test("nothing changes in an archived channel", async () => {
  const { author, channel, id, as } = await setUp();
  await db().channel.update({ where: { id: channel.id }, data: { archivedAt: new Date() } });
  await expect(editMessage(await as(author), id, "x")).rejects.toMatchObject(forbidden);
  await expect(setReaction(await as(author), id, "🎉", true)).rejects.toMatchObject(forbidden);
  expect((await findMessage(id))?.rev).toBe(1);
});
