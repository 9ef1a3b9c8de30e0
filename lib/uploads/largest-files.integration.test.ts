import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { makeAttachment, makeFile } from "@/lib/testing/attachments";
import { makeChannel, makeUser } from "@/lib/testing/factories";
import { largestFiles } from "@/lib/uploads/quota";

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
