import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/db/client";
import { parseEntry } from "@/lib/operation/backup/manifest";
import { readArchive, readWhole } from "@/lib/operation/backup/read-archive";
import { Snapshot } from "@/lib/operation/backup/snapshot";
import { ArchiveWriter } from "@/lib/operation/backup/write-archive";
import { env } from "@/lib/process/env";
import { makeAttachment, makeFile } from "@/lib/testing/attachments";
import { temporaryDirectory } from "@/lib/testing/data-dir";
import { makeChannel, makeUser, said } from "@/lib/testing/factories";

const directory = temporaryDirectory("parley-snapshot-");
const archive = path.join(directory, "rows.tar");
const list = path.join(directory, "files");

beforeAll(() => db().workspace.create({ data: { name: "Acme" } }));
afterAll(() => rmSync(directory, { recursive: true }));

test("a snapshot has what was there when it was taken, whatever happens while it's copied", async () => {
  const user = await makeUser();
  const channel = await makeChannel({ members: [user] });
  await said(user, channel, "said before");
  const file = await makeFile("a file");
  const { messageId } = await makeAttachment({ file });
  const waiting = await makeFile("sent later");
  const row = { hash: new Uint8Array(waiting.hash), name: "a", size: 10, contentType: waiting.contentType };
  const later = { channelId: channel.id, content: "", nonce: "sent-later", sendAt: new Date() };
  await db().scheduledMessage.create({
    data: { ...later, userId: user.id, files: { create: { ...row, userId: user.id } } },
  });

  const snapshot = await Snapshot.take(env.databaseUrl ?? "", "1", "0.0.0");
  await said(user, channel, "said after");
  await db().user.update({ where: { id: user.id }, data: { name: "Renamed after" } });
  await db().message.delete({ where: { id: messageId } });
  const writer = ArchiveWriter.create(archive, undefined);
  await snapshot.copyRows(writer, () => undefined);
  await snapshot.listFiles(list);
  await snapshot.release();
  await writer.finish();

  const rows = new Map<string, string>();
  await readArchive(archive, undefined, async ({ name, body }) => {
    const what = parseEntry(name);
    if (what && "table" in what) rows.set(what.table, gunzipSync(await readWhole(body)).toString());
  });
  expect(rows.get("messages")).toContain("said before");
  expect(rows.get("messages")).not.toContain("said after");
  expect(rows.get("users")).not.toContain("Renamed after");
  const hashes = [file, waiting].map(({ hash }) => hash.toString("hex")).sort();
  expect(readFileSync(list, "utf8")).toBe(`${hashes.join("\n")}\n`);
  expect(snapshot.manifest.files).toEqual({ count: 2, bytes: 16 });
});
