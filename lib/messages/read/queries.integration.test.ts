import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { postMessages } from "@/lib/messages/post/post-messages";
import { messagePage } from "@/lib/messages/read/queries";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { PAGE_BYTES } from "@/lib/text/page";

async function channelOf(contents: string[]): Promise<bigint> {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  for (const content of contents) {
    const draft = { kind: "user" as const, userId: user.id, channelId: channel.id, nonce: null, content };
    await postMessages([{ ...draft, embeds: [], allowedMentions: null }]);
  }
  return channel.id;
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `message ${index + 1}`);

test("pages cover a channel without gap or overlap, in both directions and around a message", async () => {
  const channelId = await channelOf(numbered(120));
  const latest = await messagePage(channelId, { at: "latest" });
  expect([latest.messages[0]?.seq, latest.messages.at(-1)?.seq]).toEqual([71, 120]);
  expect(latest).toMatchObject({ hasOlder: true, hasNewer: false, rev: 120 });

  const older = await messagePage(channelId, { at: "before", seq: 71 });
  expect([older.messages[0]?.seq, older.messages.at(-1)?.seq, older.hasOlder]).toEqual([46, 70, true]);
  const oldest = await messagePage(channelId, { at: "before", seq: 21 });
  expect([oldest.messages[0]?.seq, oldest.messages.at(-1)?.seq, oldest.hasOlder]).toEqual([1, 20, false]);

  const around = await messagePage(channelId, { at: "around", seq: 60 });
  expect(around.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => 35 + index));
  expect(around).toMatchObject({ hasOlder: true, hasNewer: true });
  const newer = await messagePage(channelId, { at: "after", seq: 84 });
  expect([newer.messages[0]?.seq, newer.messages.at(-1)?.seq, newer.hasNewer]).toEqual([85, 109, true]);
  const newest = await messagePage(channelId, { at: "after", seq: 109 });
  expect([newest.messages[0]?.seq, newest.messages.at(-1)?.seq, newest.hasNewer]).toEqual([110, 120, false]);
});

test("long messages make a page shorter, and the next page starts where it ends", async () => {
  const channelId = await channelOf(numbered(30).map((text) => text.padEnd(8000, ".")));
  const latest = await messagePage(channelId, { at: "latest" });
  const first = latest.messages[0]?.seq ?? 0;
  expect(latest.messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 31 - first }, (_, n) => first + n));
  expect(Buffer.byteLength(JSON.stringify(latest.messages))).toBeLessThan(PAGE_BYTES + 1_000);
  expect([first > 18, latest.hasOlder]).toEqual([true, true]);
  const older = await messagePage(channelId, { at: "before", seq: first });
  expect(older.messages.at(-1)?.seq).toBe(first - 1);
});

test("deleted messages aren't part of a page", async () => {
  const channelId = await channelOf(numbered(3));
  await db().message.updateMany({ where: { channelId, seq: 2 }, data: { deletedAt: new Date(), content: "" } });
  const { messages } = await messagePage(channelId, { at: "latest" });
  expect(messages.map(({ seq }) => seq)).toEqual([1, 3]);
});

test("replies aren't part of a page, but a deleted message with replies is", async () => {
  const channelId = await channelOf(numbered(5));
  const root = await db().message.findFirstOrThrow({ where: { channelId, seq: 2 }, select: { id: true } });
  await db().message.updateMany({ where: { channelId, seq: { in: [3, 5] } }, data: { threadRootId: root.id } });
  const counts = { replyCount: 2, lastReplyAt: new Date(), lastReplySeq: 5 };
  await db().message.update({ where: { id: root.id }, data: { deletedAt: new Date(), content: "", ...counts } });
  const latest = await messagePage(channelId, { at: "latest" });
  expect(latest.messages.map(({ seq, deleted }) => [seq, deleted])).toEqual([
    [1, false],
    [2, true],
    [4, false],
  ]);
  const after = await messagePage(channelId, { at: "after", seq: 2 });
  expect([after.messages.map(({ seq }) => seq), after.hasNewer]).toEqual([[4], false]);
});
