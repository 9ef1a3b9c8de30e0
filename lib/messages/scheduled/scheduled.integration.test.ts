import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import {
  changeScheduled,
  countScheduled,
  deleteScheduled,
  listScheduled,
  schedule,
} from "@/lib/messages/scheduled/scheduled";
import { changeScheduledSchema, scheduleSchema } from "@/lib/messages/scheduled/schema";
import { sendDue, sendScheduledNow } from "@/lib/messages/scheduled/send-scheduled";
import { makeChannel, makeUser, makeWebhook, postedMessage, webhookDraft } from "@/lib/testing/factories";

const HOUR_MS = 3_600_000;
const inAnHour = () => new Date(Date.now() + HOUR_MS);

async function setUp() {
  const [ann, bo] = [await makeUser(), await makeUser({ name: `Bo ${randomUUID()}` })];
  const channel = await makeChannel({ kind: "private", members: [ann, bo] });
  const add = async (content: string, threadId: bigint | null = null, inChannel = false) => {
    const nonce = randomUUID();
    await schedule(ann, { channelId: channel.id, threadId, inChannel, content, nonce, sendAt: inAnHour() });
    return db().scheduledMessage.findFirstOrThrow({ where: { userId: ann.id, nonce } });
  };
  const makeDue = (id: bigint) =>
    db().scheduledMessage.update({ where: { id }, data: { sendAt: new Date(Date.now() - HOUR_MS) } });
  const messages = () => db().message.findMany({ where: { userId: ann.id }, orderBy: { id: "asc" } });
  return { ann, bo, channel, add, makeDue, messages };
}

test("a message is posted once when its time has come, also late and by several instances, and notifies", async () => {
  const { ann, bo, channel, add, makeDue, messages } = await setUp();
  const { id } = await add(`Good morning, @${bo.name}`);
  await sendDue();
  expect(await messages()).toEqual([]);
  expect(await countScheduled(ann)).toEqual({ waiting: { [`${channel.id}`]: 1 }, failed: 0 });
  await makeDue(id);
  await Promise.all([sendDue(), sendDue(), sendDue()]);
  expect(await messages()).toMatchObject([
    { channelId: channel.id, content: `Good morning, <@${bo.id}>`, mentionedUserIds: [bo.id] },
  ]);
  expect((await listScheduled(ann)).items).toEqual([]);
});

test("a message whose row survived its posting isn't posted again", async () => {
  const { add, makeDue, messages } = await setUp();
  const row = await add("Only once");
  await makeDue(row.id);
  await sendDue();
  await db().scheduledMessage.create({ data: { ...row, sendAt: new Date(0) } });
  await sendDue();
  expect(await messages()).toHaveLength(1);
});

test("people and groups in it are listed with their names", async () => {
  const { ann, bo, add } = await setUp();
  const group = await db().userGroup.create({ data: { handle: `g${randomUUID().slice(0, 8)}`, description: "" } });
  await add(`<@${bo.id}> and <@&${group.id}>`);
  expect((await listScheduled(ann)).items[0]?.people).toEqual([
    { id: `${bo.id}`, name: bo.name },
    { id: `${group.id}`, name: group.handle },
  ]);
});

test("a reply goes to its thread", async () => {
  const { channel, add, makeDue, messages } = await setUp();
  const made = await makeWebhook({ channelId: channel.id });
  const root = (await postedMessage(webhookDraft(made))).messageId;
  await makeDue((await add("On it", root)).id);
  await sendDue();
  expect(await messages()).toMatchObject([{ threadRootId: root }]);
  await expect(add("Where?", root + 1n)).rejects.toMatchObject({ code: "not_found" });
});

test.each([
  ["left", "This channel doesn't exist, or you're not a member of it."],
  ["archived", "This channel is archived. No one can post in it."],
  ["announcements", "Only channel managers can post in this channel. You can reply in its threads."],
  ["deactivated", "Your account was deactivated at that time."],
])("what can't be sent stays with the reason: %s", async (why, problem) => {
  const { ann, channel, add, makeDue, messages } = await setUp();
  const { id } = await add("Too late");
  const inChannel = { where: { id: channel.id } };
  if (why === "left") await db().membership.deleteMany({ where: { userId: ann.id } });
  if (why === "archived") await db().channel.update({ ...inChannel, data: { archivedAt: new Date() } });
  if (why === "announcements") await db().channel.update({ ...inChannel, data: { whoPosts: "managers" } });
  if (why === "deactivated") await db().user.update({ where: { id: ann.id }, data: { deactivatedAt: new Date() } });
  await makeDue(id);
  await sendDue();
  const [row] = (await listScheduled(ann)).items;
  expect(row).toMatchObject({ problem, content: "Too late" });
  expect(row?.channel === null).toBe(why === "left");
  expect(await countScheduled(ann)).toEqual({ waiting: {}, failed: 1 });
  expect(await messages()).toEqual([]);
});

test("only its author changes, sends and deletes it; a new time tries again", async () => {
  const { ann, bo, add, makeDue, messages } = await setUp();
  const { id } = await add("First version");
  for (const attempt of [
    () => changeScheduled(bo, id, { content: "x" }),
    () => sendScheduledNow(bo, id),
    () => deleteScheduled(bo, id),
  ]) {
    await expect(attempt()).rejects.toMatchObject({ code: "not_found" });
  }
  await db().scheduledMessage.update({ where: { id }, data: { problem: "It was archived." } });
  await changeScheduled(ann, id, { content: "Second version", sendAt: inAnHour() });
  expect((await listScheduled(ann)).items).toMatchObject([{ content: "Second version", problem: null }]);
  await sendScheduledNow(ann, id);
  expect(await messages()).toMatchObject([{ content: "Second version" }]);
  await expect(sendScheduledNow(ann, id)).rejects.toMatchObject({ code: "not_found" });
  const other = await add("Never mind");
  await makeDue(other.id);
  await deleteScheduled(ann, other.id);
  await sendDue();
  expect(await messages()).toHaveLength(1);
});

test("the same nonce schedules one message, and there's a limit per person", async () => {
  const { ann, channel, add } = await setUp();
  const row = await add("Twice");
  await schedule(ann, {
    channelId: channel.id,
    threadId: null,
    inChannel: false,
    content: "Twice",
    nonce: row.nonce,
    sendAt: inAnHour(),
  });
  expect((await listScheduled(ann)).items).toHaveLength(1);
  const many = Array.from({ length: 99 }, (_, index) => ({
    ...row,
    id: row.id + BigInt(index) + 1n,
    nonce: randomUUID(),
  }));
  await db().scheduledMessage.createMany({ data: many });
  await expect(add("One too many")).rejects.toMatchObject({ code: "forbidden" });
});

test("the time must be in the future, at most 120 days ahead", () => {
  const body = { channelId: "1", content: "Hi", nonce: "12345678" };
  const at = (ms: number) => new Date(Date.now() + ms).toISOString();
  expect(scheduleSchema.safeParse({ ...body, sendAt: at(HOUR_MS) }).success).toBe(true);
  for (const sendAt of [at(-HOUR_MS), at(121 * 24 * HOUR_MS), "tomorrow", null]) {
    expect(scheduleSchema.safeParse({ ...body, sendAt }).success).toBe(false);
    expect(changeScheduledSchema.safeParse({ sendAt }).success).toBe(false);
  }
});

test("a message without files keeps a text", async () => {
  const { ann, add } = await setUp();
  const { id } = await add("Text");
  await expect(changeScheduled(ann, id, { content: "" })).rejects.toMatchObject({ code: "invalid" });
  await expect(changeScheduled(ann, id + 1n, { content: "" })).rejects.toMatchObject({ code: "not_found" });
  await expect(add("")).rejects.toMatchObject({ code: "invalid" });
  expect((await listScheduled(ann)).items).toMatchObject([{ content: "Text" }]);
});
