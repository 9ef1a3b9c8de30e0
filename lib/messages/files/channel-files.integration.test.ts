import { expect, test } from "vitest";
import { requireChannel } from "@/lib/channels/access";
import { db } from "@/lib/db/client";
import { channelFiles } from "@/lib/messages/files/queries";
import { makeAttachment, makeFile } from "@/lib/testing/attachments";
import { makeChannel, makeUser } from "@/lib/testing/factories";

test("a channel's files are listed by page, latest first, without those of deleted messages and other channels", async () => {
  const ada = await makeUser();
  const channel = await makeChannel({ members: [ada] });
  const file = await makeFile("some bytes");
  const made: string[] = [];
  for (let n = 0; n < 32; n += 1) made.unshift(`${(await makeAttachment({ file, name: `${n}.txt`, channel })).id}`);
  const deleted = await makeAttachment({ file, channel });
  await db().message.update({ where: { id: deleted.messageId }, data: { deletedAt: new Date() } });
  await makeAttachment({ file });

  const accessible = await requireChannel(ada, channel.id);
  const first = await channelFiles(accessible, null);
  expect(first.items.map(({ id }) => id)).toEqual(made.slice(0, 30));
  expect(first.items[0]).toMatchObject({ name: "31.txt", size: 10, by: "Unknown" });
  expect(first.next).toBe(made[29]);
  const second = await channelFiles(accessible, BigInt(first.next ?? 0));
  expect(second).toMatchObject({ items: [{ id: made[30] }, { id: made[31] }], next: null });
});
