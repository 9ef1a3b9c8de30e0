import { expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { findFilesSchema } from "@/lib/files/uploads/schema";
import { findFiles } from "@/lib/messages/files/find-files";
import { makeAttachment, makeFile } from "@/lib/testing/attachments";
import { makeChannel, makeUser } from "@/lib/testing/factories";

test("files are found in the user's channels only, by kind, channel, name and sender, page by page", async () => {
  const [ann, bo] = [await makeUser(), await makeUser({ name: "Bo Grinder" })];
  const [one, two] = [
    await makeChannel({ kind: "private", members: [ann, bo] }),
    await makeChannel({ kind: "private", members: [ann] }),
  ];
  const secret = await makeChannel({ kind: "private", members: [bo] });
  const add = async (channel: { id: bigint }, user: typeof ann, name: string, contentType: string) => {
    const { id, messageId } = await makeAttachment({ file: await makeFile(name), name, channel });
    await db().attachment.update({ where: { id }, data: { contentType } });
    await db().message.update({ where: { id: messageId }, data: { userId: user.id, authorKind: "user" } });
  };
  await add(one, bo, "kiln.mp4", "video/mp4");
  await add(two, ann, "glaze_100%.pdf", "application/pdf");
  await add(two, ann, "notes.md", "application/octet-stream");
  await add(two, ann, "pots.blend", "application/octet-stream");
  await add(secret, bo, "secret.txt", "application/octet-stream");
  const find = async (query: Record<string, string>, user = ann) =>
    (await findFiles(user, findFilesSchema.parse(query))).items.map(({ name }) => name);
  expect(await find({})).toEqual(["pots.blend", "notes.md", "glaze_100%.pdf", "kiln.mp4"]);
  expect(await find({ kind: "video" })).toEqual(["kiln.mp4"]);
  expect(await find({ kind: "pdf" })).toEqual(["glaze_100%.pdf"]);
  expect(await find({ kind: "text" })).toEqual(["notes.md"]);
  expect(await find({ kind: "other" })).toEqual(["pots.blend"]);
  expect(await find({ channel: `${one.id}` })).toEqual(["kiln.mp4"]);
  expect(await find({ channel: `${secret.id}` })).toEqual([]);
  expect(await find({ q: "E_100%" })).toEqual(["glaze_100%.pdf"]);
  expect(await find({ q: "grinder" })).toEqual(["kiln.mp4"]);
  await add(two, ann, 'Größe "5".txt', "application/octet-stream");
  for (const q of ["grosse", "GRO\u0308SSE", "größe", '"5"', "Ｇｒｏ"])
    expect(await find({ q })).toEqual(['Größe "5".txt']);
  expect(await find({ q: "\0%_\\" })).toEqual([]);
  expect(await find({}, await makeUser())).toEqual([]);
});
