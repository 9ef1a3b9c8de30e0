import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { channelUsage, largestFiles } from "@/lib/messages/files/usage";
import { makeAttachment, makeFile } from "@/lib/testing/attachments";
import { makeChannel, makeUser } from "@/lib/testing/factories";

test("owners and admins see the largest files, each once, without the names in channels that they aren't in", async () => {
  const owner = await makeUser({ role: "owner" });
  const other = await makeUser();
  const open = await makeChannel({ name: "open" });
  const own = await makeChannel({ name: "own", kind: "private", members: [owner] });
  const hidden = await makeChannel({ name: "hidden", kind: "private", members: [other] });
  const post = async (size: number, name: string, channel: typeof open) =>
    makeAttachment({ file: await makeFile("x".repeat(size)), name, channel });
  await post(50, "large.txt", open);
  await post(50, "again.txt", open);
  await post(40, "own.txt", own);
  await post(30, "secret.txt", hidden);
  const gone = await post(60, "gone.txt", open);
  await db().message.update({ where: { id: gone.messageId }, data: { deletedAt: new Date() } });

  const files = (await largestFiles(owner)).map(({ size, shown }) => [size, shown?.name, shown?.channelName]);
  expect(files).toEqual([
    [50, "again.txt", "open"],
    [40, "own.txt", "own"],
    [30, undefined, undefined],
  ]);
  await expect(largestFiles(other)).rejects.toMatchObject({ code: "not_found" });
});

test("owners and admins see the storage of each channel, and together that of those they can't see", async () => {
  const owner = await makeUser({ role: "admin" });
  const other = await makeUser();
  const big = await makeChannel({ name: "big" });
  const mine = await makeChannel({ name: "mine", kind: "private", members: [owner] });
  const theirs = await makeChannel({ name: "theirs", kind: "private", members: [other] });
  const direct = await makeChannel({ name: "", kind: "direct", members: [owner, other] });
  const before = await channelUsage(owner);
  const post = async (size: number, channel: typeof big) =>
    makeAttachment({ file: await makeFile("y".repeat(size)), channel });
  const first = await post(500, big);
  for (const channel of [big, mine, theirs, direct]) await post(500, channel);
  await post(70, theirs);
  await db().message.update({ where: { id: first.messageId }, data: { deletedAt: new Date() } });

  const usage = await channelUsage(owner);
  const own = [`${big.id}`, `${mine.id}`];
  expect(usage.channels.filter(({ id }) => own.includes(id))).toEqual([
    { id: own[0], name: "big", isPrivate: false, used: 1000, files: 2 },
    { id: own[1], name: "mine", isPrivate: true, used: 500, files: 1 },
  ]);
  expect(usage.hidden).toEqual({ used: before.hidden.used + 1070, files: before.hidden.files + 3 });
  expect(JSON.stringify(usage)).not.toContain("theirs");

  await db().attachment.delete({ where: { id: first.id } });
  expect((await channelUsage(owner)).channels.find(({ id }) => id === own[0])).toMatchObject({ used: 500, files: 1 });
  // A deleted channel takes its files along.
  await db().channel.delete({ where: { id: mine.id } });
  expect((await channelUsage(owner)).channels.map(({ id }) => id)).not.toContain(own[1]);
  await expect(channelUsage(other)).rejects.toMatchObject({ code: "not_found" });
});
