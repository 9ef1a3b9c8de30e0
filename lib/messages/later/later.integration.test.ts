import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { ownConversation } from "@/lib/channels/open-direct";
import { sidebarChannels } from "@/lib/channels/queries";
import { db } from "@/lib/db/client";
import { deleteMessage } from "@/lib/messages/change/change-as-member";
import { addReminder, changeItem, deleteItem, removeFromLater, saveForLater } from "@/lib/messages/later/items";
import { laterMarks, laterPage } from "@/lib/messages/later/queries";
import { remindDue } from "@/lib/messages/later/remind";
import { findMessage } from "@/lib/messages/read/queries";
import { makeChannel, makeUser, postedMessage, userDraft } from "@/lib/testing/factories";

const soon = () => new Date(Date.now() + 60_000);
const AFTER = () => new Date(Date.now() + 120_000);

async function setUp() {
  const [ann, bo] = [await makeUser({ name: "Ann" }), await makeUser({ name: "Bo" })];
  const channel = await makeChannel({ kind: "private", name: `plans-${ann.id}`, members: [ann, bo] });
  const { messageId } = await postedMessage(userDraft(bo, channel, { content: "Let's **meet** on Friday" }));
  const as = (user: typeof ann) => requireChannel(user, channel.id);
  const open = async (user = ann) => (await laterPage(user, { show: "open" })).items;
  const reminders = async (user = ann) => {
    const { id } = await ownConversation(user.id);
    const rows = await db().message.findMany({
      where: { channelId: id },
      orderBy: { seq: "asc" },
      select: { id: true },
    });
    return Promise.all(rows.map(async (row) => findMessage(row.id)));
  };
  return { ann, bo, channel, messageId, as, open, reminders };
}

test("a saved message is listed as it is now, only for the person who saved it, until it's removed", async () => {
  const { ann, bo, messageId, as, open } = await setUp();
  await saveForLater(await as(ann), messageId, undefined);
  await saveForLater(await as(ann), messageId, undefined);
  expect(await open()).toMatchObject([
    { message: { message: { content: "Let's **meet** on Friday" } }, remindAt: null },
  ]);
  expect(await laterMarks(ann)).toEqual({ messageIds: [`${messageId}`], due: 0 });
  expect([await open(bo), await laterMarks(bo)]).toEqual([[], { messageIds: [], due: 0 }]);
  const [item] = await open();
  await changeItem(ann, BigInt(item?.id ?? 0), { done: true });
  expect([await open(), (await laterPage(ann, { show: "done" })).items.length]).toEqual([[], 1]);
  await saveForLater(await as(ann), messageId, undefined);
  expect(await open()).toHaveLength(1);
  await removeFromLater(await as(ann), messageId);
  expect(await open()).toEqual([]);
});

test("a message that was deleted or that the person can't see anymore shows nothing of itself", async () => {
  const { ann, bo, channel, messageId, as, open } = await setUp();
  await saveForLater(await as(ann), messageId, soon());
  await db().membership.deleteMany({ where: { channelId: channel.id, userId: ann.id } });
  expect(await open()).toMatchObject([{ message: null, gone: true }]);
  await remindDue(AFTER());
  await saveForLater(await as(bo), messageId, undefined);
  await deleteMessage(await as(bo), messageId);
  expect(await open(bo)).toMatchObject([{ message: null, gone: true }]);
  await expect(saveForLater(await as(bo), messageId, undefined)).rejects.toMatchObject({ code: "not_found" });
});

test("a reminder comes once as an unread message with the original, however many instances send it", async () => {
  const { ann, channel, messageId, as, open, reminders } = await setUp();
  await saveForLater(await as(ann), messageId, soon());
  await remindDue();
  expect(await reminders()).toEqual([]);
  await Promise.all([remindDue(AFTER()), remindDue(AFTER())]);
  await remindDue(AFTER());
  expect(await reminders()).toMatchObject([
    {
      author: { kind: "webhook", name: "Reminder" },
      content: "You asked to be reminded of this message.",
      embeds: [
        { author: { name: "Bo" }, description: "Let's **meet** on Friday", quote: { channelId: `${channel.id}` } },
      ],
    },
  ]);
  expect(await open()).toMatchObject([{ remindAt: null, remindedAt: expect.any(String) }]);
  expect((await laterMarks(ann)).due).toBe(1);
  expect((await sidebarChannels(ann)).find(({ kind }) => kind === "direct")).toMatchObject({ unread: 1 });
});

test("a reminder of one's own says its text, and says so if it's late", async () => {
  const { ann, reminders } = await setUp();
  await addReminder(ann, "Water the plants", soon());
  await remindDue(new Date(Date.now() + 3_600_000));
  expect((await reminders())[0]?.content).toBe(
    "Water the plants\n\nThis reminder is late, because Parley wasn't running.",
  );
});

test("an interrupted run doesn't send a reminder twice", async () => {
  const { ann, reminders } = await setUp();
  await addReminder(ann, "Once", soon());
  const before = await db().laterItem.findFirstOrThrow({ where: { userId: ann.id } });
  await remindDue(AFTER());
  // As if it had stopped between the post and the note that it's done.
  await db().laterItem.update({ where: { id: before.id }, data: { remindAt: before.remindAt, remindedAt: null } });
  await remindDue(AFTER());
  expect(await reminders()).toHaveLength(1);
});

test("people can only change their own items", async () => {
  const { ann, bo, messageId, as, open } = await setUp();
  await saveForLater(await as(ann), messageId, soon());
  const id = BigInt((await open())[0]?.id ?? 0);
  await expect(changeItem(bo, id, { done: true })).rejects.toMatchObject({ code: "not_found" });
  await expect(deleteItem(bo, id)).rejects.toMatchObject({ code: "not_found" });
  await changeItem(ann, id, { remindAt: null });
  expect(await open()).toMatchObject([{ remindAt: null }]);
  await deleteItem(ann, id);
  expect(await open()).toEqual([]);
});
